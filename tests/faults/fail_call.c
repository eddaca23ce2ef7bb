/* A library to be preloaded, which lets calls of a program fail:

      FAULT=EIO:7        the seventh call that can fail by EIO does so
      FAULT=ENOSPC:7-    the seventh and all later ones
      FAULT=short:7      the seventh read or write does half of what it is asked for
      FAULT=memory:7     the seventh allocation gets nothing
      FAULT_STATE=FILE   a file of the size of State, which says what has happened
      FAULT=serve        for each line that comes on standard input, as EIO:7, a child does so, with its output in
                         FAULT_OUT and its messages in FAULT_ERR; its status, as wait has it, is written to standard
                         output.  Thus the program is loaded once for all faults, which is most of the work

   Functions of the C library make system calls that no preloaded function can replace: fflush calls no
   write() that others can see.  So a seccomp filter traps the system calls themselves, and the handler of
   SIGSYS makes them, or not.  The filter traps only what comes from the code of this process' C library.  So
   a program that the process executes is left alone: its C library is elsewhere.  After a fork, both
   processes count together.  What happens before main is not counted. */
// build fail_call.so: $(plain) -fPIC -shared
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "../common/call_kernel.h"

#define STATUS_CANNOT_TRAP  77

/* For one run of the program. */
#define SECONDS  20

/* run_faults reads it: as many numbers of 4 bytes. */
typedef struct {
   uint32_t seen;      /* calls that could fail so */
   uint32_t failed;
   int32_t  call;      /* the last one that failed; -1: an allocation */
   int32_t  is_mute;   /* 1: so has one that writes to the standard error */
} State;

/* Code of a library. */
typedef struct {
   const char* name;
   uint64_t    start;
   uint64_t    end;
} Code;

static State* state;
static uint32_t first, last;
static bool is_counting;

/*------------------------------------------------------------------*/
/*--- What can fail, and how                                     ---*/
/*------------------------------------------------------------------*/

/* Which system calls fail in which ways. */
enum { IO = 1, SPACE = 2, FILES = 4, SIGNALS = 8, MEMORY = 16, ACCESS = 32, SHORT = 64 };

static const struct { int number; int ways; } calls[] = {
   { SYS_read,            IO | SIGNALS | SHORT },
   { SYS_pread64,         IO | SIGNALS },
   { SYS_write,           IO | SPACE | SIGNALS | SHORT },
   { SYS_writev,          IO | SPACE | SIGNALS },
   { SYS_openat,          IO | SPACE | FILES | SIGNALS | MEMORY | ACCESS },
   { SYS_close,           IO | SPACE | SIGNALS },
   { SYS_fsync,           IO | SPACE | SIGNALS },
   { SYS_fstat,           IO | MEMORY },
   { SYS_newfstatat,      IO | MEMORY | ACCESS },
   { SYS_lseek,           IO },
   { SYS_getdents64,      IO | MEMORY },
   { SYS_getcwd,          IO | MEMORY | ACCESS },
   { SYS_readlinkat,      IO | MEMORY | ACCESS },
   { SYS_faccessat,       IO | MEMORY | ACCESS },
#ifdef SYS_renameat   /* riscv64 does not have it */
   { SYS_renameat,        IO | SPACE | MEMORY | ACCESS },
#endif
   { SYS_unlinkat,        IO | MEMORY | ACCESS },
   { SYS_mkdirat,         IO | SPACE | MEMORY | ACCESS },
   { SYS_mmap,            MEMORY },
   { SYS_mremap,          MEMORY },
   { SYS_ioctl,           IO },
   { SYS_dup3,            FILES | SIGNALS },
   { SYS_pipe2,           FILES },
   { SYS_ppoll,           SIGNALS | MEMORY },
   { SYS_clone,           MEMORY },
   { SYS_execve,          IO | FILES | MEMORY | ACCESS },
   { SYS_rt_sigtimedwait, SIGNALS },
   { SYS_ptrace,          IO | ACCESS },
   { SYS_rt_sigprocmask,  0 },   /* set_mask */
#ifdef SYS_open   /* the calls that x86 alone has */
   { SYS_open,            IO | SPACE | FILES | SIGNALS | MEMORY | ACCESS },
   { SYS_stat,            IO | MEMORY | ACCESS },
   { SYS_lstat,           IO | MEMORY | ACCESS },
   { SYS_readlink,        IO | MEMORY | ACCESS },
   { SYS_access,          IO | MEMORY | ACCESS },
   { SYS_rename,          IO | SPACE | MEMORY | ACCESS },
   { SYS_unlink,          IO | MEMORY | ACCESS },
   { SYS_rmdir,           IO | MEMORY | ACCESS },
   { SYS_mkdir,           IO | SPACE | MEMORY | ACCESS },
   { SYS_dup2,            FILES | SIGNALS },
   { SYS_poll,            SIGNALS | MEMORY },
   { SYS_vfork,           MEMORY },
   { SYS_fork,            MEMORY },
#endif
};

#define CALLS  (sizeof calls / sizeof *calls)

typedef struct {
   const char* name;
   int         way;       /* 0: allocations fail */
   int         error;
} Fault;

static const Fault faults[] = {
   { "EIO", IO, EIO }, { "ENOSPC", SPACE, ENOSPC }, { "EMFILE", FILES, EMFILE }, { "EINTR", SIGNALS, EINTR },
   { "ENOMEM", MEMORY, ENOMEM }, { "EACCES", ACCESS, EACCES }, { "short", SHORT, 0 }, { "memory", 0, ENOMEM },
};

static const Fault* fault;

static int ways_of(int number)
{
   for (size_t i = 0; i < CALLS; i++) {
      if (calls[i].number == number) {
         return calls[i].ways;
      }
   }
   return 0;
}

#define PTRACE_SEIZE_REQUEST  0x4206

/* Of the requests of ptrace, only the first is refused while the process lives. */
static bool can_fail(int number, const long* arguments)
{
   return (ways_of(number) & fault->way) != 0
          && (number != SYS_ptrace || arguments[0] == PTRACE_SEIZE_REQUEST);
}

/* Whether the call is one of those that are to fail; counts it. */
static bool is_to_fail(int call, long file)
{
   uint32_t number = __atomic_add_fetch(&state->seen, 1, __ATOMIC_SEQ_CST);
   if (number < first || number > last) {
      return false;
   }
   __atomic_add_fetch(&state->failed, 1, __ATOMIC_SEQ_CST);
   state->call = call;
   state->is_mute |= call == SYS_write && file == STDERR_FILENO;
   return true;
}

/*------------------------------------------------------------------*/
/*--- System calls                                               ---*/
/*------------------------------------------------------------------*/

#if defined __x86_64__
#define PROCESSOR  AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define PROCESSOR  AUDIT_ARCH_AARCH64
#elif defined __riscv
#define PROCESSOR  AUDIT_ARCH_RISCV64
#endif

/* The C library blocks all signals while it forks, for instance. But a call that is trapped while SIGSYS is blocked ends
   the process. So that call is not made: the mask is the one that the handler returns to. */
static void set_mask(ucontext_t* context, int how, const uint64_t* set, uint64_t* old)
{
   uint64_t* mask = (uint64_t*)&context->uc_sigmask;
   uint64_t  before = *mask;
   if (set != NULL) {
      uint64_t bits = *set & ~(1ul << (SIGSYS - 1));
      *mask = how == SIG_BLOCK ? before | bits : how == SIG_UNBLOCK ? before & ~bits : bits;
   }
   if (old != NULL) {
      *old = before;
   }
}

static void on_trap(int signal_number, siginfo_t* info, void* context)
{
   (void)signal_number;
   mcontext_t* machine = &((ucontext_t*)context)->uc_mcontext;
#if defined __x86_64__
   greg_t* at = machine->gregs;
   long long* result = &at[REG_RAX];
   long arguments[] = { at[REG_RDI], at[REG_RSI], at[REG_RDX], at[REG_R10], at[REG_R8], at[REG_R9] };
#else
#if defined __aarch64__
   unsigned long long* registers = &machine->regs[0];
#elif defined __riscv
   unsigned long* registers = &machine->__gregs[REG_A0];
#endif
   __typeof__(registers) result = registers;
   long arguments[6];
   for (int i = 0; i < 6; i++) {
      arguments[i] = (long)registers[i];
   }
#endif
   int number = info->si_syscall;
   if (number == SYS_rt_sigprocmask) {
      set_mask(context, (int)arguments[0], (const uint64_t*)arguments[1], (uint64_t*)arguments[2]);
      *result = 0;
      return;
   }
   bool has_failed = can_fail(number, arguments) && is_to_fail(number, arguments[0]);
   if (has_failed) {
      if (fault->way != SHORT && number != SYS_close) {
         *result = -fault->error;
         return;
      }
      arguments[2] -= fault->way == SHORT ? arguments[2] / 2 : 0;
   }
   /* From here, and so not trapped. */
   *result = system_call(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                         arguments[5]);
   if (has_failed && number == SYS_close) {
      *result = -fault->error;   /* Linux closes the file all the same */
   }
}

/*------------------------------------------------------------------*/
/*--- The filter                                                 ---*/
/*------------------------------------------------------------------*/

/* The code of the library with this in its name. */
static int find_code(struct dl_phdr_info* info, size_t size, void* data)
{
   Code* code = data;
   (void)size;
   for (int i = 0; strstr(info->dlpi_name, code->name) != NULL && i < info->dlpi_phnum; i++) {
      const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
      if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0) {
         code->start = info->dlpi_addr + segment->p_vaddr;
         code->end = code->start + segment->p_memsz;
      }
   }
   return 0;
}

typedef struct sock_filter Instruction;

#define LOAD(member)  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))

static void trap_calls(void)
{
   Instruction        filter[CALLS + 12];
   unsigned short     count = 0;
   Code               code = { .name = "/libc.so" };
   const uint32_t     at = offsetof(struct seccomp_data, instruction_pointer);
   dl_iterate_phdr(find_code, &code);
   filter[count++] = (Instruction)LOAD(arch);
   filter[count++] = (Instruction)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROCESSOR, 1, 0);
   filter[count++] = (Instruction)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
   filter[count++] = (Instruction)LOAD(nr);
   for (size_t i = 0; i < CALLS; i++) {
      unsigned char to_trap = (unsigned char)(CALLS - i);
      uint32_t      number = (uint32_t)calls[i].number;
      filter[count++] = (Instruction)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, to_trap, 0);
   }
   filter[count++] = (Instruction)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
   filter[count++] = (Instruction)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at + 4);
   filter[count++] = (Instruction)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(code.start >> 32), 0, 3);
   filter[count++] = (Instruction)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at);
   filter[count++] = (Instruction)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)code.start, 0, 1);
   filter[count++] = (Instruction)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)code.end, 0, 1);
   filter[count++] = (Instruction)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
   filter[count++] = (Instruction)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);

   const struct sock_fprog program = { .len = count, .filter = filter };
   struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_NODEFER };
   if (code.start >> 32 != code.end >> 32 || sigaction(SIGSYS, &action, NULL) != 0
       || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
       || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) {
      _exit(STATUS_CANNOT_TRAP);
   }
}

/*------------------------------------------------------------------*/
/*--- Allocations                                                ---*/
/*------------------------------------------------------------------*/

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

/* GLib takes for granted that PCRE2 gets its memory, and would crash. */
static Code pcre = { .name = "/libpcre2" };

static bool gets_nothing(const void* caller)
{
   bool is_counted = is_counting && fault->way == 0
                     && ((uint64_t)(uintptr_t)caller < pcre.start || (uint64_t)(uintptr_t)caller >= pcre.end);
   bool nothing = is_counted && is_to_fail(-1, 0);
   if (nothing) {
      errno = ENOMEM;
   }
   return nothing;
}

void* malloc(size_t size)
{
   return gets_nothing(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size)
{
   return gets_nothing(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void* realloc(void* block, size_t size)
{
   return gets_nothing(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

int posix_memalign(void** block, size_t alignment, size_t size)
{
   *block = gets_nothing(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
   return *block == NULL ? ENOMEM : 0;
}

/*------------------------------------------------------------------*/
/*--- The beginning                                              ---*/
/*------------------------------------------------------------------*/

static void read_fault(const char* text)
{
   size_t length = strcspn(text, ":");
   for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
      if (strlen(faults[i].name) == length && strncmp(text, faults[i].name, length) == 0) {
         fault = &faults[i];
      }
   }
   char* end = NULL;
   first = fault == NULL || text[length] == '\0' ? 0 : (uint32_t)strtoul(text + length + 1, &end, 10);
   last = end != NULL && *end == '-' ? UINT32_MAX : first;
}

static void redirect(int file, const char* path, int flags)
{
   int opened = path == NULL ? -1 : open(path, flags, 0666);
   if (opened < 0 || dup2(opened, file) < 0) {
      _exit(STATUS_CANNOT_TRAP);
   }
   close(opened);
}

/* Returns in each child, with what it is to do: the line. */
static const char* serve(void)
{
   static char line[64];
   ssize_t     length;
   while ((length = read(STDIN_FILENO, line, sizeof line - 1)) > 0) {
      int   status;
      pid_t child = fork();
      line[strcspn(line, "\n")] = '\0';
      if (child == 0) {
         redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
         redirect(STDOUT_FILENO, getenv("FAULT_OUT"), O_WRONLY | O_CREAT | O_TRUNC);
         redirect(STDERR_FILENO, getenv("FAULT_ERR"), O_WRONLY | O_CREAT | O_TRUNC);
         setpgid(0, 0);
         alarm(SECONDS);
         return line;
      }
      if (waitpid(child, &status, 0) != child || write(STDOUT_FILENO, &status, sizeof status) < 0) {
         break;
      }
   }
   _exit(0);
}

__attribute__((constructor)) static void begin(void)
{
   const char* text = getenv("FAULT");
   const char* path = getenv("FAULT_STATE");
   if (text != NULL && strcmp(text, "serve") == 0) {
      text = serve();
   }
   int file = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
   if (text == NULL || file < 0) {
      return;   /* a program that the one under test has executed */
   }
   state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
   close(file);
   read_fault(text);
   if (state == MAP_FAILED || fault == NULL) {
      _exit(STATUS_CANNOT_TRAP);
   }
   unsetenv("FAULT");
   unsetenv("LD_PRELOAD");
   dl_iterate_phdr(find_code, &pcre);
   if (fault->way != 0) {
      trap_calls();
   }
   is_counting = true;
}
