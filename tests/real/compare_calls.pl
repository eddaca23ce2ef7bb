#!/usr/bin/perl
# Runs a program under aprof and under Callgrind, in the same environment, and compares how often each routine was called.
#
#    compare_calls.pl [OPTIONS] PROGRAM COMMAND [ARGUMENT...]
#
#    --least=N      routines with N calls or more, by either tool, are compared                [10]
#    --routines=N   at least N must be compared, or the comparison says nothing                [1]
#    --list         print the numbers, in a row of a Markdown table
#    --valgrind=V   how to run Valgrind                                    [../../../vg-in-place]
#
# PROGRAM names the comparison in messages. If both runs end and print alike, and all routines agree, the output is always
# the same, and the exit status is 0. Else it is 1, and what is wrong is said.
#
# A routine agrees if aprof's number of calls is one of two that Callgrind counts: its calls, or how often its first
# instruction was executed (--dump-instr=yes). On arm64 and riscv64, where Callgrind takes jumps for calls and its stack then
# goes wrong, the second is the one to go by. It is no help where a routine jumps to its own beginning.
#
# Routines are the same if they have the same name in the same object. Static functions of one name are added up (a report
# does not say which is which), and so are split-off and cloned parts (.cold, .part.0), which belong to their routine.

use strict;
use warnings;
use File::Basename;
use File::Temp qw(tempdir);
use Getopt::Long qw(:config require_order);
use POSIX qw(uname);
use lib $0 =~ s{[^/]*$}{../common}r;
use CallgrindProfile;
use Report;
use Script;

my %option = (least => 10, routines => 1, valgrind => '../../../vg-in-place');
GetOptions(\%option, 'least=i', 'routines=i', 'list', 'valgrind=s') && @ARGV >= 2
   or die "usage: compare_calls.pl [--least=N] [--routines=N] [--list] [--valgrind=V] PROGRAM COMMAND [ARGUMENT...]\n";
my ($program, @command) = @ARGV;

my $processor = (uname())[4];

# Loops by jumping to its own first instruction, which Callgrind takes for a call: in the dynamic linker of glibc 2.41.
my $loops = qr/: _dl_cache_libcmp$/;

main();

sub main
{
   my $directory = tempdir(CLEANUP => 1);
   my $printed   = run_under($option{valgrind}, {}, "$directory/aprof.out", '--tool=aprof',
                             "--aprof-out-file=$directory/aprof.out", @command);
   my $again     = run_under($option{valgrind}, {}, "$directory/callgrind.out", '--tool=callgrind',
                             "--callgrind-out-file=$directory/callgrind.out", '--dump-instr=yes', '--compress-pos=no', @command);
   my $result    = compare(calls_by_aprof("$directory/aprof.out"), calls_by_callgrind("$directory/callgrind.out"));

   my @problems = @{$result->{disagreements}};
   push @problems, "only $result->{compared} routines to compare, not $option{routines}" if $result->{compared} < $option{routines};
   push @problems, 'the two runs did not print the same, or did not end alike' if $printed ne $again;
   printf "| %s | %d | %d | %d |\n", $program, $result->{compared}, $result->{compared} - @{$result->{disagreements}},
      $result->{by_entry} if $option{list};
   print map { "$program: $_\n" } @problems;
   exit 1 if @problems;
   print "$program: each routine was called as often as Callgrind says\n";
}

# 'OBJECT: ROUTINE', without what the compiler, the linker or Callgrind has added to the name.
sub key
{
   my ($name, $object) = @_;
   $name =~ s/'\d+$//;   # Callgrind marks what is called recursively
   $name =~ s/ \[clone .*//;
   $name =~ s/(?<=.)\.(cold|(part|isra|constprop|lto_priv|llvm)\.\d).*//;
   $name =~ s/(?<=.)@.*//;
   $name =~ s/"/''/g;
   $name =~ s/^0x0+(?=.)/0x/;
   return basename($object) . ': ' . substr($name, 0, 590);   # aprof cuts names a little further on
}

# key => number of calls
sub calls_by_aprof
{
   my ($file) = @_;
   my %calls;
   my $report = Report->new($file);
   while (my $point = $report->next_point) {
      $calls{key(@{$point->{routine}}{'name', 'image'})} += $point->{calls};
   }
   return \%calls;
}

# How often an instruction was executed, by object and address.
my %executions;

# key => [ { calls, to (a name), object and address of what was called } ]
sub calls_by_callgrind
{
   my ($file) = @_;
   my %arcs;
   my $profile = CallgrindProfile->new($file);
   while (my $cost = $profile->next_cost) {
      my ($caller, $callee) = @$cost{'function', 'callee'};
      if (!defined $cost->{calls}) {
         $executions{$caller->{object}}{$cost->{instr}} += $cost->{events}[0];
         next;
      }
      push @{$arcs{key(@$callee{'name', 'object'})}}, {
         calls => $cost->{calls}, to => $callee->{name}, object => $callee->{object},
         target => hex((split ' ', $cost->{target})[0]),
      };
   }
   return \%arcs;
}

sub compare
{
   my ($aprof, $callgrind) = @_;
   my %result = (compared => 0, by_entry => 0, disagreements => []);
   my %both = (%$aprof, %$callgrind);
   foreach my $key (sort keys %both) {
      my $calls = $aprof->{$key} // 0;
      my $arcs  = $callgrind->{$key} // [];
      my $by_callgrind = sum(map { $_->{calls} } @$arcs);
      next if $calls < $option{least} && $by_callgrind < $option{least} || $key =~ $loops || $calls == 0 && is_no_routine($key);
      $result{compared}++;
      next if $calls == $by_callgrind;
      my $executions = executions_of_entry($key, $arcs);
      if ($calls == $executions) {
         $result{by_entry}++;
      } else {
         push @{$result{disagreements}}, "$calls calls, but $by_callgrind by Callgrind, and $executions executions, of $key";
      }
   }
   return \%result;
}

# Nameless code that only Callgrind has: in no object, a PLT stub that Valgrind does not know for one (.plt.got, .plt.sec);
# on arm64 and riscv64, also where a jump or a return has led.
sub is_no_routine
{
   my ($key) = @_;
   return $key =~ ($processor eq 'x86_64' ? qr/^\?\?\?: 0x/ : qr/: 0x/);
}

# Of the first instruction: of each symbol that has been called as this routine, or of code that its address names.
sub executions_of_entry
{
   my ($key, $arcs) = @_;
   my %entries;
   foreach my $arc (grep { $_->{to} !~ /\.cold/ } @$arcs) {
      my ($object, $target) = @$arc{'object', 'target'};
      $entries{"$object $target"} = $executions{$object}{$target} // 0 if is_symbol($object, $target);
   }
   my ($name, $address) = $key =~ /^(.*): 0x([0-9a-f]+)$/ or return sum(values %entries);
   my ($object) = grep { basename($_) eq $name } keys %executions;
   return defined $object ? $executions{$object}{hex $address} // 0 : 0;
}

my %symbols;
sub is_symbol
{
   my ($object, $address) = @_;
   $symbols{$object} //= symbols_of($object);
   return $symbols{$object}{$address};
}

# address => 1, of the object file and what there is of it below /usr/lib/debug.
sub symbols_of
{
   my ($object) = @_;
   my ($id) = `readelf -n $object 2> /dev/null` =~ /Build ID: (\S+)/;
   my $debug = defined $id ? '/usr/lib/debug/.build-id/' . substr($id, 0, 2) . '/' . substr($id, 2) . '.debug' : '';
   return { map { /^([0-9a-f]+) \w / ? (hex($1) => 1) : () } `nm $object $debug 2> /dev/null; nm -D $object` };
}

sub sum
{
   my $sum = 0;
   $sum += $_ foreach @_;
   return $sum;
}
