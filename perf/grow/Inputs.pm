# Inputs of any size for the benchmark of predictions: words, lines, C, and files of them. The same size always gives
# the same bytes, on every machine.

package Inputs;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(
   below c_source edited one_of paragraph prose random_state series word words write_file write_files
);

# A linear congruential generator of our own: perl's rand() may differ between builds.
my $state;

sub random_state
{
   ($state) = @_;
}

sub below
{
   my ($limit) = @_;
   $state = ($state * 1103515245 + 12345) & 0x7fffffff;
   return ($state >> 8) % $limit;
}

sub one_of
{
   return $_[below(scalar @_)];
}

# Twelve sizes up to the largest: a program that handles several inputs in one run shows how its cost grows.
sub series
{
   my ($largest) = @_;
   my %sizes = map { my $size = int($largest / 1.5**$_ + 0.5); ($size > 0 ? $size : 1) => 1 } 0 .. 11;
   return sort { $a <=> $b } keys %sizes;
}

#----------------------------------------------------------------------
# Text

sub word
{
   return join '', map { one_of(qw(b c d f g h k l m n p r s t v w z)) . one_of(qw(a e i o u)) } 1 .. 1 + below(4);
}

sub words
{
   my ($count) = @_;
   return map { word() } 1 .. $count;
}

# A line of words, some of which are frequent, as in a language.
my @vocabulary;

sub prose_line
{
   random_state(7), @vocabulary = words(3000) if !@vocabulary;
   return ucfirst(join ' ', map { $vocabulary[below(1 + below(3000))] } 1 .. 4 + below(9)) . '.';
}

sub prose
{
   my ($lines) = @_;
   my $before = $state;
   prose_line();
   random_state($before);
   return map { prose_line() } 1 .. $lines;
}

sub paragraph
{
   my ($sentences) = @_;
   return join ' ', prose($sentences);
}

# Lines of which one in `rare` is left out, changed, or followed by another one.
sub edited
{
   my ($rare, @lines) = @_;
   my @result;
   for my $line (@lines) {
      my $what = below($rare) == 0 ? below(3) : 3;
      push @result, $line               if $what >= 2;
      push @result, 'New ' . word() . '.' if $what <= 2 && $what >= 1;
   }
   return @result;
}

#----------------------------------------------------------------------
# C: functions with loops, conditions and calls.

sub expression
{
   my ($depth) = @_;
   return below(3) == 0 ? below(1000) : one_of(qw(a b n), 'values[n & 63]') if $depth == 0;
   return '(' . expression($depth - 1) . one_of(qw(+ - * ^ & |)) . expression(below($depth)) . ')';
}

sub c_source
{
   my ($functions) = @_;
   my $text = "extern int values[64];\n";
   for my $i (1 .. $functions) {
      my ($assigned, $condition, $result) = map { expression($_) } 3, 1, 2;
      my $callee = $i == 1 ? 'n' : 'f' . (1 + below($i - 1)) . '(n - 1)';
      $text .= "/* " . word() . " */\nint f$i(int n)\n{\n   int a = n, b = $i;\n   for (int i = 0; i < n; i++) {\n"
         . "      a += $assigned;\n      if (a > $condition)\n         b ^= a;\n   }\n"
         . "   return $result + $callee;\n}\n";
   }
   return $text;
}

#----------------------------------------------------------------------
# Files

sub write_file
{
   my ($file, @lines) = @_;
   open(my $out, '>', $file) or die "cannot write $file: $!\n";
   print $out map { /\n\z/ ? $_ : "$_\n" } @lines;
   close($out) or die "cannot write $file: $!\n";
}

# One file for each of the sizes up to the largest, with the lines that the function makes of a size.
sub write_files
{
   my ($directory, $suffix, $largest, $make) = @_;
   mkdir $directory or die "cannot make $directory: $!\n";
   write_file("$directory/$_$suffix", $make->($_)) for series($largest);
}

1;
