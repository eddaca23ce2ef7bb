#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The aprof authors
#
# Runs a program under aprof and under Callgrind and compares how often each routine was called.
#
#    compare_calls.pl [--list] [--least=N] VALGRIND COMMAND...
#
# Prints `NAME: N routines, M agree (P %)`, and with --list each that does not: calls by aprof, by Callgrind, routine.
# Only routines with N calls or more by either tool count (10 by default).

use strict;
use warnings;
use Getopt::Long qw(:config require_order);
use File::Temp qw(tempdir);
use File::Basename;

my ($list, $least) = (0, 10);
GetOptions('list' => \$list, 'least=i' => \$least) && @ARGV >= 2
   or die "usage: compare_calls.pl [--list] [--least=N] VALGRIND COMMAND...\n";
my ($valgrind, @command) = @ARGV;
my $directory = tempdir(CLEANUP => 1);
$ENV{PERL_HASH_SEED} = $ENV{PYTHONHASHSEED} = 0;

run($valgrind, '-q', '--tool=aprof', "--aprof-out-file=$directory/aprof.out", @command);
run($valgrind, '-q', '--tool=callgrind', '--compress-strings=no', '--compress-pos=no', '--dump-line=no',
    "--callgrind-out-file=$directory/callgrind.out", @command);
my $aprof     = calls_by_aprof("$directory/aprof.out");
my $callgrind = calls_by_callgrind("$directory/callgrind.out");

my ($compared, $agree) = (0, 0);
my %keys = (%$aprof, %$callgrind);
for my $key (sort keys %keys) {
   my $a = $aprof->{$key} // 0;
   my $c = $callgrind->{$key} // 0;
   next if $a < $least && $c < $least;
   $compared++;
   $agree++ if $a == $c;
   printf "%10d %10d  %s\n", $a, $c, $key if $list && $a != $c;
}
printf "%s: %d routines, %d agree (%.2f %%)\n", basename($command[0]), $compared, $agree,
   $compared ? 100 * $agree / $compared : 100;

sub run
{
   my $pid = fork // die "fork: $!\n";
   if ($pid == 0) {
      open STDOUT, '>', '/dev/null';
      open STDERR, '>', '/dev/null';
      exec @_ or exit 127;
   }
   waitpid $pid, 0;
}

# Names as both tools can have them: without what the compiler or the linker has added.
sub key
{
   my ($name, $image) = @_;
   $name =~ s/'\d+$//;             # Callgrind's mark of a recursive call
   $name =~ s/ \[clone .*//;
   $name =~ s/\.(cold|part|isra|constprop|lto_priv|llvm)(\.\d+|$).*//;
   $name =~ s/@.*// unless $name =~ /^@/;
   $name =~ s/"/''/g;
   $name =~ s/^0x0*(?=.)/0x/;
   $name = substr($name, 0, 590);  # where aprof cuts them
   return basename($image) . ': ' . $name;
}

sub calls_by_aprof
{
   my ($file) = @_;
   my (%calls, $key);
   open my $in, '<', $file or die "$file: $!\n";
   while (<$in>) {
      if (/^r "(.*)" "(.*)" \d+$/) {
         $key = key($1, $2);
      } elsif (/^p /) {
         $calls{$key} += (split)[7];
      }
   }
   return \%calls;
}

sub calls_by_callgrind
{
   my ($file) = @_;
   my (%calls, $object, $callee, $callee_object);
   open my $in, '<', $file or die "$file: $!\n";
   while (<$in>) {
      chomp;
      if (/^ob=(.*)/)     { $object = $1; undef $callee_object }
      elsif (/^cob=(.*)/) { $callee_object = $1 }
      elsif (/^cfn=(.*)/) { $callee = $1 }
      elsif (/^calls=(\d+)/) {
         $calls{key($callee, $callee_object // $object)} += $1;
         undef $callee_object;
      }
   }
   return \%calls;
}
