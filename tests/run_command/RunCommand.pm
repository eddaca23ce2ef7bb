# What the tests of `aprof run` share. Each works in a directory of its own, TEST.tmp, which `begin` makes and
# `finish` removes.

package RunCommand;

use strict;
use warnings;
use Cwd qw(getcwd);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Path qw(remove_tree);
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;
use Script;
use Time::HiRes qw(sleep);

our @EXPORT = qw($aprof $work begin finish run command start await await_text running text_of write_file report reports points
                 total problems same);
our ($aprof, $work, $directory);

sub begin
{
   my ($test) = @_;
   my $folder = getcwd();
   $aprof = $ENV{APROF_COMMAND} // "$folder/../../command/aprof_itself";
   $work = "$folder/work";
   $directory = "$folder/$test.tmp";
   remove_tree($directory);
   mkdir $directory or die "$directory: $!\n";
   chdir $directory or die "$directory: $!\n";
   $ENV{COLUMNS} = 100;
   $ENV{PATH} = dirname($aprof) . ":$ENV{PATH}";   # so commands that are printed begin with "aprof"
}

sub finish
{
   chdir '/';
   remove_tree($directory);
}

# Runs any command. Returns its status (as a shell has it), its output and its messages.
sub command
{
   my (@words) = @_;
   my $child = fork();
   if ($child == 0) {
      open(STDIN, '<', '/dev/null');
      open(STDOUT, '>', 'command.out');
      open(STDERR, '>', 'command.err');
      exec(@words) or exit 126;
   }
   waitpid $child, 0;
   my $status = $? & 127 ? 128 + ($? & 127) : $? >> 8;
   return ($status, text_of('command.out'), text_of('command.err'));
}

sub run
{
   return command($aprof, 'run', @_);
}

# Waits until a file has a text; for two minutes, because the machine may have much to do.
sub await_text
{
   my ($file, $text) = @_;
   for (my $tries = 0; text_of($file) !~ /$text/ && $tries < 2400; $tries++) {
      sleep 0.05;
   }
}

# Starts `aprof run` as the first of a process group, and goes on when a file has a text.
sub start
{
   my ($file, $text, @arguments) = @_;
   unlink 'started.out', 'started.err';
   my $child = fork();
   if ($child == 0) {
      setpgrp(0, 0);
      open(STDIN, '<', '/dev/null');
      open(STDOUT, '>', 'started.out');
      open(STDERR, '>', 'started.err');
      exec($aprof, 'run', @arguments) or exit 126;
   }
   await_text($file, $text);
   return $child;
}

sub await
{
   my ($child) = @_;
   waitpid $child, 0;
   return $? & 127 ? 'signal ' . ($? & 127) : $? >> 8;
}

# How many processes run that have this in their environment.
sub running
{
   my ($assignment) = @_;
   return scalar grep { ("\0" . text_of($_)) =~ /\0\Q$assignment\E\0/ } glob '/proc/[0-9]*/environ';
}

# The reports in a directory, by name.
sub reports
{
   my ($path) = @_;
   return join ' ', sort map { s{.*/}{}r } glob "$path/*.report";
}

# A report; one that is not there is empty.
sub report
{
   my ($path) = @_;
   return Report->parse(text_of($path));
}

# The points of a routine, as "INPUT:CALLS ...", contexts added up.
sub points
{
   my ($report, $routine) = @_;
   my $read = report($report);
   my ($found) = grep { $_->{name} =~ /^\Q$routine\E(?:\(|$)/ } @{$read->{routines}} or return 'none';
   my %calls;
   $calls{$_->{rms}} += $_->{calls} foreach grep { $_->{routine} == $found } @{$read->{points}};
   return join ' ', map { "$_:$calls{$_}" } sort { $a <=> $b } keys %calls;
}

sub total
{
   my ($report) = @_;
   return report($report)->{total} // 0;
}

# What `aprof check-report` has against the reports.
sub problems
{
   return join '', map { my ($status, $out, $err) = command($aprof, 'check-report', $_); $out . $err } @_;
}

# Prints what was found; with "wrong" if it is not what is expected.
sub same
{
   my ($what, $found, $expected) = @_;
   print "$what: ", $found eq $expected ? $found : "wrong: '$found' instead of '$expected'", "\n";
}

1;
