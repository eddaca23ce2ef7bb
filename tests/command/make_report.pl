#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# Prints a correct report of a program that was never run: a random call tree,
# whose activations get random self costs and inputs. What follows from the
# tree (costs, squares, recursion, contexts, the total) is computed, so that it
# all agrees.
#
#    make_report.pl [--routines=N] [--calls=N] [--inputs=N] [--contexts] [--seed=N]
#
#    --calls     activations, about                    [200]
#    --inputs    rms values are below this             [20]
#    --contexts  q and x lines instead of p lines

use strict;
use warnings;
use Getopt::Long;

my ($routines, $calls, $inputs, $contexts, $seed) = (6, 200, 20, 0, 1);
GetOptions('routines=i' => \$routines, 'calls=i' => \$calls, 'inputs=i' => \$inputs,
           'contexts' => \$contexts, 'seed=i' => \$seed) or exit 2;

my %active;      # routine => how many activations are on the stack
my @first_call;  # routines in the order of their first call
my %points;      # routine or context => rms => statistics
my @context;     # [routine, id, parent], in order of creation
my %child;       # "context routine" => context

# A generator of its own, for the same report everywhere.
sub random_below
{
   $seed = ($seed * 1103515245 + 12345) % 2147483648;
   return int($seed / 65536) % $_[0];
}

sub add_point
{
   my ($owner, $rms, $cost, $self, $outermost) = @_;
   my $p = $points{$owner}{$rms} //= { min => $cost, max => $cost, self_min => $self, self_max => $self,
      map { $_ => 0 } qw(sum sqr occ real self_sum self_sqr) };
   $p->{min} = $cost if $cost < $p->{min};
   $p->{max} = $cost if $cost > $p->{max};
   $p->{self_min} = $self if $self < $p->{self_min};
   $p->{self_max} = $self if $self > $p->{self_max};
   $p->{occ}++;
   $p->{sum} += $cost;
   $p->{sqr} += $cost * $cost;
   $p->{real} += $cost if $outermost;
   $p->{self_sum} += $self;
   $p->{self_sqr} += $self * $self;
}

sub context_of
{
   my ($parent, $routine) = @_;
   return $child{"$parent $routine"} //= do {
      push @context, [$routine, scalar @context + 1, $parent];
      scalar @context;
   };
}

# Runs an activation; returns its cost.
sub call
{
   my ($routine, $depth, $parent) = @_;
   my $context = $contexts ? context_of($parent, $routine) : 0;
   push @first_call, $routine if !exists $active{$routine};
   $active{$routine}++;
   $calls--;

   my $self = 1 + random_below(9);
   my $cost = $self;
   my $callees = $depth == 0 ? 1e9 : $depth < 6 ? random_below(4) : 0;
   for (my $i = 0; $i < $callees && $calls > 0; $i++) {
      $cost += call(1 + random_below($routines - 1), $depth + 1, $context);
   }
   $active{$routine}--;
   add_point($contexts ? $context : $routine, random_below($inputs), $cost, $self, !$active{$routine});
   return $cost;
}

sub print_points
{
   my ($tag, $owner, $id) = @_;
   for my $rms (sort { $a <=> $b } keys %{$points{$owner}}) {
      my $p = $points{$owner}{$rms};
      print join(' ', $tag, $id, $rms,
                 @$p{qw(min max sum sqr occ real self_sum self_min self_max self_sqr)}), "\n";
   }
}

# Preorder.
sub print_contexts
{
   my ($children, $number, $parent) = @_;
   for my $context (@{$children->{$parent}}) {
      print "x $number->{$context->[0]} $context->[1] ", $parent || -1, "\n";
      print_contexts($children, $number, $context->[1]);
   }
}

my $total = call(0, 0, 0);

print <<"END";
c tool: make_report.pl
c memory-resolution: 4
v 4
t 2026-11-21T03:40:00Z
k $total
e 1763696400
m bb-count
i rms
a /usr/bin/example
f example --calls
END

my %number;
for my $routine (@first_call) {
   my $id = $number{$routine} = keys %number;
   print "r \"routine_$routine\" \"/usr/bin/example\" $id\n";
   print "u $id \"_Z9routine_${routine}v\"\n";
   if ($contexts) {
      print_points('q', $_->[1], $_->[1]) for grep { $_->[0] == $routine } @context;
   } else {
      print_points('p', $routine, $id);
   }
}
my %children;
push @{$children{$_->[2]}}, $_ for @context;
print_contexts(\%children, \%number, 0);
