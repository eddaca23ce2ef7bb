#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# check_contexts.pl [--limit=N] EXPECTATIONS REPORT
#
# Compares the calling contexts of a report with what the test program expects, exactly: lines `path main/f/g RMS`, one
# for each activation. Of the report, the contexts below main count whose path has only routines that the expectations
# name; routines of libraries are left out of their paths. The report itself must pass `aprof check-report`.
#
# With --limit, the report is of a run with --cct-limit=N: it must have N contexts, and besides, below those that would
# have had more, one marked context each, without children. What the marked ones have stands for what is missing: no
# context may have more than is expected, and the calls must be as many.
#
# Prints "N contexts ok", or "the limit ok", or what differs.

use strict;
use warnings;
use Getopt::Long;

use constant MARK => '(beyond --cct-limit)';

my $limit;
GetOptions('limit=i' => \$limit) && @ARGV == 2 or die "usage: check_contexts.pl [--limit=N] EXPECTATIONS REPORT\n";
my ($expectations, $report) = @ARGV;
my $differences = 0;

main();

sub main
{
   my $command = '../../command/aprof';
   my $answer = `$command check-report $report 2>&1`;
   differ("check-report: $answer") if $? != 0;
   my $expected = read_expectations();
   my %under_test = map { $_ => 1 } map { split m{/}, s/ \d+$//r } keys %$expected;
   my $found    = read_report(\%under_test);
   if (defined $limit) {
      check_limit($found, $expected);
      print "the limit ok\n" if $differences == 0;
   } else {
      compare($found->{calls}, $expected);
      my %paths = map { s/ \d+$//r => 1 } keys %$expected;
      print scalar(keys %paths), " contexts ok\n" if $differences == 0;
   }
   exit($differences > 0);
}

sub differ
{
   $differences++;
   print "@_\n" if $differences <= 8;
}

# { "path rms" => calls }
sub read_expectations
{
   my %expected;
   open(my $in, '<', $expectations) or die "check_contexts.pl: $expectations: $!\n";
   while (my $line = <$in>) {
      $line =~ /^path (\S+ \d+)$/ or die "check_contexts.pl: $expectations: what is '$line'?\n";
      $expected{$1}++;
   }
   keys %expected > 0 or differ("$expectations expects nothing");
   return \%expected;
}

# { calls => { "path rms" => calls }, contexts, marked, childless, total => numbers }
sub read_report
{
   my ($under_test) = @_;
   my ($program, @names, @own, @points, %parent, %routine, @order);
   open(my $in, '<', $report) or die "check_contexts.pl: $report: $!\n";
   while (my $line = <$in>) {
      if ($line =~ m{^a (?:.*/)?(.+)$}) {
         $program = $1;
      } elsif ($line =~ m{^r "([^"]+)" "(?:[^"]*/)?([^"/]+)" (\d+)$}) {
         $names[$3] = $1;
         $own[$3]   = $2 eq $program;
      } elsif ($line =~ /^q (\d+) (\d+) \d+ \d+ \d+ \d+ (\d+) /) {
         push @points, [ $1, $2, $3 ];
      } elsif ($line =~ /^x (\d+) (\d+) (-?\d+)$/) {
         push @order, $2;
         ($routine{$2}, $parent{$2}) = ($1, $3);
      }
   }
   my (%path, %marks, %calls, $total);
   foreach my $context (@order) {
      my ($name, $parent) = ($names[$routine{$context}], $parent{$context});
      my $above = $parent < 0 ? '' : $path{$parent};
      $path{$context} = !$own[$routine{$context}] ? $above : $name eq 'main' ? 'main'
                      : $above eq ''              ? ''     : "$above/$name";
      if ($parent >= 0 && $names[$routine{$parent}] eq MARK) {
         differ("context $context is below a marked one");
      }
      if ($name eq MARK) {
         differ("two marked contexts below $parent") if $marks{$parent}++;
      }
   }
   foreach my $point (@points) {
      my ($context, $rms, $calls) = @$point;
      $total += $calls;
      next if !$own[$routine{$context}] || $path{$context} !~ m{/};
      next if grep { !$under_test->{$_} } split m{/}, $path{$context};
      $calls{"$path{$context} $rms"} += $calls;
   }
   return { calls => \%calls, contexts => scalar @order, marked => scalar keys %marks, total => $total };
}

sub compare
{
   my ($found, $expected) = @_;
   my %either = (%$found, %$expected);
   foreach my $key (sort keys %either) {
      my ($got, $wanted) = ($found->{$key} // 0, $expected->{$key} // 0);
      differ("$key in $got calls, expected in $wanted") if $got != $wanted;
   }
}

sub check_limit
{
   my ($found, $expected) = @_;
   my $plain = $found->{contexts} - $found->{marked};
   differ("$plain contexts, expected $limit") if $plain != $limit;
   differ('no context is marked') if $found->{marked} == 0;
   foreach my $key (sort keys %{$found->{calls}}) {
      my ($got, $wanted) = ($found->{calls}{$key}, $expected->{$key} // 0);
      differ("$key in $got calls, expected in at most $wanted") if $got > $wanted;
   }
}
