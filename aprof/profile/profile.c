/* Profiles: which thread has which, and what becomes of their points. */

#include "profile/profile.h"

#include "options.h"
#include "profile/context.h"

static Profile*  first;
static UInt      threads;           /* with --separate-threads: how many have begun */
static Profile** thread_profiles;   /* by thread id; NULL: no profile yet */

/*--- The profile of a thread ---*/

void profile_init(void)
{
   thread_profiles = VG_(calloc)("aprof.profiles", VG_N_THREADS, sizeof *thread_profiles);
}

static Profile* new_profile(UInt thread)
{
   Profile** link = &first;
   while (*link != NULL) {
      link = &(*link)->next;
   }
   *link = VG_(calloc)("aprof.profile", 1, sizeof **link);
   (*link)->thread = thread;
   return *link;
}

Profile* profile_of_thread(ThreadId thread)
{
   if (thread_profiles[thread] == NULL) {
      thread_profiles[thread] = options.separate_threads ? new_profile(++threads)
                        : first != NULL            ? first
                        :                            new_profile(0);
   }
   return thread_profiles[thread];
}

void profile_thread_ended(ThreadId thread)
{
   if (thread_profiles[thread] != NULL) {
      thread_profiles[thread]->thread_ended = True;
      thread_profiles[thread] = NULL;
   }
}

Bool profile_is_complete(const Profile* profile)
{
   return profile->thread > 1 && profile->thread_ended && profile->strands == 0;
}

void profile_free(Profile* profile)
{
   Profile** link = &first;
   while (*link != profile) {
      tl_assert(*link != NULL);
      link = &(*link)->next;
   }
   *link = profile->next;
   profile_take_points(profile, 0);
   VG_(free)(profile->tables);
   VG_(free)(profile);
}

void profile_forked(ThreadId thread)
{
   Profile* kept = thread_profiles[thread];
   for (Profile* profile = first; profile != NULL; ) {
      Profile* next = profile->next;
      if (profile != kept) {
         profile_free(profile);
      }
      profile = next;
   }
   for (ThreadId other = 0; other < VG_N_THREADS; other++) {
      thread_profiles[other] = other == thread ? kept : NULL;
   }
   if (kept->thread > 0) {
      kept->thread = threads = 1;
   }
}

/*--- Points ---*/

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

Routine* profile_routine(UInt number)
{
   return options.collect_cct ? context_numbered(number)->routine : routine_numbered(number);
}

void profile_take_points(Profile* profile, ULong cost)
{
   for (UInt number = 0; number < profile->tables_end; number++) {
      points_clear(&profile->tables[number]);
   }
   profile->taken_cost += cost;
   profile->input       = (InputCounts){ 0 };
   profile->received    = 0;
}

static void clear(Profile* profile, void* unused)
{
   profile_take_points(profile, 0);
   profile->ended_cost = profile->taken_cost = 0;
}

void profile_clear_all(void)
{
   profile_for_each(clear, NULL);
}

void profile_for_each(void (*visit)(Profile* profile, void* data), void* data)
{
   for (Profile* profile = first; profile != NULL; ) {
      Profile* next = profile->next;
      visit(profile, data);
      profile = next;
   }
}
