#!/usr/bin/perl
# routines.pl REPORT: the kind of input, where it comes from, and for each routine with a name its points: input size
# and number of calls.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my $report = Report->read($ARGV[0]);
print map({ "c $_\n" } grep { /^input-/ } @{$report->{comments}}), "i $report->{input}\n";
my %points;
foreach my $point (grep { $_->{routine}{name} !~ /^0x/ } @{$report->{points}}) {
   push @{$points{$point->{routine}{name}}}, "$point->{rms} x$point->{calls}";
}
print "$_: @{$points{$_}}\n" foreach sort keys %points;
