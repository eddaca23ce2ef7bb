#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# expected_stacks.pl [--folded] REPORT [DEEPEST]
#
# Prints the stacks of a report, each context by itself with all that is above
# it, in the form of folded stacks, sorted, equal ones added up. Below the DEEPEST
# level they are cut. Names are as they are in files without control characters;
# a semicolon is a colon, and with --folded no name ends in a blank and a number.

use strict;
use warnings;
use Math::BigInt;
require './convert_test.pl';

binmode STDOUT, ':raw';
my $is_folded = $ARGV[0] eq '--folded' && shift;
my ($report, $deepest) = @ARGV;
my (%name, %self, %context, %stacks);
for (split /\n/, slurp($report)) {
   if (/^r "(.*)" ".*" (\d+)$/) {
      $name{$2} = $is_folded ? stack_name($1) : clean_name($1) =~ tr/;/:/r;
   } elsif (/^q (\d+) (.*)$/) {
      $self{$1} += Math::BigInt->new((split / /, $2)[7]);
   } elsif (/^x (\d+) (\d+) (-?\d+)$/) {
      $context{$2} = { routine => $1, parent => $3 };
   }
}
for my $id (keys %self) {
   next if $self{$id} == 0;
   my @way;
   for (my $at = $id; $at != -1; $at = $context{$at}{parent}) {
      unshift @way, $name{$context{$at}{routine}};
   }
   splice @way, $deepest if defined $deepest && @way > $deepest;
   $stacks{join ';', @way} += $self{$id};
}
print map { "$_ $stacks{$_}\n" } sort keys %stacks;
