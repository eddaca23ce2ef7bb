# Sorting, hashes, regular expressions, recursion, and an exit status of its own.

use strict;
use warnings;

my %count;
my $random = 42;
for (1 .. 600) {
   $random = ($random * 1103515245 + 12345) % 2147483648;
   $count{'key' . $random % 97}++;
}
print join(' ', map { "$_=$count{$_}" } sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count), "\n";
print join(' ', sort { $a <=> $b } map { $_ * 7919 % 501 } 1 .. 300), "\n";

my $text = join ' ', map { chr(97 + $_ % 26) x ($_ % 7) } 1 .. 200;
my $words = () = $text =~ /\b([a-m]+)\b/g;
(my $turned = $text) =~ s/(\w)(\w+)/$2$1/g;
print "$words ", length $turned, "\n";

sub fibonacci
{
   my ($n) = @_;
   return $n < 2 ? $n : fibonacci($n - 1) + fibonacci($n - 2);
}
print fibonacci(11), "\n";
eval { die { code => 17 } };
print "caught $@->{code}\n";
exit 3;
