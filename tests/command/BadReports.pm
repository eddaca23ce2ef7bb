# The malformed reports of the table `bad_reports`, which says how it is read.
#
#    perl BadReports.pm DIRECTORY     writes each of them there, as bad_NAME.report, and prints what must be said of them
#    write_bad_report(NAME, FILE)     writes one of them, and returns FILE

package BadReports;

use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(write_bad_report);

my $here = __FILE__ =~ s{[^/]*$}{}r || './';

write_bad_reports(@ARGV) if !caller;

# A list of { name, text, expected => ["LINE: MESSAGE"...] }, in the order of the table.
sub bad_reports
{
   my @reports;
   local $_;
   open my $table, '<', "${here}bad_reports" or die "bad_reports: $!\n";
   while (<$table>) {
      chomp;
      next if /^(#|$)/;
      if (s/^(\w+)(?: \| (\w+))?:/;/) {
         push @reports, { name => "bad_$1", text => good_report($2 // 'good_plain'), expected => [] };
      }
      if (/^! (\d+: .+)$/) {
         push @{$reports[-1]{expected}}, $1;
      } elsif (/^; ?(?:(.*) )?->(?: (.*))?$/) {
         edit(\$reports[-1]{text}, map { bytes_of($_ // '') } $1, $2) or die "bad_reports:$.: there is no '$1'\n";
      } elsif ($_ ne ';') {
         die "bad_reports:$.: what is '$_'?\n";
      }
   }
   return @reports;
}

sub good_report
{
   my ($good) = @_;
   return '' if $good eq 'nothing';
   open my $file, '<:raw', "$here$good.report" or die "$good.report: $!\n";
   return join '', <$file>;
}

# Where the last edit has ended is the position of the text.
sub edit
{
   my ($text, $old, $new) = @_;
   my $at = index $$text, $old, pos $$text // 0;
   return 0 if $at < 0;
   $new =~ s/^&/$old/;
   substr($$text, $at, length $old) = $new;
   pos($$text) = $at + length $new;
   return 1;
}

sub bytes_of
{
   my ($text) = @_;
   $text =~ s/(.)\\\{(\d+)\}/$1 x $2/ge;
   $text =~ s/\\(?:(n)|x([0-9a-f]{2})|\\)/defined $1 ? "\n" : defined $2 ? chr hex $2 : '\\'/ge;
   return $text;
}

sub write_bad_reports
{
   my ($directory) = @_;
   for my $report (sort { $a->{name} cmp $b->{name} } bad_reports()) {
      write_text("$directory/$report->{name}.report", $report->{text});
      print map { "$report->{name}.report:$_\n" } @{$report->{expected}};
   }
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
