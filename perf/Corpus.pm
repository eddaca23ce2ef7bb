# Benchmark programs that have left the tree, because rules have been made with a look at them: they are evidence for no
# other program any more, but show what a change does. Each line of the file CORPUS is a commit, and the folders of which
# it was the last that had them.

package Corpus;

use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Path qw(make_path);

our @EXPORT = qw(corpus);

# Returns the directory below the build's perf/corpus that is `folder` of perf/ as that commit has it.
sub corpus
{
   my ($build, $folder) = @_;
   my $source = dirname(abs_path(__FILE__));
   open(my $in, '<', "$source/CORPUS") or die "$source/CORPUS: $!\n";
   my ($line) = grep { / \Q$folder\E( |$)/ } <$in>;
   die "$source/CORPUS: no commit has $folder\n" if !defined $line;
   my ($commit) = split ' ', $line;
   my $directory = "$build/perf/corpus/$commit";
   return "$directory/perf/$folder" if -d "$directory/perf/$folder";
   system("git -C '$source' cat-file -e $commit^{commit} 2> /dev/null") == 0
      or die "The programs of this benchmark are in the commit $commit,\n"
      . "which is not here. In a clone that is shallow: git fetch --unshallow. Without a clone, make one.\n";
   make_path($directory);
   system("git -C '$source/..' archive $commit perf/$folder | tar -x -C '$directory'") == 0 && -d "$directory/perf/$folder"
      or die "$directory: cannot unpack perf/$folder of $commit\n";
   return "$directory/perf/$folder";
}

1;
