#!/usr/bin/perl
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
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

use constant MARK => '(beyond --cct-limit)';

my $limit;
GetOptions('limit=i' => \$limit) && @ARGV == 2 or die "usage: check_contexts.pl [--limit=N] EXPECTATIONS REPORT\n";
my ($expectations, $report) = @ARGV;
my $differences = 0;

main();

sub main
{
   my $problems = Report::problems($report);
   differ("check-report: $problems") if $problems ne '';
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

# { calls => { "path rms" => calls }, contexts, marked, total => numbers }
sub read_report
{
   my ($under_test) = @_;
   my $read = Report->read($report);
   my %path = paths_in($read);
   my (%calls, $total);
   foreach my $point (@{$read->{points}}) {
      my $path = $path{$point->{context} // ''} // '';
      $total += $point->{calls};
      next if !is_own($read, $point->{routine}) || $path !~ m{/} || grep { !$under_test->{$_} } split m{/}, $path;
      $calls{"$path $point->{rms}"} += $point->{calls};
   }
   return { calls => \%calls, contexts => scalar @{$read->{contexts}}, marked => marked_in($read), total => $total };
}

# By context: the program's own routines from main down; '' above main.
sub paths_in
{
   my ($read) = @_;
   my %path = (-1 => '');
   foreach my $context (@{$read->{contexts}}) {
      my ($routine, $above) = ($context->{routine}, $path{$context->{parent}});
      $path{$context->{id}} = !is_own($read, $routine) ? $above : $routine->{name} eq 'main' ? 'main'
                            : $above eq ''             ? ''     : "$above/$routine->{name}";
   }
   return %path;
}

sub is_own
{
   my ($read, $routine) = @_;
   return Report::file_name($routine->{image}) eq Report::file_name($read->{program});
}

# How many contexts are marked.
sub marked_in
{
   my ($read) = @_;
   my %marks;
   foreach my $context (@{$read->{contexts}}) {
      my $above = $read->{context}{$context->{parent}};
      differ("context $context->{id} is below a marked one") if defined $above && $above->{routine}{name} eq MARK;
      if ($context->{routine}{name} eq MARK) {
         differ("two marked contexts below $context->{parent}") if $marks{$context->{parent}}++;
      }
   }
   return scalar keys %marks;
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
