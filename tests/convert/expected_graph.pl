#!/usr/bin/env perl
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
use lib $0 =~ s{[^/]*$}{../common}r;
use Math::BigInt;
use Report;
require './convert_test.pl';

binmode STDOUT, ':raw';

my $with_root = $ARGV[0] eq '--root' && shift;
my (%name, %points, %context_points, %context);
my $report = Report->read($ARGV[0]);
my $total = Math::BigInt->new($report->{total} // 0);
$name{$_->{id}} = [$_->{name}, clean_name($_->{image})] for @{$report->{routines}};
for my $point (@{$report->{points}}) {
   my $points = (defined $point->{context} ? \%context_points : \%points)->{$point->{owner}} //= [];
   push @$points, { map { $_ => Math::BigInt->new($point->{$_}) } qw(calls real self) };
}
$context{$_->{id}} = { routine => $_->{routine}{id}, parent => $_->{parent} } for @{$report->{contexts}};

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

# What was spent in each context and below it.
my %spent;
for my $id (keys %context) {
   my $self = add_up('self', $context_points{$id} // []);
   my ($level, $contexts) = way_to($id);
   $spent{$_} += $self for @$contexts;
}

# A routine that has no points at all has contexts all the same.
my %has_points = map { $context{$_}{routine} => 1 } keys %context_points;

# What the calls of a context cost: its real cost, which calls inside the same routine do not have.
sub cost_of_calls
{
   my ($id, $level, $real) = @_;
   return exists $context_points{$id} ? ($level == 1 ? $real : $spent{$id})
                                      : ($has_points{$context{$id}{routine}} ? Math::BigInt->bzero : $spent{$id});
}

for my $id (sort { $a <=> $b } keys %context) {
   my ($level, $contexts, $functions) = way_to($id);
   my ($self, $calls, $real) = map { add_up($_, $context_points{$id} // []) } qw(self calls real);
   my $function = $functions->[0];
   my $cost = cost_of_calls($id, $level, $real);
   $self{$function} += $self;
   $calls{$function} += $calls;
   $inclusive{$function} += $cost;
   my ($to_calls, $to_cost, $edge) = @$functions > 1 ? (\%edge_calls, \%edge_cost, "$functions->[1] > $function")
                                                     : (\%root_calls, \%root_cost, $function);
   $to_calls->{$edge} += $calls;
   $to_cost->{$edge} += $cost;
}

# Readers take a function that nobody calls for a root, which costs itself and its calls.
sub is_misread_as_root
{
   my ($function) = @_;
   my $called = grep { / > (.*)$/ && $1 eq $function && ($edge_calls{$_} > 0 || $edge_cost{$_} > 0) } keys %edge_calls;
   my $cost = $self{$function}->copy;
   $cost += $edge_cost{$_} for grep { /^(.*?\]) > / && $1 eq $function } keys %edge_calls;
   return $called || ($calls{$function} > 0 && $cost != $inclusive{$function});
}

if ($with_root && grep { ($root_calls{$_} > 0 || $root_cost{$_} > 0) && is_misread_as_root($_) } keys %root_calls) {
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
$total = $sum if $total < $sum;
push @lines, "total $total\n";
print sort @lines;
