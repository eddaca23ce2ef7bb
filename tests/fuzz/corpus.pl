#!/usr/bin/perl
# corpus.pl unpack FILE TARGET DIRECTORY    writes the inputs that FILE has for the target as files
# corpus.pl pack FILE TARGET DIRECTORY      prints FILE with the files of the directory added
#
# FILE is corpus.txt: inputs that reach what the other seeds do not. Each begins with a line `@ TARGET`; what follows is the
# input, line by line, with a `|` before each. Bytes that are no printable ASCII are written as \xNN, and a backslash as
# \\. A line that ends in a backslash has no newline: the last one of an input, or one that is too long to read.

use strict;
use warnings;

my $columns = 110;
my ($mode, $corpus, $target, $directory) = @ARGV;
@ARGV == 4 && $mode =~ /^(?:un)?pack$/ or die "usage: corpus.pl unpack|pack FILE TARGET DIRECTORY\n";

my @inputs = read_corpus($corpus);
$mode eq 'pack' ? print_corpus() : write_files();

# Of { target, bytes }.
sub read_corpus
{
   my ($file) = @_;
   my @read;
   open(my $in, '<', $file) or die "corpus.pl: $file: $!\n";
   while (<$in>) {
      chomp;
      if (/^@ (\w+)$/) {
         push @read, { target => $1, bytes => '' };
      } elsif (/^\|(.*?)((?<!\\)(?:\\\\)*)(\\?)$/ && @read) {
         $read[-1]{bytes} .= plain("$1$2") . ($3 eq '' ? "\n" : '');
      } elsif (!/^(?:#|$)/) {
         die "corpus.pl: $file:$.: neither '@ TARGET' nor a line of an input\n";
      }
   }
   return @read;
}

sub plain
{
   my ($text) = @_;
   return $text =~ s/\\(?:x(..)|\\)/defined $1 ? chr hex $1 : '\\'/ger;
}

sub escaped
{
   my ($bytes) = @_;
   return $bytes =~ s/\\/\\\\/gr =~ s/([^ -~])/sprintf '\\x%02x', ord $1/ger;
}

sub write_files
{
   my $number = 0;
   foreach my $input (grep { $_->{target} eq $target } @inputs) {
      my $file = sprintf '%s/corpus-%03d', $directory, ++$number;
      open(my $out, '>:raw', $file) or die "corpus.pl: $file: $!\n";
      print $out $input->{bytes};
      close $out or die "corpus.pl: $file: $!\n";
   }
}

sub print_corpus
{
   foreach my $file (sort glob "$directory/*") {
      open(my $in, '<:raw', $file) or die "corpus.pl: $file: $!\n";
      local $/;
      push @inputs, { target => $target, bytes => scalar(<$in>) // '' };
   }
   print "# Inputs of the fuzzers: corpus.pl says how they are written, and `make check-fuzz` finds more.\n";
   my %there;
   foreach my $input (sort { $a->{target} cmp $b->{target} || $a->{bytes} cmp $b->{bytes} } @inputs) {
      next if $there{$input->{target}}{$input->{bytes}}++;
      print "\n\@ $input->{target}\n", map { "|$_\n" } lines_of($input->{bytes});
   }
}

# Long lines are cut, with a backslash where they go on.
sub lines_of
{
   my ($bytes) = @_;
   my @lines;
   foreach my $line ($bytes =~ /[^\n]*\n|[^\n]+\z/g) {
      my @pieces = escaped($line =~ s/\n\z//r) =~ /((?:\\x..|\\\\|[^\\]){1,$columns})/g;
      push @pieces, '' if !@pieces;
      my $last = pop @pieces;
      push @lines, map({ "$_\\" } @pieces), $line =~ /\n\z/ ? $last : "$last\\";
   }
   return @lines;
}
