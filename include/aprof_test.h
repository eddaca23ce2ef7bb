/* Copyright (C) 2026 The aprof authors.  All rights reserved.
   This file is under the BSD-style licence at the head of aprof.h. */

/* Complexity tests: how does the cost of a function grow with the size of its input?

      #include <valgrind/aprof_test.h>

      static void* make_text(size_t n, void* unused) { ... }
      static void  parse_it(size_t n, void* text)    { parse(text, n); }

      aprof_result result = APROF_GROWS("parse", "n log n",
                                        .make = make_text, .run = parse_it, .drop = free_it);
      if (result.verdict == APROF_VIOLATED)
         fail(result.message);

   Or in C++11:

      aprof_result result = APROF_GROWS("sort", "n log n",
                                        make_numbers, [](std::vector<int>& v) { sort(v); });

   Nothing has to be linked.  Under aprof, the function runs once to warm up, and once for each size in
   a region that is named after the test, and the command `aprof` says how its cost grows: by counts, so
   the verdict is the same each time.  Sizes grow until they cost enough to tell.  Elsewhere, nothing runs,
   and the verdict is APROF_NOT_MEASURED; aprof_exec() starts the program once more, under aprof.

   For Catch2, GoogleTest, doctest, Check and cmocka, there are adapters: <valgrind/aprof_catch2.h> and its
   like.

   `aprof` is the program that the environment variable APROF_COMMAND names, or the one on the PATH. */

#ifndef APROF_TEST_H
#define APROF_TEST_H

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <valgrind/aprof.h>

/*--- The verdict ---*/

typedef enum {
   APROF_KEPT,           /* the cost grows no faster than the limit */
   APROF_VIOLATED,       /* it certainly grows faster */
   APROF_OPEN,           /* these sizes do not tell, or it is not certain */
   APROF_NOT_MEASURED,   /* the program does not run under aprof */
   APROF_ERROR           /* wrong use, or aprof could not be run; the message says why */
} aprof_verdict;

#define APROF_MESSAGE_SIZE  3000

typedef struct {
   aprof_verdict verdict;
   char          message[APROF_MESSAGE_SIZE];   /* what a person needs, without a newline at its end */
   size_t        head;   /* how many bytes of it say which test it is: FILE:LINE: NAME */
} aprof_result;

/* "kept", "violated", "open", "not measured", "error". */
static inline const char* aprof_verdict_name(aprof_verdict verdict)
{
   static const char* const names[] = { "kept", "violated", "open", "not measured", "error" };
   return (unsigned)verdict < sizeof names / sizeof *names ? names[verdict] : "?";
}

static inline aprof_result aprof_result_of(aprof_verdict verdict, const char* file, int line,
                                           const char* name,
                                           const char* text)
{
   aprof_result result;
   result.verdict = verdict;
   result.head = (size_t)snprintf(result.message, sizeof result.message, "%.500s:%d: %.500s", file, line,
                                  name);
   snprintf(result.message + result.head, sizeof result.message - result.head, ": %.1900s", text);
   return result;
}

/*--- A test ---*/

typedef struct {
   const char*   name;     /* of the test, for messages; in reports, the region is "NAME by size" */
   const char*   limit;    /* a class, as "n log n", or a power, as "n^1.2" */
   void        (*run)(size_t n, void* input);    /* is measured */
   void*       (*make)(size_t n, void* data);    /* returns the input, before; 0: the input is `data` */
   void        (*drop)(size_t n, void* input);   /* gets rid of it, afterwards; or 0 */
   void*         data;
   const size_t* sizes;    /* ascending, 5 to 24, the largest at least 4 times the smallest; 0: they grow by
                              themselves */
   size_t        count;
   const char*   file;     /* where the test stands */
   int           line;
} aprof_growth;

#define APROF_LEAST_SIZES  5
#define APROF_MOST_SIZES  24

/* If a test says nothing of sizes, they grow by themselves (APROF_NEXT_SIZE).  Of those below
   APROF_SMALL_SIZE, only the largest count, so that there are APROF_GROWN_SIZES in all. */
#define APROF_SMALL_SIZE  80
#define APROF_GROWN_SIZES  7

/* Says what is wrong with a test; 0: nothing. */
static inline const char* aprof_mistake(const aprof_growth* test)
{
   size_t i;
   if (test->name == NULL || *test->name == '\0' || test->limit == NULL || *test->limit == '\0') {
      return "a test needs a name and a limit";
   }
   if (strlen(test->name) > 400 || strlen(test->limit) > 80) {
      return "the name has more than 400 bytes, or the limit more than 80";
   }
   if (test->run == NULL) {
      return "a test needs a function to run";
   }
   if (test->sizes == NULL) {
      return NULL;
   }
   if (test->count < APROF_LEAST_SIZES || test->count > APROF_MOST_SIZES) {
      return "5 to 24 sizes are needed";
   }
   for (i = 0; i < test->count; i++) {
      if (test->sizes[i] == 0 || test->sizes[i] > 0xffffffffUL || (i > 0
                                                                   && test->sizes[i] <= test->sizes[i - 1])) {
         return "sizes must be ascending, from 1 to 2^32 - 1";
      }
   }
   return test->sizes[test->count - 1] / 4 < test->sizes[0]
      ? "the largest size must be at least 4 times the smallest"
                                                            : NULL;
}

/*--- Programs ---*/

/* Changes the environment by "NAME=VALUE" and, to remove a variable, "NAME", up to 0. */
static inline void aprof_set(const char* const settings[])
{
   size_t i;
   for (i = 0; settings != NULL && settings[i] != NULL; i++) {
      putenv((char*)settings[i]);
   }
}

/* Runs a program, with these changes of its environment, and waits for it.  Keeps the beginning of what it
   prints, to standard error, too.  Returns its status as waitpid() does, or -1, with errno set. */
static inline int aprof_call(char* const argv[], const char* const settings[], char* output, size_t size)
{
   int     ends[2], status = -1;
   size_t  used = 0;
   pid_t   child;
   ssize_t got;
   char    rest[512];
   output[0] = '\0';
   if (pipe(ends) != 0) {
      return -1;
   }
   fflush(NULL);   /* else the child might write it once more */
   child = fork();
   if (child == 0) {
      APROF_NO_REPORT;
      dup2(ends[1], STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
      close(ends[0]);
      close(ends[1]);
      aprof_set(settings);
      execvp(argv[0], argv);
      fprintf(stderr, "cannot run \"%s\": %s", argv[0], strerror(errno));
      fflush(stderr);
      _exit(127);
   }
   close(ends[1]);
   if (child > 0) {
      do {
         got = used + 1 < size ? read(ends[0], output + used, size - 1 - used) : read(ends[0], rest,
                                                                                      sizeof rest);
         used += got > 0 && used + 1 < size ? (size_t)got : 0;
      } while (got > 0 || (got < 0 && errno == EINTR));
      output[used] = '\0';
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
   }
   close(ends[0]);
   return child > 0 ? status : -1;
}

static inline const char* aprof_command(void)
{
   const char* command = getenv("APROF_COMMAND");
   return command != NULL && *command != '\0' ? command : "aprof";
}

/*--- Measuring ---*/

static inline void aprof_run_once(const aprof_growth* test, size_t n)
{
   void* input = test->make != NULL ? test->make(n, test->data) : test->data;
   test->run(n, input);
   if (test->drop != NULL) {
      test->drop(n, input);
   }
}

/* The region is called "NAME by size", because reports add up routines and regions of one name. */
#define APROF_REGION_SIZE  420

/* Runs the test at one size.  What was made before is in a part of its own.  The function may be inlined
   here: the region is what has a name. */
static inline void aprof_measure(const aprof_growth* test, const char* region, size_t n)
{
   void* input = test->make != NULL ? test->make(n, test->data) : test->data;
   APROF_DUMP("before a test");
   {
#ifdef __cplusplus
      aprof_region measured(region);   /* ends if the function throws, too */
      APROF_INPUT_SIZE(n);
      test->run(n, input);
#else
      APROF_REGION_BEGIN(region);
      APROF_INPUT_SIZE(n);
      test->run(n, input);
      APROF_REGION_END(region);
#endif
   }
   APROF_DUMP(region);
   if (test->drop != NULL) {
      test->drop(n, input);
   }
}

/* Takes what `aprof check` prints apart: the verdict, a tab, the region, a tab, and a sentence. */
static inline aprof_result aprof_read_verdict(const aprof_growth* test, int status, const char* output)
{
   static const struct { const char* word; aprof_verdict verdict; } verdicts[] = {
      { "passed\t", APROF_KEPT }, { "violated\t", APROF_VIOLATED }, { "maybe\t", APROF_OPEN }, { "open\t",
                                                                                                 APROF_OPEN }
   };
   aprof_result result = aprof_result_of(APROF_ERROR, test->file, test->line, test->name,
                                         *output != '\0' ? output : "the command aprof has said nothing");
   size_t i;
   for (i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
      size_t      length = strlen(verdicts[i].word);
      const char* tab = strncmp(output, verdicts[i].word, length) == 0 ? strchr(output + length, '\t') : NULL;
      if (status != -1 && tab != NULL) {
         result = aprof_result_of(verdicts[i].verdict, test->file, test->line, test->name, tab + 1);
      }
   }
   result.message[strcspn(result.message, "\n")] = '\0';
   return result;
}

#define APROF_PATH_SIZE  4200

/* The sizes of a test that were measured. */
typedef struct {
   size_t        size[APROF_MOST_SIZES];
   char*         report[APROF_MOST_SIZES];
   size_t        count;
   const char*   why;                        /* it has failed; or 0 */
} aprof_measured;

/* Lets the command judge the reports of the sizes from the first one on. */
static inline aprof_result aprof_judge(const aprof_growth* test, const char* region,
                                       const aprof_measured* all, size_t first)
{
   char*  argv[APROF_MOST_SIZES + 8];
   char   routine[APROF_REGION_SIZE + 20];
   char   limit[120];
   char   output[APROF_MESSAGE_SIZE];
   size_t count = 0, i;
   int    status;
   snprintf(routine, sizeof routine, "--routine=%s", region);
   snprintf(limit, sizeof limit, "--limit=grows <= %s", test->limit);
   argv[count++] = (char*)aprof_command();
   argv[count++] = (char*)"check";
   argv[count++] = (char*)"--format=sentences";
   argv[count++] = routine;
   argv[count++] = limit;
   argv[count++] = (char*)"--";
   for (i = first; i < all->count; i++) {
      argv[count++] = all->report[i];
   }
   argv[count] = NULL;
   status = aprof_call(argv, NULL, output, sizeof output);
   return aprof_read_verdict(test, status, output);
}

/* Measures a size.  Its report is the part that has just been written. */
static inline void aprof_add_size(aprof_measured* all, const aprof_growth* test, const char* region, size_t n)
{
   unsigned long length;
   size_t        i = all->count;
   all->report[i] = (char*)calloc(1, APROF_PATH_SIZE);
   if (all->report[i] == NULL) {
      all->why = "there is no memory";
      return;
   }
   aprof_measure(test, region, n);
   all->size[i] = n;
   all->count++;
   length = APROF_REPORT_NAME(all->report[i], APROF_PATH_SIZE);
   if (length == 0 || length >= APROF_PATH_SIZE
       || (i > 0 && strcmp(all->report[i], all->report[i - 1]) == 0)) {
      all->why = "aprof has written no report of this size: see its messages";
   }
}

/* Measures all sizes, after a call that is not measured: what is done at a first call only, such as finding
   functions of libraries, is no part of how the cost grows. */
static inline aprof_result aprof_measure_all(const aprof_growth* test, const char* region)
{
   aprof_measured all = { { 0 }, { NULL }, 0, NULL };
   size_t         first = 0, i, n;
   aprof_result   result;
   aprof_run_once(test, test->sizes != NULL ? test->sizes[0] : APROF_NEXT_SIZE(0));
   for (i = 0; i < test->count && all.why == NULL; i++) {
      aprof_add_size(&all, test, region, test->sizes[i]);
   }
   n = test->sizes != NULL ? 0 : APROF_NEXT_SIZE(0);
   while (n != 0 && all.why == NULL) {
      aprof_add_size(&all, test, region, n);
      n = APROF_NEXT_SIZE(n);
   }
   while (test->sizes == NULL && all.size[first] < APROF_SMALL_SIZE
          && first + APROF_GROWN_SIZES < all.count) {
      first++;
   }
   result = all.why != NULL ? aprof_result_of(APROF_ERROR, test->file, test->line, test->name, all.why)
                            : aprof_judge(test, region, &all, first);
   for (i = 0; i < APROF_MOST_SIZES; i++) {
      free(all.report[i]);
   }
   return result;
}

/* Tells the process that has started this one (aprof_exec) the result: the verdict's number, a space, the
   message, a NUL. */
static inline void aprof_tell(const aprof_result* result)
{
   const char* path = getenv("APROF_RESULTS");
   FILE*       file = path == NULL || *path == '\0' ? NULL : fopen(path, "a");
   if (file != NULL) {
      fprintf(file, "%d %s%c", (int)result->verdict, result->message, '\0');
      fclose(file);
   }
}

/* Whether the environment asks for this test, or for none: then, for all. */
static inline int aprof_is_wanted(const aprof_result* result)
{
   const char* wanted = getenv("APROF_TEST");
   return wanted == NULL || *wanted == '\0'
      || (strlen(wanted) == result->head && memcmp(wanted, result->message, result->head) == 0);
}

/* Runs a test. */
static inline aprof_result aprof_grows(const aprof_growth* given)
{
   aprof_growth test = *given;
   aprof_result result;
   const char*  mistake;
   test.count = test.sizes == NULL ? 0 : test.count;
   mistake = aprof_mistake(&test);
   result = aprof_result_of(mistake != NULL ? APROF_ERROR : APROF_NOT_MEASURED, test.file, test.line,
                            test.name == NULL ? "?" : test.name,
                            mistake != NULL ? mistake
                                            : APROF_RUNNING ? "skipped: another test is wanted"
                                                            : "skipped: not under aprof");
   if (!aprof_is_wanted(&result) || (mistake == NULL && !APROF_RUNNING)) {
      return result;
   }
   if (mistake == NULL) {
      char region[APROF_REGION_SIZE], limit[100];
      snprintf(region, sizeof region, "%s by size", test.name);
      snprintf(limit, sizeof limit, "grows <= %s", test.limit);
      APROF_EXPECT_AT(region, limit, test.file, test.line);
      result = aprof_measure_all(&test, region);
   }
   aprof_tell(&result);
   return result;
}

#ifndef __cplusplus

/* Runs a test that stands here: members of aprof_growth follow, as `.run = parse_it`. */
#define APROF_GROWS(name_, limit_, ...) \
   aprof_grows(&(aprof_growth){ .name = (name_), .limit = (limit_), .file = __FILE__, .line = __LINE__, \
                                __VA_ARGS__ })

/* For `.sizes` of a test. */
#define APROF_SIZES(...) \
   .sizes = (const size_t[]){ __VA_ARGS__ }, \
   .count = sizeof (const size_t[]){ __VA_ARGS__ } / sizeof (size_t)

#endif

/*--- Once more, under aprof ---*/

/* Whether a test has started this program again. */
static inline int aprof_was_started(void)
{
   const char* results = getenv("APROF_RESULTS");
   return results != NULL && *results != '\0';
}

/* Whether tests start their program again if it does not run under aprof: the environment variable
   APROF_EXEC says so, 1 or 0; if it does not, `usual`.  Never in a program that was started so. */
static inline int aprof_exec_is_wanted(int usual)
{
   const char* wanted = getenv("APROF_EXEC");
   int         is_wanted = wanted == NULL || *wanted == '\0' ? usual : strcmp(wanted, "0") != 0;
   return is_wanted && !APROF_RUNNING && !aprof_was_started();
}

/* Adds what a test of the other process has said.  The worst verdict stays, with its message. */
static inline void aprof_add_result(aprof_result* all, int* count, const char* text)
{
   static const int  ranks[] = { 0, 3, 2, 1, 4 };   /* kept, not measured, open, violated, error */
   char*             end;
   long              verdict = strtol(text, &end, 10);
   if (end == text || *end != ' ' || verdict < APROF_KEPT || verdict > APROF_ERROR) {
      return;
   }
   if ((*count)++ == 0 || ranks[verdict] > ranks[all->verdict]) {
      all->verdict = (aprof_verdict)verdict;
      snprintf(all->message, sizeof all->message, "%s", end + 1);
   }
}

static inline int aprof_read_results(const char* path, aprof_result* all)
{
   FILE*  file = fopen(path, "r");
   char   text[APROF_MESSAGE_SIZE + 20];
   size_t used = 0;
   int    count = 0, c;
   while (file != NULL && (c = getc(file)) != EOF) {
      if (c != '\0') {
         text[used] = (char)c;
         used += used < sizeof text - 1;
      } else {
         text[used] = '\0';
         aprof_add_result(all, &count, text);
         used = 0;
      }
   }
   if (file != NULL) {
      fclose(file);
   }
   return count;
}

/* Removes a directory of reports. */
static inline void aprof_remove(const char* directory)
{
   char  output[200];
   char* argv[] = { (char*)"rm", (char*)"-rf", (char*)"--", (char*)directory, NULL };
   aprof_call(argv, NULL, output, sizeof output);
}

#define APROF_MOST_ARGUMENTS  200
#define APROF_MOST_SETTINGS    20

/* Runs a program (0: this one) with these arguments, up to 0, and these changes of the environment, under
   aprof: together, they must choose the test, or all that shall run.  Returns the result of its test; of
   several, the worst.  Its output is dropped, but if there is no result. */
static inline aprof_result aprof_exec_with(const char* program, const char* const arguments[],
                                           const char* const settings[])
{
   const char*  base = getenv("TMPDIR");
   char         directory[1000], results[1100], reports[1100], output[2000], itself[APROF_PATH_SIZE];
   const char*  changes[APROF_MOST_SETTINGS + 2] = { results };
   ssize_t      length = readlink("/proc/self/exe", itself, sizeof itself - 1);
   char*        argv[APROF_MOST_ARGUMENTS + 10];
   size_t       count = 0, i;
   int          status;
   aprof_result result;
   snprintf(directory, sizeof directory, "%.900s/aprof-test.XXXXXX", base != NULL
            && *base != '\0' ? base : "/tmp");
   result = aprof_result_of(APROF_ERROR, __FILE__, __LINE__, "aprof_exec",
                            "there is no directory for reports");
   itself[length < 0 ? 0 : length] = '\0';
   if (mkdtemp(directory) == NULL) {
      return result;
   }
   snprintf(results, sizeof results, "APROF_RESULTS=%s/results", directory);
   for (i = 0; settings != NULL && settings[i] != NULL && i < APROF_MOST_SETTINGS; i++) {
      changes[i + 1] = settings[i];
   }
   snprintf(reports, sizeof reports, "--output=%s", directory);
   argv[count++] = (char*)aprof_command();
   argv[count++] = (char*)"run";
   argv[count++] = (char*)"--exec";
   argv[count++] = reports;
   argv[count++] = (char*)"--rms=no";
   argv[count++] = (char*)"--";
   argv[count++] = program != NULL ? (char*)program : itself;
   for (i = 0; arguments != NULL && arguments[i] != NULL && i < APROF_MOST_ARGUMENTS; i++) {
      argv[count++] = (char*)arguments[i];
   }
   argv[count] = NULL;
   status = aprof_call(argv, changes, output, sizeof output);
   if (aprof_read_results(strchr(results, '=') + 1, &result) == 0) {
      result = aprof_result_of(APROF_ERROR, __FILE__, __LINE__, argv[6], "");
      snprintf(result.message, sizeof result.message,
               "%s has made no complexity test under aprof (status %d): %s",
               argv[6], status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : status, output);
   }
   aprof_remove(directory);
   return result;
}

static inline aprof_result aprof_exec(const char* program, const char* const arguments[])
{
   return aprof_exec_with(program, arguments, NULL);
}

/*--- C++ ---*/

#if defined __cplusplus && __cplusplus >= 201103L

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace aprof {

struct place {
   const char* file;
   int         line;
};

namespace detail {

/* A test of callables: `make` returns an input, which `run` gets. */
template <class Make, class Run>
class test_of {
public:
   typedef typename std::decay<decltype(std::declval<Make&>()(std::size_t()))>::type input;

   test_of(Make& make, Run& run) : make_(make), run_(run) {}

   static void* make(std::size_t n, void* test)
   {
      test_of* self = static_cast<test_of*>(test);
      self->input_.reset(new input(self->make_(n)));
      return self;
   }

   static void run(std::size_t, void* test)
   {
      test_of* self = static_cast<test_of*>(test);
      self->run_(*self->input_);
   }

   static void drop(std::size_t, void* test)
   {
      static_cast<test_of*>(test)->input_.reset();
   }

private:
   Make& make_;
   Run&  run_;
   std::unique_ptr<input> input_;
};

/* The size itself is the input of a function without one. */
struct size_itself {
   std::size_t operator()(std::size_t n) const { return n; }
};

} // namespace detail

/* run(make(n)) is to grow as the limit says.  What `make` does is not measured.  No sizes: they grow by
   themselves. */
template <class Make, class Run>
aprof_result grows(const place& where, const char* name, const char* limit,
                   const std::vector<std::size_t>& sizes,
                   Make make, Run run)
{
   typedef detail::test_of<Make, Run> test_type;
   test_type    test(make, run);
   aprof_growth growth = aprof_growth();
   growth.name = name;
   growth.limit = limit;
   growth.run = test_type::run;
   growth.make = test_type::make;
   growth.drop = test_type::drop;
   growth.data = &test;
   growth.sizes = sizes.empty() ? NULL : sizes.data();
   growth.count = sizes.size();
   growth.file = where.file;
   growth.line = where.line;
   return aprof_grows(&growth);
}

template <class Make, class Run>
aprof_result grows(const place& where, const char* name, const char* limit, Make make, Run run)
{
   return grows(where, name, limit, std::vector<std::size_t>(), make, run);
}

/* run(n) is. */
template <class Run>
aprof_result grows(const place& where, const char* name, const char* limit,
                   const std::vector<std::size_t>& sizes,
                   Run run)
{
   return grows(where, name, limit, sizes, detail::size_itself(), run);
}

template <class Run>
aprof_result grows(const place& where, const char* name, const char* limit, Run run)
{
   return grows(where, name, limit, std::vector<std::size_t>(), detail::size_itself(), run);
}

} // namespace aprof

/* Runs a test that stands here: APROF_GROWS(name, limit, [sizes,] [make,] run), as {100, 200, 400, 800,
   1600} for sizes. */
#define APROF_GROWS(name, ...)  aprof::grows(aprof::place{ __FILE__, __LINE__ }, name, __VA_ARGS__)

#endif

#endif
