#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# expected_graph.pl [--root] REPORT
#
# Prints who calls whom by a report, computed by the definition: each context by
# itself, with all that is above it. Converted files are brought into the same
# form, and must not differ.
#
#    function NAME [OBJECT] self N calls N
#    inclusive NAME [OBJECT] N
#    call CALLER [OBJECT] > CALLEE [OBJECT] calls N cost N
#    total N
#
# With --root, where a root's function is called as well, all roots are called by
# a function `(root)`, as in files in the Callgrind format.
#
# A routine inside itself is NAME'2, and so on. Routines of equal name and
# object are added up: by these two nobody can tell them apart.

use strict;
use warnings;
use Math::BigInt;
require './convert_test.pl';

binmode STDOUT, ':raw';

my $with_root = $ARGV[0] eq '--root' && shift;
my (%name, %points, %context_points, %context, $total);
open my $file, '<:raw', $ARGV[0] or die "$ARGV[0]: $!\n";
while (<$file>) {
   chomp;
   if (/^r "(.*)" "(.*)" (\d+)$/) {
      $name{$3} = [$1, clean_name($2)];
   } elsif (/^([pq]) (\d+) (.*)$/) {
      my ($tag, $id, @n) = ($1, $2, map { Math::BigInt->new($_) } split / /, $3);
      my ($rms, $min, $max, $sum, $sqr, $occ, $real, $self) = @n;
      push @{($tag eq 'p' ? \%points : \%context_points)->{$id}}, { calls => $occ, real => $real, self => $self };
   } elsif (/^x (\d+) (\d+) (-?\d+)$/) {
      $context{$2} = { routine => $1, parent => $3 };
   } elsif (/^k (\d+)$/) {
      $total = Math::BigInt->new($1);
   }
}

sub add_up
{
   my ($field, $points) = @_;
   my $sum = Math::BigInt->bzero;
   $sum += $_->{$field} for @$points;
   return $sum;
}

my (%self, %calls, %inclusive, %edge_calls, %edge_cost, %root_calls, %root_cost);

sub identity
{
   my ($routine, $level) = @_;
   my ($name, $object) = @{$name{$routine}};
   return function_name($name, $level) . " [$object]";
}

for my $routine (keys %points) {
   my $function = identity($routine, 1);
   $self{$function} += add_up('self', $points{$routine});
   $calls{$function} += add_up('calls', $points{$routine});
   $inclusive{$function} += add_up('real', $points{$routine});
}

# The functions on the way to a context, outermost last, itself first.
sub way_to
{
   my ($id) = @_;
   my @contexts;
   for (my $at = $id; $at != -1; $at = $context{$at}{parent}) {
      push @contexts, $at;
   }
   my (%level, @functions);
   for my $at (reverse @contexts) {
      my $routine = $context{$at}{routine};
      unshift @functions, identity($routine, ++$level{$routine});
   }
   return ($level{$context{$id}{routine}}, \@contexts, \@functions);
}

for my $id (sort { $a <=> $b } keys %context) {
   my $own = $context_points{$id} // [];
   my ($level, $contexts, $functions) = way_to($id);
   my ($self, $calls, $real) = map { add_up($_, $own) } qw(self calls real);
   my $function = $functions->[0];
   $self{$function} += $self;
   $calls{$function} += $calls;
   $inclusive{$function} += $real if $level == 1;
   $edge_calls{"$functions->[1] > $function"} += $calls if @$functions > 1;
   $root_calls{$function} += $calls if @$functions == 1;
   $root_cost{$functions->[-1]} += $self;
   # Its self cost is part of the cost of every call on the way; each edge stands
   # there once, as no function is twice on a way.
   for my $i (0 .. $#$functions - 1) {
      $edge_cost{"$functions->[$i + 1] > $functions->[$i]"} += $self;
   }
   for my $i (0 .. $#$functions) {
      my $stated = is_outermost($contexts->[$i]) && exists $context_points{$contexts->[$i]};
      $inclusive{$functions->[$i]} += $self if !$stated;
   }
}

sub is_outermost
{
   my ($id) = @_;
   my ($level) = way_to($id);
   return $level == 1;
}

if ($with_root && grep { /> (.*)$/ && exists $root_calls{$1} && ($edge_calls{$_} > 0 || $edge_cost{$_} > 0) } keys %edge_calls) {
   for my $function (keys %root_calls) {
      $edge_calls{"(root) [???] > $function"} = $root_calls{$function};
      $edge_cost{"(root) [???] > $function"} = $root_cost{$function};
   }
}

my @lines;
push @lines, "function (root) [???] self 0 calls 0\n" if grep { /^\(root\)/ } keys %edge_calls;
for my $function (keys %self) {
   next if $self{$function} == 0 && $calls{$function} == 0 && $inclusive{$function} == 0;
   push @lines, "function $function self $self{$function} calls $calls{$function}\n";
   push @lines, "inclusive $function $inclusive{$function}\n";
}
for my $edge (keys %edge_calls) {
   next if $edge_calls{$edge} == 0 && $edge_cost{$edge} == 0;
   my $calls = $edge_calls{$edge} == 0 ? 1 : $edge_calls{$edge};
   push @lines, "call $edge calls $calls cost $edge_cost{$edge}\n";
}
my $sum = Math::BigInt->bzero;
$sum += $_ for values %self;
$total = $sum if !defined $total || $total < $sum;
push @lines, "total $total\n";
print sort @lines;
