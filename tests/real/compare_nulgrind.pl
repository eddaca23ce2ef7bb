#!/usr/bin/perl
# Runs Valgrind's own tests, those of its core (none/tests) or of another tool, under Nulgrind (the tool that does
# nothing) and under aprof. Output, messages and exit status must be the same, and the reports must be right.
#
#    compare_nulgrind.pl [OPTIONS] TREE TEST...
#
#    TREE            a Valgrind tree in which the programs of the tests have been built
#    TEST            names of tests in the tree, such as none/tests/amd64/avx-1, or of directories, such as none/tests
#    --options=OPTS  further options, such as --drms=yes, for aprof, and for Nulgrind if it has them, too. %d stands for a
#                    directory for what it writes: profiles from --callgrind-out-file=%d/profile.%p are checked, too
#    --aprof=A       the command that checks reports                    [../../command/aprof]
#    --valgrind=DIR  the directory with Valgrind and its tools          [what ../../../vg-in-place says]
#    --jobs=N        tests to run at a time                             [2]
#    --except=TESTS  tests to leave out: names, with commas between
#    --seconds=N     how long a run may take                            [300]
#    --list          print every test with its result and the seconds that its runs took
#
# A test of another tool than Nulgrind runs without the options that only that tool has, and is skipped if Nulgrind
# refuses the others. Many of these programs do what is undefined. So if not all of Nulgrind's four runs are alike,
# and none of aprof's is like one of them, the test is skipped, too.
#
# A test is a file NAME.vgtest; the head of Valgrind's tests/vg_regtest.in explains the format. What it must print is not
# looked at: that depends on compilers and C libraries. Each run gets a copy of the whole tree, always in the same place.
#
# Only what must differ is taken out before runs are compared: without_tool(), without_processes(). If aprof's run is not
# like Nulgrind's, Nulgrind runs three times more. If its runs are not all alike, it is enough that one of aprof's is like
# one of them, and aprof runs up to three times more, too. If none is, what the filters of the test leave is compared,
# which is all that its authors expect to be stable.

use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Basename;
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use lib $0 =~ s{[^/]*$}{../common}r;
use Getopt::Long qw(:config require_order);
use POSIX ();
use Script;
use Time::HiRes qw(sleep time);

my $check_profile = abs_path(dirname($0) . '/../callgrind/check_callgrind.pl');

# What stands before a message: ==1234==, or with --time-stamp=yes ==00:00:00:01.161 1234==.
my $mark = qr/(?:==|--|\*\*)(?:(?:\d\d:){3}\d\d\.\d{3} )?\d+(?:==|--|\*\*)/;

my %option = (options => '', aprof => '../../command/aprof', valgrind => '', jobs => 2, seconds => 300, except => '');
GetOptions(\%option, 'options:s', 'aprof=s', 'valgrind=s', 'jobs=i', 'seconds=i', 'except:s', 'list') && @ARGV >= 2
   or die "usage: compare_nulgrind.pl [--options=OPTS] [--aprof=A] [--valgrind=DIR] [--jobs=N] [--seconds=N] "
          . "[--except=TESTS] [--list] TREE TEST...\n";
my ($tree, @wanted) = @ARGV;
my %core_options;   # options that Nulgrind has

main();

sub main
{
   $tree          = absolute($tree);
   $option{aprof} = absolute($option{aprof});
   chomp($option{valgrind} = `../../../vg-in-place --print-directory`) if $option{valgrind} eq '';
   my $help = `$option{valgrind}/valgrind --tool=none --help-debug` =~ s/tools that replace malloc:\n.*?\n\n//sgr;
   $core_options{$_} = 1 foreach $help =~ /^ *--([\w-]+)/mg;
   open(STDIN, '<', '/dev/null') or die "compare_nulgrind.pl: /dev/null: $!\n";

   my %except  = map { $_ => 1 } split /,/, $option{except};
   my @tests   = grep { !$except{$_} } map { -d "$tree/$_" ? tests_in($_) : $_ } @wanted;
   my $results = run_all(@tests);
   my (%count, %names);
   foreach my $result (map { $results->{$_} } @tests) {
      my ($kind, $reason) = @$result{qw(kind reason)};
      $count{$kind}++;
      push @{$names{"$kind$reason"}}, $result->{name} if $kind eq 'skipped' || $reason ne '';
      printf "%-40s %5.1f s  %s%s\n", @$result{qw(name seconds kind reason)} if $option{list};
   }
   foreach my $result (grep { $_->{kind} eq 'different' } map { $results->{$_} } @tests) {
      print "$result->{name}: $result->{text}";
   }
   print map { "$_: @{$names{$_}}\n" } sort keys %names;
   printf "%d agree, %d differ, %d skipped\n", map { $count{$_} // 0 } 'agrees', 'different', 'skipped';
   exit($count{different} ? 1 : 0);
}

sub absolute
{
   my ($path) = @_;
   return abs_path($path) // die "compare_nulgrind.pl: $path: $!\n";
}

sub tests_in
{
   my ($directory) = @_;
   return map { s{^\Q$tree\E/}{}r =~ s/\.vgtest$//r } sort glob "$tree/$directory/*.vgtest";
}

# ---------------------------------------------------------------------------------------------------------------------
# Several tests at a time
# ---------------------------------------------------------------------------------------------------------------------

# Each job takes the next test from a pipe, and writes the result into a file. name => result.
sub run_all
{
   my (@tests) = @_;
   my $directory = tempdir('nulgrind.tmp.XXXX', DIR => getcwd(), CLEANUP => 1);
   my @children;
   foreach my $job (1 .. $option{jobs}) {
      my $pid = fork // die "compare_nulgrind.pl: fork: $!\n";
      if ($pid == 0) {
         foreach my $number (0 .. $#tests) {
            # Whoever makes the directory has got the test.
            next if !mkdir "$directory/test.$number";
            write_result("$directory/test.$number/result", run_test("$directory/$job", $tests[$number]));
         }
         POSIX::_exit(0);
      }
      push @children, $pid;
   }
   waitpid $_, 0 foreach @children;
   return { map { ($tests[$_] => read_result("$directory/test.$_/result", $tests[$_])) } 0 .. $#tests };
}

sub write_result
{
   my ($file, $result) = @_;
   open(my $out, '>', $file) or die "compare_nulgrind.pl: $file: $!\n";
   print $out join("\0", map { $_ // '' } @$result{qw(name kind reason seconds text)});
   close $out or die "compare_nulgrind.pl: $file: $!\n";
}

sub read_result
{
   my ($file, $name) = @_;
   my %result = (name => $name, kind => 'different', reason => '', seconds => 0, text => "no result\n");
   @result{qw(name kind reason seconds text)} = split /\0/, text_of($file), 5 if -f $file;
   return \%result;
}

# ---------------------------------------------------------------------------------------------------------------------
# One test
# ---------------------------------------------------------------------------------------------------------------------

sub run_test
{
   my ($place, $name) = @_;
   my $begin = time;
   my $result = eval { result_of($place, read_test($name)) } // { kind => 'different', reason => '', text => $@ };
   $result->{name}    = $name;
   $result->{seconds} = time - $begin;
   return $result;
}

sub read_test
{
   my ($name) = @_;
   my %test = (name => $name, directory => dirname($name), base => basename($name), vgopts => '', args => '', env => '');
   foreach (split /\n/, text_of("$tree/$name.vgtest")) {
      next if /^\s*(#|$)/;
      /^\s*([\w-]+):\s*(.*)$/ or die "compare_nulgrind.pl: $name.vgtest: what is '$_'?\n";
      my ($key, $value) = ($1, $2);
      $value = "./$value" if $key =~ /^prog$|filter$/ && $value !~ m{^/};
      if ($key =~ /^(vgopts|env)$/) { $test{$key} .= " $value" }
      else                          { $test{$key} = $value }
   }
   $test{foreign} = $name !~ m{^none/};
   $test{vgopts} =~ s{(?<!\S)--([\w-]+)\S*}{$core_options{$1} ? $& : ''}ge if $test{foreign};
   $test{program} = $test{prog} // $test{'prog-asis'} // '';
   $test{stderr_filter} //= './filter_stderr';
   return \%test;
}

sub result_of
{
   my ($place, $test) = @_;
   my @nulgrind = run($place, $test, 'none');
   return { kind => 'skipped', reason => ": $nulgrind[0]{skipped}" } if defined $nulgrind[0]{skipped};
   if ($test->{foreign} && $nulgrind[0]{raw} =~ /^(?:==PID== Bad option|valgrind): /m) {
      return { kind => 'skipped', reason => ': Nulgrind refuses the options' };
   }
   my @aprof = run($place, $test, 'aprof');
   my $different = { kind => 'different', reason => '',
                     text => "$aprof[0]{problems}\n" . difference($place, $nulgrind[0]{raw}, $aprof[0]{raw}) };
   return $different if $aprof[0]{problems} ne '';
   return { kind => 'agrees', reason => '' } if have_common(\@nulgrind, \@aprof, 'raw');

   push @nulgrind, map { run($place, $test, 'none') } 1 .. 3;
   return $different if !grep { $_->{raw} ne $nulgrind[0]{raw} } @nulgrind;
   for (my $tries = 3; $tries > 0 && !have_common(\@nulgrind, \@aprof, 'raw'); $tries--) {
      push @aprof, run($place, $test, 'aprof');
   }
   return { kind => 'agrees', reason => ' in one of several runs' } if have_common(\@nulgrind, \@aprof, 'raw');
   return { kind => 'agrees', reason => ' as filtered' }            if have_common(\@nulgrind, \@aprof, 'filtered');
   return { kind => 'skipped', reason => ': not the same twice under Nulgrind' } if $test->{foreign};
   return $different;
}

sub have_common
{
   my ($nulgrind, $aprof, $kind) = @_;
   my %seen = map { $_->{$kind} => 1 } @$nulgrind;
   return grep { $seen{$_->{$kind}} } @$aprof;
}

# Runs a test once. Returns what it printed and how it ended, in full and as the filters of the test leave it, and what is
# wrong with the reports; or why the test cannot be run.
sub run
{
   my ($place, $test, $tool) = @_;
   remove_tree($place, { safe => 0 });
   make_path("$place/files");
   system('cp', '-al', $tree, "$place/tree") == 0 or die "compare_nulgrind.pl: cannot copy $tree\n";
   my $directory = "$place/tree/$test->{directory}";
   if (defined $test->{prereq} && shell($directory, "$test->{prereq} > /dev/null 2>&1", $option{seconds}) != 0) {
      return { skipped => $test->{prereq} };
   }
   my $program = "$directory/$test->{program}";
   if (defined $test->{prog} && !-e $program && grep { -e "$program.$_" } 'c', 'cpp', 'def') {
      return { skipped => 'the program was not built' };
   }
   my $options = join ' ', options_for($tool), $test->{vgopts};
   $options =~ s{%d}{$place/files}g;
   my $status = shell($directory, "$test->{env} VALGRIND_LIB=$option{valgrind} $option{valgrind}/valgrind"
      . " --command-line-only=yes --memcheck:leak-check=no --tool=$tool $options $test->{program} $test->{args}"
      . " > $place/stdout 2> $place/stderr", $option{seconds});
   my ($stdout, $stderr) = map { text_of("$place/$_") } 'stdout', 'stderr';
   my %run = (problems => $tool eq 'aprof' ? problems($place, $test, $stderr) : '');
   write_file("$place/stderr", without_tool($stderr));
   $run{raw}      = "status $status\n" . without_processes("stdout:\n${stdout}stderr:\n" . text_of("$place/stderr"));
   $run{filtered} = "status $status\n"
                  . join '', map { "$_:\n" . filtered($place, $directory, $test, $_) } 'stdout', 'stderr';
   shell($directory, $test->{cleanup}, $option{seconds}) if defined $test->{cleanup};
   return \%run;
}

# Options that Nulgrind has are given to both.
sub options_for
{
   my ($tool) = @_;
   my @options = split ' ', $option{options};
   return $tool eq 'aprof' ? ('--aprof-out-file=%d/report.%p', @options)
                           : grep { /^--([\w-]+)/ && $core_options{$1} } @options;
}

sub filtered
{
   my ($place, $directory, $test, $stream) = @_;
   my $filter = $test->{"${stream}_filter"} // return text_of("$place/$stream");
   my $arguments = $test->{"${stream}_filter_args"} // $test->{base};
   return '' if !-d $directory;
   shell($directory, "$filter $arguments < $place/$stream > $place/$stream.filtered 2>&1", $option{seconds});
   return text_of("$place/$stream.filtered");
}

# Returns the status of wait(), or 'timeout' if the processes had to be killed. Processes that are left, as that of
# pth_2sig which kills its parent, get some time to write their reports.
sub shell
{
   my ($directory, $command, $limit) = @_;
   my $pid = fork // die "compare_nulgrind.pl: fork: $!\n";
   if ($pid == 0) {
      setpgrp;
      chdir $directory or die "compare_nulgrind.pl: $directory: $!\n";
      $ENV{PWD} = $directory;
      exec '/bin/sh', '-c', $command or die "compare_nulgrind.pl: /bin/sh: $!\n";
   }
   my $timeout = 0;
   local $SIG{ALRM} = sub { $timeout = 1; kill 'KILL', -$pid };
   local $SIG{TERM} = sub { kill 'KILL', -$pid; POSIX::_exit(1) };
   alarm $limit;
   waitpid $pid, 0;
   my $status = $?;
   alarm 0;
   for (my $tries = 0; $tries < 200 && kill(0, -$pid); $tries++) {
      sleep(0.05);
   }
   return $timeout ? 'timeout' : $status;
}

# Without the banner's lines about the tool, where its files are, and the oracle's consent.
sub without_tool
{
   my ($text) = @_;
   $text =~ s/^$mark (?:Nulgrind|aprof-\S+), .*\n$mark Copyright .*\n//mg;
   my $named = join '|', 'tool', 'aprof-out-file', $option{options} =~ /--([\w-]+)=/g;
   $text =~ s{^\s*<line>(?:Nulgrind|aprof-\S+), .*\n\s*<line>Copyright .*\n}{}mg;
   $text =~ s{^\s*(?:<arg>--(?:$named)=|<(?:protocol)?tool>).*\n}{}mg;
   # These may stand behind what a program has printed without ending the line.
   $text =~ s/$mark (?:Report|Callgrind profile): .*\n//g;
   $text =~ s/$mark check-rms: \d+ activations compared, 0 disagreements\n//g;
   return $text;
}

# With PID for the number of each process that has said something, wherever it stands: in names of files as well. Without
# times.
sub without_processes
{
   my ($text) = @_;
   my %numbers = map { $_ => 1 } $text =~ m{^$mark|^--\d+(?=:\d+: )|^<p?pid>\d+</p?pid>$}mg;
   my $numbers = join '|', map { /(\d+)\D*$/ } keys %numbers;
   $text =~ s{^\s*<time>.*\n}{}mg;
   $text =~ s/^(==|--|\*\*)(?:\d\d:){3}\d\d\.\d{3} /$1TIME /mg;
   $text =~ s/\b(?:$numbers)\b/PID/g if $numbers ne '';
   return $text;
}

# Where Valgrind has not run anything, for which there are options (--help) and reasons (bad ones), there is no report; nor
# where its core gives up, as with --sanity-level=4 when the first thread has ended before others.
sub problems
{
   my ($place, $test, $stderr) = @_;
   my @reports = glob "$place/files/report.*";
   my @problems = @reports || $test->{program} eq '' || $stderr =~ /^valgrind: |\bValgrind: FATAL: /m ? () : ('no report');
   foreach my $report (@reports) {
      my $result = `$option{aprof} check-report $report 2>&1 | head`;
      push @problems, $result if $result ne '';
      my $profile = $report =~ s{/report(?=[^/]*$)}{/profile}r;
      next if !-f $profile;
      $result = `perl $check_profile $profile $report 2>&1 | head`;
      push @problems, $result if $result ne "ok\n";
   }
   return join "\n", @problems;
}

sub difference
{
   my ($place, $nulgrind, $aprof) = @_;
   write_file("$place/nulgrind", $nulgrind);
   write_file("$place/aprof", $aprof);
   my @lines = split /^/, `diff -U 1 $place/nulgrind $place/aprof | tail -n +3 | head -n 40`;
   return "\n" . join '', map { "   $_" } @lines;
}
