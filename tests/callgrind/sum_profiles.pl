#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# sum_profiles.pl PROFILE...
#
# Adds up Callgrind profiles: prints the events of each line of each routine itself, and the calls from each line to
# each routine with their cost and input, whatever the depth of recursion, the callers, the thread and the part. What
# was measured of the same run under other options must be the same.

use strict;
use warnings;

my (%self, %calls, %names, @event_names);
@ARGV or die "usage: sum_profiles.pl PROFILE...\n";
read_profile($_) for @ARGV;
print "events @event_names\n";
print map { "$_: @{$self{$_}}\n" } sort keys %self;
print map { "$_: @{$calls{$_}}\n" } sort keys %calls;

sub plain
{
   my ($name) = @_;
   return $name =~ s/(?<=.)'.*//r;
}

sub read_profile
{
   my ($name) = @_;
   my (@positions, @position, $object, $file, $function, $callee, $count);
   %names = ();
   open(my $in, '<:raw', $name) or die "sum_profiles.pl: $name: $!\n";
   while (my $line = <$in>) {
      if ($line =~ /^positions: (.*)/) {
         @positions = split ' ', $1;
      } elsif ($line =~ /^events: (.*)/) {
         @event_names = split ' ', $1;
      } elsif ($line =~ /^(c?)(ob|fl|fi|fe|fn)=\((\d+)\)(?: (.*))?$/) {
         my $space = $2 eq 'ob' ? 'object' : $2 eq 'fn' ? 'function' : 'file';
         $names{$space}{$3} = $4 if defined $4;
         my $named = $names{$space}{$3} // die "sum_profiles.pl: $name: $line";
         if ($1) {
            $callee = plain($named) if $space eq 'function';
         } elsif ($space eq 'function') {
            $function = plain($named);
            @position = (0) x @positions;
         } elsif ($space eq 'file') {
            $file = $named;
         } else {
            $object = $named;
         }
      } elsif ($line =~ /^calls=(\d+)/) {
         $count = $1;
      } elsif ($line =~ /^(0x[0-9a-f]+|[-+*\d])/) {
         my @fields = split ' ', $line;
         for my $index (0 .. $#positions) {
            my $text = shift @fields;
            $position[$index] = $text eq '*' ? $position[$index] : $text =~ /^[+-]/ ? $position[$index] + $text
                              : $text =~ /^0x/ ? do { no warnings 'portable'; hex($text) } : $text;
         }
         my $place = "$function in $object, $file, line $position[-1]";
         my $sum   = defined $count ? $calls{"$place calls $callee"} //= [0, (0) x @event_names]
                                    : $self{$place} //= [(0) x @event_names];
         unshift @fields, $count if defined $count;
         $sum->[$_] += $fields[$_] for 0 .. $#fields;
         undef $count;
      }
   }
}
