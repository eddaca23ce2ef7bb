#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The aprof authors
#
# check_addresses.pl PROGRAM PROFILE
#
# With --dump-instr=yes: whether the addresses of each routine's lines lie in its symbol, as the program's symbol table
# (nm) has it, and whether each call goes to where its routine begins.

use strict;
use warnings;

my ($program, $profile) = @ARGV;
@ARGV == 2 or die "usage: check_addresses.pl PROGRAM PROFILE\n";

my %symbols;
open(my $nm, '-|', 'nm', '-S', $program) or die "check_addresses.pl: nm: $!\n";
while (my $line = <$nm>) {
   my ($start, $size, $type, $name) = split ' ', $line;
   $symbols{$name} = [hex($start), hex($start) + hex($size)] if defined $name && $type =~ /^[tTwW]$/;
}

my (%objects, %names, %in, $symbol, $called, $address);
my ($checked, $wrong) = (0, 0);
open(my $in, '<', $profile) or die "check_addresses.pl: $profile: $!\n";
while (my $line = <$in>) {
   if (my ($c, $kind, $id, undef, $name) = $line =~ /^(c?)(ob|fn)=\((\d+)\)( (.*))?$/) {
      if ($kind eq 'ob') {
         $objects{$id} = $name if defined $name;
         $in{$c}       = $objects{$id} =~ m{/\Q$program\E$};
      } else {
         $names{$id} = $name =~ s/'\d+$//r if defined $name;
         my $found   = $in{$c} ? $symbols{$names{$id}} : undef;
         if ($c eq 'c') {
            $called = $found;
         } else {
            ($symbol, $address) = ($found, undef);
         }
      }
   } elsif (my ($target) = $line =~ /^calls=\d+ 0x([0-9a-f]+)/) {
      $wrong++, print "not where the routine begins: $line" if defined $called && $called->[0] != hex($target);
   } elsif (my ($absolute, $sign, $difference) = $line =~ /^(?:0x([0-9a-f]+)|([+-])(\d+)|\*) /) {
      $address = defined $absolute ? hex($absolute) : $address + (defined $sign ? "$sign$difference" : 0);
      if (defined $symbol) {
         $checked++;
         $wrong++, print "not in the routine: $line" if $address < $symbol->[0] || $address >= $symbol->[1];
      }
   }
}
print $wrong > 0 ? "$wrong addresses are wrong\n" : $checked > 100 ? "addresses ok\n" : "too few addresses\n";
