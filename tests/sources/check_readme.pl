#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# Whether tests/README.md has a line of a table for each folder of tests (`FOLDER/`) and for each test that only
# `make check-all` or `make check-soak` runs (`FOLDER/NAME`, or a pattern with `*` for several), and for none that is not
# there. Prints what is missing.

use strict;
use warnings;
use File::Glob ':bsd_glob';
use File::Spec;
use FindBin;

# The tests are unpacked: each variant is a file.
my $tests = File::Spec->rel2abs("$FindBin::Bin/..");
chdir "$FindBin::RealBin/.." or die "check_readme.pl: $!\n";
my @folders  = map { s{[^/]*$}{}r } glob '*/*';
my @slow     = map { m{([^/]+/[^/]+)\.(?:vg)?test$} } grep { is_slow($_) } grep { !m{\.tmp/} } glob "$tests/*/*.{test,vgtest}";
my %expected = map { $_ => 1 } @folders, @slow;
my @there    = map { m{^\| `([a-z_0-9]+/[^ `]*)`} ? $1 : () } lines_of('README.md');

foreach my $name (sort keys %expected) {
   print "README.md has no line for $name\n" if !grep { $name =~ pattern($_) } @there;
}
foreach my $line (sort @there) {
   print "README.md has a line for $line, which is not there, or not slow\n" if !grep { $_ =~ pattern($line) } keys %expected;
}

# A star stands for anything.
sub pattern
{
   my ($name) = @_;
   my $pattern = join '.*', map { quotemeta } split /\*/, $name, -1;
   return qr/^$pattern$/;
}

sub is_slow
{
   my ($test) = @_;
   return grep { /^# suite: (?:slow|soak)$/ } lines_of($test);
}

sub lines_of
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "check_readme.pl: $file: $!\n";
   return <$in>;
}
