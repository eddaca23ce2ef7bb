#!/usr/bin/env perl
# check_binding.pl STUBS
#
# Runs `binding-STUBS` with functions bound lazily and at the start, and with different options. Prints for each run how
# many points its routines have, and how often the dynamic linker bound a function apart from them: with
# --separate-binding=no, the first call of `five` has a point of its own, in which the linker's work is.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my $report = "binding-$ARGV[0].out";

my ($stubs) = @ARGV;
my $program = "binding-$stubs";

foreach my $options ('', '--collect-cct=yes', '--drms=yes', '--cost=instr', '--callgrind-out-file=binding.cg',
                     '--memory-resolution=1', '--timestamp-limit=100', '--separate-threads=yes') {
   run($options, '');
   run($options, 'nested');
}
run('--separate-binding=no', '');
run('--separate-binding=no --collect-cct=yes', 'nested');
$ENV{LD_BIND_NOW} = 1;
run('', 'nested');
run('--separate-binding=no', '');

sub run
{
   my ($options, $argument) = @_;
   unlink glob "$report*";
   my $output = `../../../vg-in-place -q --tool=aprof --check-rms=yes $options --aprof-out-file=$report ./$program $argument 2>&1`;
   my ($file) = glob "$report*";
   my %of = read_report($file // $report);
   my $disagreements = $output =~ / 0 disagreements/ || $output eq '' ? '' : ", $output";
   my $bound = 0;
   $bound += $_->{calls} foreach map { @{$of{$_}} } grep { /^_dl_runtime_resolve/ } sort keys %of;
   my $checked = Report::problems($file) eq '' ? '' : ', not valid';
   printf "%s%s%s%s%s: five %s%s, %s%s%s\n", $program, map({ $_ eq '' ? '' : " $_" } $options, $argument),
      $ENV{LD_BIND_NOW} ? ' bound at the start' : '', '', points($of{five}),
      $of{two} ? ', two ' . points($of{two}) : '',
      $bound > 0 ? 'functions bound' : 'none bound', $disagreements, $checked;
   unlink glob("$report*"), 'binding.cg';
}

# "2 calls at one input and cost", or each point's calls.
sub points
{
   my ($points) = @_;
   return join(' and ', map {
      my $calls = $_->{calls};
      $_->{min} == $_->{max} ? ($calls == 1 ? '1 call' : "$calls equal calls") : "$calls calls that differ"
   } @$points);
}

# { routine => [point...] }
sub read_report
{
   my ($file) = @_;
   my %of;
   push @{$of{$_->{routine}{name}}}, $_ foreach @{Report->read($file)->{points}};
   return %of;
}
