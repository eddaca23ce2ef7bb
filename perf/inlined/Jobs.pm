# Package Jobs: work in parallel. Shared by the scripts beside it.

package Jobs;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(run_jobs);

# Calls the function with each item, in processes of their own, so many at a time. It returns whether it succeeded.
# Returns the number of items with which it did not.
sub run_jobs
{
   my ($jobs, $function, @items) = @_;
   my ($running, $failed) = (0, 0);
   my $end_one = sub {
      return 0 if wait() < 0;
      $running--;
      $failed++ if $? != 0;
      return 1;
   };
   for my $item (@items) {
      $end_one->() if $running >= $jobs;
      my $child = fork();
      defined $child or die "cannot fork: $!\n";
      if ($child == 0) {
         my $done = eval { $function->($item) };
         print STDERR $@ if $@ ne '';
         exit($done ? 0 : 1);
      }
      $running++;
   }
   1 while $end_one->();
   return $failed;
}

1;
