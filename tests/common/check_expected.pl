#!/usr/bin/env perl
# check_expected.pl EXPECTATIONS...
#
# Compares reports with what the test programs expect (expect.h, ../calls/calls.h), exactly, and says what differs. Several
# variants of one program (other compilers, other flags) expect the same. Last come the number of different expectations
# and that of reports, lest one that is not stated, or a program that was not run, goes unnoticed.
#
#    report FILE                  what follows is about this report; without the line, about NAME.out for NAME.expect
#    expect ROUTINE RMS CALLS     the routine has a point at this rms; several lines for one rms add up
#    expect ROUTINE any CALLS     the routine ran so often, with whatever input
#    linear ROUTINE               the costs of its points lie on a straight line over the rms
#    alike ROUTINE OTHER          each of its points has the calls and costs of the only point of the other one
#    absent ROUTINE               the routine is not in the report
#    routines ROUTINE NUMBER      the report has so many routines of this name
#    cost LEFT = RIGHT            (or <, <=, >) both sides are TERM + TERM..., and a term is
#                                 [NUMBER*]ROUTINE[@RMS].FIELD or a number; FIELD is calls, sum, self or real
#    alias ROUTINE NAME           ROUTINE, as it is called in the lines of this file, is NAME in the report
#    image NAME FILE              the image NAME, as it is called in the lines of this file, is FILE in the report
#    program NAME                 whose expectations these are; NAME states all that it expects, with a last line
#    end                          the expectations are complete
#    strands                      code ran on several call stacks
#
# A ROUTINE is one of the program; IMAGE:ROUTINE is one of a library, where the name may end in '*'. The contexts of a
# routine are added up.
#
# Beyond that, every report passes `aprof check-report`, and of a program with a name: main and what leads to it ran once
# each, and each within the former; and unless there are strands, the total is the cost of the bottom activation and of
# the dynamic linker, when that binds functions that are called for the first time. One without a name has no two
# routines of one name.

use strict;
use warnings;
use Config;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my ($failures, $reports, %expectations, %alias, %image) = (0, 0);

main();

sub main
{
   @ARGV >= 1 && -e $ARGV[0] or die "check_expected.pl: no expectations\n";
   check_file($_) foreach @ARGV;
   print $failures ? 'NOT ok: ' : 'ok: ', Report::counted(scalar keys %expectations, 'expectation'), ' in ',
      Report::counted($reports, 'report'), "\n";
   exit($failures > 0);
}

sub check_file
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "check_expected.pl: $file: $!\n";
   my %of = (report => $file =~ s/\.expect$/.out/r);
   foreach (<$in>) {
      if (/^report (\S+)$/ && $of{has_some}) {
         check_report(\%of);
         %of = (report => $1);
         next;
      }
      if (/^(program|report) (\S+)$/)                { $of{$1} = $2 }
      elsif (/^(alias|image) (\S+) (.+)$/)           { $of{$1}{$2} = $3 }
      elsif (/^expect (\S+) any (\d+)$/)             { $of{any}{$1} += $2 }
      elsif (/^expect (\S+) (\d+) (\d+)$/)           { $of{points}{$1}{$2} += $3 }
      elsif (/^absent (\S+)$/)                       { $of{absent}{$1} = 1 }
      elsif (/^alike (\S+) (\S+)$/)                  { $of{alike}{$1} = $2 }
      elsif (/^linear (\S+)$/)                       { $of{linear}{$1} = 1 }
      elsif (/^routines (\S+) (\d+)$/)               { $of{routines}{$1} = $2 }
      elsif (/^cost (.+) (=|<|<=|>) (.+)$/)          { push @{$of{costs}}, [$1, $2, $3] }
      elsif (/^(strands|end)$/)                      { $of{$1} = 1 }
      else { die "check_expected.pl: $file: what is '$_'?\n" }
      $of{has_some} ||= !/^(?:report|program|strands)\b/;   # which a child that did not write them may state, too
   }
   $of{has_some} or die "check_expected.pl: $file expects nothing of $of{report}\n";
   check_report(\%of);
}

sub check_report
{
   my ($of) = @_;
   $reports++;
   my $report = read_report($of->{report});
   if (!defined $report) {
      verdict($of, 'report', 'there is none');
      return;
   }
   %alias = %{$of->{alias} // {}};
   %image = %{$of->{image} // {}};
   my ($points, $any, $absent, $linear, $alike, $routines) =
      map { $of->{$_} // {} } qw(points any absent linear alike routines);
   if (defined $of->{program}) {
      verdict($of, 'complete', $of->{end} ? '' : 'the program has not stated all that it expects');
      verdict($of, 'main', check_main($report, $any));
      verdict($of, 'bottom', check_bottom($report)) unless $of->{strands};
   }
   verdict($of, 'check-report', Report::problems($of->{report}) || (defined $of->{program} ? '' : check_names($report)));
   verdict($of, $_, check_points($report, $_, $points->{$_})) foreach sort keys %$points;
   verdict($of, $_, check_any($report, $_, $any->{$_}))       foreach sort keys %$any;
   verdict($of, $_, check_linear($report, $_))       foreach sort keys %$linear;
   verdict($of, $_, check_alike($report, $_, $alike->{$_})) foreach sort keys %$alike;
   verdict($of, "absent $_", routines($report, $_) ? 'is in the report' : '') foreach sort keys %$absent;
   verdict($of, "routines $_", check_number($report, $_, $routines->{$_})) foreach sort keys %$routines;
   verdict($of, "$$_[0] $$_[1] $$_[2]", check_cost($report, @$_)) foreach @{$of->{costs} // []};
}

sub verdict
{
   my ($of, $what, $problem) = @_;
   $expectations{$what} = 1;
   return if $problem eq '';
   $failures++;
   print $of->{program} // $of->{report}, ": $what: $problem\n";
}

#--- The report -------------------------------------------------------------------------------------------------------

# Each routine has lists of its points by rms.
sub read_report
{
   my ($file) = @_;
   -e $file or return undef;
   my $report = Report->new($file);
   while (my $point = $report->next_point) {
      push @{$point->{routine}{points}{$point->{rms}}}, $point;
   }
   return $report;
}

sub routines
{
   my ($report, $wanted) = @_;
   my ($image, $name) = $wanted =~ /^([^:]+):([^:].*)$/ ? ($1, $2) : (Report::file_name($report->{program}), $wanted);
   $image = $image{$image} if exists $image{$image};
   $name = $alias{$name} if exists $alias{$name};
   my $any_end = $name =~ s/\*$//;
   return grep { Report::file_name($_->{image}) eq $image
                 && ($any_end ? index($_->{name}, $name) == 0 : $_->{name} eq $name) } @{$report->{routines}};
}

sub sum_of
{
   my ($field, $rms, @routines) = @_;
   my $sum = 0;
   foreach my $routine (@routines) {
      foreach my $at (defined $rms ? $rms : keys %{$routine->{points}}) {
         $sum += $_->{$field} foreach @{$routine->{points}{$at} // []};
      }
   }
   return $sum;
}

# How often a routine that leads to main may run. On arm64, a program at a fixed address calls main through the last
# instructions of _start.
sub most_calls
{
   my ($name) = @_;
   return $name eq '_start' && $Config{archname} =~ /^aarch64/ ? 2 : 1;
}

#--- The checks: each returns what is wrong, or '' --------------------------------------------------------------------

sub check_main
{
   my ($report, $any) = @_;
   my $cost;
   foreach my $name (qw(_start __libc_start_main __libc_start_call_main main)) {
      next if defined $any->{$name};
      my @found = map { routines($report, $_) } ($name, "libc.so.6:$name");
      return "$name is not in the report" if !@found && $name eq 'main';
      next if !@found;
      return "$name ran more often than once" if @found > 1 || sum_of('calls', undef, @found) > most_calls($name);
      my $inclusive = sum_of('sum', undef, @found);
      return "$name cost more than what called it" if defined $cost && $inclusive > $cost;
      $cost = $inclusive;
   }
   return '';
}

sub check_names
{
   my ($report) = @_;
   my %seen;
   my ($twice) = grep { $_->{image} eq $report->{program} && $seen{$_->{name}}++ } @{$report->{routines}};
   return defined $twice ? "$twice->{name} is twice in the report" : '';
}

sub check_bottom
{
   my ($report) = @_;
   my $bottom = $report->{routines}[0];
   my ($calls, $sum) = (sum_of('calls', undef, $bottom), sum_of('real', undef, $bottom));
   my @binders = grep { $_->{name} =~ /^_dl_runtime_resolve/ } @{$report->{routines}};
   my $binding = 0;
   $binding += sum_of('real', undef, $_) foreach @binders;
   return $calls <= most_calls($bottom->{name}) && $sum + $binding == $report->{total} ? ''
        : "$bottom->{name} ran $calls times and cost $sum, binding $binding, of $report->{total}";
}

sub check_any
{
   my ($report, $name, $wanted) = @_;
   my $calls = sum_of('calls', undef, routines($report, $name));
   return $calls == $wanted ? '' : "$calls calls, expected $wanted";
}

sub check_points
{
   my ($report, $name, $wanted) = @_;
   my @found = routines($report, $name);
   my @problems;
   my %rms = map { $_ => 1 } keys %$wanted, map { keys %{$_->{points}} } @found;
   foreach my $rms (sort { $a <=> $b } keys %rms) {
      my ($calls, $expected) = (sum_of('calls', $rms, @found), $wanted->{$rms} // 0);
      push @problems, "rms $rms in $calls calls, expected in $expected" if $calls != $expected;
   }
   splice @problems, 6, @problems, 'and more' if @problems > 6;
   return join '; ', @problems;
}

# The points of routines of this name, by rms.
sub points_of
{
   return sort { $a->{rms} <=> $b->{rms} } map { @$_ } map { values %{$_->{points}} } routines(@_);
}

# Each point has one cost, and it grows by the same for each unit of rms.
sub check_linear
{
   my ($report, $name) = @_;
   my @points = points_of($report, $name);
   return 'fewer than three points are no line' if @points < 3;
   my ($first, $second) = @points;
   my $slope = ($second->{min} - $first->{min}) / ($second->{rms} - $first->{rms});
   return 'cost does not grow' if $slope <= 0;
   foreach my $point (@points) {
      my $cost = $first->{min} + $slope * ($point->{rms} - $first->{rms});
      return "rms $point->{rms} costs from $point->{min} to $point->{max}, expected $cost"
         if $point->{min} != $cost || $point->{max} != $cost;
   }
   return '';
}

sub check_alike
{
   my ($report, $name, $other) = @_;
   my ($wanted, @more) = map { join ' ', Report::numbers_of($_) } points_of($report, $other);
   return "there is not one point of $other to be like" if !defined $wanted || @more;
   my ($wrong) = grep { $wanted ne join ' ', Report::numbers_of($_) } points_of($report, $name);
   return defined $wrong ? "rms $wrong->{rms} has @{[Report::numbers_of($wrong)]}, expected $wanted" : '';
}

sub check_number
{
   my ($report, $name, $wanted) = @_;
   my $found = () = routines($report, $name);
   return $found == $wanted ? '' : "$found, expected $wanted";
}

sub check_cost
{
   my ($report, $left, $relation, $right) = @_;
   my ($a, $b) = map { value($report, $_) } $left, $right;
   return $a if $a =~ /\D/;
   return $b if $b =~ /\D/;
   my $holds = $relation eq '=' ? $a == $b : $relation eq '<' ? $a < $b : $relation eq '>' ? $a > $b : $a <= $b;
   return $holds ? '' : "$a against $b";
}

# A number, or what is wrong.
sub value
{
   my ($report, $text) = @_;
   my $value = 0;
   foreach my $term (split / \+ /, $text) {
      if ($term =~ /^\d+$/) {
         $value += $term;
      } elsif ($term =~ /^(?:(\d+)\*)?(.+?)(?:@(\d+))?\.(calls|sum|self|real)$/) {
         my ($factor, $name, $rms, $field) = ($1 // 1, $2, $3, $4);
         my @found = routines($report, $name);
         return "$name is not in the report" if !@found && $name !~ /\*$/;
         $value += $factor * sum_of($field, $rms, @found);
      } else {
         return "what is '$term'?";
      }
   }
   return $value;
}
