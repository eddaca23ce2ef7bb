#!/usr/bin/perl
# Runs a program without and with each of some options that leave routines out: the routines that stay must keep all
# that they have, and the tree of contexts its roots.
#
#    left_out.pl OPTION... -- COMMAND [ARGUMENT...]
#
#    OPTION       one of --fn-skip=PATTERN, --skip-objects=LIST, --objects=LIST
#
# Functions of libraries are bound when they are called first, which is measured with calling contexts; and before the
# program starts, without contexts. The oracle is always there. A routine that is left out counts as inlined:
# the inclusive costs and the inputs of those that stay do not change, nor does the sum of all costs. A routine that is
# left out is in the report only if a thread, signal handler or coroutine begins in it. Nameless routines are not compared:
# where code that is left out jumps to one, nothing tells that it begins there. Prints "nothing lost", or what differs.

use strict;
use warnings;
use File::Temp qw(tempdir);
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my @options;
push @options, shift @ARGV while @ARGV && $ARGV[0] ne '--';
shift @ARGV;
@options > 0 && @ARGV > 0 or die "usage: left_out.pl OPTION... -- COMMAND...\n";
my @command = @ARGV;
my $directory = tempdir(CLEANUP => 1);
my @differences;

main();

sub main
{
   for my $contexts ('yes', 'no') {
      local $ENV{LD_BIND_NOW} = $contexts eq 'no' ? 1 : '';   # empty: lazily
      my $whole = run('--collect-cct=yes');
      for my $left_out (@options) {
         my $report = run("--collect-cct=$contexts", $left_out);
         compare("$left_out --collect-cct=$contexts", $whole, $report, left_out_by($left_out));
      }
   }
   print @differences == 0 ? "nothing lost\n" : map { "$_\n" } @differences > 20 ? @differences[0 .. 19] : @differences;
   exit(@differences > 0);
}

# Returns what the report says: {total, roots => [routine...], points => {routine => {rms => [fields]}}}.
sub run
{
   my @with = @_;
   my $file = "$directory/report";
   my $said = "$directory/said";
   my $pid  = fork() // die "fork: $!\n";
   if ($pid == 0) {
      open(STDOUT, '>', '/dev/null');
      open(STDERR, '>', $said);
      exec('../../../vg-in-place', '--tool=aprof', '-q', '--check-rms=yes', "--aprof-out-file=$file", @with, @command);
      exit 127;
   }
   waitpid($pid, 0);
   my @said = lines_of($said);
   push @differences, "@with: $_" for grep { /check-rms:/ && !/ 0 disagreements/ } @said;
   grep { /check-rms:/ } @said or die "left_out.pl: @with: not run:\n", @said;
   my $problems = Report::problems($file);
   push @differences, "@with: $problems" if $problems ne '';
   return read_report($file);
}

sub lines_of
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "left_out.pl: $file: $!\n";
   my @lines = <$in>;
   return @lines;
}

sub read_report
{
   my ($file) = @_;
   my $report = Report->read($file);
   my %points;
   foreach my $point (@{$report->{points}}) {
      Report::add_point($points{key_of($point->{routine})}{$point->{rms}} //= [], $point);
   }
   foreach my $point (map { values %$_ } values %points) {
      splice @$point, 6;   # self costs grow by what is left out
   }
   my @roots = map { key_of($_->{routine}) } grep { $_->{parent} == -1 } @{$report->{contexts}};
   return { total => $report->{total}, roots => \@roots, points => \%points };
}

# Static functions of one name have one symbol, too.
sub key_of
{
   my ($routine) = @_;
   return "$routine->{name} in $routine->{image} as $routine->{symbol}";
}

# Returns a function that says whether the option leaves out a routine.
sub left_out_by
{
   my ($text) = @_;
   my ($kind, $list) = $text =~ /^--(fn-skip|skip-objects|objects)=(.+)$/ or die "left_out.pl: '$text' is no option\n";
   my @patterns = map { shell_pattern($_) } $kind eq 'fn-skip' ? $list : split(/,/, $list);
   return sub {
      my ($name, $image, $symbol) = $_[0] =~ /^(.*) in (.*) as (.*)$/;
      if ($kind eq 'fn-skip') {
         return grep { $name =~ $_ || $symbol =~ $_ } @patterns;
      }
      my ($file) = $image =~ m{([^/]*)$};
      my $listed = grep { $image =~ $_ || $file =~ $_ } @patterns;
      return $kind eq 'objects' ? !$listed : $listed;
   };
}

sub shell_pattern
{
   my ($pattern) = @_;
   my $regular = join('', map { $_ eq '*' ? '.*' : $_ eq '?' ? '.' : quotemeta } split(//, $pattern));
   return qr/^$regular$/s;
}

sub compare
{
   my ($what, $whole, $report, $is_left_out) = @_;
   my $found = sub { push @differences, "$what: @_" };
   my %is_root = map { $_ => 1 } @{$whole->{roots}};
   $found->("total cost $report->{total}, without the option $whole->{total}")
      if $report->{total} != $whole->{total};
   my ($roots, $expected) = map { join(', ', sort @$_) } $report->{roots}, $whole->{roots};
   $found->("roots $roots, without the option $expected") if $roots ne $expected && @{$report->{roots}} > 0;

   for my $routine (sort keys %{$whole->{points}}) {
      if ($routine =~ /^0x/) {
         next;
      } elsif ($is_left_out->($routine)) {
         $found->("$routine is there") if $report->{points}{$routine} && !$is_root{$routine};
      } else {
         my ($now, $then) = map { text_of($_->{points}{$routine}) } $report, $whole;
         $found->("$routine has $now, without the option $then") if $now ne $then;
      }
   }
   for my $routine (sort keys %{$report->{points}}) {
      $found->("$routine is new") if !$whole->{points}{$routine};
   }
}

sub text_of
{
   my ($points) = @_;
   return 'nothing' if !$points;
   return join('; ', map { "rms $_: @{$points->{$_}}" } sort { $a <=> $b } keys %$points);
}
