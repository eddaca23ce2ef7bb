#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# Runs a program with calling contexts twice, without and with options that divide its report into parts, and compares
# what the parts say of each path of calls with the whole.
#
#    part_contexts.pl OPTION... -- COMMAND [ARGUMENT...]
#
#    --common=OPTION     an option for both runs
#
# Each part is read as the published viewers read reports: they know neither comments nor contexts without points. What
# the comments say is added to that. Then all parts, added up by path, must be the whole; and `aprof merge` must
# come to the same, also by way of merging some of them first. Prints "the same paths", or what differs.

use strict;
use warnings;
use File::Temp qw(tempdir);
use Getopt::Long qw(:config require_order pass_through);

my @common;
GetOptions('common=s@' => \@common);
my @options;
push @options, shift @ARGV while @ARGV && $ARGV[0] ne '--';
shift @ARGV;
@options > 0 && @ARGV > 0 or die "usage: part_contexts.pl [--common=OPTION] OPTION... -- COMMAND...\n";
my @command = @ARGV;
my $directory = tempdir(CLEANUP => 1);
my $aprof = '../../command/aprof';
my @differences;

main();

sub main
{
   run('whole');
   run('part', @options);
   my @parts = glob("$directory/part.*");
   differ('there is one part only') if @parts < 2;

   my (%whole, %parts);
   add_report(\%whole, "$directory/whole");
   my $commented = 0;
   $commented += add_report(\%parts, $_) foreach @parts;
   differ('no part has contexts without points') if !$commented;
   compare('parts', \%parts, \%whole);

   merge('all', @parts);
   merge('first', @parts[0 .. @parts / 2 - 1]);
   merge('both', "$directory/first", @parts[@parts / 2 .. $#parts]);
   my %merged;
   add_report(\%merged, "$directory/all");
   compare('merged parts', \%merged, \%whole);
   differ('merged in two steps, the parts are something else') if numbers_in('all') ne numbers_in('both');
   print @differences == 0 ? "the same paths\n" : map { "$_\n" } @differences > 20 ? @differences[0 .. 19] : @differences;
   exit(@differences > 0);
}

sub differ
{
   push @differences, "@_";
}

sub run
{
   my ($report, @more) = @_;
   my $pid = fork() // die "part_contexts.pl: fork: $!\n";
   if ($pid == 0) {
      open(STDOUT, '>', '/dev/null');
      exec('../../../vg-in-place', '-q', '--tool=aprof', '--collect-cct=yes', @common, @more,
           "--aprof-out-file=$directory/$report", @command) or die "part_contexts.pl: vg-in-place: $!\n";
   }
   waitpid($pid, 0);
}

sub merge
{
   my ($to, @reports) = @_;
   system($aprof, 'merge', '--output', "$directory/$to", @reports) == 0 or differ("aprof merge of @reports failed");
}

sub numbers_in
{
   my ($report) = @_;
   return join('', grep { !/^[ct] / || /^c [rux] / } lines_of("$directory/$report"));
}

sub lines_of
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "part_contexts.pl: $file: $!\n";
   my @lines = <$in>;
   return @lines;
}

# Adds the points by path and rms. Returns how many contexts stand in comments.
sub add_report
{
   my ($sum, $file) = @_;
   my $answer = `$aprof check-report $file 2>&1`;
   differ("check-report: $answer") if $? != 0;
   my (@routines, @parent_of, @routine_of, @points, %has_points);
   my @lines = lines_of($file);
   my $contexts = grep { /^x / } @lines;
   foreach (@lines) {
      if (/^r (".*") (\d+)$/) {
         differ("$file: routine $2 where @{[scalar @routines]} is expected") if $2 != @routines;
         push @routines, $1;
      } elsif (/^q (\d+) (\d+) (.*)$/) {
         push @points, [$1, $2, $3];
         $has_points{$1} = 1;
      } elsif (/^x (\d+) (\d+) (-?\d+)$/) {
         differ("$file: context $2 of $contexts") if $2 > $contexts || $2 < 1;
         differ("$file: the parent of context $2 is $3, which is not there") if $3 > 0 && !defined $routine_of[$3];
         differ("$file: context $2 is missing, it has no points") if !$has_points{$2};
         ($routine_of[$2], $parent_of[$2]) = ($1, $3);
      }
   }
   my $commented = 0;
   foreach (@lines) {
      if (/^c r (".*") (\d+)$/) {
         $routines[$2] = $1;
      } elsif (/^c x (\d+) (\d+) (-?\d+)$/) {
         ($routine_of[$2], $parent_of[$2]) = ($1, $3);
         $commented += $2 > $contexts;
      }
   }
   foreach my $point (@points) {
      my ($context, $rms, $numbers) = @$point;
      my $path = '';
      for (; $context > 0; $context = $parent_of[$context]) {
         $path = " $routines[$routine_of[$context]]$path";
      }
      add_point($sum->{"$path $rms"} //= [], split(' ', $numbers));
   }
   return $commented;
}

# min max sum squares calls real self self-min self-max self-squares
sub add_point
{
   my ($point, @numbers) = @_;
   if (@$point == 0) {
      @$point = @numbers;
      return;
   }
   foreach my $i (0 .. 9) {
      if ($i == 0 || $i == 7) {
         $point->[$i] = $numbers[$i] if $numbers[$i] < $point->[$i];
      } elsif ($i == 1 || $i == 8) {
         $point->[$i] = $numbers[$i] if $numbers[$i] > $point->[$i];
      } else {
         $point->[$i] += $numbers[$i];
      }
   }
}

sub compare
{
   my ($what, $got, $wanted) = @_;
   my %either = (%$got, %$wanted);
   foreach my $key (sort keys %either) {
      my ($is, $should_be) = map { join(' ', @{$_->{$key} // ['no point']}) } $got, $wanted;
      differ("$what:$key: $is, expected $should_be") if $is ne $should_be;
   }
}
