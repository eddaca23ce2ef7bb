/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The measurements of a profile, as they are written now. */

#include "report/content.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "options.h"
#include "profile/context.h"
#include "strands/strand.h"
#include "valgrind_version.h"

static void make_room(Content* content, UInt end)
{
   if (end > content->end) {
      content->tables = VG_(realloc)("aprof.report.tables", content->tables, end * sizeof *content->tables);
      VG_(memset)(content->tables + content->end, 0, (end - content->end) * sizeof *content->tables);
      content->end = end;
   }
}

static Bool is_copy(const Content* content, UInt number)
{
   return number >= content->profile->tables_end
          || content->tables[number] != &content->profile->tables[number];
}

static void add_ending(const Ending* ending, void* data)
{
   Content* content = data;
   UInt     number   = ending->table;
   make_room(content, number + 1);
   if (content->tables[number] == NULL || !is_copy(content, number)) {
      PointTable* copy = VG_(calloc)("aprof.report.table", 1, sizeof *copy);
      if (content->tables[number] != NULL) {
         points_copy(copy, content->tables[number]);
      }
      content->tables[number] = copy;
   }
   points_add_short(content->tables[number], ending->rms, ending->cost, ending->self, ending->outermost);
}

static void leave_out_ending(const Ending* ending, void* data)
{
   Content* content = data;
   content->cost -= ending->self;
}

static void count_beyond(Content* content)
{
   for (UInt number = 0; number < content->end; number++) {
      const PointTable* table = content->tables[number];
      if (table != NULL && context_is_marked(number)) {
         for (UInt i = 0; i < table->used; i++) {
            content->beyond += table->points[i].calls;
         }
      }
   }
}

/* The points add up to the cost of the report. */
static void check_cost(const Content* content)
{
   ULong cost = 0;
   for (UInt number = 0; number < content->end; number++) {
      const PointTable* table = content->tables[number];
      for (UInt i = 0; table != NULL && i < table->used; i++) {
         cost += table->points[i].self_sum;
      }
   }
   tl_assert(cost == content->cost);
}

void content_collect(Content* content)
{
   Profile* profile = content->profile;
   if (content->occasion == OccasionCheckpoint) {
      strand_account_for_reads();
   } else {
      strand_bring_up_to_date();
   }
   content->cost = strand_total_cost(profile) - profile->taken_cost;
   make_room(content, profile->tables_end);
   for (UInt number = 0; number < profile->tables_end; number++) {
      if (profile->tables[number].used > 0) {
         content->tables[number] = &profile->tables[number];
      }
   }
   Bool is_part = content->occasion == OccasionPart;
   strand_for_each_ending(profile, is_part ? leave_out_ending : add_ending, content);
   if (options.collect_cct) {
      count_beyond(content);
   }
   if (VG_(clo_sanity_level) > 1) {
      check_cost(content);
   }
}

ULong content_point_count(const Content* content)
{
   ULong count = 0;
   for (UInt number = 0; number < content->end; number++) {
      count += content->tables[number] != NULL ? content->tables[number]->used : 0;
   }
   return count;
}

void content_free(Content* content)
{
   for (UInt number = 0; number < content->end; number++) {
      if (content->tables[number] != NULL && is_copy(content, number)) {
         points_clear(content->tables[number]);
         VG_(free)(content->tables[number]);
      }
   }
   VG_(free)(content->tables);
}
