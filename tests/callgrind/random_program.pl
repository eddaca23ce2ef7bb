#!/usr/bin/perl
# random_program.pl SEED [ROUTINES]
#
# Writes a C program without a C library that accesses memory in every way at random: the same program for the same
# SEED. What it reads does not depend on where its stack is, so that each run is like the other.
#
#    cc -O1 -g -ffreestanding -nostdlib -static -no-pie -o PROGRAM PROGRAM.c; ./PROGRAM < /dev/zero > /dev/null
#
# give() writes all of `given` (the kernel reads it), take() reads into all of `taken` (the kernel writes it).

use strict;
use warnings;

my ($seed, $routines) = (@ARGV, 12);
die "usage: random_program.pl SEED [ROUTINES]\n" if @ARGV < 1 || "@ARGV" !~ /^\d+( [1-9]\d*)?$/;
srand($seed);

my @types = qw(u8 u16 u32 u64 v16 v32);
my $depth = 0;      # of nested statements

main();

sub main
{
   print while <DATA>;
   print "ROUTINE u64 routine_$_(u64 x);\nu64 stub_$_(u64 x);\n" for 0 .. $routines - 1;
   print "\n__asm__(\".pushsection .plt, \\\"ax\\\", \@progbits\\n\"\n",
         (map { "        \"stub_$_:\\tjmp *slots+@{[8 * $_]}(%rip)\\n\"\n" } 0 .. $routines - 1),
         "        \"\\t.popsection\\n\\t.pushsection .data\\n\\t.balign 8\\nslots:\\n\"\n",
         (map { "        \"\\t.quad routine_$_\\n\"\n" } 0 .. $routines - 1), "        \"\\t.popsection\");\n";
   print "\nstatic u64 (*const volatile table[])(u64) = {\n", (map { "   routine_$_,\n" } 0 .. $routines - 1), "};\n";
   for my $number (0 .. $routines - 1) {
      print "\nROUTINE u64 routine_$number(u64 x)\n{\n   volatile u64 local[16];\n   local[0] = x;\n";
      print statement($number) for 1 .. 4 + int(rand(12));
      print "   if (may_call())\n      return ", routine_or_stub(another($number)), "(x + 1);\n" if chance(30);
      print "   return x + local[0];\n}\n";
   }
   print "\nROUTINE static u64 each_instruction(u64 x)\n{\n",
         (map { '   ' . assembly($_) . ";\n" } shuffled(0 .. assembly_count() - 1)), "   return x;\n}\n";
   print "\n__attribute__((noreturn, used)) ROUTINE void begin(void)\n{\n   u64 x = 1;\n",
         "   for (int i = 0; i < 20; i++) {\n      calls_left = 100;\n      x += table[i % $routines](x + i);\n   }\n",
         "   each_instruction(x);\n   for (;;)\n      system_call(SYS_exit_group, 0, 0, 0);\n}\n";
}

sub chance
{
   my ($percent) = @_;
   return rand(100) < $percent;
}

sub one_of
{
   return $_[rand(@_)];
}

sub shuffled
{
   my %rank = map { $_ => rand() } @_;
   return sort { $rank{$a} <=> $rank{$b} } @_;
}

sub another
{
   my ($number) = @_;
   return $routines == 1 ? 0 : ($number + 1 + int(rand($routines - 1))) % $routines;
}

# A PLT stub jumps to its routine, whose address it reads. It is in a section of its own, and no routine.
sub routine_or_stub
{
   my ($number) = @_;
   return (chance(35) ? 'stub_' : 'routine_') . $number;
}

# An address, in memory with room for 64 bytes behind it.
sub address
{
   my $offset = chance(50) ? int(rand(64)) : chance(50) ? 8 * int(rand(100)) : 'x % ' . (1 + int(rand(800)));
   return chance(75) ? "arena + $offset" : one_of('given', 'taken') . ' + ' . int(rand(64));
}

sub scalar_type
{
   return $types[rand(4)];
}

sub value_of_read
{
   my $type = one_of(@types);
   return "AT($type, " . address() . ')' . ($type =~ /^v/ ? '[' . int(rand(2)) . ']' : '');
}

sub statement
{
   my ($number) = @_;
   my $indent = '   ' x ($depth + 1);
   my @kinds  = ('read', 'read', 'reads', 'write', 'copy', 'modify', 'local', 'stale', 'assembly', 'assembly');
   push @kinds, 'if', 'if_else', 'loop', 'call', 'call', 'call_by_table', 'system_call' if $depth < 2;
   my $kind = one_of(@kinds);
   if ($kind eq 'read') {
      return "${indent}x += " . value_of_read() . ";\n";
   } elsif ($kind eq 'reads') {
      return "${indent}x += " . value_of_read() . ' * 3 + ' . value_of_read() . ' + ' . value_of_read() . ";\n";
   } elsif ($kind eq 'write') {
      return "${indent}AT(" . scalar_type() . ', ' . address() . ") = x;\n";
   } elsif ($kind eq 'copy') {
      my $type = one_of(@types);
      return "${indent}AT($type, " . address() . ") = AT($type, " . address() . ");\n";
   } elsif ($kind eq 'modify') {
      return "${indent}AT(" . scalar_type() . ', ' . address() . ') ' . one_of('+=', '^=', '|=') . " x;\n";
   } elsif ($kind eq 'local') {
      my $index = int(rand(16));
      return "${indent}local[$index] = x; x += local[$index];\n";
   } elsif ($kind eq 'stale') {
      return "${indent}(void)local[" . int(rand(16)) . "];\n";   # what other routines have left there is no number
   } elsif ($kind eq 'assembly') {
      return $indent . assembly(int(rand(assembly_count()))) . ";\n";
   } elsif ($kind eq 'call') {
      return "${indent}if (may_call())\n$indent   x += " . routine_or_stub(int(rand($routines))) . "(x);\n";
   } elsif ($kind eq 'call_by_table') {
      return "${indent}if (may_call())\n$indent   x ^= table[x % $routines](x);\n";
   } elsif ($kind eq 'system_call') {
      return $indent . one_of('give', 'take') . "();\n";
   }
   $depth++;
   my $text;
   if ($kind eq 'if') {
      $text = "${indent}if (x & " . one_of(1, 2, 4, 8) . ") {\n" . statement($number) . "$indent}\n";
   } elsif ($kind eq 'if_else') {
      $text = "${indent}if (x % " . one_of(3, 5, 7) . ") {\n" . statement($number) . "$indent} else {\n"
              . statement($number) . "$indent}\n";
   } else {
      my $type = scalar_type();
      $text = "${indent}for (u64 i = 0; i < " . int(rand(20)) . "; i++) {\n$indent   x += AT($type, arena + i * "
              . int(rand(12)) . ' + ' . int(rand(400)) . ");\n" . statement($number) . "$indent}\n";
   }
   $depth--;
   return $text;
}

# Instructions that compilers use seldom, and accesses of different sizes to one address. An aligned access is also an
# exit from the block, if it is not aligned. %1 and target are an address, source is another.
my (@in_registers, @of_strings, @of_vectors);
BEGIN
{
   @in_registers = (
      'lock cmpxchgl %%ecx, (%1)', 'lock xaddw %%ax, (%1)', 'xchgb %%al, (%1)', 'lock incq 3(%1)', 'notb 1(%1)',
      'pushq (%1); popq 8(%1)', 'pushq %%rax; popq (%1)', 'btsq $5, (%1)', 'btl $9, (%1)', 'shll $3, (%1)',
      'testb $1, (%1); cmovnzl 4(%1), %%eax', 'cmpb $1, (%1); setbe 2(%1)', 'fldt (%1); fstpt 16(%1)',
      'flds (%1); fstpl 4(%1)', 'movq (%1), %%xmm0; movdqu %%xmm0, 5(%1)', 'movhps (%1), %%xmm1; movlps %%xmm1, 8(%1)',
      'fnstenv (%1); fldenv (%1)', 'fnstcw (%1); fldcw (%1)', 'stmxcsr (%1); ldmxcsr (%1)',
      'movzbl (%1), %%eax; movswq 1(%1), %%rax; movslq 3(%1), %%rax', 'movb (%1), %%cl; addq (%1), %%rax',
      'movl (%1), %%ecx; movdqu (%1), %%xmm0', 'movw (%1), %%cx; movq %%rax, (%1); movdqu (%1), %%xmm0',
      'andq $-16, %1; jmp 1f; 1: movaps (%1), %%xmm0; addl 24(%1), %%eax; movdqa %%xmm0, 32(%1); addw 40(%1), %%ax',
   );
   @of_strings = (
      'rep movsb', 'rep movsl', 'rep stosb', 'rep stosq', 'repe cmpsb', 'repne scasb', 'movsw; lodsb; scasl',
   );
   # Valgrind 3.19 does not translate a guarded load and x87 instructions in one block.
   my ($alone_begins, $alone_ends) = ('jmp 1f; 1: vpcmpeqd %%xmm0, %%xmm0, %%xmm0;', 'jmp 2f; 2:');
   @of_vectors = (
      'vmovups (%0), %%ymm0; vmovups %%ymm0, 1(%0)',
      "$alone_begins vpsrldq \$8, %%xmm0, %%xmm0; vmaskmovps (%0), %%xmm0, %%xmm1; $alone_ends",
      "$alone_begins vpslldq \$12, %%xmm0, %%xmm0; vmaskmovps %%xmm0, %%xmm0, (%0); $alone_ends",
      'vbroadcastss (%0), %%ymm0; vinsertf128 $1, 4(%0), %%ymm0, %%ymm0',
   );
}

sub assembly
{
   my ($index) = @_;
   if ($index < @in_registers) {
      return "REGISTERS(\"$in_registers[$index]\", " . address() . ')';
   }
   $index -= @in_registers;
   if ($index < @of_strings) {
      my $count = int(rand($of_strings[$index] =~ /l$/ ? 15 : $of_strings[$index] =~ /q$/ ? 7 : 60));
      return "STRINGS(\"$of_strings[$index]\", " . address() . ', ' . address() . ", $count)";
   }
   return "VECTORS(\"$of_vectors[$index - @of_strings]\", " . address() . ')';
}

sub assembly_count
{
   return @in_registers + @of_strings + @of_vectors;
}

__DATA__
/* Made by random_program.pl. */

#include <sys/syscall.h>

#ifdef __clang__
#define ROUTINE __attribute__((noinline))
#else
#define ROUTINE __attribute__((noipa))
#endif

typedef unsigned char      u8;
typedef unsigned short     u16 __attribute__((aligned(1), may_alias));
typedef unsigned int       u32 __attribute__((aligned(1), may_alias));
typedef unsigned long      u64 __attribute__((aligned(1), may_alias));
typedef unsigned long long v16 __attribute__((vector_size(16), aligned(1), may_alias));
typedef unsigned long long v32 __attribute__((vector_size(32), aligned(1), may_alias));

#define AT(type, address)  (*(volatile type*)(address))

#define REGISTERS(instructions, address) \
   do { \
      void* target = address; \
      __asm__ volatile(instructions : "+a"(x), "+r"(target) : : "rcx", "memory", "cc", "xmm0", "xmm1"); \
   } while (0)

#define STRINGS(instruction, to, from, count) \
   do { \
      const void* source = from; \
      void* target = to; \
      u64 left = count; \
      __asm__ volatile(instruction : "+S"(source), "+D"(target), "+c"(left) : : "rax", "memory", "cc"); \
   } while (0)

#ifdef __AVX__
#define VECTORS(instructions, address) __asm__ volatile(instructions : : "r"(address) : "memory", "xmm0", "xmm1")
#else
#define VECTORS(instructions, address) (x += AT(v16, address)[0])
#endif

/* Valgrind reads the symbols of a program that has initialised data. */
static u8  arena[1024] __attribute__((aligned(64))) = { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 121, 98 };
static u8  given[128] __attribute__((aligned(64)));
static u8  taken[128] __attribute__((aligned(64)));
static volatile int calls_left;

__attribute__((always_inline)) static inline long system_call(long number, long a, long b, long c)
{
   long result;
   __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(a), "S"(b), "d"(c) : "memory", "rcx", "r11");
   return result;
}

__attribute__((unused)) ROUTINE static void give(void)
{
   system_call(SYS_write, 1, (long)given, sizeof given);
}

__attribute__((unused)) ROUTINE static void take(void)
{
   system_call(SYS_read, 0, (long)taken, sizeof taken);
}

ROUTINE static int may_call(void)
{
   return calls_left > 0 && calls_left-- > 0;
}

__asm__(".globl _start\n\t.type _start, @function\n"
        "_start:\txorl %ebp, %ebp\n\tcall begin\n\thlt\n\t.size _start, . - _start");

