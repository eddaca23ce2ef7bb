# The commands of a document, and what it says that they print.
#
# A document is compared word by word, because long lines break elsewhere where numbers differ. Numbers may differ by a
# twentieth, which is what another compiler or C library changes. memcmp may have any variant, and a routine without a
# name any address; dates and the numbers of processes may be any. `...` stands for any words.
#
#    page_commands(PAGE)           the commands in order: of each its section, its text, and the words that it prints
#    page_words(TEXT)              the words of what a command has printed
#    is_alike(EXPECTED, PRINTED)   whether these are what the page has: two lists of words
#    $PageCommands::tolerance      how much numbers may differ; those of two digits, by one in the last at least

package PageCommands;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT_OK = qw(page_commands is_alike page_words);

our $tolerance = 0.05;

sub page_commands
{
   my ($page) = @_;
   my @found;
   my $section = '';
   my $is_shell = 0;
   open(my $in, '<', $page) or die "$page: $!\n";
   while (my $line = <$in>) {
      if ($line =~ /^    \$ (.*)/) {
         my $command = $1;
         # A command goes on after a backslash, a pipe, or a `do`.
         while ($command =~ /(?:\\|\||\bdo)$/) {
            chomp(my $next = <$in>);
            $command .= "\n$next";
         }
         push @found, { section => $section, command => $command, words => [] };
         $is_shell = 1;
      } elsif ($line =~ /^\S/) {
         $section = $1 if $line =~ /^## ([^:\n]+)/;
         $is_shell = 0;
      } elsif ($is_shell) {
         push @{$found[-1]{words}}, page_words($line);
      }
   }
   return @found;
}

sub page_words
{
   my ($text) = @_;
   my $date = qr/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/;
   return split ' ', $text =~ s/__memcmp_\w+/memcmp/gr =~ s/\b0x[0-9a-f]+/0x/gr =~ s/$date/DATE/gr =~ s/==\d+==/==PID==/gr;
}

# Each part between two `...` is looked for behind the one before it.
sub is_alike
{
   my ($expected, $printed) = @_;
   my @parts = ([]);
   foreach my $word (@$expected) {
      if ($word eq '...') {
         push @parts, [];
      } else {
         push @{$parts[-1]}, $word;
      }
   }
   my $place = 0;
   foreach my $i (0 .. $#parts) {
      my $last = @$printed - @{$parts[$i]};
      my ($from, $to) = ($i == $#parts && @{$parts[$i]} > 0 ? $last : $place, $i == 0 ? 0 : $last);
      return 0 if $from < $place;
      my ($found) = grep { has_at($printed, $_, $parts[$i]) } $from .. $to;
      return 0 if !defined $found;
      $place = $found + @{$parts[$i]};
   }
   return ($expected->[-1] // '') eq '...' || $place == @$printed;
}

sub has_at
{
   my ($printed, $place, $part) = @_;
   foreach my $i (0 .. $#$part) {
      return 0 if $place + $i > $#$printed || !is_same($part->[$i], $printed->[$place + $i]);
   }
   return 1;
}

sub is_same
{
   my ($expected, $printed) = @_;
   my @texts = map { s/\d[\d,]*(?:\.\d+)?/#/gr } $expected, $printed;
   my @numbers = map { [map { tr/,//dr } /(\d[\d,]*(?:\.\d+)?)/g] } $expected, $printed;
   return $texts[0] eq $texts[1]
       && !grep { abs($numbers[0][$_] - $numbers[1][$_]) > allowance($numbers[0][$_]) } 0 .. $#{$numbers[0]};
}

# A number of two digits, as 1.6 or 17, may also differ in the last one: it was rounded.
sub allowance
{
   my ($number) = @_;
   my $unit = $number =~ /\.(\d+)$/ ? 10 ** -length $1 : 1;
   my $allowed = $tolerance * $number;
   return ($number =~ tr/0-9//) == 2 && $unit * 1.001 > $allowed ? $unit * 1.001 : $allowed;
}

1;
