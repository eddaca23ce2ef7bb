#!/usr/bin/perl
# lint.pl KIND
#
# Runs a tool that looks for mistakes over all sources of a KIND, and prints what it finds, each with file and line. Each
# tool has a configuration in the sources, which gives the reasons for what is switched off: mend the code rather than
# switch off more.

use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Sources qw(sources text);

my %kinds = (
   # Shell scripts, by .shellcheckrc.
   shell => sub { run('shellcheck', '-f', 'gcc', shell_scripts()) },
   'some-shell' => sub { my @all = shell_scripts(); run('shellcheck', '-f', 'gcc', @all[grep { $_ % 5 == 0 } 0 .. $#all]) },
   # The page, by page/tsconfig.json.
   types => sub { run('tsc', '--pretty', 'false', '-p', 'page/tsconfig.json') },
   # What people read, by .codespellrc. Reports repeat names of programs, as does what ./bootstrap run writes.
   spelling => sub { run('codespell', grep { !/^COPYING$|^aprof\.run|\.(?:report|png|perl)$/ } sources(qr/./)) },
);

my $kind = $ARGV[0] // '';
my $lint = $kinds{$kind} or die "lint.pl: '$kind': the kinds are ", join(', ', sort keys %kinds), "\n";
$lint->();

sub shell_scripts
{
   return grep { /\.sh$/ || text($_) =~ m{\A\#! ?/bin/(?:ba)?sh\b} } sources(qr{(?:^|/)[^./]*(?:\.sh)?$});
}

# The tool says what it has found, or nothing. A status without a word is a mistake, too, as is a tool that is not there.
sub run
{
   my ($tool, @arguments) = @_;
   my $pid = open(my $said, '-|') // die "lint.pl: $!\n";
   if ($pid == 0) {
      open(STDERR, '>&', \*STDOUT) or die "lint.pl: $!\n";
      exec($tool, @arguments) or print "$tool is not there: './bootstrap packages --all-packages' installs it\n";
      exit 1;
   }
   my @lines = <$said>;
   close $said;
   print @lines;
   print "$tool: exit status $?\n" if $? != 0 && !@lines;
}
