/* Routines, in the order of the report, so that contexts can refer to them by
   their index. */

#include "answer/page/sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "subject/subject.h"
#include "answer/page/row.h"
#include "answer/show/again.h"
#include "growth/far.h"
#include "model/readable.h"
#include "subject/limits.h"
#include "util/memory.h"
#include "util/packed.h"

/* If there are more points than this, the plots of routines with a small share get few bins. */
#define MANY_POINTS  200000

/* The routines of a page, of which each is made when it is read. */
typedef struct {
   const Request*       request;
   uint32_t*      ranks;     /* by the routine's index; NO_ROUTINE: it has none */
   SharedTexts*         shared;
} Routines;

void columns_of_routines(Answer* columns)
{
   tree_set_text(columns, "routine",
                 "name object mangled calls cost self pointCount smallest largest section own cases "
                 "projection unit notKnown points outlook isBound why callee cause again");
   tree_set_text(columns, "projection", "known factor low high share shareLow shareHigh");
   tree_set_text(columns, "case", "growth slowest fastest shown level text fit power predictions candidates");
   tree_set_text(columns, "fit",
                 "model constant factor lower lowerClass rate from scatter explained criterion probability");
   tree_set_text(columns, "power", "constant factor exponent low high scatter");
   tree_set_text(columns, "prediction", "n cost low high");
}

/*--- Laws: cases, laws and predictions are rows ---*/

/* Routines that cost this much now, or with larger inputs, have candidates, for which all models must be
   fitted, and predictions for a curve; so do at most so many of them, those that are first in the ranking.
   Others have the last prediction only.  Sentences are about as many routines. */
/* If there are many routines, those that cost less have their classes only. */
#define LEAST_LAW_SHARE  0.0001

/* Predictions are for inputs so many times as large as the largest. */
static const double prediction_times[] = { 1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8, FAR_TIMES };
#define PREDICTIONS  (sizeof prediction_times / sizeof *prediction_times)

/* 0: there is none. */
static Answer* fit_row(const GrowthFit* fit, bool is_candidate)
{
   double numbers[] = { fit->model, fit->constant, fit->factor, fit->lower, fit->lower_class, fit->rate,
                        fit->from, fit->scatter, fit->explained, fit->criterion, fit->probability };
   return !fit->fitted ? tree_count(0)
        : row_of_numbers(numbers, sizeof numbers / sizeof *numbers - (is_candidate ? 0 : 2));
}

/* 0: there is none. */
static Answer* power_row(const GrowthPowerLaw* law)
{
   double numbers[] = { law->constant, law->factor, law->exponent, law->exponent_low, law->exponent_high,
                        law->scatter };
   return !law->fitted ? tree_count(0) : row_of_numbers(numbers, sizeof numbers / sizeof *numbers);
}

static Answer* predictions_of(const Subject* subject, GrowthCase which, bool is_large)
{
   bool    has_class = range_has_class(subject_case(subject, which));
   Answer* list = tree_list();
   for (size_t i = is_large ? 0 : PREDICTIONS - 1; i < PREDICTIONS && has_class; i++) {
      double           n = prediction_times[i] * fmax(1, subject->largest);
      GrowthPrediction prediction = subject_predict(subject, which, n);
      double           numbers[] = { n, prediction.cost, prediction.low, prediction.high };
      tree_append(list, row_of_numbers(numbers, sizeof numbers / sizeof *numbers));
   }
   return list;
}

static Answer* candidates_of(const GrowthFit* fits)
{
   Answer* list = tree_list();
   for (int model = 0; model < GROWTH_MODELS; model++) {
      if (fits[model].fitted) {
         tree_append(list, fit_row(&fits[model], true));
      }
   }
   return list;
}

static uint32_t rank_of(const Routines* routines, const Subject* subject)
{
   return routines->ranks[report_routine_index(routines->request->report, subject->routine)];
}

/* How much of a routine is in the page. */
typedef enum { DEPTH_CLASSES, DEPTH_LAWS, DEPTH_ALL } Depth;

static Depth depth_of(const Routines* routines, const Subject* subject)
{
   size_t rank = rank_of(routines, subject);
   double share = subjects_largest_share(routines->request->subjects, subject);
   bool   is_many = routines->request->ranking.count > PAGE_ROUTINES_WITH_LAWS;
   bool   is_rest = is_many && (rank >= PAGE_ROUTINES_WITH_LAWS || share < LEAST_LAW_SHARE);
   return share >= SHARE_SMALL && rank < MOST_FITTED ? DEPTH_ALL : is_rest ? DEPTH_CLASSES : DEPTH_LAWS;
}

static Answer* case_row(const Routines* routines, const Subject* subject, GrowthCase which, Depth depth)
{
   const GrowthRecord* record = subject_record(subject, which);
   const ClassRange*   found = subject_case(subject, which);
   bool                is_fixed = subject_has_fixed_input(subject);
   Answer*             row = tree_list();
   GrowthText          text;
   row_whole(row, found->class);
   row_whole(row, found->slowest);
   row_whole(row, found->fastest);
   row_whole(row, is_fixed ? GROWTH_CONSTANT : subject_class(subject, which));
   row_whole(row, subject_level(subject, which));
   row_shared(row, routines->shared, is_fixed ? SUBJECT_FIXED_INPUT : range_text(found, text));
   if (depth >= DEPTH_LAWS) {
      tree_append(row, fit_row(&record->fit, false));
      tree_append(row, power_row(&record->power_law));
      tree_append(row, predictions_of(subject, which, depth == DEPTH_ALL));
   }
   if (depth == DEPTH_ALL) {
      GrowthAnalysis* analysis = routines->request->subjects->analysis;
      tree_append(row, candidates_of(growth_fits_recorded(analysis, which, record)));
   }
   return row;
}

/* If all calls with the same input cost the same, the three cases are one, and only one is in the list. */
static Answer* cases_of(const Routines* routines, const Subject* subject, const Point* points,
                        size_t count)
{
   Depth   depth = depth_of(routines, subject);
   Answer* cases[GROWTH_CASES];
   if (depth == DEPTH_ALL) {
      growth_set_points(routines->request->subjects->analysis, points, count);
   }
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      cases[which] = case_row(routines, subject, which, depth);
   }
   bool is_one = tree_is_equal(cases[GROWTH_WORST], cases[GROWTH_MEAN])
                 && tree_is_equal(cases[GROWTH_MEAN], cases[GROWTH_BEST]);
   Answer* list = tree_list();
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      if (which == GROWTH_WORST || !is_one) {
         tree_append(list, cases[which]);
      } else {
         tree_free(cases[which]);
      }
   }
   return list;
}

/* Too few inputs for a law, and yet what is to be known: one case stands for all. */
static Answer* fixed_input_of(const Routines* routines, const Subject* subject)
{
   Answer* row = tree_list();
   for (int i = 0; i < 4; i++) {
      row_whole(row, GROWTH_CONSTANT);
   }
   row_whole(row, subject_level(subject, GROWTH_MEAN));
   row_shared(row, routines->shared, SUBJECT_FIXED_INPUT);
   Answer* list = tree_list();
   tree_append(list, row);
   return list;
}

/*--- A routine ---*/

static Answer* projection_row(const Request* request, const Subject* subject)
{
   GrowthProjection projection = subjects_projection(request->subjects, subject);
   Share            share = subjects_far_share(request->subjects, subject);
   const double numbers[] = {
      projection.known + again_tells_share(request, subject), projection.factor, projection.low,
      projection.high, share.value, share.low, share.high
   };
   return row_of_numbers(numbers, sizeof numbers / sizeof *numbers);
}

void row_routine(Answer* row, const Report* report, const Routine* routine)
{
   row_whole(row, routine == NULL ? -1 : (int64_t)report_routine_index(report, routine));
}

/* Why no class is likely, and what to do about it. */
static void add_not_known(Answer* row, SharedTexts* shared, const Subject* subject)
{
   const char* reason = answer_not_known(subject);
   g_autofree char* fixed = answer_fixed_input(subject);
   g_autofree char* text = fixed != NULL  ? g_strconcat("the input is ", fixed, NULL)
                         : reason != NULL ? g_strconcat(reason, ": ", answer_advice(subject), NULL) : NULL;
   row_shared(row, shared, text);
}

/* Returns the routine that introduces an inherited growth, or the nearest one to it that is known. */
static const Routine* cause_of(const Origin* origin)
{
   return origin == NULL || origin->kind != ORIGIN_INHERITED ? NULL
        : origin->root != NULL ? origin->root : origin->callee;
}

/* Whether there are sentences about the routine: they are a third of what the page has of it. */
static bool is_told(const Routines* routines, const Subject* subject)
{
   return subject->growth != NULL && rank_of(routines, subject) < MOST_FITTED;
}

static void add_outlook(Answer* row, const Routines* routines, const Subject* subject)
{
   g_autofree char* outlook = is_told(routines, subject) ? answer_outlook(routines->request, subject) : NULL;
   row_text(row, outlook);
}

/* Appends why its cost grows faster than its input, the routine that this names, who causes it, and how often
   it reads the program's input.  Most routines have nothing of that. */
static void add_end(Answer* row, const Routines* routines, const Subject* subject)
{
   const Routine* callee = NULL;
   const Request* request = routines->request;
   g_autofree char* why = is_told(routines, subject) ? answer_why(request, subject->routine, &callee) : NULL;
   const Routine* cause = cause_of(subject_origin(subject));
   double         again = again_times(request, subject);
   if (subject->routine->cost_is_bound || why != NULL || cause != NULL || again > 0) {
      row_whole(row, subject->routine->cost_is_bound);
      row_text(row, why);
      row_routine(row, request->report, callee);
      row_routine(row, request->report, cause);
      row_whole(row, (int64_t)again);
   }
}

/* Appends its name as its language writes it, and its symbol, if that is another one. */
static void add_names(Answer* row, SharedTexts* shared, const Routine* routine)
{
   g_autofree char* readable = name_readable(routine->name);
   const char* name = readable != NULL ? readable : routine->name;
   const char* symbol = routine->mangled != NULL ? routine->mangled : routine->name;
   row_text(row, name);
   row_shared(row, shared, routine->image);
   row_text(row, strcmp(symbol, name) != 0 ? symbol : NULL);
}

static void add_counts(Answer* row, const Subject* subject)
{
   const Totals*  totals = &subject->routine->totals;
   const uint64_t counts[] = { totals->calls, totals->real_sum, totals->self_sum, subject->points,
                               subject->smallest, subject->largest, subject->section, subject->is_own };
   for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
      tree_append(row, tree_count(counts[i]));
   }
}

static Answer* routine_row(const Routines* routines, const Subject* subject)
{
   const Request* request = routines->request;
   size_t         count;
   const Point*   points = report_routine_points(request->report, subject->routine, &count);
   bool is_small = report_point_count(request->report) > MANY_POINTS
                   && subjects_share(request->subjects, subject) < SHARE_DRAWN;
   Answer* row = tree_list();
   add_names(row, routines->shared, subject->routine);
   add_counts(row, subject);
   tree_append(row, subject->growth != NULL ? cases_of(routines, subject, points, count)
                    : subject_has_fixed_input(subject) ? fixed_input_of(routines, subject) : tree_count(0));
   tree_append(row, projection_row(request, subject));
   row_shared(row, routines->shared, answer_input_unit(request, subject->routine));
   add_not_known(row, routines->shared, subject);
   tree_append(row, section_points(points, count, is_small ? SMALL_PLOT_POINTS : PLOT_POINTS));
   add_outlook(row, routines, subject);
   add_end(row, routines, subject);
   return row;
}

/*--- All routines ---*/

static Routines* routines_new(const Request* request)
{
   Routines* routines = g_new(Routines, 1);
   uint32_t  count = report_routine_count(request->report);
   *routines = (Routines){ .request = request, .shared = shared_texts_new(),
                           .ranks = memory_resize(NULL, (size_t)count + 1, sizeof *routines->ranks) };
   memset(routines->ranks, 0xff, count * sizeof *routines->ranks);   /* NO_ROUTINE */
   for (uint32_t rank = 0; rank < request->ranking.count; rank++) {
      routines->ranks[request->ranking.order[rank]] = rank;
   }
   return routines;
}

static void routines_free(void* data)
{
   Routines* routines = data;
   shared_texts_free(routines->shared);
   free(routines->ranks);
   g_free(routines);
}

/* 0: the routine has no row. */
static Answer* routine_at(const void* owner, size_t index)
{
   const Routines* routines = owner;
   return routines->ranks[index] == NO_ROUTINE
          ? tree_count(0) : routine_row(routines, &routines->request->subjects->list[index]);
}

/* Each routine as a difference to that before. */
static char* order_of(const Request* request)
{
   GString* order = g_string_new(NULL);
   uint32_t before = 0;
   for (size_t i = 0; i < request->ranking.count; i++) {
      uint32_t index = request->ranking.order[i];
      packed_append(order, packed_difference(index, before));
      before = index;
   }
   return g_string_free(order, FALSE);
}

static Answer* section_titles(const Request* request)
{
   Answer* titles = tree_list();
   bool    has_input = header_has_input(report_header(request->report));
   bool    has_doubt[SECTIONS];
   answer_find_doubts(request, has_doubt);
   for (Section section = 0; section < SECTIONS; section++) {
      tree_append(titles, tree_text(section_title(section, has_input, has_doubt[section])));
   }
   return titles;
}

/* The texts come behind the routines that share them: all are known when they are read. */
void section_routines(Answer* page, const Request* request)
{
   Routines* routines = routines_new(request);
   g_autofree char* order = order_of(request);
   Answer*   texts = shared_texts_list(routines->shared);
   tree_keep(texts, routines, routines_free);
   tree_set(page, "sections", section_titles(request));
   tree_set(page, "routines", tree_long_list(report_routine_count(request->report), routine_at, routines));
   tree_set_text(page, "order", order);
   tree_set(page, "texts", texts);
}
