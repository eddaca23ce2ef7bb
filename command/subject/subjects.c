/* The subjects of a report.

   A projection says how many times as much all calls of a routine cost if each
   has so many times the input.  The program then costs at least what its
   costliest routine does, at least what all self costs do together, and at least
   what it does now; the largest of these is what projected shares are of.  As
   now, start-up does not count.

   Where the growth is not known, as of main, which is called once, the self cost
   counts as growing with the input, and the cost of what was called as growing
   with the program's.

   Growth is what takes time, and routines have nothing to do with each other: all
   processors fit, each a routine after the other.  The results do not depend on how
   many there are.

   What is exponential outgrows everything else by far, and shares of it would say
   nothing of the rest.  So it counts there as if it grew as its input does: the
   other shares are those of a program in which that is so. */

#include "subject/subjects.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "model/own.h"
#include "growth/far.h"
#include "subject/limits.h"
#include "util/memory.h"
#include "util/pattern.h"
#include "util/progress.h"

/* Fewer are fitted before a thread has begun. */
#define WORTH_A_THREAD  100
#define MOST_THREADS     16

/* Returns what all calls of a subject cost. */
static const Totals* totals_of(const Subjects* subjects, const Subject* subject)
{
   assert(subjects->named == NULL
          || (subject >= subjects->list && subject < subjects->list + subjects->length));
   return subjects->named == NULL ? &subject->routine->totals
                                  : &subjects->named[subject - subjects->list].totals;
}

/*--- Fitting ---*/

typedef struct {
   Subject*      subject;
   const Totals* totals;
   GrowthDepth   depth;
} ToFit;

typedef struct {
   const Subjects* subjects;
   const ToFit*    to_fit;
   size_t          count;
   GMutex          mutex;
   size_t          next;    /* to be fitted; under the mutex, as the progress bar is */
} Work;

typedef struct {
   Work*           work;
   GrowthAnalysis* analysis;
   PointRoom       room;
   GThread*        thread;     /* NULL: the caller's */
} Worker;

static SubjectGrowth* find_growth(Worker* worker, const ToFit* item)
{
   const Subjects* subjects = worker->work->subjects;
   const Subject*  subject = item->subject;
   size_t          count = subject->points;
   const Point*    points = subjects->named == NULL
                            ? report_points_in_room(subjects->report, subject->routine, &worker->room,
                                                    &count)
                            : subjects->named[subject - subjects->list].points;
   return subject_growth_find(worker->analysis, points, count, subjects->times, item->depth);
}

/* NULL if none is left. */
static const ToFit* take_next(Work* work)
{
   g_mutex_lock(&work->mutex);
   const ToFit* item = work->next < work->count ? &work->to_fit[work->next++] : NULL;
   progress_advance(item != NULL);
   g_mutex_unlock(&work->mutex);
   return item;
}

static gpointer fit(gpointer data)
{
   Worker*      worker = data;
   const ToFit* item;
   while ((item = take_next(worker->work)) != NULL) {
      assert(item->subject->growth == NULL);
      item->subject->growth = find_growth(worker, item);
   }
   return NULL;
}

static size_t count_workers(size_t to_fit)
{
   size_t worth = 1 + to_fit / WORTH_A_THREAD;
   size_t processors = MIN(g_get_num_processors(), MOST_THREADS);
   return MIN(worth, processors);
}

/* Sets the growth of each.  If a thread cannot be started, the others do its work. */
static void fit_all(Work* work)
{
   Worker workers[MOST_THREADS] = { 0 };
   size_t count = count_workers(work->count);
   g_mutex_init(&work->mutex);
   progress_begin("fitting", work->count);
   for (size_t i = 0; i < count; i++) {
      workers[i] = (Worker){ .work = work, .analysis = growth_new() };
   }
   for (size_t i = 1; i < count; i++) {
      workers[i].thread = g_thread_try_new("fit", fit, &workers[i], NULL);
   }
   fit(&workers[0]);
   for (size_t i = 0; i < count; i++) {
      if (workers[i].thread != NULL) {
         g_thread_join(workers[i].thread);
      }
      growth_free(workers[i].analysis);
      free(workers[i].room.points);
   }
   progress_end();
   g_mutex_clear(&work->mutex);
}

static int compare_costs(const void* left, const void* right)
{
   const Totals* a = ((const ToFit*)left)->totals;
   const Totals* b = ((const ToFit*)right)->totals;
   return a->real_sum != b->real_sum ? (a->real_sum > b->real_sum ? -1 : 1)
        : a->self_sum != b->self_sum ? (a->self_sum > b->self_sum ? -1 : 1)
        : a < b ? -1 : a > b;
}

bool subject_is_wanted(const Subject* subject, const SubjectOptions* options)
{
   const Routine* routine = subject->routine;
   bool name_matches = options->name == NULL || pattern_matches(options->name, routine->name)
                       || (routine->mangled != NULL && pattern_matches(options->name, routine->mangled));
   return name_matches && (options->object == NULL || pattern_matches(options->object, routine->image))
          && subject->points >= options->least_points;
}

void subjects_find_laws(Subjects* subjects, Subject* subject)
{
   size_t       count;
   const Point* points = report_routine_points(subjects->report, subject->routine, &count);
   subject_growth_free(subject->growth);
   subject->growth = subject_growth_find(subjects->analysis, points, count, subjects->times, GROWTH_FOR_LAWS);
}

/*--- Larger inputs ---*/

static bool is_known(const Subject* subject)
{
   return subject->growth != NULL && subject->growth->projection.known;
}

/* Returns the factor by which the cost of a routine of unknown growth is assumed to grow. */
static double assumed_factor(const Subjects* subjects, const Subject* subject)
{
   const Totals* totals = totals_of(subjects, subject);
   double        self = share_of((double)totals->self_sum, (double)totals->real_sum);
   double        whole = (double)subjects->whole;
   double        program = whole == 0 ? 1.0 : fmax(1.0, subjects->projected / whole);
   return self * subjects->times + (1.0 - self) * program;
}

GrowthProjection subjects_projection(const Subjects* subjects, const Subject* subject)
{
   return is_known(subject)
          ? subject->growth->projection
          : (GrowthProjection){ .factor = assumed_factor(subjects, subject), .low = 1.0, .high = INFINITY };
}

static double projected_whole(const Subjects* subjects)
{
   double costliest = 0.0;
   double self = 0.0;
   for (size_t i = 0; i < subjects->length; i++) {
      const Subject* subject = &subjects->list[i];
      const Totals*  totals = totals_of(subjects, subject);
      bool           by_input = subject_is_exponential(subject) || !is_known(subject);
      double         factor = by_input ? subjects->times : subject->growth->projection.factor;
      if (subject->is_start_up) {
         continue;
      }
      if (is_known(subject)) {
         costliest = fmax(costliest, (double)totals->real_sum * factor);
      }
      self += (double)totals->self_sum * factor;
   }
   return fmax(fmax(costliest, self), (double)subjects->whole);
}

/* A routine that costs more than its projection makes the program cost more. */
static double share_of_projected(double cost, double total)
{
   return total <= 0.0 ? 0.0 : !isfinite(cost) ? 1.0 : cost / fmax(cost, total);
}

Share subjects_far_share(const Subjects* subjects, const Subject* subject)
{
   double           cost = (double)totals_of(subjects, subject)->real_sum;
   GrowthProjection projection = subjects_projection(subjects, subject);
   if (cost == 0.0) {
      return (Share){ 0.0, 0.0, 0.0 };
   }
   assert(!(projection.low > projection.factor) && !(projection.factor > projection.high));
   return (Share){
      share_of_projected(cost * projection.factor, subjects->projected),
      share_of_projected(cost * projection.low, subjects->projected),
      share_of_projected(cost * projection.high, subjects->projected),
   };
}

bool projection_is_likely(const GrowthProjection* projection)
{
   return projection->known && projection->high <= OPEN_FORECAST * projection->low;
}

double subjects_share_of(const Subjects* subjects, uint64_t cost)
{
   return share_of((double)cost, (double)subjects->whole);
}

double subjects_share(const Subjects* subjects, const Subject* subject)
{
   return subjects_share_of(subjects, totals_of(subjects, subject)->real_sum);
}

bool subjects_is_own(const Subjects* subjects, const Subject* subject)
{
   return subject->is_own && !subject_is_marginal(subject, subjects_share(subjects, subject));
}

double subjects_largest_share(const Subjects* subjects, const Subject* subject)
{
   return fmax(subjects_share(subjects, subject), subjects_far_share(subjects, subject).value);
}

/*--- Sections ---*/

static Section section_of(const Subjects* subjects, const Subject* subject)
{
   if (subject->is_start_up || subject_is_marginal(subject, subjects_share(subjects, subject))) {
      return SECTION_START_UP;
   }
   GrowthClass mean = subject_class(subject, GROWTH_MEAN);
   if (subjects_largest_share(subjects, subject) < SHARE_SMALL) {
      return SECTION_SMALL;
   }
   if (subject_is_fast(subject, GROWTH_MEAN) || subject_is_fast(subject, GROWTH_WORST)) {
      return subject->is_own ? SECTION_FASTER : SECTION_LIBRARY_FASTER;
   }
   if (mean <= GROWTH_N || subject_has_fixed_input(subject)) {
      return subject->is_own ? SECTION_NOT_FASTER : SECTION_LIBRARY_NOT_FASTER;
   }
   return subject->is_own ? SECTION_UNKNOWN : SECTION_LIBRARY_UNKNOWN;
}

/*--- All of it ---*/

static void collect(Subjects* subjects, const SubjectOptions* options)
{
   Report*       report = subjects->report;
   const Header* header = report_header(report);
   const OwnCode own = own_code_of(header->application, options->own);
   subjects->length = report_routine_count(report);
   subjects->list = memory_resize(NULL, subjects->length + 1, sizeof *subjects->list);
   for (uint32_t i = 0; i < subjects->length; i++) {
      const Routine* routine = report_routine(report, i);
      Subject*       subject = &subjects->list[i];
      *subject = subject_make(routine, &own);
      if (routine->points > 0) {
         size_t       found;
         const Point* points = report_routine_points(report, routine, &found);
         subject_set_points(subject, points, found, header);
         subjects->count++;
         subjects->largest = MAX(subjects->largest, subject->largest);
      }
   }
}

static void project(Subjects* subjects)
{
   subjects->projected = projected_whole(subjects);
   assert(subjects->projected >= (double)subjects->whole && subjects->whole <= subjects->total);
   for (size_t i = 0; i < subjects->length; i++) {
      Subject* subject = &subjects->list[i];
      if (subject->points > 0) {
         subject->projected = (double)totals_of(subjects, subject)->real_sum
                              * subjects_projection(subjects, subject).factor;
         subject->section = (uint8_t)section_of(subjects, subject);
      }
   }
}

/* Growth is what takes time: if there is a limit, that of the costliest is looked for, and the power laws of
   fewer still.  That of the others is found last, so what is said of the program does not depend on it. */
static void add_growth(Subjects* subjects, const SubjectOptions* options)
{
   ToFit* to_fit = memory_resize(NULL, subjects->count + 1, sizeof *to_fit);
   size_t found = 0;
   for (size_t i = 0; i < subjects->length; i++) {
      Subject* subject = &subjects->list[i];
      if (subject->points >= GROWTH_LEAST_POINTS) {
         to_fit[found++] = (ToFit){ .subject = subject, .totals = totals_of(subjects, subject) };
      }
   }
   if (options->growth_limit != 0 || options->power_law_limit != 0) {
      qsort(to_fit, found, sizeof *to_fit, compare_costs);
   }
   size_t count = options->growth_limit == 0 ? found : MIN(found, options->growth_limit);
   for (size_t i = 0; i < found; i++) {
      bool keep = options->keep_growth && subject_is_wanted(to_fit[i].subject, options);
      bool has_law = options->power_law_limit == 0 || i < options->power_law_limit;
      to_fit[i].depth = !keep ? GROWTH_FOR_CLASSES : has_law ? GROWTH_FOR_LAWS : GROWTH_FOR_PREDICTIONS;
      to_fit[i].subject->is_rest = i >= count;
   }
   subjects->is_partial = count < found;
   Work work = { .subjects = subjects, .to_fit = to_fit, .count = count };
   fit_all(&work);
   project(subjects);
   if (options->finds_rest && count < found) {
      fit_all(&(Work){ .subjects = subjects, .to_fit = to_fit + count, .count = found - count });
   }
   free(to_fit);
}

uint64_t report_whole(const Report* report)
{
   uint64_t total = report_total_cost(report);
   uint64_t start_up = 0, main_cost = 0;
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      start_up += routine_is_start_up(routine) ? MIN(total - start_up, routine->totals.self_sum) : 0;
      main_cost = routine_is_main(routine) ? MAX(main_cost, routine->totals.real_sum) : main_cost;
   }
   return whole_of(total, start_up, main_cost);
}

Subjects* subjects_of_report(Report* report, const SubjectOptions* options)
{
   Subjects* subjects = g_new0(Subjects, 1);
   subjects->report = report;
   subjects->analysis = growth_new();
   subjects->total = report_total_cost(report);
   subjects->whole = report_whole(report);
   subjects->times = options->times;
   collect(subjects, options);
   add_growth(subjects, options);
   return subjects;
}

Subjects* subjects_far(Subjects* subjects, double times)
{
   for (Subjects* far = subjects->far; far != NULL; far = far->far) {
      if (far->times == times) {
         return far;
      }
   }
   const SubjectOptions options = { .growth_limit = MOST_FITTED };
   Subjects*            far = g_memdup2(subjects, sizeof *subjects);
   far->list = memory_resize(NULL, far->length + 1, sizeof *far->list);
   for (size_t i = 0; i < far->length; i++) {
      far->list[i] = subjects->list[i];
      far->list[i].growth = NULL;
   }
   far->analysis = growth_new();
   far->times = times;
   add_growth(far, &options);
   subjects->far = far;
   return far;
}

ProgramCode* subjects_code(Subjects* subjects)
{
   subjects->code = subjects->code == NULL ? program_code_open(subjects->report) : subjects->code;
   return subjects->code;
}

static void free_growth(Subjects* subjects)
{
   for (size_t i = 0; i < subjects->length; i++) {
      subject_growth_free(subjects->list[i].growth);
   }
   growth_free(subjects->analysis);
   free(subjects->list);
}

void subjects_free(Subjects* subjects)
{
   for (Subjects* far = subjects->far; far != NULL; ) {
      Subjects* next = far->far;
      free_growth(far);
      g_free(far);
      far = next;
   }
   free_growth(subjects);
   g_clear_pointer(&subjects->code, program_code_close);
   g_clear_pointer(&subjects->added, g_ptr_array_unref);
   g_clear_pointer(&subjects->texts, g_string_chunk_free);
   free(subjects->named);
   free(subjects->index_of);
   g_free(subjects);
}

Subject* subjects_at(const Subjects* subjects, const Routine* routine)
{
   uint32_t index = report_routine_index(subjects->report, routine);
   assert(subjects->index_of == NULL || subjects->index_of[index] < subjects->count);
   return &subjects->list[subjects->index_of == NULL ? index : subjects->index_of[index]];
}
