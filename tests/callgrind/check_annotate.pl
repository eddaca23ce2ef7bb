#!/usr/bin/perl
# check_annotate.pl SOURCE PROFILE
#
# Reads PROFILE with callgrind_annotate, in several ways, none of which may write a warning, and prints what it says of
# some routines and lines whose numbers of calls the source tells. The reader cuts the current directory off the names of
# files, but not all of them: in the source's directory and in another one, callers and callees in one file must be found.

use strict;
use warnings;
use File::Spec;

my ($source, $profile) = map { File::Spec->rel2abs($_) } @ARGV;
@ARGV == 2 or die "usage: check_annotate.pl SOURCE PROFILE\n";
chdir '/' or die "check_annotate.pl: /: $!\n";

my $directory = source_directory();
my $summary = summary_of($profile);
my $plain   = annotate();
my $incl    = annotate('--inclusive=yes');
my $tree    = annotate('--tree=both', '--inclusive=yes');
my $code    = annotate('--auto=yes', '--show=Bb', '--show-percs=no', '--context=100');

print 'program total: ', ($plain =~ /^ *([\d,]+) .*PROGRAM TOTALS$/m && $1 =~ s/,//gr == $summary ? 'ok' : 'wrong'), "\n";
print 'inclusive cost of main: ', in_percent($incl, 'main') > in_percent($plain, 'main') ? 'ok' : 'wrong', "\n";

my $calls = calls_of_main($tree);
print $calls;
chdir $directory or die "check_annotate.pl: $directory: $!\n";
print 'in the source\'s directory: ', (calls_of_main(annotate('--tree=both', '--inclusive=yes')) eq $calls ? 'the same' : 'others'),
      "\n";
chdir '/';
my ($twice) = grep { /\* .*:twice \[/ } split /\n\n/, $tree;
for my $line (sort split /\n/, $twice // '') {
   print "twice is called by $1 $2 times\n" if $line =~ / < .*edges\.c:(\w+) \((\d+)x\)/;
}

# The annotated source: how many blocks begin in a line; '.' where nothing was executed.
for my $line (split /\n/, $code) {
   print "$2: ", ($1 eq '.' ? 'not executed' : 'executed'), "\n"
      if $line =~ /^ *([\d,]+|\.) .*(puts\("not reached"\)|handled\+\+|return n \+ n)/;
}

# Behind each callee that the reader has found stands its object file. By name: their costs depend on the compiler.
sub calls_of_main
{
   my ($main) = grep { /\* .*:main \[/ } split /\n\n/, $_[0];
   return join '', sort map { / > .*edges\.c:(\w+) \((\d+)x\) \[/ ? "main calls $1 $2 times\n" : () } split /\n/, $main // '';
}

# A directory that the source's name in the profile begins with.
sub source_directory
{
   open(my $in, '<', $profile) or die "check_annotate.pl: $profile: $!\n";
   my ($path) = map { m{^c?f[li]=\(\d+\) (/.*/edges\.c)$} ? $1 : () } <$in>;
   die "check_annotate.pl: $profile does not know where the source is\n" unless defined $path;
   return $path =~ m{^(/.*?)/(\.\./|[^/]*$)} ? $1 : '/';
}

sub annotate
{
   my (@options) = @_;
   my $output = `callgrind_annotate @{[map { "'$_'" } @options]} '$profile' 2>'$profile.warnings'`;
   print "callgrind_annotate @options: status $?\n" if $? != 0;
   open(my $in, '<', "$profile.warnings") or die "check_annotate.pl: $profile.warnings: $!\n";
   print "callgrind_annotate @options: $_" while <$in>;
   unlink "$profile.warnings";
   return $output;
}

sub summary_of
{
   my ($name) = @_;
   open(my $in, '<', $name) or die "check_annotate.pl: $name: $!\n";
   my ($line) = grep { /^summary:/ } <$in>;
   return (split ' ', $line)[1];
}

sub in_percent
{
   my ($text, $routine) = @_;
   return $text =~ /\( *([\d.]+)%\).*edges\.c:\Q$routine\E \[/ ? $1 : 0;
}
