#!/usr/bin/perl
# Whether tests/README.md has a line of a table for each folder of tests (`FOLDER/`) and for each test that only `make
# check-soak` runs (`FOLDER/NAME`), and for none that is not there; and whether each slow test says why it is slow.
# Prints what is missing.

use strict;
use warnings;
use File::Glob ':bsd_glob';
use File::Spec;
use FindBin;

# The tests are unpacked: each variant is a file.
my $tests = File::Spec->rel2abs("$FindBin::Bin/..");
chdir "$FindBin::RealBin/.." or die "check_readme.pl: $!\n";
my @folders  = map { s{[^/]*$}{}r } glob '*/*';
my @tests    = grep { !m{\.tmp/} } glob "$tests/*/*.{test,vgtest}";
my %expected = map { $_ => 1 } @folders, map { name_of($_) } grep { is_in($_, 'soak') } @tests;
my %there    = map { m{^\| `([a-z_0-9]+/[^ `]*)`} ? ($1 => 1) : () } lines_of('README.md');

print map { "README.md has no line for $_\n" } grep { !$there{$_} } sort keys %expected;
print map { "README.md has a line for $_, which is not there\n" } grep { !$expected{$_} } sort keys %there;
foreach my $test (grep { is_in($_, 'slow') } @tests) {
   print name_of($test), " does not say why it is slow\n" if !grep { /^# slow: ./ } lines_of($test);
}

sub name_of
{
   my ($test) = @_;
   return $test =~ s{.*?([^/]+/[^/]+)\.(?:vg)?test$}{$1}r;
}

sub is_in
{
   my ($test, $suite) = @_;
   return grep { /^# suite: $suite$/ } lines_of($test);
}

sub lines_of
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "check_readme.pl: $file: $!\n";
   return <$in>;
}
