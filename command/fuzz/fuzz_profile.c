/* A libFuzzer target: any bytes as a Callgrind profile, up to the sources in a page.
   Beside not crashing, the lines of all functions must add up to the total, each line must
   be there once, and the profile added to itself must have twice the costs. */

#include "fuzz/target.h"

#include <unistd.h>

#include "answer/page/sections.h"
#include "line_costs/profile.h"
#include "util/number.h"

static Request request;

static void check_function(const ProfileFunction* function, LineEvents* sum)
{
   const ProfileLine* before = NULL;
   for (guint i = 0; i < function->lines->len; i++) {
      const ProfileLine* line = &g_array_index(function->lines, ProfileLine, i);
      fuzz_must(before == NULL || before->file != line->file || before->line < line->line,
                "each line is there once");
      sum->cost = add_saturating(sum->cost, line->self.cost);
      sum->input = add_saturating(sum->input, line->self.input);
      before = line;
   }
}

static LineEvents check_functions(const Profile* profile)
{
   LineEvents     sum = { 0, 0 };
   GHashTableIter functions;
   gpointer       function;
   g_hash_table_iter_init(&functions, profile->functions);
   while (g_hash_table_iter_next(&functions, &function, NULL)) {
      check_function(function, &sum);
   }
   fuzz_must(sum.cost == profile->total.cost && sum.input == profile->total.input,
             "lines add up to the total");
   return sum;
}

int LLVMFuzzerInitialize(int* count, char*** arguments)
{
   const SubjectOptions options = { .times = 10.0, .keep_growth = true };
   (void)count;
   (void)arguments;
   request_init(&request, fuzz_sample_report(), &options);
   return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   FuzzPath path;
   Problem  problem;
   int      fd = fuzz_make_file(data, size, path);
   Profile* profile = profile_new();
   if (profile_load(profile, path, &problem) && profile->functions_read > 0) {
      LineEvents once = check_functions(profile);
      Answer* page = tree_object();
      section_sources(page, &request, SOURCE_NONE, profile);
      tree_free(page);
      fuzz_must(profile_load(profile, path, &problem), "a profile can be added to itself");
      LineEvents twice = check_functions(profile);
      fuzz_must(twice.cost == add_saturating(once.cost, once.cost)
                && twice.input == add_saturating(once.input, once.input), "twice is twice as much");
   }
   profile_free(profile);
   close(fd);
   return 0;
}
