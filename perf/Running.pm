# Running one program once, natively or under a tool, with nothing of the user's settings, and what it took.
# Shared by the scripts beside it.

package Running;

use strict;
use warnings;
use Exporter qw(import);
use File::Spec::Functions qw(rel2abs);
use POSIX ();

our @EXPORT = qw(
   describe_ending empty_directory fail find_program machine prepare_environment quote run_command slurp
   stop_if_interrupted tool_words valgrind_version write_whole writes_file
);

sub fail
{
   my ($program) = $0 =~ m{([^/]*)$};
   die "$program: ", @_, "\n";
}

#----------------------------------------------------------------------
# Files

sub slurp
{
   my ($file) = @_;
   open(my $in, '<:raw', $file) or return '';
   local $/;
   my $text = <$in>;
   return defined $text ? $text : '';
}

# Under its final name stands the whole text, or what was there before.
sub write_whole
{
   my ($file, @text) = @_;
   my $unfinished = "$file.$$";
   open(my $out, '>', $unfinished) or fail("cannot write $unfinished: $!");
   print $out @text;
   close($out) or fail("cannot write $unfinished: $!");
   rename($unfinished, $file) or fail("cannot rename $unfinished to $file: $!");
}

sub empty_directory
{
   my ($directory) = @_;
   opendir(my $entries, $directory) or fail("cannot read $directory: $!");
   unlink map { "$directory/$_" } grep { !/^\.\.?$/ } readdir $entries;
}

#----------------------------------------------------------------------
# Where

sub machine
{
   my ($system, undef, $release, undef, $hardware) = POSIX::uname();
   my $cpuinfo    = slurp('/proc/cpuinfo');
   my ($model)    = $cpuinfo =~ /^model name\s*:\s*(.*)$/m;
   my $processors = () = $cpuinfo =~ /^processor\s*:/mg;
   return "$system $release $hardware, " . (defined $model ? "$processors x $model" : 'unknown processor');
}

sub valgrind_version
{
   my ($valgrind) = @_;
   my $version = `$valgrind --version 2>&1`;
   $version = '' if !defined $version;
   chomp $version;
   return $version;
}

# Nothing of the user's settings may change what is measured, and no randomness its length.
sub prepare_environment
{
   delete @ENV{qw(VALGRIND_OPTS GZIP BZIP2 BZIP XZ_OPT XZ_DEFAULTS PERL5LIB PERL5OPT BASH_ENV ENV)};
   $ENV{LC_ALL}            = 'C';
   $ENV{PERL_HASH_SEED}    = 0;
   $ENV{PERL_PERTURB_KEYS} = 0;
   $ENV{PYTHONHASHSEED}    = 0;
}

#----------------------------------------------------------------------
# Commands. In those of tools, OUT stands for the directory of a run.

sub quote
{
   my ($word) = @_;
   return $word if $word =~ m{^[\w./:=%+,-]+$};
   $word =~ s/'/'\\''/g;
   return "'$word'";
}

# The absolute path of a program, quoted: what is measured runs in other directories than this one.
sub find_program
{
   my ($command) = @_;
   my @places = map { "$_/$command" } split /:/, $ENV{PATH};
   my $path   = $command =~ m{/} ? rel2abs($command) : (grep { -x } @places)[0];
   defined $path && -x $path && !-d $path
      or fail("there is no program $command; build aprof first, or say --valgrind=COMMAND");
   return quote($path);
}

# Tools that write a file, which must not pile up where the measuring is done.
my %writes_file = map { $_ => 1 } qw(aprof callgrind cachegrind massif dhat);

sub writes_file
{
   my ($tool) = @_;
   return $writes_file{$tool};
}

# Where a tool has an option that makes it do more by default than its main job, it is switched off here.
my %tool_options = (memcheck => '--leak-check=no');

# What stands before a program to run it under a tool.
sub tool_words
{
   my ($valgrind, $tool) = @_;
   my @words = ($valgrind, '--command-line-only=yes', '-q', '--log-file=OUT/log.%p', "--tool=$tool");
   push @words, "--$tool-out-file=OUT/$tool.out.%p" if $writes_file{$tool};
   push @words, $tool_options{$tool} if exists $tool_options{$tool};
   return @words;
}

#----------------------------------------------------------------------
# Runs

# While a command runs, the interrupt key reaches only the command.
sub stop_if_interrupted
{
   my ($status) = @_;
   exit 130 if ($status & 127) == 2 || $status >> 8 == 130;
}

# Runs a command by the program run_once, with stdout and stderr in files of these names in the directory $out.
# Returns {seconds, peak_kb, ending}.
sub run_command
{
   my ($command, $out, $run_once, $timeout) = @_;

   # The redirections stand first, so that those that the command itself contains prevail.
   my ($result, $stdout, $stderr) = map { quote("$out/$_") } qw(result stdout stderr);
   my $status = system("exec < /dev/null > $stdout 2> $stderr " . quote($run_once) . " $result $timeout $command");
   stop_if_interrupted($status);
   my ($user_us, $system_us, $peak_kb, $ending) = slurp("$out/result") =~ /^(\d+) (\d+) (\d+) (\w+ \d+)$/
      or fail("$run_once failed:\n", slurp("$out/stderr"));
   fail('interrupted') if $ending eq 'signal 2';
   return { seconds => ($user_us + $system_us) / 1e6, peak_kb => $peak_kb, ending => $ending };
}

sub describe_ending
{
   my ($ending, $timeout) = @_;
   return "was stopped after $timeout seconds" if $ending =~ /^timeout/;
   return "was killed by signal $1"            if $ending =~ /^signal (\d+)/;
   return "ended with status " . ($ending =~ /(\d+)$/)[0];
}

1;
