#!/usr/bin/perl
# check_addresses.pl PROGRAM PROFILE
#
# With --dump-instr=yes: whether the addresses of each routine's lines lie in its symbol, as the program's symbol table
# (nm) has it, and whether each call goes to where its routine begins.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use CallgrindProfile;

my ($program, $profile) = @ARGV;
@ARGV == 2 or die "usage: check_addresses.pl PROGRAM PROFILE\n";

my %symbols;
open(my $nm, '-|', 'nm', '-S', $program) or die "check_addresses.pl: nm: $!\n";
while (my $line = <$nm>) {
   my ($start, $size, $type, $name) = split ' ', $line;
   $symbols{$name} = [hex($start), hex($start) + hex($size)] if defined $name && $type =~ /^[tTwW]$/;
}

my ($checked, $wrong) = (0, 0);
my $read = CallgrindProfile->new($profile);
while (my $cost = $read->next_cost) {
   my $called = defined $cost->{callee} ? symbol_of($cost->{callee}) : undef;
   if (defined $called && $called->[0] != hex((split ' ', $cost->{target})[0])) {
      $wrong++;
      print "not where $cost->{callee}{name} begins: $cost->{target}\n";
   }
   my $symbol = symbol_of($cost->{function}) or next;
   my ($start, $end) = @$symbol;
   $checked++;
   if ($cost->{instr} < $start || $cost->{instr} >= $end) {
      $wrong++;
      printf "not in %s: 0x%x\n", $cost->{function}{name}, $cost->{instr};
   }
}
print $wrong > 0 ? "$wrong addresses are wrong\n" : $checked > 100 ? "addresses ok\n" : "too few addresses\n";

sub symbol_of
{
   my ($function) = @_;
   return $function->{object} =~ m{/\Q$program\E$} ? $symbols{$function->{name} =~ s/'\d+$//r} : undef;
}
