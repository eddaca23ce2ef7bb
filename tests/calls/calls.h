/* What the programs of this directory share: they state which activations their report must hold.

      program CASE       writes CASE.expect.PID, which is about the report CASE.report.PID

   Beside the lines of expect.h there are, for check_expected.pl:

      cost LEFT = RIGHT  both are sums of terms like  f.sum  2*f@3.self  library.so:f.calls  17   (or <, <=, >)
      routines F N       there are N routines of this name
      alias F NAME       what is called F here is NAME in the report
      image NAME FILE    likewise for an image
      strands            code ran on more than one call stack, so that the bottom activation is not all

   Invariant: nothing here runs inside a routine under test. */

#ifndef APROF_TESTS_CALLS_H
#define APROF_TESTS_CALLS_H

#include <stdarg.h>
#include <unistd.h>
#include "../common/expect.h"
#include "../common/instructions.h"

static const char* case_name;

/* What ends by a long jump or an exit still must look as if it could return: or the compiler makes no calls
   of it. */
UNUSED static volatile int never;

/* The file of expectations for the running process, which takes those of what it does from here on. */
UNUSED static void begin_process(void)
{
   char name[256];
   snprintf(name, sizeof name, "%s.expect.%d", case_name, (int)getpid());
   expectations = fopen(name, "w");
   if (expectations == NULL)
      die("cannot write the file of expectations");
   fprintf(expectations, "report %s.report.%d\n", case_name, (int)getpid());
}

UNUSED static void begin(int argc, char** argv)
{
   if (argc < 2)
      die("usage: program CASE");
   resolution = 4;
   case_name = argv[1];
   begin_process();
   fprintf(expectations, "program %s\n", strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0]);
}

/* Whether the name of the case begins so. */
UNUSED static int is_case(const char* name)
{
   return strncmp(case_name, name, strlen(name)) == 0;
}

/* The largest memory of the process so far, which includes the profiler's. */
UNUSED static long megabytes(void)
{
   static char text[8192];
   FILE* status = fopen("/proc/self/status", "r");
   if (status == NULL)
      die("cannot open /proc/self/status");
   text[fread(text, 1, sizeof text - 1, status)] = '\0';
   fclose(status);
   const char* line = strstr(text, "VmHWM:");
   if (line == NULL)
      die("/proc/self/status has no VmHWM");
   return atol(line + 6) / 1024;
}

/* The expectations are complete. */
UNUSED static int end(void)
{
   fprintf(expectations, "end\n");
   return finish();
}

__attribute__((format(printf, 1, 2))) UNUSED static void expect_line(const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   vfprintf(expectations, format, arguments);
   va_end(arguments);
   fputc('\n', expectations);
}

/* What has been read is used: Valgrind drops a load whose value nothing needs, and optimisation of the whole
   program (-flto) leaves such loads where nobody wants a routine's result. */
#define USE(value) __asm__ volatile("" : : "r"(value))

/* A routine that reads `count` ints: its input is their cells, and it calls nothing. */
#define SUM_ROUTINE(name)                                  \
   ROUTINE int name(const volatile int* from, int count)   \
   {                                                       \
      int total = 0;                                       \
      for (int i = 0; i < count; i++)                      \
         total += from[i];                                 \
      USE(total);                                          \
      return total;                                        \
   }

/* A routine with the arguments of `name`, which must be declared, from its instructions: so its blocks are
   known. */
#define ASSEMBLY(name, amd64, arm64, riscv64)                                       \
   __asm__(".text\n.globl " #name "\n.type " #name ", %function\n" #name ":\n"      \
           INSTRUCTIONS(amd64, arm64, riscv64) "\n.size " #name ", . - " #name "\n");

#endif
