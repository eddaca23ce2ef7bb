#!/usr/bin/perl
# check_reads.pl [--recs=N] [--set=NAME=NUMBER...] SOURCE PROFILE...
#
# Compares the first reads of lines in Callgrind profiles (event Rms of the line itself, in all its routines) with what
# comments in the source say of their line, or, if there is nothing else on it, of the next one:
#
#    /* first reads: E */                                  E, without dynamic input and with it
#    /* first reads: E, dynamic: D, from the kernel: K */  D with --drms=yes, K of them from the kernel
#    /* first reads by depth: A B C... */                  of the routine's activations at depth 1, 2, 3...: with
#                                                          --separate-recs=N, the default 2, what is deeper than N is
#                                                          the function's that is N deep
#    /* blocks: B */                                       B blocks begin there (event Bb); may stand before the others
#
# E, D, K and B are expressions, in which $NAME is its NUMBER, and
#
#    span(OFFSET, SIZE, OTHER...)   cells of bytes from OFFSET on, without those that also have bytes of the OTHERs,
#                                   each likewise offset and size
#    rest(FROM, MIDDLE, END)        cells of bytes from MIDDLE up to END, but not those before it from FROM on
#
# Prints for each profile how many lines are right, and what is wrong, and ends with 1 if anything is.

use strict;
use warnings;
use Getopt::Long;
use lib $0 =~ s{[^/]*$}{../common}r;
use CallgrindProfile;

my $recursions = 2;
my %set;
GetOptions('recs=i' => \$recursions, 'set=i%' => \%set) && @ARGV >= 2
   or die "usage: check_reads.pl [--recs=N] [--set=NAME=NUMBER...] SOURCE PROFILE...\n";
my ($source, @profiles) = @ARGV;
my $cell;      # size
my $wrong = 0;

for my $name (@profiles) {
   my $profile = read_profile($name);
   $cell = $profile->{cell};
   my ($right, @differences) = compare($profile);
   print "$right lines are right\n";
   print map { "   $_\n" } @differences;
   $wrong = 1 if @differences || $right == 0;
}
exit $wrong;

sub cells
{
   my ($offset, $size) = @_;
   return map { $_ => 1 } int($offset / $cell) .. int(($offset + $size - 1) / $cell);
}

sub span
{
   my ($offset, $size, @others) = @_;
   my %cells = cells($offset, $size);
   while (@others) {
      my %other = cells(splice(@others, 0, 2));
      delete @cells{keys %other};
   }
   return scalar keys %cells;
}

sub rest
{
   my ($from, $middle, $end) = @_;
   return span($middle, $end - $middle, $from, $middle - $from);
}

sub value_of
{
   my ($expression) = @_;
   $expression =~ s/\$(\w+)/$set{$1} \/\/ die "check_reads.pl: $source: \$$1 is not set\n"/ge;
   my $value = eval $expression;
   die "check_reads.pl: $source: '$expression': $@\n" if $@ || $value !~ /^\d+$/;
   return $value;
}

sub compare
{
   my ($profile) = @_;
   my ($right, @differences) = (0);
   my $number = 0;
   open(my $in, '<', $source) or die "check_reads.pl: $source: $!\n";
   while (my $line = <$in>) {
      $number++;
      my ($comment) = $line =~ m{/\* ((?:blocks|first reads).*:.*) \*/} or next;
      my %said = map { /^(.*?): (.*)$/ ? ($1 => $2) : die "check_reads.pl: $source: $comment\n" }
                 split /, (?=[a-z][a-z ]*:)/, $comment;
      my $of  = $line =~ m{^\s*/\*} ? $number + 1 : $number;
      my @was = compare_line($profile, $of, \%said);
      push @differences, map { "line $of: $_" } @was;
      $right++ if !@was;
   }
   return ($right, @differences);
}

sub compare_line
{
   my ($profile, $number, $said) = @_;
   my %by_function = %{$profile->{lines}{$number} // {}};
   my @sums = (0, 0, 0, 0);
   for my $events (values %by_function) {
      $sums[$_] += $events->[$_] // 0 for 0 .. 3;
   }
   my @differences;
   my $check = sub {
      my ($what, $found, $expected) = @_;
      push @differences, "$what $found, not $expected" if $found != $expected;
   };
   $check->('blocks', $sums[0], value_of($said->{blocks})) if defined $said->{blocks} && $profile->{is_by_block};
   my $reads = $profile->{is_dynamic} ? $said->{dynamic} // $said->{'first reads'} : $said->{'first reads'};
   $check->('first reads', $sums[1], value_of($reads)) if defined $reads;
   $check->('from the kernel', $sums[3], value_of($said->{'from the kernel'} // 0)) if $profile->{is_dynamic};
   if (defined $said->{'first reads by depth'}) {
      my @depths = split ' ', $said->{'first reads by depth'};
      my @expected;
      for my $depth (1 .. @depths) {
         $expected[$depth > $recursions ? $recursions : $depth] += $depths[$depth - 1];
      }
      my %found = map { (/'(\d+)$/ ? $1 : 1) => $by_function{$_}[1] } keys %by_function;
      $check->("first reads at depth $_", $found{$_} // 0, $expected[$_] // 0) for 1 .. @depths;
   }
   return @differences;
}

# The events of each line of the source, by function.
sub read_profile
{
   my ($name) = @_;
   my $profile = CallgrindProfile->new($name);
   my ($first_event, @others) = $profile->events_are;
   my %found = (
      cell => $profile->description('Cell') =~ s/ .*//r, is_by_block => $first_event eq 'Bb', is_dynamic => @others > 1,
   );
   while (my $cost = $profile->next_cost) {
      next if defined $cost->{calls} || $cost->{file} !~ m{(^|/)\Q$source\E$};
      my $events = $found{lines}{$cost->{line}}{$cost->{function}{name}} //= [0, 0, 0, 0];
      $events->[$_] += $cost->{events}[$_] for 0 .. $#others + 1;
   }
   return \%found;
}
