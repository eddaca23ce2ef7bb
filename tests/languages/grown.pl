# perl grown.pl slow|sound: keeps the first of equal words of standard input.  Slow, it looks through all that it has.
use strict;
use warnings;

sub read_words
{
   my @words = <STDIN>;
   chomp @words;
   return @words;
}

sub is_known
{
   my ($seen, $word) = @_;
   return scalar grep { $_ eq $word } @$seen;
}

sub keep_slow
{
   my @seen;
   for my $word (@_) {
      push @seen, $word unless is_known(\@seen, $word);
   }
   return scalar @seen;
}

sub keep_sound
{
   my %seen = map { $_ => 1 } @_;
   return scalar keys %seen;
}

sub report
{
   my $all = 0;
   for my $word (@_) {
      my $sum = 0;
      $sum = ($sum * 31 + ord substr $word, $_ % length $word, 1) % 65521 for 1 .. 300;
      $all += $sum;
   }
   return $all;
}

my $way = shift;
my @words = read_words();
print report(@words), " ", $way eq 'slow' ? keep_slow(@words) : keep_sound(@words), "\n";
