#!/usr/bin/perl
# same_reports.pl PROGRAM REPORT...: the reports of PROGRAM among these, at least two, are the same but for the date and
# the process id.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use Report;

my ($program, @reports) = @ARGV;
my @texts;
foreach my $report (@reports) {
   open(my $in, '<', $report) or die "same_reports.pl: $report: $!\n";
   my $text = join('', grep { !/^(t|c pid:) / } <$in>);
   push @texts, $text if Report::file_name(Report->read($report)->{program}) eq $program;
}
if (@texts < 2) {
   print scalar @texts, " reports of $program\n";
} elsif (grep { $_ ne $texts[0] } @texts) {
   print "the reports differ\n";
} else {
   print "the same report\n";
}
