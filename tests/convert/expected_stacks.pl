#!/usr/bin/env perl
# expected_stacks.pl [--folded|--calls] REPORT [DEEPEST]
#
# Prints the stacks of a report with their costs, or the numbers of their calls, each context by itself with all that is above
# it, in the form of folded stacks, sorted, equal ones added up. Below the DEEPEST
# level they are cut. Names are as they are in files without control characters;
# a semicolon is a colon, and with --folded no name ends in a blank and a number.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;
require './convert_test.pl';

binmode STDOUT, ':raw';
my $is_folded = $ARGV[0] eq '--folded' && shift;
my $number = $ARGV[0] eq '--calls' ? substr(shift, 2) : 'self';
my ($file, $deepest) = @ARGV;
my $report = Report->read($file);
my (%sum_of, %stacks, %name_of);
$sum_of{$_->{context}} += $_->{$number} for grep { defined $_->{context} } @{$report->{points}};
for my $id (keys %sum_of) {
   next if $sum_of{$id} == 0;
   my @way = map { $_->{routine}{name} } $report->way_to($id);
   splice @way, $deepest if defined $deepest && @way > $deepest;
   $stacks{join ';', map { $name_of{$_} //= name_of($_) } @way} += $sum_of{$id};
}
print map { "$_ $stacks{$_}\n" } sort keys %stacks;

sub name_of
{
   my ($name) = @_;
   return $is_folded ? stack_name($name) : clean_name($name) =~ tr/;/:/r;
}
