# All cases: real programs of Debian, and what they do. The tables are in Text.pm, Code.pm, Data.pm, Other.pm,
# Later.pm and Known.pm. A case is
#
#    NAME => { packages => 'P Q', size => S, make => sub { my ($n) = @_; ... }, command => 'RUN program in' }
#
# `make` writes the input of size n into the working directory, the same bytes each time. `command` runs there by a
# shell, with aprof in the place of RUN. `size` is the smallest of the small runs; the largest of them is ten times as
# large, and the run that tells the truth a hundred times. `status` is that of success, if it is not 0.
#
# The cases of Text.pm, Code.pm and Data.pm are seen: the rules of the forecasts were chosen on one half of them, and
# the other half, which a coin had kept unseen, has been looked at since. So were those of Other.pm, after they had been
# judged once. Those of Later.pm are unseen; once somebody changes a rule because of them, they are seen, too, and new
# ones are due. The cases of Known.pm are a group of their own.

package Cases;

use strict;
use warnings;
use Exporter qw(import);
use Code;
use Data;
use Known;
use Later;
use Other;
use Text;

our @EXPORT = qw(all_cases find_case sizes_of);

use constant SMALL_RUNS => 8;

my %known = known_cases();
my %unseen = later_cases();
my %cases = (text_cases(), code_cases(), data_cases(), other_cases(), %unseen, %known);

sub group_of
{
   my ($name) = @_;
   return exists $known{$name} ? 'known' : exists $unseen{$name} ? 'unseen' : 'seen';
}

sub find_case
{
   my ($name) = @_;
   return if !exists $cases{$name};
   return { status => 0, %{ $cases{$name} }, name => $name, group => group_of($name) };
}

sub all_cases
{
   return map { find_case($_) } sort keys %cases;
}

# The small ones, in even steps of their logarithm, and the one of the truth.
sub sizes_of
{
   my ($case) = @_;
   my %sizes = map { int($case->{size} * 10**($_ / (SMALL_RUNS - 1)) + 0.5) => 1 } 0 .. SMALL_RUNS - 1;
   return ((sort { $a <=> $b } keys %sizes), 100 * $case->{size});
}

1;
