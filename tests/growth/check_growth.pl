#! /usr/bin/perl
# check_growth.pl REPORT SOURCE...
#
# Compares the growth classes of a report's routines, as `aprof show` gives them, with what the comments in the sources
# of the workloads derive (workload.h says how they are written). Prints a table to the standard error, and fails if
# less than 95 % are right, or any is said to be quadratic, or worse, that is not.

use strict;
use warnings;
use JSON::PP;

my @cases = qw(worst mean best);
my %square = map { $_ => 1 } 'n^2', 'n^2 log n', 'n^3', 'exp';

my ($report, @sources) = @ARGV;
die "usage: check_growth.pl REPORT SOURCE...\n" unless @sources;

# name => [worst, mean, best]
my (%expected, @names);

sub read_expected {
   my ($source) = @_;
   open(my $in, '<', $source) or die "$source: $!\n";
   while (<$in>) {
      next unless m{^/\* (\w+): (.+?)\s*$};
      my ($name, $classes) = ($1, $2);
      $classes = "worst $classes, mean $classes, best $classes" unless $classes =~ /^worst /;
      $classes =~ /^worst (.+), mean (.+), best (.+)$/ or die "$source: cannot read '$classes'\n";
      die "$source: $name is there twice\n" if $expected{$name};
      $expected{$name} = [$1, $2, $3];
      push @names, $name;
   }
}

# Returns the classes of each routine, as `aprof show` gives them.
sub classes_of_command {
   my $json = `../../command/aprof show --format=json --limit=0 $report`;
   die "aprof show failed\n" if $?;
   my @routines = @{ decode_json($json)->{routines} };
   return { map { my $growth = $_->{growth}; $_->{name} => [map { $growth->{$_}{class} } @cases] } @routines };
}

read_expected($_) for @sources;
my $got = classes_of_command();

my ($all, $right, $false_squares) = (0, 0, 0);
for my $name (@names) {
   my $classes = $got->{$name} or die "$name: no such routine in $report\n";
   for my $i (0 .. 2) {
      my ($expected, $is) = ($expected{$name}[$i], $classes->[$i]);
      my $judgement = $is eq $expected ? '' : $square{$is} && !$square{$expected} ? 'FALSELY QUADRATIC' : 'WRONG';
      printf STDERR "%-26s %-5s expected %-16s got %-16s %s\n", $name, $cases[$i], $expected, $is, $judgement;
      $all++;
      $right++ if $judgement eq '';
      $false_squares++ if $judgement eq 'FALSELY QUADRATIC';
   }
}
printf STDERR "%d of %d right (%.1f %%), %d falsely quadratic or worse\n", $right, $all, 100 * $right / $all,
   $false_squares;
exit($right < 0.95 * $all || $false_squares > 0);
