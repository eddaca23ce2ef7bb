#!/usr/bin/perl
# check_stripped.pl PROGRAM STRIPPED PROFILE
#
# PROFILE is that of STRIPPED, which is PROGRAM without symbols: prints who called whom there, and how often, by the
# names that PROGRAM's symbol table has for the addresses.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use CallgrindProfile;

my ($program, $stripped, $profile) = @ARGV;
@ARGV == 3 or die "usage: check_stripped.pl PROGRAM STRIPPED PROFILE\n";

my %symbols;
open(my $nm, '-|', 'nm', $program) or die "check_stripped.pl: nm: $!\n";
while (my $line = <$nm>) {
   my ($start, $type, $name) = split ' ', $line;
   $symbols{hex($start)} = $name if defined $name && $type =~ /^[tT]$/;
}

my %edges;
my $read = CallgrindProfile->new($profile);
while (my $cost = $read->next_cost) {
   next if !defined $cost->{calls};
   my ($caller, $callee) = map { name_of($_) } @$cost{'function', 'callee'};
   $edges{"$caller: $callee"} += $cost->{calls} if defined $caller && defined $callee;
}
print map { "$_ x$edges{$_}\n" } sort grep { !/^_|: _|_dtors|frame_dummy|register_tm/ } keys %edges;

sub name_of
{
   my ($function) = @_;
   return undef if $function->{object} !~ m{/\Q$stripped\E$};
   my ($address, $depth) = $function->{name} =~ /^(0x[0-9a-f]+)('\d+)?$/ or return $function->{name};
   my $symbol = $symbols{hex($address)} or return undef;
   return $symbol . ($depth // '');
}
