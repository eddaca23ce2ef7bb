#!/usr/bin/env perl
# report_readers.pl FOLDER...
#
# Only common/Report.pm knows what the lines of a report look like, so that a new version of the format is an edit of one
# file. Prints where a script below these folders looks for lines of points, routines or contexts itself.

use strict;
use warnings;
use File::Find;
use FindBin;

# Files that may do so, and what they do.
my %may = (
   'tests/common/Report.pm'                => 'is that reader',
   'tests/callgrind/check_callgrind.pl'    => 'is the independent one, by which the other is checked',
   'tests/command/run_mutations'           => 'changes lines, whatever they mean',
   'tests/inlined/run_long_names'          => 'looks how long lines are, and how names are cut',
   'tests/command/run_merge'               => 'changes the order of lines',
   'tests/output/check_line_lengths.pl'    => 'measures lines',
);

# As a regular expression has them, and as Python's startswith has them.
my $line_of_report =
   qr/\^(?:\((?:\?:)?c[ ]\)\??)?(?:\[[rupqxk]+\]|\(\[[rupqxk]+\]\)|[rupqxk])[ ]|startswith\(\(?b?["'][rupqxk][ ]/;

chdir "$FindBin::RealBin/../.." or die "report_readers.pl: $!\n";
foreach my $folder (@ARGV) {
   my @files;
   find({ no_chdir => 1, wanted => sub { push @files, $_ if -T $_ && -f $_ && is_script($_) } }, $folder);
   @files or die "report_readers.pl: no scripts in $folder\n";
   check_file($_) foreach sort @files;
}
foreach my $file (sort keys %may) {
   print "report_readers.pl: $file, which $may{$file}, does not: take it out of the list\n" if !looks_at_lines($file);
}

sub is_script
{
   my ($file) = @_;
   return 1 if $file =~ /\.(p[lmy]|sh|vgtest|test)$/;
   open(my $in, '<', $file) or return 0;
   return (readline $in // '') =~ /^#!/;
}

sub check_file
{
   my ($file) = @_;
   return if $may{$file};
   print "$file:$_: looks for lines of a report itself: read it with tests/common/Report.pm, or report.pl, or report.py\n"
      foreach looks_at_lines($file);
}

# Returns the numbers of such lines.
sub looks_at_lines
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "report_readers.pl: $file: $!\n";
   my @numbers;
   while (my $line = <$in>) {
      push @numbers, $. if $line =~ $line_of_report;
   }
   return @numbers;
}
