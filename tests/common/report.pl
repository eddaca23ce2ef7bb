#!/usr/bin/env perl
# What is in a report, for scripts in other languages (report.py) and for lines in .vgtest files:
#
#    report.pl calls REPORT ROUTINE     how often the routine was called; 0 if it is not there
#    report.pl points REPORT [ROUTINE]  how many points the routine has, or the report
#    report.pl zeros REPORT             how many costs (min, max, sum, squares) are 0
#    report.pl idle REPORT              how many points are without self cost
#    report.pl json REPORT              all of it; each byte of a name is a character

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{.}r;
use List::Util qw(sum0);
use Report;

my %answers = (
   calls  => sub { sum0 map { $_->{calls} } $_[0]->points_of($_[1]) },
   points => sub { scalar(defined $_[1] ? $_[0]->points_of($_[1]) : @{$_[0]{points}}) },
   zeros  => sub { scalar grep { $_ == 0 } map { @$_{qw(min max sum squares)} } @{$_[0]{points}} },
   idle   => sub { scalar grep { $_->{self_max} == 0 } @{$_[0]{points}} },
   json   => \&json_of,
);

my ($what, $file, @arguments) = @ARGV;
defined $file && exists $answers{$what}
   or die 'usage: report.pl ', join('|', sort keys %answers), " REPORT [ROUTINE]\n";
print $answers{$what}->(Report->read($file), @arguments), "\n";

sub json_of
{
   my ($report) = @_;
   require JSON::PP;   # which takes longer to load than the rest
   my %all = (
      total => $report->{total}, routines => $report->{routines},
      contexts => [map { { %$_, routine => $_->{routine}{id} } } @{$report->{contexts}}],
      points => [map { { owner => $_->{owner}, in_context => defined $_->{context}, rms => $_->{rms},
                         numbers => [grep { defined } Report::numbers_of($_)] } } @{$report->{points}}]);
   return JSON::PP->new->ascii->canonical->encode(\%all);
}
