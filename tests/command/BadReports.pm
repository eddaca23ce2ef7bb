# The malformed reports of the table `bad_reports`, which says how it is read.
#
#    use BadReports;
#    bad_reports()                    a list of { name, text, expected => ["LINE: MESSAGE"...] }, in the order of the table
#    write_bad_report(NAME, FILE)     writes one of them, and returns FILE
#    write_bad_reports(DIRECTORY)     writes each of them there, as bad_NAME.report
#
#    perl BadReports.pm DIRECTORY     writes them, too

package BadReports;

use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(bad_reports write_bad_report write_bad_reports);

my $here = __FILE__ =~ s{[^/]*$}{}r || './';

write_bad_reports(@ARGV) if !caller;

sub bad_reports
{
   my (@reports, $at);
   local $_;
   open my $table, '<', "${here}bad_reports" or die "bad_reports: $!\n";
   while (<$table>) {
      chomp;
      next if /^(#|$)/;
      my $fail = sub { die "bad_reports:$.: @_\n" };
      if (/^(\w+) \| (\w+)$/) {
         push @reports, { name => "bad_$1", lines => lines_of($2), expected => [] };
         $at = 0;
      } elsif (/^! (\d+: .+)$/) {
         push @{$reports[-1]{expected}}, $1;
      } elsif (/^([-=+])(?: (.*))?$/) {
         $at = edit($reports[-1]{lines}, $at, $1, bytes_of($2 // '')) // $fail->("there is no such line: '$2'");
      } else {
         $fail->("what is '$_'?");
      }
   }
   $_->{text} = join '', @{delete $_->{lines}} foreach @reports;
   return @reports;
}

sub lines_of
{
   my ($good) = @_;
   return [] if $good eq 'nothing';
   open my $file, '<:raw', "$here$good.report" or die "$good.report: $!\n";
   return [<$file>];
}

# Returns where the next edit begins.
sub edit
{
   my ($lines, $at, $what, $line) = @_;
   if ($what eq '+') {
      splice @$lines, $at, 0, $line;
      return $at + 1;
   }
   my ($found) = grep { $lines->[$_] eq $line } $at .. $#$lines;
   return undef if !defined $found;
   return $found + 1 if $what eq '=';
   splice @$lines, $found, 1;
   return $found;
}

sub bytes_of
{
   my ($text) = @_;
   my $newline = $text =~ s/\\c$// ? '' : "\n";
   $text =~ s/(.)\\\{(\d+)\}/$1 x $2/ge;
   $text =~ s/\\(?:x([0-9a-f]{2})|\\)/defined $1 ? chr hex $1 : '\\'/ge;
   return $text . $newline;
}

sub write_bad_reports
{
   my ($directory) = @_;
   write_text("$directory/$_->{name}.report", $_->{text}) foreach bad_reports();
}

sub write_bad_report
{
   my ($name, $path) = @_;
   my ($report) = grep { $_->{name} eq $name } bad_reports() or die "bad_reports: there is no $name\n";
   write_text($path, $report->{text});
   return $path;
}

sub write_text
{
   my ($path, $text) = @_;
   open my $file, '>:raw', $path or die "$path: $!\n";
   print $file $text;
   close $file or die "$path: $!\n";
}

1;
