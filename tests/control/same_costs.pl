#!/usr/bin/env perl
#    same_costs.pl [OPTION...] -- PROGRAM [ARGUMENT...]
#
# Runs the program twice, with input sizes and with --rms=no. The reports must be the same but for the input: the same
# files, routines, contexts and totals, and of each routine or context the same calls and costs. Without input, there
# is one point, of rms 0, unless an option --input-arg names the routine. Profiles must be the same but for the event Rms.

use strict;
use warnings;
use FindBin ();
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my $directory = 'same_costs.files';
my @options;
while (defined(my $word = shift @ARGV)) {
   last if $word eq '--';
   push @options, $word;
}
my %has_argument = map { /^--input-arg=(.*):\d+$/ ? ($1 => 1) : () } @options;
my $profile_wanted = grep { $_ eq '--dump-line=yes' } @options;

my $complaints = 0;

sub complain
{
   my ($text) = @_;
   print "$text\n";
   $complaints++;
}

sub run
{
   my ($name, @more) = @_;
   my @command = ('../../../vg-in-place', '-q', '--tool=aprof', "--aprof-out-file=$directory/$name.report.%n",
      $profile_wanted ? "--callgrind-out-file=$directory/$name.profile.%n" : (), @options, @more, @ARGV);
   my $pid = fork;
   if ($pid == 0) {
      open(STDIN,  '<', '/dev/null');
      open(STDOUT, '>', "$directory/$name.stdout");
      open(STDERR, '>', "$directory/$name.messages");
      exec @command or exit 127;
   }
   waitpid $pid, 0;
   complain("$name: status $?") if $? != 0;
   complain("$name: it printed messages") if -s "$directory/$name.messages";
}

# Adds up the points of each routine or context: { owner => { number => sum, smallest or largest } }.
sub sums_of
{
   my ($report) = @_;
   my %sums;
   for my $point (@{$report->{points}}) {
      my $sum = $sums{$point->{owner}} //= { calls => 0, sum => 0, real => 0, self => 0, points => 0, rms => 0 };
      $sum->{$_} += $point->{$_} for qw(calls sum real self);
      for (['min', 1], ['max', -1], ['self_min', 1], ['self_max', -1]) {
         my ($name, $sign) = @$_;
         $sum->{$name} = $point->{$name} if !defined $sum->{$name} || $sign * ($sum->{$name} <=> $point->{$name}) > 0;
      }
      for my $name (qw(squares self_squares)) {
         $sum->{$name} = Report::LARGEST - ($sum->{$name} // 0) < $point->{$name} ? Report::LARGEST
                       : ($sum->{$name} // 0) + $point->{$name};
      }
      $sum->{points}++;
      $sum->{rms} = $point->{rms} if $point->{rms} > $sum->{rms};
      $sum->{name} = $point->{routine}{name};
   }
   return \%sums;
}

sub text_of
{
   my ($sum, @names) = @_;
   return defined $sum ? join ' ', map { "$_ $sum->{$_}" } @names : 'nothing';
}

# Everything but points: names, contexts, total.
sub frame_of
{
   my ($report) = @_;
   return join "\n", "total $report->{total}",
      (map { "$_->{id} $_->{name} in $_->{image}" } @{$report->{routines}}),
      (map { "$_->{routine}{id} $_->{id} $_->{parent}" } @{$report->{contexts}});
}

sub compare_reports
{
   my ($with, $without, $file) = @_;
   my ($there, $here) = (sums_of($with), sums_of($without));
   my @wrong;
   push @wrong, 'other routines, contexts or total' if frame_of($with) ne frame_of($without);
   push @wrong, 'does not say that rms was not measured' if !grep { $_ eq 'rms: not measured' } @{$without->{comments}};
   for my $owner (sort { $a <=> $b } keys %{{ %$there, %$here }}) {
      my @measured = ($has_argument{($here->{$owner} // {})->{name} // ''} ? qw(points rms) : (),
         qw(calls sum squares real self min max self_min self_max self_squares));
      my ($expected, $found) = map { text_of($_->{$owner}, @measured) } $there, $here;
      push @wrong, "$owner: $found, not $expected" if $found ne $expected;
      push @wrong, "$owner has an input" if !$has_argument{$here->{$owner}{name}}
         && ($here->{$owner}{points} != 1 || $here->{$owner}{rms} != 0);
   }
   complain("$file: $_") for @wrong;
   return keys %$there;
}

# A profile without what differs by nature, and without the numbers of the event Rms, which are the last of a line.
sub profile_of
{
   my ($file, $has_rms) = @_;
   open(my $in, '<', $file) or die "$file: $!\n";
   my @lines;
   while (<$in>) {
      next if /^(pid|cmd|event: Rms)/;
      s/^(events: \w+) Rms$/$1/;
      s/ \d+$// if $has_rms && /^([-+*\d]|summary:|totals:)/ && !/^calls=/;
      push @lines, $_;
   }
   return join '', @lines;
}

$ENV{PERL_HASH_SEED} = 0;
mkdir $directory;
run('with');
run('without', '--rms=no');
my %count = (report => 0, profile => 0, routines => 0);
for my $file (sort glob("$directory/with.*.*")) {
   (my $other = $file) =~ s/with\./without./;
   my ($kind) = $file =~ /with\.(report|profile)/;
   if (!-e $other) {
      complain("$other is missing");
   } elsif ($kind eq 'report') {
      system('../../command/aprof', 'check-report', $other) == 0 or complain("$other is no correct report");
      $count{routines} += compare_reports(Report->read($file), Report->read($other), $file);
   } elsif (profile_of($file, 1) ne profile_of($other, 0)) {
      complain("$file: not the same profile");
   }
   $count{$kind}++;
}
complain("only $count{routines} routines") if $count{routines} < 5;
print "$count{report} reports, $count{profile} profiles: ", $complaints ? "not the same\n" : "the same calls and costs\n";
system('rm', '-rf', $directory) if !$ENV{KEEP};
