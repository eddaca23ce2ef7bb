#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# Whether packaging/ agrees with the rest: the version with configure.ac's, and what a build needs with what
# ./bootstrap installs for it. Prints what differs.

use strict;
use warnings;
use FindBin;

chdir "$FindBin::RealBin/../.." or die "check_packages.pl: $!\n";

my ($version) = text('configure.ac') =~ /^AC_INIT\(\[aprof\], \[(.*)\]\)$/m;
my %versions = (
   'packaging/debian/changelog' => text('packaging/debian/changelog') =~ /\Aaprof \((.*)-\d+\)/,
   'packaging/aprof.spec' => text('packaging/aprof.spec') =~ /^Version: +(\S+)$/m,
);
foreach my $file (sort keys %versions) {
   print "$file: version $versions{$file}; configure.ac: $version\n" if $versions{$file} ne $version;
}

# What every Debian build has, or debhelper brings.
my %given = map { $_ => 1 } qw(gcc libc6-dev make autoconf automake debhelper-compat);
my ($field) = text('packaging/debian/control') =~ /^Build-Depends:(.*?)\n\S/ms;
my %packages = map { s/^pkgconf \| //; /^ *([^ ]+)/ ? ($1 => 1) : () } split /,\n? */, $field;
my ($list) = text('bootstrap') =~ /^build_packages="(.*)"$/m;
my %installed = map { $_ => 1 } split / /, $list;
delete @packages{keys %given};
delete @installed{keys %given};
print "packaging/debian/control lacks $_, which ./bootstrap installs\n"
   foreach grep { !$packages{$_} } sort keys %installed;
print "./bootstrap does not install $_ of packaging/debian/control\n"
   foreach grep { !$installed{$_} } sort keys %packages;

sub text
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "check_packages.pl: $file: $!\n";
   local $/;
   return scalar <$in>;
}
