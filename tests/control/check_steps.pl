#!/usr/bin/perl
# check_steps.pl REPORT ROUTINE...
#
# Compares the inclusive cost of each input size of each routine with that of the next one: prints how many sizes there
# are, and where it becomes more than twice as large or less than half as large.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my ($report, @routines) = @ARGV;
@routines or die "usage: check_steps.pl REPORT ROUTINE...\n";
my %cost;
for my $point (@{Report->read($report)->{points}}) {
   $cost{$point->{routine}{name}}{$point->{rms}} = $point->{max};
}

for my $routine (@routines) {
   my $costs = $cost{$routine} // {};
   my @sizes = sort { $a <=> $b } keys %$costs;
   print "$routine: ", scalar(@sizes), " sizes from ", $sizes[0] // 0, " to ", $sizes[-1] // 0, "\n";
   for my $index (1 .. $#sizes) {
      my ($small, $large) = @sizes[$index - 1, $index];
      my $step = $costs->{$large} / $costs->{$small};
      print "   from $small to $large, the cost grows from $costs->{$small} to $costs->{$large}\n"
         if $step > 2 || $step < 0.5;
   }
}
