#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The aprof authors
#
# check_reports.pl PROGRAM REPORT...: all reports pass `aprof check-report`, and one of them is of PROGRAM (or PROGRAM with a version) and has points.

use strict;
use warnings;

my ($program, @reports) = @ARGV;
my $command = '../../command/aprof';
-x $command or die "check_reports.pl: no $command\n";
@reports > 0 && -e $reports[0] or die "check_reports.pl: no reports\n";

my ($good, $points) = (1, 0);
foreach my $report (@reports) {
   my $answer = `$command check-report $report 2>&1`;
   if ($? != 0) {
      print "$report: exit status ", $? >> 8, "\n$answer";
      $good = 0;
   }
   open(my $in, '<', $report) or die "check_reports.pl: $report: $!\n";
   my $wanted = 0;
   while (my $line = <$in>) {
      $wanted = 1 if $line =~ m{^a (?:.*/)?\Q$program\E[\d.]*$};
      $points++ if $wanted && $line =~ /^p /;
   }
}
print "reports ok\n" if $good;
print $points >= 10 ? "$program has points\n" : "$program has $points points only\n";
