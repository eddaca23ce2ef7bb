/* A new process may stop before the stop of its parent says which process is new.  It then waits until we
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
#include <unistd.h>

#include "run/process_tree.h"
#include "run/takeover.h"
#include "util/caller.h"
#include "util/problem.h"
#include "util/text.h"

#define OPTIONS  (PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC)

typedef enum {
   IS_NATIVE,      /* it runs its program as it is */
   TAKEN_OVER,     /* it is about to execute Valgrind */
   IS_STARTER,     /* it executes what starts Valgrind, which may start others for that */
   IS_VALGRIND,    /* Valgrind runs its program */
   IS_COUNTED      /* the same, if we did not only look on */
} State;

typedef struct {
   unsigned  run;
   bool      is_first;   /* of its run: what it executes is what the user's command becomes */
   State     state;
   unsigned  number;     /* under which it becomes Valgrind */
   Takeover  takeover;
   pid_t     group;      /* the process that it is a thread of, or itself; only known when we look on */
   double    seconds;    /* of the processor, up to the end of the thread that ended last; the same */
} Process;

struct Follow {
   ProgramChoice*       choice;
   Sample*              sample;       /* NULL: all processes are measured */
   bool                 stays;        /* Valgrind stays traced, and follows no child itself */
   Valgrind*            valgrind;
   GHashTable*          processes;    /* by process id: Process */
   GHashTable*          waiting;      /* a set of process ids: those of an unknown run */
   GHashTable*          unmeasured;
   bool                 looks_on;
   unsigned             looked_at;
   Counted              counted;
};

Follow* follow_new(ProgramChoice* choice, Sample* sample, Valgrind* valgrind)
{
   Follow* follow = g_new0(Follow, 1);
   follow->choice = choice;
   follow->sample = sample;
   follow->stays = sample != NULL && valgrind_wants_children(valgrind);
   follow->valgrind = valgrind;
   follow->processes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   follow->waiting = g_hash_table_new(NULL, NULL);
   follow->unmeasured = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   return follow;
}

Follow* follow_new_looking_on(ProgramChoice* choice, Sample* sample, Valgrind* valgrind)
{
   Follow* follow = follow_new(choice, sample, valgrind);
   follow->looks_on = true;
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

Counted follow_counted(const Follow* follow)
{
   return follow->counted;
}

/*--- Processes ---*/

static void go_on(pid_t pid, int signal_number)
{
   ptrace(PTRACE_CONT, pid, NULL, (void*)(long)signal_number);
}

static Process* find_process(const Follow* follow, pid_t pid)
{
   return g_hash_table_lookup(follow->processes, GINT_TO_POINTER(pid));
}

/* A process begins as its parent is. */
static Process* add_process(Follow* follow, pid_t pid, unsigned run, State state)
{
   Process* process = g_new0(Process, 1);
   process->run = run;
   process->state = state;
   process->group = pid;
   g_hash_table_insert(follow->processes, GINT_TO_POINTER(pid), process);
   return process;
}

bool follow_begin(Follow* follow, pid_t pid, unsigned run)
{
   if (!follow->looks_on && !takeover_is_known()) {
      errno = ENOSYS;
      return false;
   }
   if (ptrace(PTRACE_SEIZE, pid, NULL, follow->looks_on ? OPTIONS | PTRACE_O_TRACEEXIT : OPTIONS) != 0) {
      return false;
   }
   add_process(follow, pid, run, IS_NATIVE)->is_first = true;
   return true;
}

static void count(Counted* counted, const Process* process)
{
   counted->processes++;
   counted->seconds += process->seconds;
   counted->longest = MAX(counted->longest, process->seconds);
   g_assert(counted->longest <= counted->seconds);
}

void follow_ended(Follow* follow, pid_t pid)
{
   const Process* process = find_process(follow, pid);
   if (process != NULL && process->state == IS_COUNTED && process->group == pid) {
      count(&follow->counted, process);
   }
   g_hash_table_remove(follow->processes, GINT_TO_POINTER(pid));
   g_hash_table_remove(follow->waiting, GINT_TO_POINTER(pid));
}

static bool is_thread_of(pid_t pid, pid_t group)
{
   g_autofree char* path = g_strdup_printf("/proc/%ld/task/%ld", (long)group, (long)pid);
   return access(path, F_OK) == 0;
}

static void new_child(Follow* follow, pid_t parent)
{
   const Process* process = find_process(follow, parent);
   unsigned long  number;
   if (process != NULL && ptrace(PTRACE_GETEVENTMSG, parent, NULL, &number) == 0) {
      pid_t    child = (pid_t)number;
      Process* added = add_process(follow, child, process->run, process->state);
      if (follow->looks_on && is_thread_of(child, process->group)) {
         added->group = process->group;
      }
      if (g_hash_table_remove(follow->waiting, GINT_TO_POINTER(child))) {
         go_on(child, 0);
      }
   }
   go_on(parent, 0);
}

/*--- A program begins ---*/

static char* path_in_proc(pid_t pid, const char* file)
{
   return g_strdup_printf("/proc/%ld/%s", (long)pid, file);
}

/* The name that the program was executed by, or NULL. */
static char* executed_name(pid_t pid)
{
   g_autofree char* path = path_in_proc(pid, "auxv");
   g_autofree char* memory_path = path_in_proc(pid, "mem");
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
   return name[0] == '\0' ? NULL : g_strdup(name);
}

/* Returns the file for Valgrind to run: the name that the program was executed by, because programs look at
   it; for a script, the interpreter. */
static char* name_for_valgrind(pid_t pid, const char* executable)
{
   g_autofree char* name = executed_name(pid);
   g_autofree char* directory = path_in_proc(pid, "cwd");
   g_autofree char* proc_executable = path_in_proc(pid, "exe");
   /* A relative name starts where the process is. */
   g_autofree char* absolute = name == NULL || g_path_is_absolute(name)
                               ? g_strdup(name) : g_build_filename(directory, name, NULL);
   bool is_executable = name != NULL && strchr(name, '/') != NULL && file_is_same(absolute, proc_executable);
   return is_executable ? g_steal_pointer(&name) : g_strdup(executable);
}

/* Lets the process become Valgrind.  False if it runs its program as it is. */
static bool take_over(Follow* follow, pid_t pid, Process* process, const char* executable)
{
   g_assert(!follow->looks_on);
   g_autofree char* name = name_for_valgrind(pid, executable);
   char* own[] = { (char*)"--trace-children=no", name, NULL };
   g_auto(GStrv) words = valgrind_words(follow->valgrind, process->run, executable, own + !follow->stays,
                                        &process->number);
   bool   done = takeover_begin(pid, words, &process->takeover);
   if (done) {
      process->state = TAKEN_OVER;
   } else {
      message_print("%s: %s is not measured: it cannot be put under Valgrind", g_get_prgname(), executable);
      valgrind_not_used(follow->valgrind, process->number);
   }
   return done;
}

/* The words that the process was executed with, up to NULL. */
static char** words_of(pid_t pid)
{
   GPtrArray* words = g_ptr_array_new();
   g_autofree char* path = path_in_proc(pid, "cmdline");
   g_autofree char* text = NULL;
   gsize length = 0;
   g_file_get_contents(path, &text, &length, NULL);
   for (gsize at = 0; at < length; at += strlen(text + at) + 1) {
      g_ptr_array_add(words, g_strdup(text + at));
   }
   g_ptr_array_add(words, NULL);
   return (char**)g_ptr_array_free(words, FALSE);
}

static bool is_of_sample(Follow* follow, pid_t pid, const char* link, const char* executable)
{
   struct stat status;
   if (follow->sample == NULL || stat(link, &status) != 0) {
      return true;
   }
   g_auto(GStrv) words = words_of(pid);
   return sample_wants(follow->sample, executable, status.st_mtime, words);
}

/* Whether Valgrind or the tool starts the program for itself, or a complexity test to be judged. */
static bool is_for_measuring(const char* executable)
{
   static const char* const names[] = { "aprof", "aprof-inlined", "debuginfod-find", NULL };
   return g_strv_contains(names, text_file_name(executable));
}

static bool is_wanted(Follow* follow, pid_t pid, const Process* process, const char* link,
                      const char* executable)
{
   return program_is_measured(follow->choice, executable) && program_fits_tool(link)
          && !(process->state == IS_VALGRIND && is_for_measuring(executable))
          && !valgrind_refuses(follow->valgrind, pid, link, executable);
}

/* The process is about to run a program; we know which. */
static void begin_program(Follow* follow, pid_t pid, Process* process, const char* link,
                          const char* executable)
{
   if (process->is_first) {
      program_choose_interpreter(follow->choice, executable);
   }
   bool wanted = is_wanted(follow, pid, process, link, executable);
   process->state = IS_NATIVE;
   if (wanted && !is_of_sample(follow, pid, link, executable)) {
      return;
   }
   if (!wanted || !take_over(follow, pid, process, executable)) {
      g_hash_table_add(follow->unmeasured, g_strdup(executable));
   } else if (follow->sample != NULL) {
      sample_take(follow->sample, process->number);
   }
}

/* Does the same if we only look on.  What is under Valgrind has written a report when it executes
   something. */
static void look_at_program(Follow* follow, pid_t pid, Process* process, const char* link,
                            const char* executable)
{
   bool was_counted = process->state == IS_COUNTED;
   bool goes_at_once = process->is_first && !follow->choice->by_launcher && follow->sample == NULL;
   if (process->is_first) {
      program_choose_interpreter(follow->choice, executable);
   }
   follow->counted.processes += was_counted;
   if (was_counted && follow->sample == NULL) {
      process->state = valgrind_wants_children(follow->valgrind) ? IS_COUNTED : IS_NATIVE;
   } else if (goes_at_once || (is_wanted(follow, pid, process, link, executable)
                               && is_of_sample(follow, pid, link, executable))) {
      process->state = IS_COUNTED;
   } else {
      process->state = IS_NATIVE;
   }
   if (process->state == IS_COUNTED && follow->sample != NULL) {
      sample_take(follow->sample, ++follow->looked_at);
   }
}

/* A process that has been taken over executes something.  The tool is the last; there may be scripts and
   Valgrind's launcher before. */
static void valgrind_begins(Follow* follow, pid_t pid, Process* process, const char* executable)
{
   g_assert(process->state == TAKEN_OVER || process->state == IS_STARTER);
   if (!follow->stays) {
      g_hash_table_remove(follow->processes, GINT_TO_POINTER(pid));
      ptrace(PTRACE_DETACH, pid, NULL, NULL);
      return;
   }
   process->state = executable != NULL && valgrind_is_tool(executable) ? IS_VALGRIND : IS_STARTER;
   go_on(pid, 0);
}

static void program_begins(Follow* follow, pid_t pid)
{
   Process* process = find_process(follow, pid);
   g_autofree char* link = path_in_proc(pid, "exe");
   g_autofree char* executable = g_file_read_link(link, NULL);
   if (process != NULL && (process->state == TAKEN_OVER || process->state == IS_STARTER)) {
      valgrind_begins(follow, pid, process, executable);
   } else {
      if (process != NULL && executable != NULL) {
         (follow->looks_on ? look_at_program : begin_program)(follow, pid, process, link, executable);
      }
      go_on(pid, 0);
   }
}

/* Valgrind could not be executed: the program runs without it. */
static void give_up(Follow* follow, pid_t pid, Process* process)
{
   g_assert(process->state == TAKEN_OVER);   /* else there is nothing to undo */
   message_print("%s: process %ld is not measured: it cannot execute Valgrind", g_get_prgname(),
                 (long)pid);
   takeover_undo(pid, &process->takeover);
   valgrind_not_used(follow->valgrind, process->number);
   if (follow->sample != NULL) {
      sample_lose(follow->sample, process->number);
   }
   process->state = IS_NATIVE;
   go_on(pid, 0);
}

/*--- Stops ---*/

/* A thread is about to end. */
static void note_seconds(Follow* follow, pid_t pid)
{
   Process* process = find_process(follow, pid);
   Process* group = process == NULL ? NULL : find_process(follow, process->group);
   if (group != NULL) {
      group->seconds = MAX(group->seconds, process_tree_seconds(process->group, false));
   }
   go_on(pid, 0);
}

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
      case PTRACE_EVENT_EXIT:
         note_seconds(follow, pid);
         break;
      case PTRACE_EVENT_STOP:
         stopped_without_reason(follow, pid, signal_number);
         break;
      default:
         if (process != NULL && process->state == TAKEN_OVER && signal_number == SIGTRAP) {
            give_up(follow, pid, process);
         } else {
            go_on(pid, signal_number);
         }
         break;
   }
}
