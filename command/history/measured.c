#include "history/measured.h"

#include <math.h>

#include "subject/subject.h"

/*--- Of a report ---*/

static Answer* growth_value(GrowthAnalysis* analysis, size_t count, GrowthCase which)
{
   Answer*    value = tree_object();
   ClassRange range = { GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS };
   const GrowthPowerLaw* law = NULL;
   GrowthText text;
   if (count >= GROWTH_LEAST_POINTS) {
      const Growth* growth = growth_of(analysis, which);
      range = (ClassRange){ growth->class, growth->slowest, growth->fastest };
      law = range_has_class(&range) && range.class != GROWTH_CONSTANT ? growth_power_law(analysis, which)
                                                                        : NULL;
   }
   tree_set_text(value, "class", growth_class_name(range_class(&range)));
   tree_set_text(value, "text", range_text(&range, text));
   tree_set(value, "exponent", law == NULL || !law->fitted
            ? NULL : tree_interval(law->exponent, law->exponent_low, law->exponent_high));
   return value;
}

static Answer* points_value(const Point* points, size_t count)
{
   Answer* list = tree_list();
   for (size_t i = 0; i < count; i++) {
      const Point* point = &points[i];
      Answer*      value = tree_object();
      tree_set_count(value, "n", point->rms);
      tree_set_count(value, "calls", point->calls);
      tree_set_number(value, "mean", (double)point->sum / (double)point->calls);
      tree_set_count(value, "worst", point->max);
      tree_append(list, value);
   }
   return list;
}

Answer* measured_points(GrowthAnalysis* analysis, const Point* points, size_t count, const char* name)
{
   Answer* value = tree_object();
   Totals  totals = { 0 };
   for (size_t i = 0; i < count; i++) {
      totals_add_point(&totals, &points[i]);
   }
   growth_set_points(analysis, points, count);
   tree_set_text(value, "name", name);
   tree_set_count(value, "calls", totals.calls);
   tree_set_count(value, "cost", totals.real_sum);
   tree_set_count(value, "self_cost", totals.self_sum);
   tree_set(value, "mean", growth_value(analysis, count, GROWTH_MEAN));
   tree_set(value, "worst", growth_value(analysis, count, GROWTH_WORST));
   tree_set(value, "points", points_value(points, count));
   return value;
}

/*--- Of an experiment ---*/

static Answer* own_law_value(const StoredRun* own, const double* costs, guint count)
{
   double sizes[count + 1];
   Curve  curve;
   for (guint i = 0; i < count; i++) {
      sizes[i] = own[i].size;
   }
   curve_make(&curve, &(Runs){ .size = sizes, .value = costs, .count = count }, NULL);
   return law_value_of_curve(&curve);
}

static Answer* runs_value(const StoredRun* own, const Totals* totals, guint count)
{
   Answer* list = tree_list();
   for (guint i = 0; i < count; i++) {
      Answer* value = tree_object();
      tree_set_count(value, "n", (uint64_t)own[i].size);
      tree_set_count(value, "calls", totals[i].calls);
      tree_set_count(value, "cost", totals[i].real_sum);
      tree_set_count(value, "self_cost", totals[i].self_sum);
      tree_append(list, value);
   }
   return list;
}

static void set_at(Answer* value, const char* key, const LineRuns* runs, int64_t record, const double* values)
{
   double at = line_runs_value(runs, record, values);
   tree_set(value, key, isnan(at) ? NULL : tree_count((uint64_t)(at + 0.5)));
}

Answer* measured_runs(const LineRuns* runs, int64_t record, const Totals* totals, char* const* law,
                      const char* name)
{
   Answer*          value = tree_object();
   guint            count;
   const StoredRun* own = line_runs_of(runs, record, &count);
   double calls[count + 1], costs[count + 1], self_costs[count + 1];
   for (guint i = 0; i < count; i++) {
      calls[i] = (double)totals[i].calls;
      costs[i] = (double)totals[i].real_sum;
      self_costs[i] = (double)totals[i].self_sum;
   }
   tree_set_text(value, "name", name);
   set_at(value, "calls", runs, record, calls);
   set_at(value, "cost", runs, record, costs);
   set_at(value, "self_cost", runs, record, self_costs);
   tree_set(value, "growth", law != NULL ? law_value(law) : own_law_value(own, costs, count));
   tree_set(value, "points", runs_value(own, totals, count));
   return value;
}
