#!/usr/bin/perl
# check_style.pl FOLDER...
#
# Whether a line of code in a FOLDER of the sources, or below it, has more columns than CONTRIBUTING.md allows. A tab goes
# on to the next multiple of 8. Prints where such lines are.

use strict;
use warnings;
use File::Find;
use FindBin;

my $most = 110;

chdir "$FindBin::RealBin/../.." or die "check_style.pl: $!\n";
foreach my $folder (@ARGV) {
   my @files;
   # What is made is beside its sources in an archive.
   find({ no_chdir => 1, wanted => sub { push @files, $_ if /\.([ch]|py|rs|ts|css)$/ && !/^(page\/code\.c|command\/cli\/options\.[ch])$/ } }, $folder);
   @files or die "check_style.pl: no code in $folder\n";
   check_file($_) foreach sort @files;
}

sub check_file
{
   my ($file) = @_;
   open(my $in, '<:encoding(UTF-8)', $file) or die "check_style.pl: $file: $!\n";
   while (my $line = <$in>) {
      chomp $line;
      1 while $line =~ s/\t/' ' x (8 - $-[0] % 8)/e;
      print "$file:$.: ", length $line, " columns, more than $most\n" if length $line > $most;
   }
}
