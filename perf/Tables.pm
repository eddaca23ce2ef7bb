# Tables of text, and the few statistics that stand in them. Shared by the scripts beside it.

package Tables;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(format_table geometric_mean maximum minimum show_number);

# A table is a list of rows of text, the first the headings, the first column left-aligned.
sub format_table
{
   my @rows = @_;
   my @width;
   for my $row (@rows) {
      for my $i (0 .. $#$row) {
         $width[$i] = length $row->[$i] if !defined $width[$i] || length $row->[$i] > $width[$i];
      }
   }
   my $text = '';
   for my $row (@rows) {
      my $line = join '  ', map { sprintf $_ == 0 ? '%-*s' : '%*s', $width[$_], $row->[$_] } 0 .. $#$row;
      $line =~ s/ +$//;
      $text .= "$line\n";
   }
   return $text;
}

# Minimum and maximum of the values that are defined.
sub minimum
{
   return (sort { $a <=> $b } grep { defined } @_)[0];
}

sub maximum
{
   return (sort { $b <=> $a } grep { defined } @_)[0];
}

sub geometric_mean
{
   my @values = grep { defined && $_ > 0 } @_;
   return if !@values;
   my $sum = 0;
   $sum += log for @values;
   return exp($sum / @values);
}

# A row with a failed cell would otherwise look like one where the column was not asked for.
sub show_number
{
   my ($format, $number) = @_;
   return defined $number ? sprintf($format, $number) : 'failed';
}

1;
