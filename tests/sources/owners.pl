#!/usr/bin/perl
# owners.pl FOLDER...
#
# Whether each variable of a program has one owner: NAME.c defines what NAME.h or NAME_inside.h declares. Names those that
# another file defines, or none.

use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Sources qw(sources text);

foreach my $folder (@ARGV) {
   my ($variables, @strays) = (0);
   foreach my $header (sources(qr/\.h$/, $folder)) {
      my $owner = $header =~ s/(?:_inside)?\.h$/.c/r;
      my $code  = -f $owner ? code_of($owner) : '';
      foreach my $variable (declared_in(code_of($header))) {
         $variables++;
         push @strays, "   $header declares $variable, and $owner does not define it\n" if !defines($code, $variable);
      }
   }
   $variables > 0 or die "owners.pl: no header in $folder declares a variable\n";
   print @strays ? ("$folder:\n", @strays) : "$folder: the file whose header declares a variable defines it\n";
}

# The names behind `extern` that are no functions: `int a, b[2];`, or pointers to functions, `void (*a)(int)`.
sub declared_in
{
   my ($code) = @_;
   my @names;
   foreach my $declaration ($code =~ /^extern\s+([^;]*);/mg) {
      next if $declaration =~ /\bVG_\(|\{/;   # it is Valgrind's
      if ($declaration =~ /^[^()]*\(\s*\*\s*(?:const\s+)?(\w+)/) {
         push @names, $1;
      } elsif ($declaration !~ /\(/) {
         push @names, map { /(\w+)\s*(?:\[.*)?$/ } split /,/, $declaration;
      }
   }
   return @names;
}

# A definition begins in the first column; a macro may make it, of all that it needs, the name among it.
sub defines
{
   my ($code, $name) = @_;
   return $code =~ /^(?!extern\b|static\b|typedef\b|return\b)\w[\w\s*,]*?\b$name\s*(?:[;=,]|\[)/m
       || $code =~ /^(?!extern\b|static\b|typedef\b)\w[^;{}()]*\(\s*\*\s*(?:const\s+)?$name\b/m
       || $code =~ /^[A-Z_]+\([^()]*\b$name\b[^()]*\)\s*$/m;
}

# Without comments, texts and attributes.
sub code_of
{
   my ($file) = @_;
   my $code = text($file) =~ s{/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'}{ }gsr;
   return $code =~ s/VG_REGPARM\(\d+\)\s*|__attribute__\s*\(\(.*?\)\)\s*//gr;
}
