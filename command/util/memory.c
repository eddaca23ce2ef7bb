/* Allocation for the whole command. */

#define _GNU_SOURCE   /* sigaltstack */

#include "util/memory.h"

#include <glib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/exit_status.h"

/*--- The end ---*/

void memory_exhausted(const char* what)
{
   fprintf(stderr, "aprof: out of memory: no room for %s\n", what);
   exit(EXIT_USAGE);
}

static void end_by_glib(const gchar* domain, GLogLevelFlags level, const gchar* message, gpointer unused)
{
   if ((level & G_LOG_LEVEL_ERROR) == 0) {
      g_log_default_handler(domain, level, message, unused);
      return;
   }
   fprintf(stderr, "aprof: %s\n", message == NULL ? "out of memory" : message);
   exit(EXIT_USAGE);
}

/*--- When GLib finds no memory to say that it finds none ---*/

/* GLib tries again and again, each call inside the one before, until the stack is full.  Then the kernel
   sends SIGSEGV. */

/* How far beyond its end the first access to a full stack may be, in bytes. */
#define BEYOND_STACK       65536
#define SIGNAL_STACK_SIZE  65536

static uintptr_t stack_begin;
static uint64_t  stack_size;   /* bytes */

/* A fault elsewhere, or a signal that somebody has sent, ends the command as if it were not handled. */
static void end_by_fault(int number, siginfo_t* info, void* unused)
{
   static const char message[] = "aprof: out of memory: the stack is full\n";
   uint64_t depth = stack_begin - (uintptr_t)info->si_addr;
   (void)unused;
   /* Some of the stack is the environment's. */
   if (depth > stack_size / 2 && depth < stack_size + BEYOND_STACK) {
      ssize_t told = write(STDERR_FILENO, message, sizeof message - 1);
      (void)told;
      exit(EXIT_USAGE);
   }
   signal(number, SIG_DFL);
   raise(number);
}

static void arrange_full_stack(void)
{
   static char stack[SIGNAL_STACK_SIZE];
   struct rlimit limit;
   struct sigaction action = { .sa_sigaction = end_by_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
   stack_begin = (uintptr_t)&limit;
   if (getrlimit(RLIMIT_STACK, &limit) == 0
       && sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = sizeof stack }, NULL) == 0) {
      stack_size = limit.rlim_cur;
      sigaction(SIGSEGV, &action, NULL);
   }
}

void memory_arrange(void)
{
   g_log_set_default_handler(end_by_glib, NULL);
   arrange_full_stack();
}

/*--- Blocks and streams ---*/

void* memory_checked(void* block)
{
   if (block == NULL) {
      memory_exhausted("what is needed next");
   }
   return block;
}

void* memory_resize(void* block, size_t count, size_t item_size)
{
   if (count == 0) {
      free(block);
      return NULL;
   }
   void* resized = count > SIZE_MAX / item_size ? NULL : realloc(block, count * item_size);
   if (resized == NULL) {
      fprintf(stderr, "aprof: out of memory: no room for %zu items of %zu bytes\n", count, item_size);
      exit(EXIT_USAGE);
   }
   return resized;
}

void* memory_grow(void* array, size_t used, size_t* capacity, size_t item_size)
{
   if (used < *capacity) {
      return array;
   }
   *capacity = *capacity + *capacity / 2 + 8;
   g_assert(used < *capacity);
   return memory_resize(array, *capacity, item_size);
}

FILE* memory_stream(char** text, size_t* length)
{
   FILE* stream = open_memstream(text, length);
   if (stream == NULL) {
      memory_exhausted("a text");
   }
   return stream;
}

/* fclose does not tell that there is no room for the text; but then it is not there. */
void memory_stream_end(FILE* stream, char* const* text)
{
   bool is_complete = !ferror(stream);
   if (fclose(stream) != 0 || *text == NULL || !is_complete) {
      memory_exhausted("a text");
   }
}
