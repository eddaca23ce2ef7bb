#!/usr/bin/perl
# check_reports.pl PROGRAM REPORT...: all reports pass `aprof check-report`, and one of them is of PROGRAM (or PROGRAM with a version) and has points.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my ($program, @reports) = @ARGV;
@reports > 0 && -e $reports[0] or die "check_reports.pl: no reports\n";

my ($good, $points) = (1, 0);
foreach my $report (@reports) {
   my $problems = Report::problems($report);
   if ($problems ne '') {
      print "$report: $problems";
      $good = 0;
   }
   my $read = Report->read($report);
   $points += @{$read->{points}} if Report::file_name($read->{program}) =~ /^\Q$program\E[\d.]*$/;
}
print "reports ok\n" if $good;
print $points >= 10 ? "$program has points\n" : "$program has $points points only\n";
