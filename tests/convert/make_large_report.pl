#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# make_large_report.pl ROUTINES POINTS [CALLERS]
#
# Prints a correct report in which main calls so many routines with so many
# inputs each. With CALLERS, it calls so many callers, each of which calls all the
# routines, with calling contexts. All routines have long names.

use strict;
use warnings;

my ($routines, $points, $callers) = @ARGV;
my $leaf = 7;                                   # cost of a call of a routine
my $caller = 3 + $routines * $points * $leaf;   # of a caller
my $total = 1 + ($callers ? $callers * $caller : $routines * $points * $leaf);
my $next_id = 0;

# A point of one call.
sub point
{
   my ($owner, $rms, $cost, $self) = @_;
   my $square = $cost < 4294967296 ? $cost * $cost : '18446744073709551615';
   return "$owner $rms $cost $cost $cost $square 1 $cost $self $self $self " . $self * $self . "\n";
}

# The lines of the next routine, but for its points.
sub routine
{
   my ($name) = @_;
   my $id = $next_id++;
   return "r \"$name\" \"/usr/lib/library_" . $id % 17 . ".so\" $id\nu $id \"_Z$id\"\n";
}

print "c memory-resolution: 4\nv 4\nt 2026-11-21T03:40:00Z\nk $total\ne 1763696400\nm bb-count\ni rms\n",
   "a /usr/bin/large\nf large\n";
print routine('main'), point($callers ? 'q 1' : 'p 0', 0, $total, 1);
if (!$callers) {
   for my $routine (1 .. $routines) {
      print routine("namespace_${routine}::Class<int, std::vector<char> >::routine_$routine(unsigned int)");
      print map { point("p $routine", $_, $leaf, $leaf) } 1 .. $points;
   }
   exit 0;
}

# The context of main is 1; behind that of each caller are those of the routines it calls.
for my $c (0 .. $callers - 1) {
   print routine("caller_$c"), point('q ' . (2 + $c * ($routines + 1)), 0, $caller, 3);
}
for my $routine (1 .. $routines) {
   print routine("namespace_${routine}::Class<int, std::vector<char> >::routine_$routine(unsigned int)");
   for my $c (0 .. $callers - 1) {
      my $context = 2 + $c * ($routines + 1) + $routine;
      print map { point("q $context", $_, $leaf, $leaf) } 1 .. $points;
   }
}
print "x 0 1 -1\n";
for my $c (0 .. $callers - 1) {
   my $context = 2 + $c * ($routines + 1);
   print 'x ', 1 + $c, " $context 1\n";
   print map { 'x ' . ($callers + $_) . ' ' . ($context + $_) . " $context\n" } 1 .. $routines;
}
