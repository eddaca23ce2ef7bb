# Says how long a script's subroutines take, by calls of Perl's debugger (answer/grow/functions.h).  What Perl
# itself and modules of the system do is their caller's.
package aprof_functions;
use strict;
use warnings;
use Config;
use Cwd ();
use Time::HiRes qw(clock_gettime CLOCK_PROCESS_CPUTIME_ID);

my @elsewhere = grep { m{^/} } map { $Config{$_} // '' }
   qw(privlibexp archlibexp sitelibexp sitearchexp vendorlibexp vendorarchexp);
push @elsewhere, '/usr/share/perl', '/usr/lib/', '(eval';
my (%times, %keys, $last);
our $current;

sub add_time
{
   $times{$current} += clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $last;
}

# Of a subroutine whose place is "FILE:FIRST-LAST".
sub key_of
{
   my ($name) = @_;
   my ($file, $line) = ($DB::sub{$name} // '') =~ /^(.+):(\d+)-\d+$/ or return '';
   return '' if grep { index($file, $_) == 0 } @elsewhere;
   return join "\t", $line, Cwd::abs_path($file) // $file, $name =~ s/^main:://r;
}

sub begin_call
{
   my $name = ref $DB::sub ? '' : $DB::sub;
   return ($keys{$name} //= key_of($name)) || $current;
}

sub write_times
{
   add_time();
   my $text = join '', map { sprintf "%.6f\t%s\n", $times{$_}, $_ } sort { $times{$b} <=> $times{$a} } keys %times;
   my $output = $ENV{APROF_FUNCTIONS};
   my $file = \*STDERR;
   open $file, '>>', $output or return if defined $output;
   print $file $text;
}

package DB;
BEGIN { *clock_gettime = \&Time::HiRes::clock_gettime; *CLOCK_PROCESS_CPUTIME_ID = \&Time::HiRes::CLOCK_PROCESS_CPUTIME_ID }
no strict 'refs';
no warnings 'recursion';

sub DB {}

sub sub
{
   aprof_functions::add_time();
   local $aprof_functions::current = aprof_functions::begin_call();
   $last = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
   if (wantarray) {
      my @list = &$DB::sub;
      aprof_functions::add_time();
      $last = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
      return @list;
   }
   if (defined wantarray) {
      my $one = &$DB::sub;
      aprof_functions::add_time();
      $last = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
      return $one;
   }
   &$DB::sub;
   aprof_functions::add_time();
   $last = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
   return;
}

sub lsub : lvalue { &$DB::sub }

package aprof_functions;
$current = join "\t", 1, Cwd::abs_path($0) // $0, 'main';
$last = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
$^P = 0x01 | 0x10 | 0x200;   # calls of subroutines, and where each is, also one without a name

END { $^P = 0; write_times() }

1;
