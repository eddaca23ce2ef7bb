#!/usr/bin/perl
# Whether packaging/ agrees with the rest: the version and the addresses, which documents and manual pages have, too,
# with configure.ac's, what a build needs with what ./bootstrap installs for it, and which folders of documents are
# installed. Prints what differs.

use strict;
use warnings;
use FindBin;

chdir "$FindBin::RealBin/../.." or die "check_packages.pl: $!\n";

my ($version, $bugs, $home) =
   text('configure.ac') =~ /^AC_INIT\(\[aprof\], \[(.*?)\], \[(.*?)\], \[aprof\], \[(.*?)\]\)$/m;
compare_places('the version', $version,
   'modules/rust/Cargo.toml' => qr/^version = "(.*)\.0"$/m,
   'packaging/debian/changelog' => qr/\Aaprof \((.*)-\d+\)/,
   'packaging/aprof.spec' => qr/^Version: +(\S+)$/m,
   'NEWS' => qr/\Aaprof (\S+) \(/);

compare_places('the address for bugs', $bugs,
   'README.md' => qr/^Report bugs at <(.*?)>/m,
   map { $_ => qr/^\.SH BUGS\nReport bugs at (\S+)$/m } qw(command/man/aprof.1 command/man/aprof-tool.1.in));
compare_places('the home page', $home,
   'packaging/debian/control' => qr/^Homepage: (\S+)$/m,
   'packaging/aprof.spec' => qr/^URL: +(\S+)$/m);

# What every Debian build has, or debhelper brings.
my %given = map { $_ => 1 } qw(gcc libc6-dev make autoconf automake debhelper-compat);
my ($field) = text('packaging/debian/control') =~ /^Build-Depends:(.*?)\n\S/ms;
my %packages = map { s/^pkgconf \| //; /^ *([^ :]+)/ ? ($1 => 1) : () } split /,\n? */, $field;
my ($list) = text('bootstrap') =~ /^build_packages="(.*)"$/m;
my %installed = map { $_ => 1 } split / /, $list;
delete @packages{keys %given};
delete @installed{keys %given};
print "packaging/debian/control lacks $_, which ./bootstrap installs\n"
   foreach grep { !$packages{$_} } sort keys %installed;
print "./bootstrap does not install $_ of packaging/debian/control\n"
   foreach grep { !$installed{$_} } sort keys %packages;

# rpmbuild refuses files that are installed and not named.
my $spec = text('packaging/aprof.spec');
print "packaging/aprof.spec does not name $_, which docs/Makefile.am installs\n"
   foreach grep { $spec !~ m{^%\{_docdir\}/aprof/\Q$_\E$}m }
      text('docs/Makefile.am') =~ m{^\w+dir = \$\(docdir\)/(\w+)$}mg;

# For each file, what the pattern finds there must be the same.
sub compare_places
{
   my ($what, $wanted, %patterns) = @_;
   foreach my $file (sort keys %patterns) {
      my ($there) = text($file) =~ $patterns{$file};
      $there //= 'nothing';
      print "$file: $what is $there; in configure.ac it is $wanted\n" if $there ne $wanted;
   }
}

sub text
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "check_packages.pl: $file: $!\n";
   local $/;
   return scalar <$in>;
}
