#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# points_of.pl REPORT PATTERN: the points of all routines whose names match, as "NAME: input RMS in CALLS calls".

use strict;
use warnings;

my ($file, $pattern) = @ARGV;
my $name;
open(my $in, '<', $file) or die "points_of.pl: $file: $!\n";
while (<$in>) {
   print if /^c trigger/;
   $name = $1 =~ /$pattern/ ? $1 : undef if /^r "([^"]+)"/;
   print "$name: input $1 in $2 calls\n" if defined $name && /^p \d+ (\d+) \d+ \d+ \d+ \d+ (\d+)/;
}
