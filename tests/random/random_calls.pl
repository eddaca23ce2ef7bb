#!/usr/bin/perl
# random_calls.pl [--without=KIND,...] SEED [ROUTINES]
#
# Writes a C++ program whose routines call each other at random, in all ways: by name, by pointer, as a last act,
# recursively, on another stack, by hand; they are left by returns, exceptions and longjmp; signal handlers, coroutines
# and threads call them, too, and handlers edit where the program goes on. It is the same program for the same SEED.
# --without leaves out statements of these kinds (%statements), and changes nothing else: to find what a mistake needs.
#
# The program counts by itself how often each path of calls was taken, in each part of the report (random_counts.h), and
# writes that into files: PROGRAM FILE writes FILE.0, and each child that it forks FILE.1 and so on.
#
#    c++ -std=gnu++17 -O2 -pthread -I. -I../../include -o PROGRAM PROGRAM.cpp

use strict;
use warnings;
use Getopt::Long;

my $without = '';
GetOptions('without=s' => \$without) && "@ARGV" =~ /^\d+( [2-9]\d*| 1\d+)?$/
   or die "usage: random_calls.pl [--without=KIND,...] SEED [ROUTINES]\n";
my ($seed, $routines) = (@ARGV, 14);
my %without = map { $_ => 1 } split /,/, $without;
srand($seed);

# What Callgrind can follow: it gives up where a coroutine begins in a handler, for example.
my $wild = $seed % 4 != 1;

# Threads that run whenever they like share nothing, so there is no common state that a part or a child could have.
my $threads = chance(35) ? 1 + int(rand(3)) : 0;
my $baton   = $threads && $wild && chance(65) ? 1 : 0;
my $alone   = $baton || !$threads;
my %has = !$wild ? () : (
   wild  => 1,
   edits => chance(60),             parts => $alone && chance(35), zero  => $alone && chance(10),
   forks => $alone && chance(15),   timer => !$threads && chance(10),
   leave => $alone && chance(20),   leave_thread => $threads && chance(40),
);
$has{leave_thread} = 0 if $has{parts} || $has{zero};   # it ends when another one runs already

# By kind: how often, what it needs, and the code, where CALL is a call, MAY(n) whether there is one, mostly not if n is
# large, ANY(x) a call of a routine that x tells, and BELOW(n) a number.
my %statements = (
   read           => [10, '', 'x += read_at(x + BELOW(200));'],
   write          => [10, '', 'write_at(x + BELOW(200), x);'],
   loop           => [10, '', 'for (int i = 0; i <= BELOW(12); i++) x += read_at(i * BELOW(9));'],
   call           => [40, '', 'MAY(3) x += CALL;'],
   recursive      => [10, '', 'MAY(2) x ^= ANY(x);'],
   guarded        => [10, '', 'MAY(3) try { x += CALL; } catch (int number) { x += number; }'],
   thrown         => [ 8, '', 'if (chance(6)) throw (int)(x & 63);'],
   mark           => [10, '',
      'MAY(3) { Mark mark(me, false); if (sigsetjmp(mark.by_library, 1) == 0) x += CALL; else x = 7; }'],
   mark_by_hand   => [10, 'wild',
      'MAY(3) { Mark mark(me, true); if (save_place(&mark.by_hand) == 0) x += CALL; else x = 9; }'],
   jump           => [14, '', 'if (chance(5)) jump_back(me);'],
   large_frame    => [ 4, '',
      'MAY(3) { volatile char large[3000]; large[x & 2047] = 1; x += CALL + large[x & 2047]; }'],
   aligned_frame  => [ 4, '',
      'MAY(3) { alignas(64) volatile char wide[64]; wide[x & 63] = 1; x += CALL + wide[x & 63]; }'],
   changing_frame => [ 4, '',
      'MAY(3) { me->depth += 3; volatile char* some = (volatile char*)__builtin_alloca(32 + (x & 31) * 600);'
                              . ' some[x & 31] = 1; x += CALL + some[x & 31]; }'],
   elsewhere      => [ 5, 'wild', 'MAY(4) x += call_elsewhere(x, me);'],
   by_hand        => [ 4, 'wild', 'MAY(4) x += call_with_own_return(x, me);'],
   region         => [ 5, '',
      'MAY(3) { Call* inner = begin(REGION_1, me); aprof_region scope("region_1"); x += ANY(x, inner); }'],
   region_2       => [ 3, '',
      'MAY(3) { Call* inner = begin(REGION_2, me); aprof_region scope("region_2"); x += ANY(x, inner); }'],
   signal         => [ 8, '', 'MAY(3) send(me, SIGUSR1);'],
   signal_on_alternate => [ 4, 'wild', 'MAY(3) send(me, SIGHUP);'],
   two_signals    => [ 3, 'wild', 'MAY(4) send_two(me);'],
   signal_jumps   => [ 6, '',
      'MAY(5) { Mark mark(me, false); if (sigsetjmp(mark.by_library, 1) == 0) send(me, SIGUSR2); }'],
   alternate_jumps => [ 4, 'wild',
      'MAY(5) { Mark mark(me, false); if (sigsetjmp(mark.by_library, 1) == 0) send(me, SIGWINCH); }'],
   fault          => [ 8, 'wild', 'MAY(4) fault(me, SKIP, BELOW(4));'],
   push           => [ 8, 'edits', 'MAY(4) fault(me, PUSH, BELOW(4));'],
   resume         => [10, '', 'MAY(4) x += resume(me);'],
   transfer       => [ 5, 'wild', 'MAY(4) transfer(me);'],
   yield          => [12, '', 'if (chance(3)) yield(me);'],
   local          => [ 2, 'wild',
      'MAY(3) if (me->depth < 8) { me->depth += LOCAL_DEPTH; x += '
         . 'run_local((char*)__builtin_alloca(LOCAL), me); }'],
   hand_over      => [10, 'wild', 'if (chance(4)) hand_over(me);'],
   part           => [ 4, 'parts', 'if (chance(60)) part_ends(me);'],
   zero           => [ 2, 'zero', 'if (chance(100)) zero(me);'],
   fork           => [ 3, 'forks', 'if (chance(40)) fork_here(me);'],
   timer          => [ 2, 'timer', 'if (chance(30)) wait_for_timer(me);'],
   leave          => [ 2, 'leave', 'if (chance(400)) leave_program();'],
   leave_thread   => [ 2, 'leave_thread', 'if (chance(100)) leave_thread(me);'],
);
my @kinds = map { ($_) x $statements{$_}[0] } sort keys %statements;
foreach my $kind (keys %without) {
   die "random_calls.pl: no statements are of the kind '$kind'\n" if !$statements{$kind};
}

# What has cost nothing since a fork is not counted: the callers of what runs apart, if they do not go on. The program
# does not know whether something runs apart.
my $may_be_apart = !$has{forks} && !$has{zero};
my @names = map { (chance(15) && $may_be_apart ? 'apart' : 'routine') . "_$_" } 0 .. $routines - 1;
main();

sub main
{
   print "/* Made by random_calls.pl $seed $routines. */\n\n";
   my %constants = (
      SEED => "${seed}ul", ROUTINES => $routines, THREADS => $threads, BATON => $baton, ROUNDS => 10 + int(rand(20)),
      map { uc($_) => $has{$_} || 0 } qw(wild edits parts),
   );
   printf "#define %-8s  %s\n", $_, $constants{$_} foreach sort keys %constants;
   print "\n#include \"random_calls.h\"\n\n";
   print "ROUTINE long $_(long x, Call* from);\n" for @names;
   print "\nRoutine* const volatile table[ROUTINES] = {\n", (map { "   $_,\n" } @names), "};\n";
   my @others = qw(main run coroutine on_signal on_brief on_fault on_exchange preempt preempted on_other_stack
                   call_by_hand switch_by_return switch_by_jump switch_by_exchange region_1 region_2);
   print "\nconst char* const names[NAMES] = {\n", (map { "   \"$_\",\n" } @names, @others), "};\n";
   routine($_) for 0 .. $routines - 1;
}

sub chance
{
   my ($percent) = @_;
   return rand(100) < $percent ? 1 : 0;
}

sub one_of
{
   return $_[rand(@_)];
}

# A routine that is its own last call would be a loop.
sub another
{
   my ($number) = @_;
   return $names[($number + 1 + int(rand($routines - 1))) % $routines];
}

sub routine
{
   my ($number) = @_;
   print "\nROUTINE long $names[$number](long x, Call* from)\n{\n   Call* me = begin($number, from);\n";
   print '   ', statement(), "\n" for 1 .. 2 + int(rand(7));
   print '   ', may(4), ' return ', another($number), "(x + 1, me);\n" if chance(45);
   print "   return x + read_at(x);\n}\n";
}

sub may
{
   my ($odds) = @_;
   return 'if (may_call(me, ' . (1 + int(rand($odds))) . '))';
}

sub a_call
{
   return chance(70) ? $names[rand(@names)] . '(x, me)' : 'ANY(x + 1)';
}

sub any_call
{
   my ($x, $me) = ($_[0], $_[1] // 'me');
   return "table[(unsigned long)($x) % ROUTINES]($x, $me)";
}

# The code is made also of what is left out, so that the rest remains as it is.
sub statement
{
   my $kind = one_of(@kinds);
   my (undef, $needs, $code) = @{$statements{$kind}};
   $code =~ s/\bCALL\b/a_call()/ge;
   $code =~ s/\bANY\((.*?)(?:, (\w+))?\)/any_call($1, $2)/ge;
   $code =~ s/\bMAY\((\d+)\)/may($1)/ge;
   $code =~ s/\bBELOW\((\d+)\)/int(rand($1))/ge;
   return $without{$kind} || ($needs ne '' && !$has{$needs}) ? "/* $kind */" : $code;
}
