#!/usr/bin/perl
#    requested.pl PROGRAM [OPTION...]             what aprof says it has requested is what the program says itself
#    requested.pl --dhat [OPTION...] -- PROGRAM [ARGUMENT...]    is what DHAT says
#
# Runs the program with --cost=alloc-bytes and with --cost=alloc-count. PROGRAM alone is like allocations.cpp. Of others,
# only the sums are compared. Names in parentheses, as the program writes them, are no routines.

use strict;
use warnings;
use FindBin ();
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

# Two tests may run at the same time.
my $file = @ARGV > 0 && $ARGV[0] eq '--dhat' ? 'requested.dhat' : 'requested.files';

sub run
{
   my ($tool, @command) = @_;
   my $pid = fork;
   if ($pid == 0) {
      open(STDIN,  '<', '/dev/null');
      open(STDOUT, '>', '/dev/null');
      open(STDERR, '>', "$file.messages");
      exec('../../../vg-in-place', "--tool=$tool", @command) or exit 127;
   }
   waitpid $pid, 0;
   open(my $messages, '<', "$file.messages") or die;
   return ($?, join('', <$messages>));
}

sub report_of
{
   my ($cost, @rest) = @_;
   my ($status, $messages) = run('aprof', '-q', "--cost=$cost", "--aprof-out-file=$file.report", @rest);
   print "$cost: status $status\n$messages" if $messages ne '' || $status != 0;
   my $problems = `../../command/aprof check-report $file.report 2>&1`;
   print "$cost: $problems" if $problems ne '';
   foreach my $profile (map { /^--callgrind-out-file=(.*)/ } @rest) {
      print "$cost: the profile is ", `perl ../callgrind/check_callgrind.pl $profile $file.report`;
   }
   return Report->read("$file.report");
}

sub compare
{
   my ($what, $found, $expected) = @_;
   return 0 if ($found // 0) == $expected;
   printf "%s: %d, and not %d\n", $what, $found // 0, $expected;
   return 1;
}

sub compare_with_program
{
   my ($program, @options) = @_;
   my ($routines, $wrong) = (0, 0);
   foreach my $cost (qw(alloc-bytes alloc-count)) {
      my @inlined = grep { /^--inlined=/ } @options;
      my $report = report_of($cost, @options, $program, "$file.expect", @inlined > 0 ? 'inlined' : ());
      my (%self, %real);
      foreach my $point (@{$report->{points}}) {
         $self{$point->{routine}{name}} += $point->{self};
         $real{$point->{routine}{name}} += $point->{real};
      }
      my $at = $cost eq 'alloc-bytes' ? 0 : 1;
      open(my $expectations, '<', "$file.expect") or die "$file.expect: $!\n";
      foreach my $line (grep { !/^\(/ } <$expectations>) {
         my ($name, @numbers) = split ' ', $line;
         $wrong += compare("$cost of $name itself", $self{$name}, $numbers[$at]);
         $wrong += compare("$cost of $name", $real{$name}, $numbers[$at + 2]);
         $routines++;
      }
      $wrong += compare("$cost of $_", $self{$_}, 0) foreach grep { exists $self{$_} } qw(malloc calloc realloc mmap);
   }
   print "$routines routines, $wrong wrong\n";
}

sub compare_with_dhat
{
   my (@words) = @_;
   my ($status, $messages) = run('dhat', '--dhat-out-file=/dev/null', @words);
   my ($bytes, $blocks) = $messages =~ /Total: +([\d,]+) bytes in ([\d,]+) blocks/ or die "DHAT: $messages";
   my %dhat = ('alloc-bytes' => $bytes =~ tr/,//dr, 'alloc-count' => $blocks =~ tr/,//dr);
   my $wrong = 0;
   $wrong += compare($_, report_of($_, @words)->{total}, $dhat{$_}) foreach sort keys %dhat;
   print $wrong == 0 && $dhat{'alloc-count'} > 20 ? "the same\n" : "$dhat{'alloc-count'} blocks in all\n";
}

if (@ARGV > 0 && $ARGV[0] eq '--dhat') {
   shift @ARGV;
   compare_with_dhat(grep { $_ ne '--' } @ARGV);
} else {
   compare_with_program(@ARGV);
}
unlink glob "$file.*";
