/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Profiles. */

#include "profile.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "context.h"
#include "options.h"

static Profile whole;   /* of all threads */

Profile* profile_of_thread(ThreadId thread)
{
   return &whole;
}

void profile_make_room(Profile* profile, UInt end)
{
   if (end > profile->tables_end) {
      UInt old_end = profile->tables_end;
      end = end < old_end + old_end / 2 ? old_end + old_end / 2 : end;
      profile->tables = VG_(realloc)("aprof.profile", profile->tables, end * sizeof *profile->tables);
      VG_(memset)(profile->tables + old_end, 0, (end - old_end) * sizeof *profile->tables);
      profile->tables_end = end;
   }
}

Routine* profile_routine(UInt place)
{
   return options.collect_cct ? context_numbered(place)->routine : routine_numbered(place);
}

void profile_take_points(Profile* profile, ULong cost)
{
   for (UInt place = 0; place < profile->tables_end; place++) {
      points_clear(&profile->tables[place]);
   }
   profile->taken_cost += cost;
}

static void clear(Profile* profile)
{
   profile_take_points(profile, 0);
   profile->ended_cost = profile->taken_cost = 0;
}

void profile_clear_all(void)
{
   profile_for_each(clear);
}

void profile_for_each(void (*visit)(Profile* profile))
{
   visit(&whole);
}
