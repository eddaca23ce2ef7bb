/* Goes through the records of a line from the oldest to the newest.  Nearly always, a record is a change of
   the one before; so only what changed is looked at.  A routine that gets another name goes on as the same
   curve.  Of experiments, the costs are those of the run of one size; one that lacks it is read as a whole,
   and its costs lie between two runs. */

#include "history/answers.h"

#include <math.h>
#include <string.h>

#include "history/laws.h"
#include "model/metric.h"
#include "subject/names.h"
#include "util/packed.h"

typedef struct {
   const char* name;        /* the newest; canonical */
   const char* object;
   uint64_t    cost;        /* now */
   GString*    packed;      /* pairs: how many records later, and the difference of the cost */
   guint       last_at;
   uint64_t    last_cost;
   bool        is_noted;    /* among those that changed in this record */
} CostCurve;

/* A name of items; of a comment, `name` is NULL. */
typedef struct {
   const char* name;
   const char* object;
   int64_t     row;
   gint        curve;       /* -1: none yet */
} Named;

typedef struct {
   const Line*   line;
   LineRuns*     runs;       /* NULL: the line has reports */
   GArray*       named;      /* Named, by the id of the name */
   GArray*       costs;      /* by the id of a row */
   GArray*       curves;     /* CostCurve */
   GHashTable*   by_name;    /* the index plus 1 of a curve, by "OBJECT\nNAME" */
   GArray*       changed;    /* indices of curves */
   GStringChunk* texts;
   const char*   application;
} Curves;

/*--- Names and rows ---*/

static void take_names(Curves* curves)
{
   g_autoptr(GPtrArray) names = store_routines(curves->line->view->store);
   g_array_set_size(curves->named, names->len);
   for (guint i = 0; i < names->len; i++) {
      const ItemName* name = g_ptr_array_index(names, i);
      bool is_program = name != NULL && g_strcmp0(name->routine.image, curves->application) == 0;
      g_array_index(curves->named, Named, i) = (Named){
         .name = name == NULL ? NULL : name->canonical, .curve = -1,
         .object = is_program ? COMPARE_PROGRAM : name == NULL ? NULL : name->object,
      };
   }
}

static char* key_of(const char* name, const char* object)
{
   return g_strconcat(object, "\n", name, NULL);
}

static gint curve_of(Curves* curves, const char* name, const char* object)
{
   char* key = key_of(name, object);
   guint found = GPOINTER_TO_UINT(g_hash_table_lookup(curves->by_name, key));
   if (found == 0) {
      CostCurve curve = { .name = name, .object = object, .packed = g_string_new(NULL) };
      g_array_append_val(curves->curves, curve);
      found = curves->curves->len;
      g_hash_table_insert(curves->by_name, key, GUINT_TO_POINTER(found));
      key = NULL;
   }
   g_free(key);
   g_assert(found <= curves->curves->len);
   return (gint)found - 1;
}

/* The curve of the former name goes on under the new one. */
static void rename_curve(Curves* curves, const Step* step)
{
   g_auto(GStrv)    former = g_strsplit(step->text, "\x01", 2);
   g_autofree char* key = key_of(former[0], former[1] == NULL ? "" : former[1]);
   gpointer found = g_hash_table_lookup(curves->by_name, key);
   if (found != NULL) {
      CostCurve* curve = &g_array_index(curves->curves, CostCurve, GPOINTER_TO_UINT(found) - 1);
      curve->name = g_string_chunk_insert(curves->texts, step->name);
      curve->object = g_string_chunk_insert(curves->texts, step->object);
      g_hash_table_remove(curves->by_name, key);
      g_hash_table_insert(curves->by_name, key_of(step->name, step->object), found);
   }
}

/*--- Records ---*/

static uint64_t cost_of(const Curves* curves, int64_t row)
{
   return row == 0 || row >= curves->costs->len ? 0 : g_array_index(curves->costs, uint64_t, row);
}

static void note(Curves* curves, gint index)
{
   g_assert(index >= 0 && (guint)index < curves->curves->len);
   CostCurve* curve = &g_array_index(curves->curves, CostCurve, index);
   if (!curve->is_noted) {
      curve->is_noted = true;
      g_array_append_val(curves->changed, index);
   }
}

static void apply(Curves* curves, const ItemRow* change)
{
   Named* named = change->name < curves->named->len ? &g_array_index(curves->named, Named, change->name)
                                                    : NULL;
   if (named == NULL || named->name == NULL || named->row == change->row) {
      return;
   }
   if (named->row == 0) {
      named->curve = curve_of(curves, named->name, named->object);
   }
   CostCurve* curve = &g_array_index(curves->curves, CostCurve, named->curve);
   curve->cost += cost_of(curves, change->row) - cost_of(curves, named->row);
   named->row = change->row;
   note(curves, named->curve);
}

static void end_record(Curves* curves, guint at)
{
   for (guint i = 0; i < curves->changed->len; i++) {
      CostCurve* curve = &g_array_index(curves->curves, CostCurve, g_array_index(curves->changed, gint, i));
      curve->is_noted = false;
      g_assert(at >= curve->last_at);
      if (curve->cost != curve->last_cost) {
         packed_append(curve->packed, at - curve->last_at);
         packed_append(curve->packed, packed_difference(curve->cost, curve->last_cost));
         curve->last_at = at;
         curve->last_cost = curve->cost;
      }
   }
   g_array_set_size(curves->changed, 0);
}

/* The state as a list of items. */
static GArray* items_now(const Curves* curves)
{
   GArray* items = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   for (guint i = 0; i < curves->named->len; i++) {
      ItemRow item = { i, g_array_index(curves->named, Named, i).row };
      if (item.row != 0) {
         g_array_append_val(items, item);
      }
   }
   return items;
}

/* Takes what the items of all records come to. */
static void take_items(Curves* curves, const GArray* now)
{
   g_autoptr(GArray) former = items_now(curves);
   g_autoptr(GArray) changes = items_changes(former, now);
   for (guint i = 0; i < changes->len; i++) {
      apply(curves, &g_array_index(changes, ItemRow, i));
   }
}

static void take_record(Curves* curves, int64_t id, int64_t before, guint at)
{
   Store*  store = curves->line->view->store;
   int64_t base;
   g_autoptr(GArray) changes = store_changes(store, id, &base);
   if (base != before) {
      g_autoptr(GArray) now = store_items(store, id);
      take_items(curves, now);
   } else {
      for (guint i = 0; i < changes->len; i++) {
         apply(curves, &g_array_index(changes, ItemRow, i));
      }
   }
   end_record(curves, at);
}

/*--- Experiments ---*/

/* Notes the costs of the items of a run, by name. */
static void note_costs(const Curves* curves, const StoredRun* run, guint index, guint count,
                       GHashTable* costs)
{
   g_autoptr(GArray) items = store_items(curves->line->view->store, run->record);
   for (guint i = 0; i < items->len; i++) {
      const ItemRow* item = &g_array_index(items, ItemRow, i);
      double*        values = g_hash_table_lookup(costs, GSIZE_TO_POINTER(item->name));
      if (values == NULL) {
         values = g_new0(double, count);
         g_hash_table_insert(costs, GSIZE_TO_POINTER(item->name), values);
      }
      values[index] = (double)cost_of(curves, item->row);
   }
}

/* The items at the size that is shown, with rows that only stand for their costs here. */
static GArray* items_between(Curves* curves, int64_t record)
{
   guint            count;
   const StoredRun* own = line_runs_of(curves->runs, record, &count);
   GArray*          items = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   g_autoptr(GHashTable) costs = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   for (guint i = 0; i < count; i++) {
      note_costs(curves, &own[i], i, count, costs);
   }
   GHashTableIter iterator;
   gpointer       name, values;
   g_hash_table_iter_init(&iterator, costs);
   while (g_hash_table_iter_next(&iterator, &name, &values)) {
      double   value = line_runs_value(curves->runs, record, values);
      uint64_t cost = isnan(value) ? 0 : (uint64_t)(value + 0.5);
      ItemRow  item = { (int64_t)GPOINTER_TO_SIZE(name), curves->costs->len };
      g_array_append_val(curves->costs, cost);
      g_array_append_val(items, item);
   }
   items_sort(items);
   return items;
}

static double total_between(const Curves* curves, int64_t record)
{
   guint            count;
   const StoredRun* own = line_runs_of(curves->runs, record, &count);
   double           totals[count + 1];
   for (guint i = 0; i < count; i++) {
      totals[i] = (double)store_total(curves->line->view->store, own[i].record);
   }
   return line_runs_value(curves->runs, record, totals);
}

/* Takes a result, and sets its total.  Returns the record whose items were taken, which the next one may be a
   change of; 0: none. */
static int64_t take_result(Curves* curves, const StoredRecord* record, int64_t before, guint at,
                           uint64_t* total)
{
   const StoredRun* run = curves->runs == NULL ? NULL
                          : line_runs_at(curves->runs, record->id, curves->runs->size);
   if (curves->runs != NULL && run == NULL) {
      g_autoptr(GArray) items = items_between(curves, record->id);
      double cost = total_between(curves, record->id);
      *total = isnan(cost) ? 0 : (uint64_t)(cost + 0.5);
      take_items(curves, items);
      end_record(curves, at);
      return 0;
   }
   int64_t id = run == NULL ? record->id : run->record;
   *total = run == NULL ? record->total : store_total(curves->line->view->store, id);
   if (id != before) {   /* runs that are equal share their record */
      take_record(curves, id, before, at);
   }
   return id;
}

/*--- A line ---*/

/* `unmeasured`: how many commits before may have done it instead. */
static Answer* step_value(const Step* step, guint at, guint unmeasured)
{
   Answer* value = tree_list();
   char    digits[G_ASCII_DTOSTR_BUF_SIZE];
   g_ascii_formatd(digits, sizeof digits, "%.4g", step->factor);
   tree_append(value, tree_count(at));
   tree_append_text(value, g_strdup(step_names[step->kind]));
   tree_append(value, tree_number(step->direction,
                                  step->direction < 0 ? "-1" : step->direction > 0 ? "1" : "0"));
   tree_append(value, tree_count(step->is_class));
   tree_append(value, tree_number(step->factor, digits));
   tree_append_text(value, g_strdup(step->name));
   tree_append_text(value, g_strdup(step->object));
   tree_append_text(value, g_strdup(step->text));
   tree_append(value, tree_count(unmeasured));
   return value;
}

static void take_steps(Curves* curves, guint index, guint at, Answer* list)
{
   const Line*       line = curves->line;
   g_autoptr(GArray) steps = line_steps(line, index);
   guint unmeasured = steps->len == 0
                      ? 0 : graph_between(line->view->graph, index, g_ptr_array_index(line->nearest, index));
   for (guint i = 0; i < steps->len; i++) {
      const Step* step = &g_array_index(steps, Step, i);
      if (step->kind == STEP_RENAMED) {
         rename_curve(curves, step);
      } else {
         tree_append(list, step_value(step, at, unmeasured));
      }
   }
}

static gint compare_curves(gconstpointer left, gconstpointer right)
{
   const CostCurve* a = left;
   const CostCurve* b = right;
   return a->cost != b->cost ? (a->cost < b->cost) - (a->cost > b->cost) : strcmp(a->name, b->name);
}

/* How routines of an experiment grow at the newest commit; NULL: of reports. */
static GPtrArray* newest_laws(const Curves* curves)
{
   const Line* line = curves->line;
   for (guint i = 0; i < graph_count(line->view->graph) && curves->runs != NULL; i++) {
      const StoredRecord* record = line_record(line, i);
      if (record != NULL) {
         return laws_of(line->view->store, record->id);
      }
   }
   return NULL;
}

static void append_law(Answer* value, const GPtrArray* laws, const CostCurve* curve)
{
   char* const* law = laws == NULL ? NULL : laws_find(laws, curve->name, curve->object);
   if (law != NULL && curve->cost > 0 && *law[LAW_CLASS] != '\0') {
      tree_append_text(value, g_strdup_printf("%s, %s", law[LAW_CLASS], law[LAW_STATE]));
   }
}

static Answer* routines_value(Curves* curves)
{
   Answer* list = tree_list();
   g_autoptr(GPtrArray) laws = newest_laws(curves);
   g_assert(curves->changed->len == 0);   /* each record has been ended */
   g_array_sort(curves->curves, compare_curves);
   for (guint i = 0; i < curves->curves->len; i++) {
      CostCurve*  curve = &g_array_index(curves->curves, CostCurve, i);
      Answer* value = tree_list();
      tree_append_text(value, g_strdup(curve->name));
      tree_append_text(value, g_strdup(curve->object));
      tree_append_text(value, g_string_free(curve->packed, FALSE));
      append_law(value, laws, curve);
      tree_append(list, value);
   }
   return list;
}

/*--- All of a line ---*/

/* The path of the program, as its routines have it: from the header of the newest record; to be freed. */
static char* application_of(const Line* line)
{
   const StoredRecord* last = &g_array_index(line->records, StoredRecord, line->records->len - 1);
   g_autofree char*    header = store_header(line->view->store, last->header);
   return header == NULL ? NULL : snapshot_header_value(header, 'a');
}

static void walk(Curves* curves, Answer* value)
{
   const Line* line = curves->line;
   Answer*     steps = tree_list();
   GString*    at = g_string_new(NULL);
   GString*    total = g_string_new(NULL);
   uint64_t    last_total = 0;
   int64_t     before = 0;
   guint       count = graph_count(line->view->graph), last = 0, records = 0;
   for (guint i = count; i > 0; i--) {
      const StoredRecord* record = line_record(line, i - 1);
      if (record == NULL) {
         continue;
      }
      uint64_t cost;
      take_steps(curves, i - 1, records, steps);
      before = take_result(curves, record, before, records, &cost);
      packed_append(at, packed_difference(count - i, last));
      packed_append(total, packed_difference(cost, last_total));
      last = count - i;
      last_total = cost;
      records++;
   }
   tree_append_text(value, g_string_free(at, FALSE));
   tree_append_text(value, g_string_free(total, FALSE));
   tree_append(value, steps);
   tree_append(value, routines_value(curves));
}

/* Adds the unit of costs and, of experiments, the size that they are of. */
static Answer* series_value(const Curves* curves)
{
   const char* measure = curves->line->series->measure;
   g_autofree char* metric = g_strndup(measure, strcspn(measure, " "));
   Answer*     value = history_series_value(curves->line->series);
   tree_set_text(value, "unit", metric_find(metric).unit);
   tree_set(value, "size", curves->runs == NULL ? NULL : tree_count((uint64_t)curves->runs->size));
   return value;
}

static Answer* line_value(const Line* line, GArray* costs)
{
   g_autoptr(LineRuns)     runs = series_has_experiments(line->series) ? line_runs_new(line) : NULL;
   g_autoptr(GArray)       named = g_array_new(FALSE, TRUE, sizeof(Named));
   g_autoptr(GArray)       all = g_array_new(FALSE, FALSE, sizeof(CostCurve));
   g_autoptr(GArray)       changed = g_array_new(FALSE, FALSE, sizeof(gint));
   g_autoptr(GHashTable)   by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   g_autoptr(GStringChunk) texts = g_string_chunk_new(TEXTS_BLOCK_SIZE);
   g_autofree char*        application = application_of(line);
   Answer* value = tree_list();
   Curves  curves = { line, runs, named, costs, all, by_name, changed, texts, application };
   take_names(&curves);
   tree_append(value, series_value(&curves));
   walk(&curves, value);
   tree_append(value, history_comparisons(line));
   return value;
}

static Answer* commits_value(const Graph* graph)
{
   Answer* list = tree_list();
   for (guint i = graph_count(graph); i > 0; i--) {
      const StoredCommit* commit = graph_commit(graph, i - 1);
      Answer*             value = tree_list();
      tree_append_text(value, g_strdup(commit->hash));
      tree_append(value, tree_count((uint64_t)commit->date));
      tree_append_text(value, g_strdup(commit->subject));
      tree_append(list, value);
   }
   return list;
}

static void set_url(Answer* value, const Repository* repository)
{
   g_autofree char* url = repository == NULL ? NULL : git_commit_url(repository);
   tree_set_text(value, "commit_url", url);
}

Answer* history_curves(const HistoryView* view, const GPtrArray* lines)
{
   Answer* value = tree_object();
   Answer* list = tree_list();
   g_autoptr(GArray) costs = store_costs(view->store);
   for (guint i = 0; i < lines->len; i++) {
      const Line* line = g_ptr_array_index(lines, i);
      if (line->records->len > 0) {
         tree_append(list, line_value(line, costs));
      }
   }
   tree_set_text(value, "made_by", PACKAGE_VERSION);
   set_url(value, view->repository);
   tree_set(value, "commits", commits_value(view->graph));
   tree_set(value, "lines", list);
   return value;
}

/*--- Reading the answer again ---*/

uint64_t* curve_costs(const char* packed, guint count)
{
   uint64_t* costs = g_new0(uint64_t, (size_t)count + 1);
   uint64_t  later, difference, cost = 0;
   guint     at = 0;
   while (packed_take(&packed, &later) && packed_take(&packed, &difference)) {
      for (; later > 0 && at < count; later--) {
         costs[at++] = cost;
      }
      cost = packed_sum(cost, difference);
   }
   while (at < count) {
      costs[at++] = cost;
   }
   return costs;
}

CurveLine curve_line(const Answer* line)
{
   const char* commits = tree_text_at(line, 1);
   const char* totals = tree_text_at(line, 2);
   GArray*     places = g_array_new(FALSE, FALSE, sizeof(guint));
   GArray*     sums = g_array_new(FALSE, FALSE, sizeof(uint64_t));
   uint64_t    distance, difference, place = 0, total = 0;
   while (packed_take(&commits, &distance) && packed_take(&totals, &difference)) {
      place = packed_sum(place, distance);
      total = packed_sum(total, difference);
      g_array_append_vals(places, &(guint){ (guint)place }, 1);
      g_array_append_val(sums, total);
   }
   CurveLine value = { .series = tree_at(line, 0), .count = places->len, .routines = tree_at(line, 4) };
   value.commits = (guint*)(void*)g_array_free(places, FALSE);
   value.totals = (uint64_t*)(void*)g_array_free(sums, FALSE);
   return value;
}

void curve_line_clear(CurveLine* line)
{
   g_free(line->commits);
   g_free(line->totals);
   *line = (CurveLine){ 0 };
}
