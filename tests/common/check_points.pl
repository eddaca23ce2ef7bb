#!/usr/bin/perl
# check_points.pl EXPECTATIONS [REPORT]
#
# Compares the points of a report with what the test program expects (expect.h), exactly, and prints what differs, and of
# how many routines something was expected, in how many reports. The report itself must pass `aprof check-report`. The
# expectations are lines
#
#    expect ROUTINE RMS CALLS     the routine has a point at this rms; several lines for one rms add up
#    expect ROUTINE any CALLS     the routine ran so often, with whatever input
#    linear ROUTINE               the costs of its points lie on a straight line over the rms
#    alike ROUTINE OTHER          each of its points has the calls and costs of the only point of the other one
#    absent ROUTINE               the routine is not in the report
#    report FILE                  what follows is about this report (instead of argument 2)
#
# Only routines of the program itself count, not those of that name in libraries. The contexts of a routine are added up.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../common";
use Report;

my $differences_shown = 8;
my ($failures, $routines, $reports) = (0, 0, 0);

main();

sub main
{
   @ARGV >= 1 or die "usage: check_points.pl EXPECTATIONS [REPORT]\n";
   my ($file, $report_name) = @ARGV;
   my (%expected, @order);
   open(my $in, '<', $file) or die "check_points.pl: $file: $!\n";
   while (my $line = <$in>) {
      my ($what, $name, $rms, $calls) = split ' ', $line;
      if ($what eq 'report') {
         check_report($report_name, \%expected, \@order) if @order;
         ($report_name, %expected) = ($name);
         @order = ();
         next;
      }
      push @order, $name unless exists $expected{$name};
      $expected{$name} //= { points => {} };
      if ($what eq 'expect' && $rms eq 'any') {
         $expected{$name}{any} += $calls;
      } elsif ($what eq 'expect') {
         $expected{$name}{points}{$rms} += $calls if $calls > 0;
      } elsif ($what eq 'linear' || $what eq 'absent') {
         $expected{$name}{$what} = 1;
      } elsif ($what eq 'alike') {
         $expected{$name}{alike} = $rms;
      } else {
         die "check_points.pl: $file: what is '$what'?\n";
      }
   }
   @order or fail("$file expects nothing");
   check_report($report_name, \%expected, \@order);
   print $failures ? 'NOT ok: ' : 'ok: ', Report::counted($routines, 'expectation'), ' in ',
      Report::counted($reports, 'report'), "\n";
   exit($failures > 0);
}

sub fail
{
   print "@_\n";
   $failures++;
}

sub check_report
{
   my ($file, $expected, $order) = @_;
   my $problems = Report::problems($file);
   fail("check-report: $problems") if $problems ne '';
   my $found = read_routines($file);
   check_routine($_, $expected->{$_}, $found) foreach @$order;
   $routines += @$order;
   $reports++;
}

# For the routines of the program itself:
# name => { points => { rms => calls }, costs => { rms => [ least, most ] }, numbers => { rms => all others } }
sub read_routines
{
   my ($file) = @_;
   my $report = Report->new($file);
   my %by_id;
   while (my $point = $report->next_point) {
      add_point($by_id{$point->{routine}{id}} //= {}, $point) if is_own($report, $point->{routine});
   }
   my %routines;
   foreach my $routine (grep { is_own($report, $_) } @{$report->{routines}}) {
      exists $routines{$routine->{name}} and fail("$routine->{name}: twice in the report");
      $routines{$routine->{name}} = { points => {}, costs => {}, numbers => {}, %{$by_id{$routine->{id}} // {}} };
   }
   return \%routines;
}

sub is_own
{
   my ($report, $routine) = @_;
   return Report::file_name($routine->{image}) eq Report::file_name($report->{program});
}

sub add_point
{
   my ($routine, $point) = @_;
   my $rms = $point->{rms};
   exists $routine->{points}{$rms} && !defined $point->{context} and fail("two points of one routine at rms $rms");
   $routine->{points}{$rms} += $point->{calls};
   $routine->{costs}{$rms} = [ @$point{qw(min max)} ];
   $routine->{numbers}{$rms} = join(' ', Report::numbers_of($point));
}

sub check_routine
{
   my ($name, $expected, $routines) = @_;
   my $found = $routines->{$name};
   if ($expected->{absent}) {
      fail("$name: is in the report, but should not") if defined $found;
   } elsif (!defined $found) {
      fail("$name: is not in the report");
   } elsif (defined $expected->{any}) {
      my $calls = 0;
      $calls += $_ foreach values %{$found->{points}};
      fail("$name: $calls calls, expected $expected->{any}") if $calls != $expected->{any};
   } else {
      compare_points($name, $expected->{points}, $found->{points});
      check_linear($name, $found->{costs}) if $expected->{linear};
      check_alike($name, $found, $routines->{$expected->{alike}}) if defined $expected->{alike};
   }
}

sub compare_points
{
   my ($name, $expected, $found) = @_;
   my $shown = 0;
   my %either = (%$expected, %$found);
   foreach my $rms (sort { $a <=> $b } keys %either) {
      my ($wanted, $got) = ($expected->{$rms} // 0, $found->{$rms} // 0);
      next if $wanted == $got;
      if (++$shown > $differences_shown) {
         fail("$name: and more");
         last;
      }
      fail("$name: rms $rms in $got calls, expected in $wanted");
   }
}

sub check_linear
{
   my ($name, $costs) = @_;
   my @all = sort { $a <=> $b } keys %$costs;
   return fail("$name: fewer than three points are no line") if @all < 3;
   foreach my $rms (@all) {
      my ($least, $most) = @{$costs->{$rms}};
      return fail("$name: rms $rms costs from $least to $most") if $least != $most;
   }
   my ($first, $second) = @all[0, 1];
   my $slope = ($costs->{$second}[0] - $costs->{$first}[0]) / ($second - $first);
   return fail("$name: cost does not grow") if $slope <= 0;
   foreach my $rms (@all) {
      my $cost = $costs->{$first}[0] + $slope * ($rms - $first);
      return fail("$name: rms $rms costs $costs->{$rms}[0], expected $cost") if $costs->{$rms}[0] != $cost;
   }
}

sub check_alike
{
   my ($name, $found, $other) = @_;
   my @wanted = defined $other ? values %{$other->{numbers}} : ();
   return fail("$name: there is not one point to be like") if @wanted != 1;
   foreach my $rms (sort { $a <=> $b } keys %{$found->{numbers}}) {
      return fail("$name: rms $rms has $found->{numbers}{$rms}, expected $wanted[0]")
         if $found->{numbers}{$rms} ne $wanted[0];
   }
}
