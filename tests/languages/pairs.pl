# A quadratic function, called with lists of 60 lengths in a mixed order, and a linear one.

use strict;
use warnings;

sub count_pairs
{
   my ($list) = @_;
   my $pairs = 0;
   for my $i (0 .. $#$list) {
      for my $j (0 .. $i - 1) {
         $pairs++ if $list->[$i] == $list->[$j];
      }
   }
   return $pairs;
}

sub count_ones
{
   my ($list) = @_;
   return scalar grep { $_ == 1 } @$list;
}

my $sum = 0;
for my $k (0 .. 59) {
   my @list = map { $_ % 7 } 0 .. 59 + 9 * ($k * 23 % 60);
   $sum += count_pairs(\@list) + count_ones(\@list);
}
print "$sum\n";
