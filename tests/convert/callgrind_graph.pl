#!/usr/bin/env perl
# callgrind_graph.pl [--files] FILE
#
# Reads a file in the Callgrind format, strictly by its grammar and by what its
# readers demand beyond it, and prints the graph in it in the form of
# expected_graph.pl; with --files, what stands for a function's source file
# instead of its object. The first violation ends it, with status 1.

use strict;
use warnings;
use Math::BigInt;

binmode STDOUT, ':raw';
my ($function_place, $callee_place) = $ARGV[0] eq '--files' ? shift && qw(fl cfi) : qw(ob cob);
my $path = $ARGV[0];
open my $file, '<:raw', $path or die "$path: $!\n";
my @lines = <$file>;
my $number = 0;

sub fail
{
   die "$path:$number: $_[0]\n";
}

sub next_line
{
   return undef if $number == @lines;
   my $line = $lines[$number++];
   fail('no newline at the end') if $line !~ s/\n\z//;
   fail('control character or blank at the end') if $line =~ /[\x00-\x1f\x7f]/ || $line =~ / \z/;
   my $copy = $line;
   fail('invalid UTF-8') if !utf8::decode($copy);
   return $line;
}

# The header, in the one order that all readers accept.
sub expect
{
   my ($pattern, $what) = @_;
   my $line = next_line() // fail('the file ends in the header');
   my @found = $line =~ /\A$pattern\z/ or fail("expected $what, not '$line'");
   return @found;
}

expect(qr/# callgrind format/, 'the mark of the format');
expect(qr/version: 1/, 'the version');
expect(qr/creator: aprof \S+/, 'the creator');
expect(qr/pid: \d+/, 'the process id') if $lines[$number] =~ /^pid/;
expect(qr/cmd: \S.*/, 'the command');
expect(qr/part: 1/, 'the part');
expect(qr//, 'two empty lines') for 1 .. 2;
expect(qr/desc: [A-Za-z ]+: \S.*/, 'a description') while $lines[$number] =~ /^desc/;
expect(qr//, 'an empty line');
expect(qr/positions: line/, 'the positions');
my %long_name;
while ($lines[$number] =~ /^event:/) {
   my ($event, $long) = expect(qr/event: ([A-Za-z][A-Za-z0-9]*) : (\S.*)/, 'the name of an event');
   $long_name{$event} = $long;
}
my ($events) = expect(qr/events: ([A-Za-z0-9]+(?: [A-Za-z0-9]+)*)/, 'the events');
my @events = split / /, $events;
$long_name{$_} or fail("no long name for the event $_") for @events;
fail('events are not the cost and the calls') if @events != 2 || $events[1] ne 'Calls';
my @summary = map { Math::BigInt->new($_) } expect(qr/summary: (\d+) (\d+)/, 'the summary');
expect(qr//, 'two empty lines') for 1 .. 2;

# The body.
my %names;          # "space number" => name
my %named;          # "space name" => number; of objects and files, which have one number each
my %at;             # the names that hold for a cost line: ob, fl, fn; cob, cfi, cfn for a call
my %binding;        # number of a function => file and object that it was first seen with
my (%self, %calls, %edge_calls, %edge_cost, %edge_all, %callees);
my @totals = (Math::BigInt->bzero, Math::BigInt->bzero);
my $pending;        # calls of a calls= line, whose cost line must follow
my $seen_totals;

sub name_of
{
   my ($key, $value) = @_;
   my $space = $key =~ s/^c(?=ob|fn)//r;
   $space = 'fl' if $space eq 'cfi';
   my ($id, $name) = $value =~ /\A\((\d+)\)(?: (\S.*|.*\S))?\z/ or fail("'$value' is no compressed name");
   if (defined $name) {
      fail("$space ($id) has a name already") if exists $names{"$space $id"};
      fail("'$name' has a number already") if $space ne 'fn' && exists $named{"$space $name"};
      $named{"$space $name"} = $id;
      $names{"$space $id"} = $name;
   }
   exists $names{"$space $id"} or fail("$space ($id) has no name yet");
   return ($id, $names{"$space $id"});
}

my @order = qw(ob fl fn);
my @call_order = qw(cob cfi cfn);

while (defined(my $line = next_line())) {
   next if $line eq '';
   fail('a line behind the totals') if $seen_totals;
   if ($line =~ /\A(ob|fl|fn|cob|cfi|cfn)=(.*)\z/) {
      my ($key, $value) = ($1, $2);
      fail("$key between calls= and its cost line") if defined $pending;
      my ($place) = grep { $order[$_] eq $key || $call_order[$_] eq $key } 0 .. 2;
      my $keys = $key =~ /^c/ ? \@call_order : \@order;
      %at = () if $key eq 'ob';
      delete @at{@call_order} if $key eq 'cob';
      exists $at{$keys->[$_]} or fail("$key without $keys->[$_] before it") for 0 .. $place - 1;
      fail("$key twice") if exists $at{$key};
      my ($id, $name) = name_of($key, $value);
      $at{$key} = $name;
      if ($place == 2) {
         my $bound = "$at{$keys->[1]} in $at{$keys->[0]}";
         if ($key eq 'fn') {
            $_->{"$name [$at{$function_place}]"} //= Math::BigInt->bzero for \%self, \%calls;
         }
         $binding{$id} //= $bound;
         fail("function ($id) is from $binding{$id}, not from $bound") if $binding{$id} ne $bound;
      }
   } elsif ($line =~ /\Acalls=([1-9]\d*) 0\z/) {
      fail('calls= without cfn=') if !exists $at{cfn};
      fail('calls= twice') if defined $pending;
      $pending = Math::BigInt->new($1);
   } elsif ($line =~ /\A0 (\d+) (\d+)\z/) {
      my @cost = map { Math::BigInt->new($_) } $1, $2;
      exists $at{fn} or fail('a cost line without a function');
      my $function = "$at{fn} [$at{$function_place}]";
      if (defined $pending) {
         my $callee = "$at{cfn} [$at{$callee_place}]";
         $edge_calls{"$function > $callee"} += $pending;
         $edge_cost{"$function > $callee"} += $cost[0];
         $edge_all{"$function > $callee"} += $cost[1];
         fail('fewer calls in all than direct ones') if $cost[1] < $pending && $cost[1] != 0;
         undef $pending;
         delete @at{@call_order};
      } else {
         fail('cfn= without calls=') if exists $at{cfn};
         $self{$function} += $cost[0];
         $calls{$function} += $cost[1];
         $totals[$_] += $cost[$_] for 0, 1;
      }
   } elsif ($line =~ /\Atotals: (\d+) (\d+)\z/) {
      fail('calls= without a cost line') if defined $pending;
      fail("totals: the cost lines add up to @totals") if "$1 $2" ne "@totals";
      $seen_totals = 1;
   } else {
      fail("'$line' is nothing that belongs here");
   }
}
fail('no totals') if !$seen_totals;
fail('summary below the totals') if $summary[0] < $totals[0] || $summary[1] < $totals[1];

my @output = "total $summary[0]\n";
push @output, "function $_ self $self{$_} calls $calls{$_}\n" for keys %self;
push @output, "call $_ calls $edge_calls{$_} cost $edge_cost{$_}\n" for keys %edge_calls;
print sort @output;
