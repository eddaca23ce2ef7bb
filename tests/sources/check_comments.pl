#!/usr/bin/perl
# A comment over a function or a variable begins with a verb or with the thing: "Returns ...", "Ends ...", "True if ...".
# One that begins as below goes on from a name or from another comment; who comes from a search reads it without that.
# Prints those.

use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Sources qw(sources text);

my $headless = qr/\A(?:Of|By|What|Whose|Where|Which|It|They|Those|That|The same|As|So|With|Without)\b/;

print map { headless_comments($_) } sources(qr/\.(?:[ch]|ts|py|rs)$/, $_) foreach qw(aprof command include modules page);

# As "FILE:LINE: WORDS", for comments that begin a line; what follows code on its line explains this code. The licence
# at the head of a file is not counted.
sub headless_comments
{
   my ($file) = @_;
   my $code = text($file);
   my @found;
   foreach my $comment (comments_of($file, $code)) {
      my ($text, $begin) = @$comment;
      next if $text !~ $headless;
      my $line = 1 + (substr($code, 0, $begin) =~ tr/\n//);
      push @found, "$file:$line: " . ($text =~ s/\s+/ /gr =~ s/(.{60}).*/$1.../r) . "\n";
   }
   return @found;
}

# Returns the texts of comments, and where they begin.
sub comments_of
{
   my ($file, $code) = @_;
   my @comments;
   if ($file =~ /\.(?:py|rs)$/) {
      while ($code =~ m{^((?:[ \t]*(?:#|//[/!]?) ?[^\n]*\n)+)}gm) {
         my ($lines, $begin) = ($1, $-[1]);
         push @comments, [$lines =~ s{^[ \t]*(?:#|//[/!]?) ?}{}gmr, $begin] if $lines !~ /SPDX/;
      }
      while ($file =~ /\.py$/ && $code =~ m{^[ \t]*"""(.*?)"""}gms) {
         push @comments, [$1, $-[1]];
      }
   } else {
      while ($code =~ m{^[ \t]*/\*[ \t]*(?:SPDX.*?\n\s*\n\s*)?(.*?)\*/}gms) {
         push @comments, [$1, $-[1]];
      }
   }
   return @comments;
}
