# Package Sources: the files of the project, for the checks in this folder. It does not ask git, because an archive has
# no git; so it leaves out what builds make.

package Sources;

use strict;
use warnings;
use Exporter qw(import);
use File::Find;
use FindBin;

our @EXPORT_OK = qw(sources text);

chdir "$FindBin::RealBin/../.." or die "Sources.pm: $!\n";

# From autoreconf, and from a build or a test run in the source tree.
my %made = map { $_ => 1 } qw(aclocal.m4 autom4te.cache build-aux configure configure~ config.log config.status libtool
   Makefile.in page/code.c page/code.js page/code.css regtest valgrind-source __pycache__);

# The names of all files below the top of the sources, or below the folders, that the pattern matches.
sub sources
{
   my ($pattern, @folders) = @_;
   my @files;
   find({ no_chdir => 1, preprocess => \&not_made, wanted => sub {
      my $name = s{^\./}{}r;
      push @files, $name if -f && !-l && $name =~ $pattern;
   } }, @folders ? @folders : '.');
   @files or die "Sources.pm: no file matches $pattern\n";
   return sort @files;
}

# Builds have a config.status, also below the sources.
sub not_made
{
   my $folder = $File::Find::dir =~ s{^\./?}{}r;
   $folder .= '/' if $folder ne '';
   return grep { !$made{$_} && !$made{"$folder$_"} && !-e "$folder$_/config.status" && !/^\.(?:git|deps|in_place)$/ } @_;
}

sub text
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "$file: $!\n";
   local $/;
   return scalar <$in>;
}

1;
