#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# routines.pl REPORT: the kind of input, where it comes from, and for each routine with a name its points: input size
# and number of calls.

use strict;
use warnings;

my ($report) = @ARGV;
my (%points, $routine);
open(my $in, '<', $report) or die "routines.pl: $report: $!\n";
while (my $line = <$in>) {
   print $line if $line =~ /^(i |c input-)/;
   $routine = $1 if $line =~ /^r "([^"]+)"/;
   push @{$points{$routine}}, "$1 x$2" if $line =~ /^p \d+ (\d+) \d+ \d+ \d+ \d+ (\d+)/ && $routine !~ /^0x/;
}
print "$_: @{$points{$_}}\n" foreach sort keys %points;
