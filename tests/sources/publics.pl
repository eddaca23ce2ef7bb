#!/usr/bin/perl
# publics.pl FOLDER...
#
# Whether each function that a header declares is used by another file than the one that defines it; or else it is static.
# Names those that are not.

use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Sources qw(sources text);

foreach my $folder (@ARGV) {
   my (%uses_in, %owner, %pasted);
   foreach my $file (sources(qr/\.(?:[chS]|cpp)$/, $folder, 'tests')) {
      my $code = text($file) =~ s{/\*.*?\*/|"(?:[^"\\\n]|\\.)*"}{ }gsr;
      $uses_in{$_}{$file}++ foreach $code =~ /\b([a-z]\w+)\b/g;
      $pasted{$_} = 1 foreach $code =~ /##\s*(\w+)/g;
      next if $file !~ /^\Q$folder\E.*\.h$/ || $file eq 'aprof/valgrind_version.h';   # what that declares is Valgrind's
      $owner{$_} = $file foreach map { /\b([a-z]\w+)\s*\(/ ? $1 : () } $code =~ /^extern\s+([^;{}]*\([^;{}]*);/mg;
   }
   %owner or die "publics.pl: no header in $folder declares a function\n";
   foreach my $function (sort keys %owner) {
      my ($header, %uses) = ($owner{$function}, %{$uses_in{$function}});
      next if --$uses{$header} > 0 || grep { $function =~ /\Q$_\E$/ } keys %pasted;   # by a macro or a function there
      delete $uses{$header};
      print "$header: only one file has $function\n" if keys %uses < 2;
   }
}
