# Package Pairs: pairs of versions of a program, and their truth. Shared by the scripts beside it.
#
# PROGRAM.pairs begins with settings of the program, as "program: NAME", "args: WORDS" and "flags: WORDS". A line
# "[PAIR]" begins a pair, of these lines:
#
#    kind: KIND           worse, better, unchanged or incomparable
#    culprit: NAMES       the routines whose code changed so that the program's cost did; diff must name one of them
#    class: TEXT          whose class of growth changed, by design
#    note: TEXT           what was changed
#    reverse: yes         the edits make the old version, and the program as it stands is the new one
#    rename: OLD NEW      an edit: this word becomes that one, everywhere
#    - TEXT               lines that stand in the program exactly once (without "-"; no blank is left out) ...
#    + TEXT               ... become these
#    >FILE                the lines with "+" below this are another file of the version with the edits
#    old.KEY: VALUE       of one version only: args, flags, compiler, env (NAME=VALUE ...), timeout (in seconds), strip (an
#    new.KEY: VALUE       option of the program strip), or another program
#
# A version is a hash: "name" (base, if it is the program as it stands; PAIR or PAIR.old otherwise), program, files (a
# hash of names and texts), and the keys above.

package Pairs;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename);

our @EXPORT = qw(build_command halves_of read_pairs);

my @halves = qw(seen unseen third fourth);

my %compilers = (
   c   => { command => 'gcc -std=gnu11', flags => '-O2 -g -fno-inline', finish => '-lm' },
   cpp => { command => 'g++ -std=c++17', flags => '-O2 -g', finish => '' },
   f90 => { command => 'gfortran', flags => '-O2 -g -fno-inline', finish => '' },
   go  => { command => 'go build', flags => '-gcflags=-l', finish => '' },
   rs  => { command => ($ENV{RUSTC} // 'rustc'), flags => '-O -g', finish => '' },
);

# Returns the directories that --half=HALF names: those of the first two halves if it is empty.
sub halves_of
{
   my ($half) = @_;
   return $half eq '' ? @halves[0, 1] : $halves[$half - 1];
}

sub read_text
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "$file: $!\n";
   local $/;
   return scalar <$in>;
}

# Returns the settings of the program, and its pairs as hashes with these, with "edits" (pairs of texts), "renames", and
# "files" (a hash of texts).
sub parse
{
   my ($file) = @_;
   my %settings;
   my @pairs;
   my ($edit, $target);
   for my $line (split /\n/, read_text($file)) {
      my $pair = $pairs[-1];
      if ($line =~ /^\[(\w+)\]$/) {
         push @pairs, { pair => $1, edits => [], renames => [], files => {} };
         ($edit, $target) = ();
      } elsif ($line =~ /^-(.*)/) {
         push @{ $pair->{edits} }, $edit = ['', undef] if !$edit || defined $edit->[1];
         $edit->[0] .= "$1\n";
      } elsif ($line =~ /^\+(.*)/) {
         if (defined $target) {
            $pair->{files}{$target} .= "$1\n";
         } else {
            $edit or die "$file: $pair->{pair}: a line with + and none with -\n";
            $edit->[1] = ($edit->[1] // '') . "$1\n";
         }
      } elsif ($line =~ /^>(.+)/) {
         $target = $1;
      } elsif ($line =~ /^rename: (\S+) (\S+)$/) {
         push @{ $pair->{renames} }, [$1, $2];
      } elsif ($line =~ /^([\w.]+): (.*)/) {
         ($pair // \%settings)->{$1} = $2;
      } elsif ($line ne '') {
         die "$file: cannot read: $line\n";
      }
   }
   return (\%settings, @pairs);
}

# The last line of what is looked for may be the beginning of one.
sub edit_text
{
   my ($pair, $text) = @_;
   for my $edit (@{ $pair->{edits} }) {
      my ($from, $to) = map { s/\n\z//r } $edit->[0], $edit->[1] // '';
      my $places = () = $text =~ /^\Q$from\E/mg;
      $places == 1 or die "$pair->{pair}: this stands $places times in the program:\n$from\n";
      $text =~ s/^\Q$from\E/$to/m;
   }
   for my $rename (@{ $pair->{renames} }) {
      my ($from, $to) = @$rename;
      $text =~ s/\b\Q$from\E\b/$to/g or die "$pair->{pair}: there is no $from\n";
   }
   return $text;
}

my @version_keys = qw(args flags compiler env timeout strip);

sub make_version
{
   my ($directory, $settings, $pair, $side) = @_;
   my %version = (program => $settings->{program}, args => $settings->{args}, flags => $settings->{flags});
   if (defined(my $other = $pair->{"$side.program"})) {
      my ($others) = parse("$directory/" . ($other =~ s/\.\w+$//r) . '.pairs');
      @version{qw(program args flags)} = @{$others}{qw(program args flags)};
   }
   my $is_base = !exists $pair->{"$side.program"};
   for my $key (@version_keys) {
      next if !exists $pair->{"$side.$key"};
      $version{$key} = $pair->{"$side.$key"};
      $is_base = 0;
   }
   my $text = read_text("$directory/$version{program}");
   if ($side eq ($pair->{reverse} ? 'old' : 'new')) {
      my $edited = edit_text($pair, $text);
      $is_base = 0 if $edited ne $text;
      $text = $edited;
      $version{files} = { %{ $pair->{files} } };
   }
   $version{files}{ $version{program} } = $text;
   $version{name} = $is_base ? 'base' : $pair->{pair} . ($side eq 'old' ? '.old' : '');
   return \%version;
}

# Returns the pairs of a directory, in the order of their names, each with "program" and the versions "old" and "new".
sub read_pairs
{
   my ($directory) = @_;
   my @all;
   for my $file (sort glob "$directory/*.pairs") {
      my ($settings, @pairs) = parse($file);
      for my $pair (@pairs) {
         $pair->{$_} = make_version($directory, $settings, $pair, $_) for qw(old new);
         $pair->{program} = $settings->{program};
         push @all, $pair;
      }
   }
   return @all;
}

# Returns the command that builds a version, to be run where its files are, and the name of the binary.
sub build_command
{
   my ($version) = @_;
   my ($binary, $suffix) = $version->{program} =~ /^(.*)\.(\w+)$/;
   my $compiler = $compilers{$suffix} or die "$version->{program}: no known language\n";
   my $command = $version->{compiler} ? $compiler->{command} =~ s/^\S+/$version->{compiler}/r : $compiler->{command};
   my $flags = $version->{flags} // $compiler->{flags};
   my @sources = $suffix eq 'rs' ? $version->{program} : sort grep { /\.\Q$suffix\E$/ } keys %{ $version->{files} };
   return ("$command $flags -o $binary @sources $compiler->{finish}", $binary);
}

1;
