# For scripts: files as whole texts, and runs under Valgrind.

package Script;

use strict;
use warnings;
use Exporter qw(import);
use File::Spec;

our @EXPORT = qw(read_file run_under text_of write_file);

sub read_file
{
   my ($path) = @_;
   -e $path or die "$0: $path: $!\n";
   return text_of($path);
}

# The same, and '' if there is no such file.
sub text_of
{
   my ($path) = @_;
   open(my $in, '<', $path) or return '';
   local $/;
   return <$in> // '';
}

# A script can be run.
sub write_file
{
   my ($path, @texts) = @_;
   open(my $out, '>', $path) or die "$0: $path: $!\n";
   print $out @texts;
   close $out or die "$0: $path: $!\n";
   chmod 0755, $path if "@texts" =~ /^#!/;
}

# Runs `valgrind -q ARGUMENTS`, which must make the file `$profile`, with few environment variables: whatever the caller's
# are, two runs have the same. Returns what was printed, and how the run ended.
sub run_under
{
   my ($valgrind, $variables, $profile, @arguments) = @_;
   my $path = File::Spec->rel2abs($valgrind);
   my $pid  = fork // die "$0: fork: $!\n";
   if ($pid == 0) {
      %ENV = (PATH => $ENV{PATH}, LC_ALL => 'C', PERL_HASH_SEED => 0, PYTHONHASHSEED => 0, %$variables);
      open(STDIN,  '<', '/dev/null')    or die "$0: /dev/null: $!\n";
      open(STDOUT, '>', "$profile.out") or die "$0: $profile.out: $!\n";
      open(STDERR, '>', "$profile.err") or die "$0: $profile.err: $!\n";
      exec $path, '-q', @arguments or exit 127;
   }
   waitpid $pid, 0;
   my $printed = join('', map { read_file("$profile.$_") } 'out', 'err') . "status $?";
   -s $profile or die "$0: $valgrind -q @arguments\n$printed\n";
   return $printed;
}

1;
