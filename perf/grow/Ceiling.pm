# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The aprof authors
#
# How many routines anybody could have forecast from the small runs, who chooses by the truth, for judge_grow --ceiling:
#
#    any law        one of the laws that `aprof grow` fits says what comes true, however little weight it has. There are
#                   dozens, from a constant to n^3, so some hit by chance: more is not to be had by choosing among them.
#    likely laws    the same of the laws with at least LIKELY of the largest weight: what the small runs do not rule out
#    by hand        one of the candidates below: what a person draws who looks at the last points
#
# None of the three is a rule: it takes the truth to choose. A rule can be as good as "likely laws" only if it sees
# something in the runs that tells these laws apart. Always the same candidate by hand is a rule; the best one is printed.

package Ceiling;

use strict;
use warnings;
use Exporter qw(import);
use IPC::Open2 qw(open2);
use List::Util qw(max sum);

our @EXPORT = qw(count_ceiling print_ceiling start_laws);

use constant LIKELY => 0.1;
use constant WORST_PROGRAMS => 5;

my ($from_laws, $to_laws);

sub start_laws
{
   my ($program) = @_;
   open2($from_laws, $to_laws, $program);
   $to_laws->autoflush(1);
}

# Returns what each law says of the size: a list of [value, weight].
sub ask_laws
{
   my ($sizes, $measured, $size) = @_;
   print $to_laws join(' ', scalar @$sizes, @$sizes, @$measured, $size), "\n";
   defined(my $line = <$from_laws>) or die "the program of the laws has ended\n";
   my @numbers = split ' ', $line;
   return map { [@numbers[2 * $_, 2 * $_ + 1]] } 0 .. @numbers / 2 - 1;
}

#----------------------------------------------------------------------
# By hand

# Returns what the line by least squares through these points says of x.
sub line_at
{
   my ($xs, $ys, $x) = @_;
   my $count = @$xs;
   my ($mean_x, $mean_y) = (sum(@$xs) / $count, sum(@$ys) / $count);
   my $slope = sum(map { ($xs->[$_] - $mean_x) * ($ys->[$_] - $mean_y) } 0 .. $count - 1)
      / sum(map { ($_ - $mean_x)**2 } @$xs);
   return $mean_y + $slope * ($x - $mean_x);
}

# Returns what the parabola through the last three points says.
sub parabola_at
{
   my ($sizes, $measured, $size) = @_;
   my @last = -3 .. -1;
   return sum map { my $i = $_; my $part = $measured->[$i];
      $part *= ($size - $sizes->[$_]) / ($sizes->[$i] - $sizes->[$_]) for grep { $_ != $i } @last; $part } @last;
}

my %functions = ('n' => sub { $_[0] }, 'n log n' => sub { $_[0] * log(max($_[0], 2)) }, 'n^2' => sub { $_[0]**2 });

# Returns what a person might forecast, by name: nothing more, as much for each unit of the size (n, n log n, n^2), a
# constant plus these through the last two points, lines and powers through the last two, three and four, and a parabola.
sub by_hand
{
   my ($sizes, $measured, $size) = @_;
   my %values = ('as before' => $measured->[-1], parabola => parabola_at($sizes, $measured, $size));
   for my $name (keys %functions) {
      my $function = $functions{$name};
      $values{$name} = $measured->[-1] * $function->($size) / $function->($sizes->[-1]);
      $values{"a + b $name, last 2"} =
         line_at([map { $function->($_) } @$sizes[-2, -1]], [@$measured[-2, -1]], $function->($size));
   }
   for my $count (2 .. 4) {
      my @at = -$count .. -1;
      my @logs = map { log(max($_, 1)) } @$measured[@at];
      $values{"a n^b, last $count"} = exp(line_at([map { log } @$sizes[@at]], \@logs, log($size)));
      $values{"a + b n, last $count"} = line_at([@$sizes[@at]], [@$measured[@at]], $size);
   }
   return %values;
}

#----------------------------------------------------------------------
# Counting

# Adds one routine: what was forecast, and whether its interval holds; `hits` says whether a forecast is good enough.
sub count_ceiling
{
   my ($result, $case, $forecast, $sizes, $measured, $size, $hits) = @_;
   my @laws = ask_laws($sizes, $measured, $size);
   my $most = max(0, map { $_->[1] } @laws);
   my %hand = by_hand($sizes, $measured, $size);
   my @hand = grep { $hits->($hand{$_}) } keys %hand;
   my %reached = (
      forecast => $hits->($forecast->[0]),
      interval => $forecast->[1],
      any => (grep { $hits->($_->[0]) } @laws) > 0,
      likely => (grep { $_->[1] >= LIKELY * $most && $hits->($_->[0]) } @laws) > 0,
      hand => @hand > 0,
   );
   my $program = $result->{programs}{$case} //= { routines => 0, map { $_ => 0 } keys %reached };
   $program->{routines}++;
   $program->{$_} += $reached{$_} ? 1 : 0 for keys %reached;
   $result->{hand}{$_}++ for @hand;
}

sub percent { return sprintf '%.1f %%', 100 * $_[0]; }

# Returns the parts of all routines, and the means of the programs' parts, of those given.
sub parts
{
   my ($key, @programs) = @_;
   my $all = sum(map { $_->{routines} } @programs);
   return (sum(map { $_->{$key} } @programs) / $all, sum(map { $_->{$key} / $_->{routines} } @programs) / @programs);
}

sub print_ceiling
{
   my ($result) = @_;
   my %programs = %{ $result->{programs} // {} };
   my %missed = map { $_ => $programs{$_}{routines} - $programs{$_}{forecast} } keys %programs;
   my @order = sort { $missed{$b} <=> $missed{$a} || $a cmp $b } keys %programs;
   my @others = @programs{ @order[WORST_PROGRAMS .. $#order] };
   my %names = (forecast => 'the forecast', likely => 'likely laws', any => 'any law', hand => 'by hand');
   for my $key (qw(forecast likely any hand)) {
      my ($all, $mean) = parts($key, values %programs);
      my $rest = @others ? percent((parts($key, @others))[0]) : '-';
      printf "   within 1.5, %-12s %s of the routines, %s if each program counts as one, %s without the %d worst\n",
         "$names{$key}:", percent($all), percent($mean), $rest, WORST_PROGRAMS;
   }
   printf "   intervals hold %s of the routines, %s if each program counts as one\n", map { percent($_) }
      parts('interval', values %programs);
   my $all = sum(map { $_->{routines} } values %programs);
   my ($best) = sort { $result->{hand}{$b} <=> $result->{hand}{$a} || $a cmp $b } keys %{ $result->{hand} };
   printf "   within 1.5, always the same by hand: at most %s, by %s\n", percent($result->{hand}{$best} / $all), $best
      if $best;
   for my $case (grep { $missed{$_} > 0 } @order) {
      my %r = %{ $programs{$case} };
      printf "   missed in %-22s %3d of %3d; out of reach of likely laws %d, of any %d, by hand %d\n", $case,
         $missed{$case}, $r{routines}, map { $r{routines} - $r{$_} } qw(likely any hand);
   }
}

1;
