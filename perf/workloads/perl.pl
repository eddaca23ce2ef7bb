#--------------------------------------------------------------------#
#--- Hashes, sorting, recursion and text in Perl.         perl.pl ---#
#--------------------------------------------------------------------#

# usage: perl perl.pl [SCALE]

use strict;
use warnings;

my $state;

sub below
{
   my ($limit) = @_;
   $state = ($state * 1103515245 + 12345) & 0x7fffffff;
   return ($state >> 8) % $limit;
}

sub count_in_hash
{
   my ($count) = @_;
   my %seen;
   $seen{'key' . below(4000)}++ for 1 .. $count;
   my $sum = 0;
   $sum += length($_) * $seen{$_} for sort keys %seen;
   return $sum;
}

sub sort_records
{
   my ($count) = @_;
   my @records = map { { name => 'r' . below(100000), size => below(500) } } 1 .. $count;
   my @sorted  = sort { $a->{size} <=> $b->{size} || $a->{name} cmp $b->{name} } @records;
   return join ',', map { $_->{name} } @sorted[0 .. 4];
}

sub fibonacci
{
   my ($n) = @_;
   return $n < 2 ? $n : fibonacci($n - 1) + fibonacci($n - 2);
}

sub permutations
{
   my ($done, @left) = @_;
   return 1 if !@left;
   my $count = 0;
   for my $i (0 .. $#left) {
      my @rest = @left;
      my ($next) = splice @rest, $i, 1;
      $count += permutations([ @$done, $next ], @rest);
   }
   return $count;
}

sub rewrite_text
{
   my ($lines) = @_;
   my $changed = 0;
   for my $number (1 .. $lines) {
      my $line = sprintf 'user%d=%05d; path=/srv/%d/%x', $number % 97, below(90000), $number, $number * 31;
      $changed++ if $line =~ s{/(\d+)/([0-9a-f]+)$}{ '/' . reverse($2) . '/' . ($1 + 1) }e;
      my %field = $line =~ /(\w+)=([^;]+)/g;
      $changed += length $field{path};
   }
   return $changed;
}

my $scale = @ARGV ? $ARGV[0] : 1;
for my $round (1 .. $scale) {
   $state = $round;
   print 'hash ',         count_in_hash(105000), "\n";
   print 'sort ',         sort_records(14000),   "\n";
   print 'fibonacci ',    fibonacci(20),        "\n";
   print 'permutations ', permutations([], 1 .. 7), "\n";
   print 'text ',         rewrite_text(21000),  "\n";
}
