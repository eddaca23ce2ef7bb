#!/usr/bin/perl
# Runs a program twice, without and with some options of aprof that divide its points among contexts, threads or parts,
# and adds up what they divide: all reports with the options together must be, to the last number, the one without.
#
#    same_sums.pl [OPTIONS] OPTION... -- COMMAND [ARGUMENT...]
#
#    --reports=N         so many reports must be there with the options
#    --contexts=N        so many contexts at least must be in them         [0]
#    --limited           there are more contexts than --cct-limit, so that routines lose points to marked contexts: the
#                        sums over all routines must be the same, and no routine may have more calls
#    --common=OPTION     an option for both runs
#    --valgrind=V        how to run Valgrind                               [../../../vg-in-place]
#
# Each report must pass `aprof check-report`. With both, `aprof merge` must come to the same. Prints "the same sums", or
# what differs.

use strict;
use warnings;
use File::Temp qw(tempdir);
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;
use Getopt::Long qw(:config require_order pass_through);

my %option = (reports => undef, contexts => 0, limited => 0, common => [], valgrind => '../../../vg-in-place');
GetOptions(\%option, 'reports=i', 'contexts=i', 'limited', 'common=s@', 'valgrind=s');
my @options;
push @options, shift @ARGV while @ARGV && $ARGV[0] ne '--';
shift @ARGV;
@options > 0 && @ARGV > 0
   or die "usage: same_sums.pl [--reports=N] [--contexts=N] [--common=OPTION] [--valgrind=V] OPTION... -- COMMAND...\n";
my @command = @ARGV;
my $aprof = '../../command/aprof';
-x $aprof or die "same_sums.pl: no $aprof\n";
my ($directory, @differences);

main();

sub main
{
   $directory    = tempdir(CLEANUP => 1);
   my $printed   = run('whole');
   my $again     = run('divided', @options);
   differ('the two runs did not print the same, or did not end alike') if $printed ne $again;

   my @reports = sort glob("$directory/divided*");
   my $whole   = sum_of("$directory/whole");
   my $divided = sum_of(@reports);
   compare($whole, $divided);
   compare_input($whole, $divided);
   compare_merged($whole, @reports);
   differ(scalar(@reports) . " reports, expected $option{reports}")
      if defined $option{reports} && @reports != $option{reports};
   differ("$divided->{contexts} contexts, expected $option{contexts} at least")
      if $divided->{contexts} < $option{contexts};
   print @differences == 0 ? "the same sums\n" : map { "$_\n" } @differences > 8 ? @differences[0 .. 7] : @differences;
   exit(@differences > 0);
}

sub differ
{
   push @differences, "@_";
}

# What the program printed, and how it ended.
sub run
{
   my ($report, @more) = @_;
   my $pid = open(my $out, '-|') // die "same_sums.pl: fork: $!\n";
   if ($pid == 0) {
      $ENV{PERL_HASH_SEED} = $ENV{PYTHONHASHSEED} = 0;
      open(STDERR, '>', "$directory/messages");   # that contexts were limited, say
      exec($option{valgrind}, '-q', '--tool=aprof', @{$option{common}}, @more, "--aprof-out-file=$directory/$report",
           @command) or die "same_sums.pl: $option{valgrind}: $!\n";
   }
   local $/;
   my $text = <$out> // '';
   close($out);
   return "$text\nstatus $?";
}

# { total => k, contexts => N, input => { comment => cells }, points => { "routine rms" => [numbers] } }
sub sum_of
{
   my (@files) = @_;
   my $sum = { total => 0, contexts => 0, input => {}, points => {} };
   foreach my $file (@files) {
      my $problems = Report::problems($file);
      differ("check-report: $problems") if $problems ne '';
      add_report($sum, $file);
   }
   return $sum;
}

sub add_report
{
   my ($sum, $file) = @_;
   my $report = Report->new($file);
   while (my $point = $report->next_point) {
      my $routine = $point->{routine};
      my $key = "\"$routine->{name}\" \"$routine->{image}\" \"$routine->{symbol}\" $point->{rms}";
      Report::add_point($sum->{points}{$key} //= [], $point);
   }
   $sum->{total}    += $report->{total};
   $sum->{contexts} += @{$report->{contexts}};
   $sum->{input}{$_->[0]} += $_->[1] foreach map { /^(input-cells\S*): (\d+)$/ ? [$1, $2] : () } @{$report->{comments}};
}

sub compare
{
   my ($whole, $divided) = @_;
   differ("k $divided->{total}, expected $whole->{total}") if $divided->{total} != $whole->{total};
   differ('the program has no points') if keys %{$whole->{points}} < 10;
   return compare_limited($whole, $divided) if $option{limited};
   my %either = (%{$whole->{points}}, %{$divided->{points}});
   foreach my $key (sort keys %either) {
      my ($wanted, $got) = map { join(' ', @{$_->{points}{$key} // ['no point']}) } ($whole, $divided);
      differ("$key: $got, expected $wanted") if $wanted ne $got;
   }
}

sub compare_limited
{
   my ($wanted, $got) = map { totals_of($_) } @_;
   my $beyond = delete $got->{calls_of}{'(beyond --cct-limit)'};
   differ('no calls are beyond the limit') if !$beyond;
   foreach my $sum (qw(calls input inclusive self squares)) {
      differ("$sum: $got->{$sum}, expected $wanted->{$sum}") if $got->{$sum} != $wanted->{$sum};
   }
   foreach my $routine (sort keys %{$got->{calls_of}}) {
      my ($calls, $at_most) = ($got->{calls_of}{$routine}, $wanted->{calls_of}{$routine} // 0);
      differ("$routine: $calls calls, expected $at_most at most") if $calls > $at_most;
   }
}

# Over all points; and by routine the calls.
sub totals_of
{
   my ($sum) = @_;
   my %total = (calls => 0, input => 0, inclusive => 0, self => 0, squares => 0, calls_of => {});
   foreach my $key (keys %{$sum->{points}}) {
      my ($name, $rms) = $key =~ /^"([^"]*)".* (\d+)$/;
      my (undef, undef, $inclusive, undef, $calls, undef, $self, undef, undef, $squares) = @{$sum->{points}{$key}};
      $total{calls}     += $calls;
      $total{input}     += $rms * $calls;
      $total{inclusive} += $inclusive;
      $total{self}      += $self;
      $total{squares}   += $squares;
      $total{calls_of}{$name} += $calls;
   }
   return \%total;
}

# With --drms=yes.  (aprof merge keeps no comments.)
sub compare_input
{
   my ($whole, $divided) = @_;
   foreach my $kind (sort keys %{$whole->{input}}) {
      my $got = $divided->{input}{$kind} // 'none';
      differ("$kind: $got, expected $whole->{input}{$kind}") if $got ne $whole->{input}{$kind};
   }
}

sub compare_merged
{
   my ($whole, @reports) = @_;
   system($aprof, 'merge', '--output', "$directory/merged", @reports) == 0
      or return differ('aprof merge failed');
   compare($whole, sum_of("$directory/merged"));
}
