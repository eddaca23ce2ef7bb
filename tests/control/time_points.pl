#!/usr/bin/env perl
# time_points.pl REPORT
#
# In a report of time, most activations are too short for the clock. All the same, its points, and those of the report
# added to itself, keep the relations that readers of the format rely on. The merge tool of the first aprof aborts where
# one of them is broken.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my ($report) = @ARGV;
my @relations = (
   ['occ >= 1', sub { $_[0]{calls} >= 1 }], ['min >= 1', sub { $_[0]{min} >= 1 }], ['sum >= 1', sub { $_[0]{sum} >= 1 }],
   ['min <= max', sub { $_[0]{min} <= $_[0]{max} }], ['max <= sum', sub { $_[0]{max} <= $_[0]{sum} }],
   ['min * occ <= sum', sub { $_[0]{min} * $_[0]{calls} <= $_[0]{sum} }],
   ['sum <= max * occ', sub { $_[0]{sum} <= $_[0]{max} * $_[0]{calls} }],
   ['sum <= sqr', sub { $_[0]{sum} <= $_[0]{squares} }],
   ['no negative variance', sub { $_[0]{sum} ** 2 / $_[0]{calls} <= $_[0]{squares} * (1 + 1e-9) }],
   ['real <= sum', sub { $_[0]{real} <= $_[0]{sum} }], ['self <= sum', sub { $_[0]{self} <= $_[0]{sum} }],
   ['self-min <= min', sub { $_[0]{self_min} <= $_[0]{min} }], ['self-max <= max', sub { $_[0]{self_max} <= $_[0]{max} }],
   ['self-min <= self-max', sub { $_[0]{self_min} <= $_[0]{self_max} }],
   ['self-max <= self', sub { $_[0]{self_max} <= $_[0]{self} }],
   ['self-min * occ <= self', sub { $_[0]{self_min} * $_[0]{calls} <= $_[0]{self} }],
   ['self <= self-max * occ', sub { $_[0]{self} <= $_[0]{self_max} * $_[0]{calls} }],
);

sub check
{
   my ($path) = @_;
   my ($self, $short, %broken) = (0, 0);
   my $report = Report->read($path);
   for my $point (@{$report->{points}}) {
      $self += $point->{self};
      $short++ if $point->{calls} > 1 && $point->{sum} > $point->{real} && $point->{min} == 1;
      $_->[1]($point) or $broken{$_->[0]} //= join ' ', $point->{rms}, Report::numbers_of($point) for @relations;
   }
   my ($points, $total) = (scalar @{$report->{points}}, $report->{total});
   print "$path: ", $points > 100 ? 'many' : $points, ' points, ', $short > 10 ? 'many' : $short, " with short activations\n";
   print "$path: $_: $broken{$_}\n" for sort keys %broken;
   print "$path: the self costs add up to $self, k is $total\n" if $self != $total;
   print Report::problems($path);
}

check($report);
system("../../command/aprof merge -o merged.$report $report $report") == 0 or die "time_points.pl: no sum\n";
check("merged.$report");
