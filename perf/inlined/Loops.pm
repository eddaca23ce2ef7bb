# Package Loops: which functions of a program have a loop in their machine code.

package Loops;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(functions_with_loops);

# Where control goes after an instruction; other instructions just go on. A repeated instruction is a loop.
my %amd64 = (
   leaves      => qr/^(?:(?:bnd|notrack|repz) )*(?:jmp|ret|hlt|ud2)/,
   is_anywhere => qr/^(?:(?:bnd|notrack) )*jmp +\*/,
   jumps       => qr/^(?:bnd )?(?:j\w+|loop\w*) +([0-9a-f]+) </,
   repeats     => qr/^rep\w* (?!ret)/,
);
my %arm64 = (
   leaves      => qr/^(?:b|br|ret|udf|brk)(?=\s|$)/,
   is_anywhere => qr/^br\s/,
   jumps       => qr/^(?:b|b\.\w+|cbn?z|tbn?z)\s(?:.*[\s,])?([0-9a-f]+) </,
   repeats     => qr/^(?!)/,
);

# Returns the addresses that control may come to after each instruction. Nobody knows where an indirect jump leads to: to
# each instruction that nothing else leads to.
sub next_of
{
   my ($kinds, @code) = @_;
   my %next = map { $_->{address} => [] } @code;
   my %reached = ($code[0]{address} => 1);
   for my $i (0 .. $#code) {
      my ($address, $text) = @{ $code[$i] }{qw(address text)};
      my @next = $text =~ $kinds->{jumps} && $next{ hex $1 } ? hex $1 : ();
      push @next, $code[$i + 1]{address} if $i < $#code && $text !~ $kinds->{leaves};
      push @next, $address if $text =~ $kinds->{repeats};
      $next{$address} = \@next;
      $reached{$_} = 1 for @next;
   }
   my @others = grep { !$reached{$_} } map { $_->{address} } @code;
   $next{ $_->{address} } = \@others for grep { $_->{text} =~ $kinds->{is_anywhere} } @code;
   return \%next;
}

# Whether a way leads from an instruction to itself.
sub has_loop
{
   my ($next) = @_;
   my %state;
   for my $root (sort { $a <=> $b } keys %$next) {
      my @way = $state{$root} ? () : ([$root, 0]);
      while (@way > 0) {
         my ($address, $done) = @{ $way[-1] };
         $state{$address} = 'open';
         my $other = $next->{$address}[$done];
         if (!defined $other) {
            $state{$address} = 'done';
            pop @way;
            next;
         }
         $way[-1][1]++;
         return 1 if ($state{$other} // '') eq 'open';
         push @way, [$other, 0] if !$state{$other};
      }
   }
   return 0;
}

# Returns the symbols, of these, that are functions with a loop in this file.
sub functions_with_loops
{
   my ($file, $is_arm64, @symbols) = @_;
   my %wanted = map { $_ => 1 } @symbols;
   my $kinds = $is_arm64 ? \%arm64 : \%amd64;
   my $objdump = $is_arm64 ? 'aarch64-linux-gnu-objdump' : 'objdump';
   open(my $in, '-|', $objdump, qw(-d --no-show-raw-insn), $file) or die "cannot run $objdump: $!\n";
   my (%code, $function);
   while (my $line = <$in>) {
      if ($line =~ /^[0-9a-f]+ <(.*)>:$/) {
         $function = $wanted{$1} ? $1 : undef;
      } elsif (defined $function && $line =~ /^ *([0-9a-f]+):\t(.*?)\s*$/) {
         push @{ $code{$function} }, { address => hex $1, text => $2 };
      }
   }
   close($in) or die "$objdump $file failed\n";
   return grep { has_loop(next_of($kinds, @{ $code{$_} })) } sort keys %code;
}

1;
