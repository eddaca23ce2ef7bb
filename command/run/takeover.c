/* A program begins with its arguments on the stack:

      stack pointer -> argc, argv[0], argv[1], ... argv[argc - 1], NULL, environment ..., NULL

   The addresses of the new words take the place of what stands before argv[1], and go on below.  So the
   process' own arguments are the end of the new list, however many they are:

      list -> words[0], ... words[n - 1], argv[1], ... argv[argc - 1], NULL

   The words themselves stand below the list, where nothing is yet.  At the first instruction, we put

      mov $59, %eax    execve; the system call that the process is about to leave sets this register
      syscall          execve(words[0], list, environment)
      int3             SIGTRAP: there was no execve

   The new program replaces all this. */

#include "run/takeover.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__

/* Linux gives a new program 128 KB of stack below what is used. */
#define ROOM       (96 * 1024)

/* The three instructions: as many bytes as ptrace writes at once. */
static const unsigned char code[sizeof(long)] = { 0xb8, SYS_execve, 0, 0, 0, 0x0f, 0x05, 0xcc };

/* Writes the words below `end`.  Returns their addresses, or NULL if it has not worked. */
static GArray* write_words(int memory, char* const* words, uint64_t end)
{
   g_autoptr(GArray)  addresses = g_array_new(FALSE, FALSE, sizeof(uint64_t));
   g_autoptr(GString) texts = g_string_new(NULL);
   for (; *words != NULL; words++) {
      uint64_t offset = texts->len;
      g_array_append_val(addresses, offset);
      g_string_append_len(texts, *words, (gssize)strlen(*words) + 1);
   }
   uint64_t begin = end - texts->len;
   for (guint i = 0; i < addresses->len; i++) {
      g_array_index(addresses, uint64_t, i) += begin;
   }
   bool written = texts->len <= ROOM
                  && pwrite(memory, texts->str, texts->len, (off_t)begin) == (ssize_t)texts->len;
   return written ? g_steal_pointer(&addresses) : NULL;
}

/* Sets the registers for the system call; false if the command does not fit. */
static bool prepare_execve(int memory, char* const* words, Takeover* takeover,
                           struct user_regs_struct* registers)
{
   uint64_t stack = registers->rsp;
   uint64_t own_arguments = stack + sizeof takeover->stack;
   uint64_t list = own_arguments - g_strv_length((char**)words) * sizeof(uint64_t);
   if (pread(memory, takeover->stack, sizeof takeover->stack, (off_t)stack) != sizeof takeover->stack
       || takeover->stack[0] < 1) {
      return false;
   }
   g_autoptr(GArray) addresses = write_words(memory, words, list);
   size_t size = addresses == NULL ? 0 : addresses->len * sizeof(uint64_t);
   g_assert(addresses == NULL || list + size == own_arguments);
   bool   prepared = size > 0 && pwrite(memory, addresses->data, size, (off_t)list) == (ssize_t)size;
   if (prepared) {
      registers->rdx = own_arguments + takeover->stack[0] * sizeof(uint64_t);
      registers->orig_rax = (unsigned long long)-1;   /* no system call to restart */
      registers->rdi = g_array_index(addresses, uint64_t, 0);
      registers->rsi = list;
   }
   return prepared;
}

static int open_memory(pid_t pid)
{
   char path[40];
   snprintf(path, sizeof path, "/proc/%ld/mem", (long)pid);
   return open(path, O_RDWR | O_CLOEXEC);
}

bool takeover_is_known(void)
{
   return true;
}

static bool write_stack(pid_t pid, const Takeover* takeover)
{
   int  memory = open_memory(pid);
   bool written = memory >= 0
                  && pwrite(memory, takeover->stack, sizeof takeover->stack, (off_t)takeover->registers.rsp)
                     == sizeof takeover->stack;
   if (memory >= 0) {
      close(memory);
   }
   return written;
}

/* Changes the code and the registers, in which everything is prepared. */
static bool redirect(pid_t pid, Takeover* takeover, const struct user_regs_struct* registers)
{
   void* start = (void*)registers->rip;
   long  new_code;
   memcpy(&new_code, code, sizeof new_code);
   errno = 0;
   takeover->code = ptrace(PTRACE_PEEKTEXT, pid, start, NULL);
   return errno == 0 && ptrace(PTRACE_POKETEXT, pid, start, new_code) == 0
          && ptrace(PTRACE_SETREGS, pid, NULL, registers) == 0;
}

bool takeover_begin(pid_t pid, char* const* words, Takeover* takeover)
{
   int memory = open_memory(pid);
   if (memory < 0 || ptrace(PTRACE_GETREGS, pid, NULL, &takeover->registers) != 0) {
      if (memory >= 0) {
         close(memory);
      }
      return false;
   }
   struct user_regs_struct registers = takeover->registers;
   bool prepared = prepare_execve(memory, words, takeover, &registers);
   close(memory);
   if (prepared && !redirect(pid, takeover, &registers)) {
      write_stack(pid, takeover);
      prepared = false;
   }
   return prepared;
}

void takeover_undo(pid_t pid, const Takeover* takeover)
{
   write_stack(pid, takeover);
   ptrace(PTRACE_POKETEXT, pid, (void*)takeover->registers.rip, takeover->code);
   ptrace(PTRACE_SETREGS, pid, NULL, &takeover->registers);
}

#else   /* a processor whose registers and instructions are not known here */

bool takeover_is_known(void)
{
   return false;
}

bool takeover_begin(pid_t pid, char* const* words, Takeover* takeover)
{
   (void)pid;
   (void)words;
   (void)takeover;
   return false;
}

void takeover_undo(pid_t pid, const Takeover* takeover)
{
   (void)pid;
   (void)takeover;
}

#endif
