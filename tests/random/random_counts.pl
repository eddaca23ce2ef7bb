#!/usr/bin/env perl
# random_counts.pl [--apart] [--all-parts] REPORT COUNTS...
#
# Compares reports with what a program of random_calls.pl has counted itself, a file COUNTS for each process. The
# reports of process PID are REPORT.PID, and those that begin so: parts, threads.
#
#    - Each routine was called as often; with contexts, on each path of calls; in each part.
#    - What the program did not count, such as routines of libraries, is left out of the paths.
#    - The self costs of a report add up to its total. With contexts of full recursion, the inclusive cost of a path is
#      its self cost and what its callees have.
#
# --apart says that the routines apart_* ran apart (--separate-routine=apart_*), --all-parts that parts are to be added
# up, as the program did not ask for them. Prints what differs, or nothing.

use strict;
use warnings;
use Getopt::Long;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my %option;
GetOptions(\%option, 'apart', 'all-parts') && @ARGV >= 2
   or die "usage: random_counts.pl [--apart] [--all-parts] REPORT COUNTS...\n";
my ($prefix, @counts) = @ARGV;
my $differences = 0;

check($_) foreach @counts;
exit($differences > 0);

sub differ
{
   $differences++;
   print "@_\n" if $differences <= 8;
}

sub check
{
   my ($file) = @_;
   my $counted = read_counts($file);
   my @files   = grep { -f } glob("$prefix.$counted->{process}\{,[.-]*}");
   my %found   = map { $_ => {} } qw(calls sums selves below);
   my $contexts = '';
   differ("$file: there is no report $prefix.$counted->{process}") if !@files;
   foreach my $report (map { read_report($_) } @files) {
      $contexts = $report->comment('cct-recursion') // '';
      add_report(\%found, $report, $counted->{names});
   }
   my %calls;
   foreach my $node (@{$counted->{nodes}}) {
      my @path = $contexts ne '' ? folded(cut(@{$node->{path}}), $contexts) : $node->{path}[-1];
      $calls{part_of($_) . join('/', @path)} += $node->{calls}{$_} foreach keys %{$node->{calls}};
   }
   compare($file, 'calls', $found{calls}, \%calls);
   if ($contexts eq 'full' && @files == 1) {
      my %costs = map { $_ => $found{selves}{$_} + ($found{below}{$_} // 0) } keys %{$found{selves}};
      compare($file, 'cost', $found{sums}, \%costs);
   }
}

sub part_of
{
   my ($part) = @_;
   return $option{'all-parts'} ? '' : "part $part: ";
}

# What runs apart begins a path.
sub cut
{
   my (@path) = @_;
   return @path if !$option{apart};
   my ($first) = grep { $path[$_] =~ /^apart_/ } 0 .. $#path;
   return @path[($first // 0) .. $#path];
}

# What is on the path already goes on there.
sub folded
{
   my ($how, @path) = (pop, @_);
   return @path if $how eq 'full';
   my @folded;
   foreach my $name (@path) {
      my ($again) = grep { $folded[$_] eq $name } 0 .. $#folded;
      splice @folded, $again if defined $again;
      push @folded, $name;
   }
   return @folded;
}

sub compare
{
   my ($file, $what, $ours, $theirs) = @_;
   foreach my $key (sort keys %{{%$ours, %$theirs}}) {
      my ($a, $b) = ($ours->{$key} // 0, $theirs->{$key} // 0);
      differ("$file: $what of $key: $a in the report, $b by the program") if $a != $b;
   }
}

# A program has several trees if its threads count for themselves.
sub read_counts
{
   my ($file) = @_;
   my %counted = (names => {}, nodes => []);
   my @nodes;
   open(my $in, '<', $file) or die "random_counts.pl: $file: $!\n";
   while (my $line = <$in>) {
      my ($kind, @words) = split ' ', $line;
      if ($kind eq 'process') {
         $counted{process} = $words[0];
      } elsif ($kind eq 'name') {
         $counted{names}{$words[0]} = 1;
      } elsif ($kind eq 'node') {
         my ($id, $caller, $name) = @words;
         @nodes = () if $id == 1;
         $nodes[$id] = { path => [$caller == 0 ? () : @{$nodes[$caller]{path}}, $name], calls => {} };
         push @{$counted{nodes}}, $nodes[$id];
      } elsif ($kind eq 'calls') {
         $nodes[$words[0]]{calls}{$words[1]} += $words[2];
      }
   }
   return \%counted;
}

sub read_report
{
   my ($file) = @_;
   my $report = Report->read($file);
   my $self = 0;
   $self += $_->{self} foreach @{$report->{points}};
   differ("$file: the self costs are $self, the total is $report->{total}") if $self != $report->{total};
   return $report;
}

# Of a point without a context, only the routine.
sub path_of
{
   my ($report, $point) = @_;
   return defined $point->{context} ? map { $_->{routine}{symbol} } $report->way_to($point->{context})
                                    : $point->{routine}{symbol};
}

sub add_report
{
   my ($found, $report, $names) = @_;
   my $part = part_of($report->comment('part') // 1);
   my %path;
   foreach my $point (@{$report->{points}}) {
      my $path = $path{$point->{owner}} //= [path_of($report, $point)];
      my $whole = join('/', @$path);
      $found->{sums}{$whole}   += $point->{sum};
      $found->{selves}{$whole} += $point->{self};
      $found->{below}{join('/', @$path[0 .. $#$path - 1])} += $point->{sum};
      next if !$names->{$path->[-1]};
      $found->{calls}{$part . join('/', grep { $names->{$_} } @$path)} += $point->{calls};
   }
}
