#!/usr/bin/perl
# Whether each promise of docs/security.md names a test, as `FOLDER/NAME`, that is there. Prints what is missing.

use strict;
use warnings;
use File::Spec;
use FindBin;

# The tests are unpacked: each variant is a file.
my $tests = File::Spec->rel2abs("$FindBin::Bin/..");
my $file  = "$FindBin::RealBin/../../docs/security.md";
my ($promises, $is_table) = (0, 0);
open(my $in, '<', $file) or die "check_promises.pl: $file: $!\n";
while (my $line = <$in>) {
   $is_table = 1 if $line =~ /^\| promise \| test \|$/;
   $is_table = 0 if $line !~ /^\|/;
   next if !$is_table || $line !~ /^\| (.*) \| ([^|]*) \|$/ || $1 eq 'promise';
   my ($promise, @named) = (substr($1, 0, 60), $2 =~ m{`([a-z_]+/[\w-]*)`}g);
   $promises++;
   print "$promise...: no test\n" if !@named;
   foreach my $test (@named) {
      my @there = $test =~ m{/$} ? glob "$tests/$test*test" : glob "$tests/$test.{test,vgtest}";
      print "$promise...: $test is not there\n" if !grep { -e } @there;
   }
}
$promises > 0 or die "check_promises.pl: $file has no table of promises\n";
