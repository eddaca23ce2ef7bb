# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The aprof authors
#
# From routines to figures: how many predictions came true, by program and for each half of the programs.

package Summary;

use strict;
use warnings;
use Exporter qw(import);
use FindBin;
use lib "$FindBin::Bin/..";
use Tables;

our @EXPORT = qw(print_routines print_summary);

my $least_share    = 0.005;   # of the cost of one of the two runs
my $steep_exponent = 1.6;     # measured
my $claim_exponent = 1.35;    # a claim of n^1.5 and more holds if at least this was measured: n log n has 1.1 to 1.2

# The exponents that a class stands for where it is neither near its beginning nor bent by lower terms.
my %exponent = (constant => 0, n => 1, 'n log n' => 1.15, 'n^1.5' => 1.5, 'n^2' => 2, 'n^2 log n' => 2.15, 'n^3' => 3,
   exp => 10);

#----------------------------------------------------------------------
# One routine

sub is_large
{
   my ($row) = @_;
   return $row->{'small share'} >= $least_share || $row->{'large share'} >= $least_share;
}

sub has_class
{
   my ($row) = @_;
   return exists $exponent{ $row->{class} };
}

sub is_far
{
   my ($row) = @_;
   return $row->{'far calls'} > 0;
}

# By what factor the prediction is off, whether above or below.
sub factor_off
{
   my ($row, $which) = @_;
   my $predicted = $row->{$which};
   return 9**9**9 if $predicted =~ /nan|inf/ || $predicted <= 0;
   my $ratio = $predicted / $row->{cost};
   return $ratio < 1 ? 1 / $ratio : $ratio;
}

sub is_within
{
   my ($row, $which, $factor) = @_;
   return factor_off($row, $which) <= $factor;
}

sub interval_holds
{
   my ($row) = @_;
   return $row->{low} <= $row->{cost} && ($row->{high} =~ /inf/ || $row->{cost} <= $row->{high});
}

sub interval_width
{
   my ($row) = @_;
   return $row->{low} <= 0 || $row->{high} =~ /inf/ ? 9**9**9 : $row->{high} / $row->{low};
}

sub has_exponent
{
   my ($row) = @_;
   return $row->{exponent} !~ /nan/;
}

# All classes that the answer allows are at least n^1.5.
sub is_claim
{
   my ($row) = @_;
   return exists $exponent{ $row->{slowest} } && $exponent{ $row->{slowest} } >= 1.5 && has_exponent($row);
}

sub claim_holds
{
   my ($row) = @_;
   return $row->{exponent} >= $claim_exponent;
}

# The answer is a range from what is not steep to what is.
sub is_range
{
   my ($row) = @_;
   return exists $exponent{ $row->{slowest} } && $exponent{ $row->{slowest} } < 1.5
      && $exponent{ $row->{fastest} } >= 1.5 && has_exponent($row);
}

sub is_steep
{
   my ($row) = @_;
   return is_far($row) && has_exponent($row) && $row->{exponent} >= $steep_exponent;
}

# It was said to be steep, or to be in a range that contains what is steep.
sub steep_is_found
{
   my ($row) = @_;
   return exists $exponent{ $row->{fastest} } && $exponent{ $row->{fastest} } >= 1.5;
}

#----------------------------------------------------------------------
# Many

sub share
{
   my ($part, $whole) = @_;
   return @$whole == 0 ? '-' : sprintf '%.0f%%', 100 * @$part / @$whole;
}

sub part
{
   my ($part, $whole) = @_;
   return @$whole == 0 ? '-' : @$part . '/' . @$whole;
}

sub median
{
   my @sorted = sort { $a <=> $b } @_;
   return @sorted == 0 ? '-' : sprintf '%.2f', $sorted[$#sorted / 2];
}

sub within
{
   my ($rows, $which, $factor) = @_;
   return share([grep { is_within($_, $which, $factor) } @$rows], $rows);
}

my @headings = ('', 'far', 'known', '1.5x', 'line', 'power', '3x', 'line', 'power', '95%', 'ends', 'claims', 'ranges', 'steep');

sub figures
{
   my ($name, @rows) = @_;
   my @large  = grep { is_large($_) } @rows;
   my @far    = grep { is_far($_) } @large;
   my @known  = grep { $_->{known} } @far;
   my @claims = grep { is_claim($_) } @large;
   my @ranges = grep { is_range($_) } @large;
   my @steep  = grep { is_steep($_) } @large;
   return [
      $name, scalar @far, scalar @known,
      (map { within(\@known, $_, 1.5) } qw(predicted line power)),
      (map { within(\@known, $_, 3) } qw(predicted line power)),
      share([grep { interval_holds($_) } @known], \@known), median(map { interval_width($_) } @known),
      part([grep { claim_holds($_) } @claims], \@claims), part([grep { claim_holds($_) } @ranges], \@ranges),
      part([grep { steep_is_found($_) } @steep], \@steep),
   ];
}

# Why routines with far calls have no class.
sub print_reasons
{
   my ($name, @rows) = @_;
   my %count;
   $count{ $_->{class} }++ for grep { is_large($_) && is_far($_) && !has_class($_) } @rows;
   my @reasons = map { "$count{$_} $_" } sort keys %count;
   print "$name, without a class: ", (@reasons ? join(', ', @reasons) : 'none'), "\n";
}

sub print_summary
{
   my @programs = @_;
   for my $half ('chosen', 'held') {
      my @half = grep { $_->{half} eq $half } @programs;
      my @all  = map { @{ $_->{rows} } } @half;
      my @table = map { figures($_->{name}, @{ $_->{rows} }) } @half;
      print format_table(\@headings, @table, figures("all $half", @all)), "\n";
   }
   for my $half ('chosen', 'held') {
      print_reasons($half, map { @{ $_->{rows} } } grep { $_->{half} eq $half } @programs);
   }
}

# Each routine that counts, and what was said of it.
sub print_routines
{
   my @table = [qw(routine program class slowest fastest then share exponent off line holds ends)];
   for my $program (@_) {
      for my $row (sort { $b->{'large share'} <=> $a->{'large share'} } grep { is_large($_) } @{ $program->{rows} }) {
         my $known = is_far($row) && $row->{known};
         push @table, [
            substr($row->{routine}, 0, 40), $program->{name}, $row->{class}, $row->{slowest}, $row->{fastest}, $row->{'large class'},
            sprintf('%.1f%%', 100 * $row->{'large share'}), has_exponent($row) ? sprintf('%.2f', $row->{exponent}) : '-',
            $known ? sprintf('%.2f', $row->{predicted} / $row->{cost}) : '-',
            is_far($row) ? sprintf('%.2f', $row->{line} / $row->{cost}) : '-',
            $known ? (interval_holds($row) ? 'yes' : 'no') : '-',
            $known ? sprintf('%.2f', interval_width($row)) : '-',
         ];
      }
   }
   print format_table(@table), "\n";
}

1;
