#!/usr/bin/env perl
# points_of.pl REPORT PATTERN: the points of all routines whose names match, as "NAME: input RMS in CALLS calls".

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my ($file, $pattern) = @ARGV;
my $report = Report->read($file);
print map { "c $_\n" } grep { /^trigger/ } @{$report->{comments}};
for my $point (grep { $_->{routine}{name} =~ /$pattern/ } @{$report->{points}}) {
   print "$point->{routine}{name}: input $point->{rms} in $point->{calls} calls\n";
}
