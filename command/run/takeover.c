/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A program begins with its arguments on the stack:

      stack pointer -> argc, argv[0], ... argv[argc - 1], NULL, environment ..., NULL

   Below, where nothing is yet, we put the new words and a new list of arguments, whose end has the
   addresses of the old ones.  At the first instruction, we put

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

#ifndef __x86_64__
#error "takeover.c knows the registers and instructions of amd64 only"
#endif

/* Linux gives a new program 128 KB of stack below what is used. */
#define ROOM       (96 * 1024)

/* The ABI lets a function use so many bytes below the stack pointer. */
#define RED_ZONE   128

/* The three instructions: as many bytes as ptrace writes at once. */
static const unsigned char code[sizeof(long)] = { 0xb8, SYS_execve, 0, 0, 0, 0x0f, 0x05, 0xcc };

/* The list of arguments and the texts, as they will stand in the process from `place` on. */
typedef struct {
   GArray*  list;    /* addresses */
   GString* texts;
} Command;

static bool read_addresses(int memory, uint64_t from, uint64_t* addresses, size_t count)
{
   size_t size = count * sizeof *addresses;
   return pread(memory, addresses, size, (off_t)from) == (ssize_t)size;
}

/* The texts come first; their addresses in the list are relative to the first. */
static Command make_command(char* const* words)
{
   Command command = { g_array_new(FALSE, FALSE, sizeof(uint64_t)), g_string_new(NULL) };
   for (; *words != NULL; words++) {
      uint64_t offset = command.texts->len;
      g_array_append_val(command.list, offset);
      g_string_append_len(command.texts, *words, (gssize)strlen(*words) + 1);
   }
   return command;
}

static void free_command(Command* command)
{
   g_array_unref(command->list);
   g_string_free(command->texts, TRUE);
}

/* Adds the addresses of the process' own arguments after the first, and the NULL after them. */
static bool add_own_arguments(Command* command, int memory, uint64_t stack, uint64_t argc)
{
   if (argc < 1 || argc > ROOM / sizeof(uint64_t)) {
      return false;
   }
   guint first = command->list->len;
   g_array_set_size(command->list, first + (guint)argc);
   return read_addresses(memory, stack + 2 * sizeof(uint64_t), &g_array_index(command->list, uint64_t, first),
                         argc);
}

/* Returns where the texts stand; the list is `list_size` bytes below.  0 if it has not worked. */
static uint64_t write_command(Command* command, size_t words, int memory, uint64_t stack, size_t list_size)
{
   if (command->texts->len + list_size > ROOM) {
      return 0;
   }
   uint64_t texts = stack - RED_ZONE - command->texts->len;
   uint64_t list = (texts - list_size) & ~15ULL;
   for (size_t i = 0; i < words; i++) {
      g_array_index(command->list, uint64_t, i) += texts;
   }
   bool written = pwrite(memory, command->texts->str, command->texts->len, (off_t)texts)
                     == (ssize_t)command->texts->len
                  && pwrite(memory, command->list->data, list_size, (off_t)list) == (ssize_t)list_size;
   return written ? list : 0;
}

/* Sets the registers for the system call; false if the command does not fit. */
static bool prepare_execve(int memory, char* const* words, struct user_regs_struct* registers)
{
   uint64_t argc;
   Command  command = make_command(words);
   size_t   count = command.list->len;
   uint64_t list = 0;
   if (read_addresses(memory, registers->rsp, &argc, 1)
       && add_own_arguments(&command, memory, registers->rsp, argc)) {
      list = write_command(&command, count, memory, registers->rsp, command.list->len * sizeof(uint64_t));
   }
   bool prepared = list != 0;
   if (prepared) {
      registers->rdx = registers->rsp + (argc + 2) * sizeof(uint64_t);
      registers->orig_rax = (unsigned long long)-1;   /* no system call to restart */
      registers->rdi = g_array_index(command.list, uint64_t, 0);
      registers->rsi = list;
   }
   free_command(&command);
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
   bool prepared = prepare_execve(memory, words, &registers);
   close(memory);
   if (!prepared) {
      return false;
   }
   void* start = (void*)registers.rip;
   long  new_code;
   memcpy(&new_code, code, sizeof new_code);
   errno = 0;
   takeover->code = ptrace(PTRACE_PEEKTEXT, pid, start, NULL);
   return errno == 0 && ptrace(PTRACE_POKETEXT, pid, start, new_code) == 0
          && ptrace(PTRACE_SETREGS, pid, NULL, &registers) == 0;
}

void takeover_undo(pid_t pid, const Takeover* takeover)
{
   ptrace(PTRACE_POKETEXT, pid, (void*)takeover->registers.rip, takeover->code);
   ptrace(PTRACE_SETREGS, pid, NULL, &takeover->registers);
}
