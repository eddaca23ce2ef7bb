#!/usr/bin/perl
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
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;
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
      open(STDERR, '>', "$directory/messages");   # that contexts were limited, say
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

# Without the time, and what is said in comments but for contexts.
sub numbers_in
{
   my ($report) = @_;
   open(my $in, '<', "$directory/$report") or die "part_contexts.pl: $report: $!\n";
   return join('', grep { !/^[ct] / || /^c [rux] / } <$in>);
}

# Adds the points by path and rms. Returns how many contexts stand in comments only.
sub add_report
{
   my ($sum, $file) = @_;
   my $problems = Report::problems($file);
   differ("check-report: $problems") if $problems ne '';
   my $report = Report->read($file);
   check_as_viewers($file, $report);
   foreach my $point (@{$report->{points}}) {
      my $path = join('', map { " \"$_->{name}\" \"$_->{image}\"" } map { $_->{routine} } $report->way_to($point->{context}));
      Report::add_point($sum->{"$path $point->{rms}"} //= [], $point);
   }
   return keys(%{$report->{context}}) - @{$report->{contexts}};
}

# What does not suit viewers, which know no comments: they use numbers as places in a list.
sub check_as_viewers
{
   my ($file, $report) = @_;
   my $contexts = @{$report->{contexts}};
   my %has_points = map { $_->{context} => 1 } @{$report->{points}};
   my ($routines, %seen) = (0);
   foreach my $routine (@{$report->{routines}}) {
      differ("$file: routine $routine->{id} where $routines is expected") if $routine->{id} != $routines++;
   }
   foreach my $context (@{$report->{contexts}}) {
      my ($id, $parent) = @$context{'id', 'parent'};
      differ("$file: context $id of $contexts") if $id > $contexts || $id < 1;
      differ("$file: the parent of context $id is $parent, which is not there") if $parent > 0 && !$seen{$parent};
      differ("$file: context $id is missing, it has no points") if !$has_points{$id};
      $seen{$id} = 1;
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
