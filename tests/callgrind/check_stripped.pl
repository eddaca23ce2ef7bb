#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The aprof authors
#
# check_stripped.pl PROGRAM STRIPPED PROFILE
#
# PROFILE is that of STRIPPED, which is PROGRAM without symbols: prints who called whom there, and how often, by the
# names that PROGRAM's symbol table has for the addresses.

use strict;
use warnings;

my ($program, $stripped, $profile) = @ARGV;
@ARGV == 3 or die "usage: check_stripped.pl PROGRAM STRIPPED PROFILE\n";

my %symbols;
open(my $nm, '-|', 'nm', $program) or die "check_stripped.pl: nm: $!\n";
while (my $line = <$nm>) {
   my ($start, $type, $name) = split ' ', $line;
   $symbols{hex($start)} = $name if defined $name && $type =~ /^[tT]$/;
}

my (%objects, %names, %at, %edges);
open(my $in, '<', $profile) or die "check_stripped.pl: $profile: $!\n";
while (my $line = <$in>) {
   if ($line =~ /^(c?ob)=\((\d+)\)(?: (.*))?$/) {
      $objects{$2} = $3 if defined $3;
      $at{$1}      = $objects{$2};
   } elsif ($line =~ /^(c?)fn=\((\d+)\)(?: (.*))?$/) {
      $names{$2}  = $3 if defined $3;
      $at{"$1fn"} = name_of($names{$2}, $at{"$1ob"});
   } elsif ($line =~ /^calls=(\d+)/ && defined $at{fn} && defined $at{cfn}) {
      $edges{"$at{fn}: $at{cfn}"} += $1;
   }
}
print map { "$_ x$edges{$_}\n" } sort grep { !/^_|: _|_dtors|frame_dummy|register_tm/ } keys %edges;

sub name_of
{
   my ($name, $object) = @_;
   return undef if $object !~ m{/\Q$stripped\E$};
   my ($address, $depth) = $name =~ /^(0x[0-9a-f]+)('\d+)?$/ or return $name;
   my $symbol = $symbols{hex($address)} or return undef;
   return $symbol . ($depth // '');
}
