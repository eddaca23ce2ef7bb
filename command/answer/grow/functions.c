#include "answer/grow/functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer/grow/words.h"
#include "experiment/measure.h"
#include "input/file.h"
#include "model/interpreters.h"
#include "util/text.h"

/* A function that takes fewer seconds in the largest run is not told; a smaller run cannot tell fewer than
   these from none. */
#define LEAST_SECONDS   2e-3
#define LEAST_BEFORE    5e-4

/* A function grows faster than the size if its time is so large a power of that, up from a quarter and up
   from half of the largest size, or of the sizes next below these. */
#define QUARTER         (1 / 3.5)
#define HALF            (1 / 1.9)
#define FASTER          1.4
#define FASTER_AT_LAST  1.2
#define MOST_POWER      4
#define MOST_SECONDS    1e9

/* A file with more bytes is none of an interpreter's. */
#define MOST_BYTES      1000000

/* A power that is so much larger at last is none. */
#define OTHER_POWER     0.5

/* A function is told if it has at least this part of the script's time at ten times the largest size. */
#define LEAST_PART      0.4

/* The times of functions, in the runs of one size. */
typedef struct {
   double      size;
   double      runs;
   GHashTable* seconds;   /* double* of all runs by "LINE FILE NAME" */
} Timed;

static void free_timed(gpointer data)
{
   g_hash_table_unref(((Timed*)data)->seconds);
}

/*--- Reading ---*/

/* A function has at most one line for each run. */
static Timed read_timed(const char* path, double size)
{
   Timed             timed = { .size = size, .runs = 1 };
   bool              is_all;
   g_autofree char*  text = file_end(path, MOST_BYTES, &is_all);
   g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal);
   timed.seconds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
   g_auto(GStrv) lines = text != NULL && is_all ? g_strsplit(text, "\n", -1) : NULL;
   for (char** line = lines; line != NULL && *line != NULL; line++) {
      char*   key;
      double  seconds = g_ascii_strtod(*line, &key);
      bool    is_right = *key == '\t' && seconds >= 0 && seconds < MOST_SECONDS;
      double* sum = is_right ? g_hash_table_lookup(timed.seconds, key + 1) : NULL;
      if (is_right && sum == NULL) {
         sum = g_new0(double, 1);
         g_hash_table_insert(timed.seconds, g_strdup(key + 1), sum);
      }
      if (sum != NULL) {
         guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key + 1)) + 1;
         g_hash_table_insert(counts, key + 1, GUINT_TO_POINTER(count));
         timed.runs = fmax(timed.runs, count);
         *sum += seconds;
      }
   }
   return timed;
}

static int compare_sizes(gconstpointer left, gconstpointer right)
{
   double one = ((const Timed*)left)->size, other = ((const Timed*)right)->size;
   return (one > other) - (one < other);
}

/* Returns what was timed, by ascending size. */
static GArray* read_all(const Experiment* experiment)
{
   GArray*          all = g_array_new(FALSE, FALSE, sizeof(Timed));
   g_autofree char* prefix = g_strconcat(experiment->parameters[0], "=", NULL);
   Problem          ignored;
   g_autoptr(GPtrArray) names = listing_read(experiment->directory, &ignored);
   g_array_set_clear_func(all, free_timed);
   for (guint i = 0; names != NULL && i < names->len; i++) {
      const char* name = g_ptr_array_index(names, i);
      char*       end;
      bool     is_run = g_str_has_prefix(name, prefix);
      uint64_t size = is_run ? g_ascii_strtoull(name + strlen(prefix), &end, 10) : 0;
      if (size > 0 && strcmp(end, MEASURE_FUNCTIONS) == 0) {
         g_autofree char* path = g_build_filename(experiment->directory, name, NULL);
         Timed            timed = read_timed(path, (double)size);
         g_array_append_val(all, timed);
      }
   }
   g_array_sort(all, compare_sizes);
   return all;
}

/*--- What grows ---*/

/* The seconds of one run. */
static double seconds_in(const Timed* timed, const char* key)
{
   const double* sum = g_hash_table_lookup(timed->seconds, key);
   return sum == NULL ? 0 : *sum / timed->runs;
}

/* The power of the size by which the time has grown since the largest run of at most this part of the largest
   size; NAN: there is none. */
static double power_since(const GArray* all, double part, const char* key)
{
   const Timed* last = &g_array_index(all, Timed, all->len - 1);
   const Timed* before = NULL;
   for (guint i = 0; i < all->len; i++) {
      const Timed* timed = &g_array_index(all, Timed, i);
      before = timed->size <= part * last->size ? timed : before;
   }
   return before == NULL ? NAN
          : log(seconds_in(last, key) / fmax(seconds_in(before, key), LEAST_BEFORE))
            / log(last->size / before->size);
}

typedef struct {
   const char* key;     /* NULL: there is none */
   double      seconds; /* in the largest run, and at so many times its size */
   double      far;
   double      power;
   double      last_power;
} Grown;

static bool is_faster(const Grown* grown)
{
   return grown->seconds >= LEAST_SECONDS && grown->power >= FASTER && grown->last_power >= FASTER_AT_LAST;
}

/* Finds the function that takes most now, and of those that grow faster than the size, the one that takes
   most far; *whole has the sums of all. */
static void find_most(const GArray* all, double times, Grown* now, Grown* far, Grown* whole)
{
   const Timed*   last = &g_array_index(all, Timed, all->len - 1);
   GHashTableIter iter;
   gpointer       key;
   *now = *far = *whole = (Grown){ 0 };
   g_hash_table_iter_init(&iter, last->seconds);
   while (g_hash_table_iter_next(&iter, &key, NULL)) {
      Grown grown = { .key = key, .seconds = seconds_in(last, key) };
      grown.power = power_since(all, QUARTER, key);
      grown.last_power = power_since(all, HALF, key);
      grown.far = grown.seconds * pow(times, fmin(fmax(grown.power, 0), MOST_POWER));
      whole->seconds += grown.seconds;
      whole->far += grown.far;
      *now = grown.seconds > now->seconds ? grown : *now;
      *far = is_faster(&grown) && grown.far > far->far ? grown : *far;
   }
}

/*--- Words ---*/

/* Sets *file and *name, which are to be freed.  False if it is not of an interpreter. */
static bool split_key(const char* key, unsigned* line, char** file, char** name)
{
   g_auto(GStrv) parts = g_strsplit(key, "\t", 3);
   if (g_strv_length(parts) < 3) {
      return false;
   }
   *line = (unsigned)atoi(parts[0]);
   *file = g_strdup(parts[1]);
   *name = g_strdup(parts[2]);
   return true;
}

static void say_grown(Functions* functions, const RunSubjects* subjects, const char* profiler, double size,
                      const Grown* far, const Grown* whole)
{
   unsigned  line;
   SizeText  text;
   ShortText now, then;
   if (split_key(far->key, &line, &functions->file, &functions->name)) {
      bool             is_power = far->last_power < far->power + OTHER_POWER;
      g_autofree char* law = is_power ? g_strdup_printf(" about n^%.1f;", far->power) : g_strdup("");
      functions->grows = g_strdup_printf(
         "by %s, `%s` (%s:%u) grows fastest:%s it takes %s of the script's own time for %s, and will take %s "
         "at 10 times that", profiler, functions->name, text_file_name(functions->file), line, law,
         text_percent(far->seconds / whole->seconds, now), words_size(subjects, size, text),
         text_percent(far->far / whole->far, then));
   }
}

static void say_most(Functions* functions, const RunSubjects* subjects, const char* profiler, double size,
                     const Grown* now, const Grown* whole)
{
   unsigned         line;
   SizeText         text;
   ShortText        share;
   g_autofree char* file = NULL;
   g_autofree char* name = NULL;
   if (split_key(now->key, &line, &file, &name)) {
      functions->most = g_strdup_printf(
         "By %s, no function of the script is sure to grow much faster than its input, up to %s; `%s` "
         "(%s:%u) takes most of its own time (%s).", profiler, words_size(subjects, size, text), name,
         text_file_name(file), line, text_percent(now->seconds / whole->seconds, share));
   }
}

Functions* functions_of(const RunSubjects* subjects)
{
   Functions*         functions = g_new0(Functions, 1);
   const Experiment*  experiment = subjects->experiment;
   const Interpreter* interpreter = interpreter_named(text_file_name(experiment->command[0]));
   if (interpreter == NULL || interpreter->profiler == NULL || subjects->other_size != NULL) {
      return functions;
   }
   g_autoptr(GArray) all = read_all(experiment);
   if (all->len > 1) {
      Grown  now, far, whole;
      double size = g_array_index(all, Timed, all->len - 1).size;
      find_most(all, 10, &now, &far, &whole);
      if (far.key != NULL && far.far >= LEAST_PART * whole.far) {
         say_grown(functions, subjects, interpreter->profiler, size, &far, &whole);
      } else if (now.key != NULL) {
         say_most(functions, subjects, interpreter->profiler, size, &now, &whole);
      }
   }
   return functions;
}

void functions_free(Functions* functions)
{
   g_free(functions->grows);
   g_free(functions->name);
   g_free(functions->file);
   g_free(functions->most);
   g_free(functions);
}
