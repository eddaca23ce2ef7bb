#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# random_calls.pl SEED [ROUTINES]
#
# Writes a C++ program whose routines call each other at random, in all ways: by name, by pointer, as a last act,
# recursively; they are left by returns, exceptions and longjmp; signal handlers, coroutines and threads call them, too.
# It is the same program for the same SEED. It prints how often each routine was called, and a sum of what they have
# read. Each thread has random numbers and memory of its own, so what it prints does not depend on which runs when.
#
#    c++ -std=gnu++17 -O2 -pthread -o PROGRAM PROGRAM.cpp

use strict;
use warnings;

my ($seed, $routines) = (@ARGV, 14);
die "usage: random_calls.pl SEED [ROUTINES]\n" if @ARGV < 1 || "@ARGV" !~ /^\d+( [2-9]\d*| 1\d+)?$/;
srand($seed);
my $threads = $seed % 3 == 0 ? 2 + int(rand(3)) : 0;

main();

sub main
{
   print "/* Made by random_calls.pl $seed $routines. */\n\n";
   while (my $line = <DATA>) {
      print $line =~ s/\@ROUTINES\@/$routines/gr =~ s/\@THREADS\@/$threads/gr;
   }
   print "ROUTINE long routine_$_(long x);\n" for 0 .. $routines - 1;
   print "\nstatic long (*const volatile table[ROUTINES])(long) = {\n", (map { "   routine_$_,\n" } 0 .. $routines - 1), "};\n";
   routine($_) for 0 .. $routines - 1;
   print "\nlong call_any(unsigned number, long x)\n{\n   return table[number % ROUTINES](x);\n}\n";
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

# A routine that is its own last call would be a loop.
sub another
{
   my ($number) = @_;
   return ($number + 1 + int(rand($routines - 1))) % $routines;
}

sub routine
{
   my ($number) = @_;
   print "\nROUTINE long routine_$number(long x)\n{\n   begin($number);\n";
   print '   ', statement(), "\n" for 1 .. 2 + int(rand(7));
   print "   if (may_call(", 1 + int(rand(4)), "))\n      return routine_", another($number), "(x + 1);\n" if chance(45);
   print "   return x + read_at(x);\n}\n";
}

sub call
{
   return chance(70) ? 'routine_' . int(rand($routines)) . '(x)' : 'table[(unsigned long)x % ROUTINES](x + 1)';
}

sub statement
{
   my $kind = one_of(qw(read write loop call call call call guarded thrown jump leave raise raise_jump coroutine yield recursive));
   my $odds = 1 + int(rand(3));
   return $kind eq 'read'       ? 'x += read_at(x + ' . int(rand(200)) . ');'
        : $kind eq 'write'      ? 'write_at(x + ' . int(rand(200)) . ', x);'
        : $kind eq 'loop'       ? 'for (int i = 0; i < ' . (1 + int(rand(12))) . '; i++) x += read_at(i * ' . (1 + int(rand(9))) . ');'
        : $kind eq 'call'       ? "if (may_call($odds)) x += " . call() . ';'
        : $kind eq 'recursive'  ? "if (may_call(2)) x ^= call_any((unsigned)x, x);"
        : $kind eq 'guarded'    ? "if (may_call($odds)) try { x += " . call() . '; } catch (int number) { x += number; }'
        : $kind eq 'thrown'     ? 'if (chance(6)) throw (int)(x & 63);'
        : $kind eq 'jump'       ? "if (may_call($odds)) { Mark mark; if (sigsetjmp(mark.place, 1) == 0) x += " . call()
                                  . '; else x = 7; }'
        : $kind eq 'leave'      ? 'if (chance(6)) jump_back();'
        : $kind eq 'raise'      ? 'if (may_call(3)) raise(SIGUSR1);'
        : $kind eq 'raise_jump' ? 'if (may_call(5)) { Mark mark; if (sigsetjmp(mark.place, 1) == 0) raise(SIGUSR2); }'
        : $kind eq 'yield'      ? 'if (chance(3)) yield();'
        :                         'if (may_call(4)) x += resume_coroutine();';
}

__DATA__
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <ucontext.h>

#define ROUTINES  @ROUTINES@
#define THREADS   @THREADS@
#define CELLS     256
#define STACK     (256 << 10)

#ifdef __clang__
#define ROUTINE __attribute__((noinline))
#else
#define ROUTINE __attribute__((noipa))
#endif

struct Mark;

/* What a thread has of its own. */
struct Own {
   unsigned long random;
   long cells[CELLS];
   long counts[ROUTINES];
   long sum;
   int  calls_left;
   int  depth;
   int  in_handler;
   Mark* mark;             /* of the innermost sigsetjmp */
   ucontext_t here, there;
   int  in_coroutine;
   bool has_coroutine;
   char stack[STACK];
};

static thread_local Own* own;

long call_any(unsigned number, long x);

#define INLINE  __attribute__((always_inline)) inline

static INLINE unsigned chance_of(unsigned below)
{
   own->random ^= own->random << 13, own->random ^= own->random >> 7, own->random ^= own->random << 17;
   return (unsigned)(own->random >> 20) % below;
}

static INLINE bool chance(unsigned one_in)
{
   return chance_of(one_in) == 0;
}

static INLINE void begin(int number)
{
   own->counts[number]++;
}

/* No call begins if there were too many, so that all ends. */
static INLINE bool may_call(unsigned one_in)
{
   return own->calls_left > 0 && chance(one_in) && own->calls_left-- > 0;
}

static INLINE long read_at(long x)
{
   return *(volatile long*)&own->cells[(unsigned long)x % CELLS] & 0xff;
}

static INLINE void write_at(long x, long value)
{
   *(volatile long*)&own->cells[(unsigned long)x % CELLS] = value;
}

/* Where longjmp goes: on the same stack, and not over a handler of exceptions. */
struct Mark {
   sigjmp_buf place;
   Mark*      outer;
   int        in_coroutine, in_handler;
   INLINE Mark() : outer(own->mark), in_coroutine(own->in_coroutine), in_handler(own->in_handler) { own->mark = this; }
   INLINE ~Mark() { own->mark = outer; own->in_handler = in_handler; }
};

static INLINE void jump_back(void)
{
   if (own->mark != nullptr && own->mark->in_coroutine == own->in_coroutine)
      siglongjmp(own->mark->place, 1);
}

/* A thread has one coroutine, which goes on for ever. */
static void leave_coroutine(void)
{
   Mark* mark = own->mark;
   own->in_coroutine = 0;
   swapcontext(&own->there, &own->here);
   own->mark = mark;
}

static INLINE void yield(void)
{
   if (own->in_coroutine && !own->in_handler)
      leave_coroutine();
}

static void coroutine(void)
{
   for (;;) {
      try {
         own->sum += call_any(chance_of(ROUTINES), own->sum);
      } catch (int number) {
         own->sum += number;
      }
      leave_coroutine();
   }
}

static long resume_coroutine(void)
{
   if (own->in_coroutine || own->in_handler)
      return 1;
   Mark* mark = own->mark;
   if (!own->has_coroutine) {
      own->has_coroutine = true;
      getcontext(&own->there);
      own->there.uc_stack.ss_sp = own->stack;
      own->there.uc_stack.ss_size = STACK;
      own->there.uc_link = nullptr;
      makecontext(&own->there, coroutine, 0);
   }
   own->in_coroutine = 1;
   own->mark = nullptr;      /* the coroutine has marks of its own */
   swapcontext(&own->here, &own->there);
   own->mark = mark;
   return 2;
}

/* What the handler calls may neither throw through it nor jump over it. */
static void on_signal(int)
{
   Mark* mark = own->mark;
   own->mark = nullptr;
   own->in_handler++;
   try {
      own->sum += call_any(chance_of(ROUTINES), own->sum);
   } catch (int number) {
      own->sum += number;
   }
   own->in_handler--;
   own->mark = mark;
}

static void on_signal_that_jumps(int)
{
   on_signal(0);
   jump_back();
}

static void* run(void* argument)
{
   own = (Own*)argument;
   for (int i = 0; i < 30; i++) {
      own->calls_left = 120;
      try {
         own->sum += call_any((unsigned)i, i);
      } catch (int number) {
         own->sum += number;
      }
   }
   return nullptr;
}

static Own owns[THREADS + 1];

int main()
{
   pthread_t threads[THREADS + 1];
   signal(SIGUSR1, on_signal);
   signal(SIGUSR2, on_signal_that_jumps);
   for (int i = 0; i <= THREADS; i++) {
      owns[i].random = 88172645463325252ul + 7919ul * (unsigned)i;
      if (i > 0 && pthread_create(&threads[i], nullptr, run, &owns[i]) != 0)
         return 3;
   }
   run(&owns[0]);
   for (int i = 1; i <= THREADS; i++)
      pthread_join(threads[i], nullptr);
   for (int k = 0; k < ROUTINES; k++) {
      long count = 0;
      for (int i = 0; i <= THREADS; i++)
         count += owns[i].counts[k];
      printf("routine_%d %ld\n", k, count);
   }
   for (int i = 0; i <= THREADS; i++)
      printf("sum %ld\n", owns[i].sum);
   return (int)(owns[0].sum & 63);
}

