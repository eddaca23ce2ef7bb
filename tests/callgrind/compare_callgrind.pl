#!/usr/bin/perl
# Runs a program under aprof and under Callgrind, in the same environment, and compares their profiles.
#
#    compare_callgrind.pl [OPTIONS] NAME COMMAND [ARGUMENT...]
#
#    --valgrind=V      how to run Valgrind                                    [../../../vg-in-place]
#    --option=O        a further option for both tools
#    --variable=V=X    an environment variable for both
#    --instructions    our cost is instructions, as Callgrind's: that of each line must be the same
#    --except=PATTERN  routines and lines (FILE:LINE) for which Callgrind is known to count otherwise; the test says why
#    --object=O        only routines of objects whose path ends so, and lines of the source file O.c
#    --routines=N      at least N must be there, or the comparison says nothing   [5]
#    --keep=DIRECTORY  where the files go, and stay
#
# Both must have the same routines (by name, source file and object), the same number of calls of each, and the same
# source lines executed; ours must pass check_callgrind.pl, and be at most 1.5 times as large. Then one line is printed
# that is always the same, and the exit status is 0. Else it is 1, and all that differs is printed.

use strict;
use warnings;
use Encode qw(decode encode);
use File::Temp qw(tempdir);
use FindBin;
use Getopt::Long qw(:config require_order);
use lib "$FindBin::Bin/../common";
use CallgrindProfile;
use Script;

my %option = (valgrind => '../../../vg-in-place', routines => 5, option => [], variable => {});
GetOptions(\%option, 'valgrind=s', 'option=s@', 'variable=s%', 'instructions', 'except=s', 'object=s', 'routines=i', 'keep=s') && @ARGV >= 2
   or die "usage: compare_callgrind.pl [--valgrind=V] [--option=O] [--variable=V=X] [--except=PATTERN] [--object=O] [--routines=N] [--keep=DIRECTORY] "
        . "NAME COMMAND [ARGUMENT...]\n";
my ($name, @command) = @ARGV;
my $shown_differences = 20;

# Loop in some systems' libraries by jumping to their own first instruction, which Callgrind takes for a call: in the
# dynamic linker of glibc 2.41.
my $loops = qr/_dl_cache_libcmp/;

# Callgrind does not count the last block of a program, where _exit makes its system call. In glibc 2.43, a line has
# no other code.
my $last_block = qr{.*/_exit\.c:\d+};
my @differences;
my (%plain_name, %valid_text);   # of names that were asked for before

main();

sub main
{
   my $directory = $option{keep} // tempdir(CLEANUP => 1);
   my ($ours, $theirs) = ("$directory/ours.out", "$directory/callgrind.out");
   my $printed = run('aprof', $ours, "--separate-binding=no", "--aprof-out-file=$directory/aprof.out",
                     $option{instructions} ? '--cost=instr' : ());
   my $again   = run('callgrind', $theirs);
   push @differences, 'the two runs did not print the same, or did not end alike' if $printed ne $again;

   my $checked = text_of_command($^X, "$FindBin::Bin/check_callgrind.pl", $ours, "$directory/aprof.out");
   push @differences, $checked if $checked ne "ok\n";
   push @differences, sprintf('%d bytes, Callgrind needs %d', -s $ours, -s $theirs) if -s $ours > 1.5 * -s $theirs;
   compare(read_profile($ours), read_profile($theirs));

   print map { "$name: $_\n" } @differences[0 .. ($#differences < $shown_differences ? $#differences : $shown_differences)];
   exit 1 if @differences;
   print "$name: routines, calls and lines", ($option{instructions} ? ' (with their costs)' : ''),
         " are those of Callgrind's profile\n";
}

# Returns what the program printed, and how it ended.
sub run
{
   my ($tool, $profile, @tool_options) = @_;
   return run_under($option{valgrind}, $option{variable}, $profile, "--tool=$tool", "--callgrind-out-file=$profile",
                    @{$option{option}}, @tool_options, @command);
}

sub text_of_command
{
   my (@arguments) = @_;
   open(my $in, '-|', @arguments) or die "compare_callgrind.pl: $arguments[0]: $!\n";
   local $/;
   return <$in> // '';
}

sub compare
{
   my ($ours, $theirs) = @_;
   compare_keys('routine', $ours->{calls}, $theirs->{calls});
   compare_numbers('calls', $ours->{calls}, $theirs->{calls});
   compare_keys('line', $ours->{lines}, $theirs->{lines});
   compare_numbers('instructions', $ours->{lines}, $theirs->{lines}) if $option{instructions};
   my $routines = keys %{$ours->{calls}};
   push @differences, "there are only $routines routines" if $routines < $option{routines};
}

# Callgrind's names, as ours: a routine and what the compiler has split off or cloned from it are one, versions are no
# part of a name, and what runs before main has its own name. In an Ada program, Callgrind 3.24 has all other languages'
# names in angle brackets. For nameless code, only the object tells; where the
# object is not mapped any more at the end, Callgrind does not know it.
sub plain_name
{
   my ($name) = @_;
   return $plain_name{$name} //= make_plain($name);
}

sub make_plain
{
   my ($name) = @_;
   $name =~ s/'\d+$//;
   $name =~ s/^<(.*)>$/$1/;
   $name =~ s/(?<=.)@.*//;
   $name =~ s/\.(cold|(part|isra|constprop|lto_priv|specialized)\.\d+)\b.*//;
   $name =~ s/ \[clone .*//;
   $name = '(below main)' if $name =~ /^(_start|__libc_start_main|__libc_start_call_main)$/;
   $name = '(nameless)'   if $name =~ /^0x[0-9a-f]+$/;
   return $name;
}

# Callgrind writes names as they are; in ours, what is not UTF-8 is a question mark.
sub valid_text
{
   my ($text) = @_;
   return $valid_text{$text} //= encode('UTF-8', decode('UTF-8', $text, sub { '?' }));
}

sub read_profile
{
   my ($file_name) = @_;
   my (%calls, %lines, %nameless);
   my $profile = CallgrindProfile->new($file_name);
   while (my $cost = $profile->next_cost) {
      my ($function, $callee, $calls) = @$cost{'function', 'callee', 'calls'};
      next if $function->{name} eq '(root)';   # which Callgrind has not
      my $place = $cost->{line} > 0 ? valid_text("$cost->{file}:$cost->{line}") : 'unknown';
      add_calls(\%calls, $function, 0);
      if (defined $calls) {
         add_calls(\%calls, $callee, $calls);
         $nameless{$function->{id}}{calls}      += $calls if is_nameless($function);
         $nameless{$callee->{id}}{from}{$place} += $calls if is_nameless($callee);
      } else {
         $nameless{$function->{id}}{cost} += $cost->{events}[0] if is_nameless($function);
         $lines{$place}                   += $cost->{events}[0] if $place ne 'unknown';
      }
   }
   add_stub(\%lines, $_) foreach values %nameless;
   keep_object(\%calls, \%lines, $option{object}) if defined $option{object};
   return { calls => \%calls, lines => \%lines };
}

sub keep_object
{
   my ($calls, $lines, $object) = @_;
   delete @$calls{grep { !m{/\Q$object\E\]$} } keys %$calls};
   delete @$lines{grep { !m{/\Q$object\E\.c:\d+$} } keys %$lines};
}

# To Callgrind, PLT stubs are no routines, but for those that are not in the section .plt (.plt.got has some): these have
# no name. As often as one is called, it calls another routine, after an instruction or two, which we add to the calling line.
sub add_stub
{
   my ($lines, $stub) = @_;
   my ($cost, $calls, $from) = ($stub->{cost} // 0, $stub->{calls} // 0, $stub->{from} // {});
   my $called = 0;
   $called += $_ foreach values %$from;
   return if $called == 0 || $calls != $called || ($cost != $called && $cost != 2 * $called);
   $lines->{$_} += $from->{$_} * $cost / $called foreach grep { $_ ne 'unknown' } keys %$from;
}

sub add_calls
{
   my ($calls, $function, $count) = @_;
   $calls->{routine_of($function)} += $count if !is_nameless($function);
}

sub is_nameless
{
   my ($function) = @_;
   return plain_name($function->{name}) eq '(nameless)';
}

sub routine_of
{
   my ($function) = @_;
   return plain_name(valid_text($function->{name})) . valid_text(" ($function->{file}) [$function->{object}]");
}

sub is_excepted
{
   my ($key) = @_;
   return $key =~ /^(?:$loops|$last_block)( |$)/ || defined $option{except} && $key =~ /^(?:$option{except})( |$)/;
}

sub compare_keys
{
   my ($what, $ours, $theirs) = @_;
   push @differences, map { "only ours, $what: $_" } sort grep { !exists $theirs->{$_} && !is_excepted($_) } keys %$ours;
   push @differences, map { "only Callgrind's, $what: $_" } sort grep { !exists $ours->{$_} } keys %$theirs;
}

sub compare_numbers
{
   my ($what, $ours, $theirs) = @_;
   for my $key (sort grep { exists $theirs->{$_} } keys %$ours) {
      next if is_excepted($key);
      push @differences, "$ours->{$key} $what, by Callgrind $theirs->{$key}: $key" if $ours->{$key} != $theirs->{$key};
   }
}
