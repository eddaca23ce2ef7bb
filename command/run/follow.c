/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A new process may stop before the stop of its parent says which process is new.  It then waits until we
   know the run that it belongs to. */

#include "run/follow.h"

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "run/takeover.h"
#include "util/problem.h"

#define OPTIONS  (PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC)

typedef struct {
   unsigned  run;
   bool      is_taken_over;   /* it is about to become Valgrind */
   unsigned  number;          /* under which it does */
   Takeover  takeover;
} Process;

struct Follow {
   const ProgramChoice* choice;
   Valgrind*            valgrind;
   GHashTable*          processes;    /* by process id: Process */
   GHashTable*          waiting;      /* a set of process ids: those of an unknown run */
   GHashTable*          unmeasured;
};

Follow* follow_new(const ProgramChoice* choice, Valgrind* valgrind)
{
   Follow* follow = g_new0(Follow, 1);
   follow->choice = choice;
   follow->valgrind = valgrind;
   follow->processes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   follow->waiting = g_hash_table_new(NULL, NULL);
   follow->unmeasured = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   return follow;
}

void follow_free(Follow* follow)
{
   g_hash_table_unref(follow->processes);
   g_hash_table_unref(follow->waiting);
   g_hash_table_unref(follow->unmeasured);
   g_free(follow);
}

GHashTable* follow_unmeasured(Follow* follow)
{
   return follow->unmeasured;
}

/*------------------------------------------------------------------*/
/*--- Processes                                                  ---*/
/*------------------------------------------------------------------*/

static void go_on(pid_t pid, int signal_number)
{
   ptrace(PTRACE_CONT, pid, NULL, (void*)(long)signal_number);
}

static Process* find_process(const Follow* follow, pid_t pid)
{
   return g_hash_table_lookup(follow->processes, GINT_TO_POINTER(pid));
}

static void add_process(Follow* follow, pid_t pid, unsigned run)
{
   Process* process = g_new0(Process, 1);
   process->run = run;
   g_hash_table_insert(follow->processes, GINT_TO_POINTER(pid), process);
}

bool follow_begin(Follow* follow, pid_t pid, unsigned run)
{
   if (!takeover_is_known()) {
      errno = ENOSYS;
      return false;
   }
   if (ptrace(PTRACE_SEIZE, pid, NULL, OPTIONS) != 0) {
      return false;
   }
   add_process(follow, pid, run);
   return true;
}

void follow_ended(Follow* follow, pid_t pid)
{
   g_hash_table_remove(follow->processes, GINT_TO_POINTER(pid));
   g_hash_table_remove(follow->waiting, GINT_TO_POINTER(pid));
}

static void new_child(Follow* follow, pid_t parent)
{
   unsigned long number;
   if (find_process(follow, parent) != NULL && ptrace(PTRACE_GETEVENTMSG, parent, NULL, &number) == 0) {
      pid_t child = (pid_t)number;
      add_process(follow, child, find_process(follow, parent)->run);
      if (g_hash_table_remove(follow->waiting, GINT_TO_POINTER(child))) {
         go_on(child, 0);
      }
   }
   go_on(parent, 0);
}

/*------------------------------------------------------------------*/
/*--- A program begins                                           ---*/
/*------------------------------------------------------------------*/

static char* path_in_proc(pid_t pid, const char* file)
{
   return g_strdup_printf("/proc/%ld/%s", (long)pid, file);
}

/* The name that the program was executed by, or NULL. */
static char* executed_name(pid_t pid)
{
   char*  path = path_in_proc(pid, "auxv");
   char*  memory_path = path_in_proc(pid, "mem");
   FILE*  vector = fopen(path, "re");
   FILE*  memory = fopen(memory_path, "re");
   char   name[4096] = "";
   Elf64_auxv_t entry;
   while (vector != NULL && memory != NULL && fread(&entry, sizeof entry, 1, vector) == 1
          && entry.a_type != AT_NULL) {
      if (entry.a_type == AT_EXECFN && fseeko(memory, (off_t)entry.a_un.a_val, SEEK_SET) == 0) {
         /* The name is near the end of the stack, so there may be less than we ask for. */
         name[fread(name, 1, sizeof name - 1, memory)] = '\0';
      }
   }
   g_clear_pointer(&vector, fclose);
   g_clear_pointer(&memory, fclose);
   g_free(path);
   g_free(memory_path);
   return name[0] == '\0' ? NULL : g_strdup(name);
}

static bool are_same_file(const char* a, const char* b)
{
   struct stat of_a, of_b;
   return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev
          && of_a.st_ino == of_b.st_ino;
}

/* Returns the file for Valgrind to run: the name that the program was executed by, because programs look at
   it; for a script, the interpreter. */
static char* name_for_valgrind(pid_t pid, const char* executable)
{
   char* name = executed_name(pid);
   char* directory = path_in_proc(pid, "cwd");
   char* proc_executable = path_in_proc(pid, "exe");
   /* A relative name starts where the process is. */
   char* absolute = name == NULL || g_path_is_absolute(name) ? g_strdup(name)
                                                             : g_build_filename(directory, name, NULL);
   bool  is_executable = name != NULL && strchr(name, '/') != NULL
                         && are_same_file(absolute, proc_executable);
   if (!is_executable) {
      g_free(name);
      name = g_strdup(executable);
   }
   g_free(absolute);
   g_free(directory);
   g_free(proc_executable);
   return name;
}

/* Lets the process become Valgrind.  False if it runs its program as it is. */
static bool take_over(Follow* follow, pid_t pid, Process* process, const char* executable)
{
   char*  name = name_for_valgrind(pid, executable);
   char*  own[] = { name, NULL };
   char** words = valgrind_words(follow->valgrind, process->run, executable, own, &process->number);
   process->is_taken_over = takeover_begin(pid, words, &process->takeover);
   g_strfreev(words);
   g_free(name);
   if (!process->is_taken_over) {
      message_print("%s: %s is not measured: it cannot be put under Valgrind", g_get_prgname(), executable);
      valgrind_not_used(follow->valgrind, process->number);
   }
   return process->is_taken_over;
}

static void program_begins(Follow* follow, pid_t pid)
{
   Process* process = find_process(follow, pid);
   if (process != NULL && process->is_taken_over) {
      g_hash_table_remove(follow->processes, GINT_TO_POINTER(pid));
      ptrace(PTRACE_DETACH, pid, NULL, NULL);
      return;
   }
   char* link = path_in_proc(pid, "exe");
   char* executable = g_file_read_link(link, NULL);
   bool  is_wanted = executable != NULL && process != NULL && program_is_measured(follow->choice, executable)
                     && program_fits_tool(link)
                     && !valgrind_refuses(follow->valgrind, pid, link, executable);
   if ((!is_wanted || !take_over(follow, pid, process, executable)) && executable != NULL) {
      g_hash_table_add(follow->unmeasured, g_strdup(executable));
   }
   go_on(pid, 0);
   g_free(executable);
   g_free(link);
}

/* Valgrind could not be executed: the program runs without it. */
static void give_up(Follow* follow, pid_t pid, Process* process)
{
   message_print("%s: process %ld is not measured: it cannot execute Valgrind", g_get_prgname(),
                 (long)pid);
   takeover_undo(pid, &process->takeover);
   valgrind_not_used(follow->valgrind, process->number);
   process->is_taken_over = false;
   go_on(pid, 0);
}

/*------------------------------------------------------------------*/
/*--- Stops                                                      ---*/
/*------------------------------------------------------------------*/

/* A process that is new, or that a signal has stopped until it gets SIGCONT. */
static void stopped_without_reason(Follow* follow, pid_t pid, int signal_number)
{
   if (signal_number != SIGTRAP) {
      ptrace(PTRACE_LISTEN, pid, NULL, NULL);
   } else if (find_process(follow, pid) == NULL) {
      g_hash_table_add(follow->waiting, GINT_TO_POINTER(pid));
   } else {
      go_on(pid, 0);
   }
}

void follow_stopped(Follow* follow, pid_t pid, int status)
{
   Process* process = find_process(follow, pid);
   int      signal_number = WSTOPSIG(status);
   switch (status >> 16) {
      case PTRACE_EVENT_FORK:
      case PTRACE_EVENT_VFORK:
      case PTRACE_EVENT_CLONE:
         new_child(follow, pid);
         break;
      case PTRACE_EVENT_EXEC:
         program_begins(follow, pid);
         break;
      case PTRACE_EVENT_STOP:
         stopped_without_reason(follow, pid, signal_number);
         break;
      default:
         if (process != NULL && process->is_taken_over && signal_number == SIGTRAP) {
            give_up(follow, pid, process);
         } else {
            go_on(pid, signal_number);
         }
         break;
   }
}
