# Files as whole texts, for scripts.

package Script;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(read_file text_of write_file);

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

1;
