# What the tests of `aprof convert` share. APROF_COMMAND in the environment is
# the command to test.

use strict;
use warnings;
use File::Glob ':bsd_glob';
use lib map { $0 =~ s{[^/]*$}{../$_}r } qw(command common);
use BadReports;
use Report;

our $aprof = $ENV{APROF_COMMAND} // '../../command/aprof';
our $directory = readlink '/proc/self/cwd';   # of the tests
my $own;

# Tests run beside each other. So each has a directory of its own for what it
# writes, beside that of the tests, with links to all that is in there.
sub enter_own_directory
{
   require File::Path;   # which takes longer to load than the scripts for which this is only a library take in all
   $own = "$directory-" . Report::file_name($0) . "-$$.tmp";
   File::Path::remove_tree($own);
   mkdir $own or die "$own: $!\n";
   chdir $own or die "$own: $!\n";
   for my $file (glob("$directory/*")) {
      symlink $file, Report::file_name($file) or die "$file: $!\n" if -f $file && $file !~ /\.tmp$/;
   }
}

END {
   my $status = $?;
   if (defined $own) {
      chdir $directory;
      File::Path::remove_tree($own);
   }
   $? = $status;
}

# Runs a shell command: its output, what it says on standard error, its exit status.
sub run
{
   my ($command) = @_;
   my $output = `($command) 2> stderr.tmp`;
   my $status = $? & 127 ? 'signal ' . ($? & 127) : $? >> 8;
   open my $file, '<:raw', 'stderr.tmp' or die "stderr.tmp: $!\n";
   local $/;
   my $errors = <$file>;
   unlink 'stderr.tmp';
   return ($output, $errors, $status);
}

# The reports to convert, all of which the command can read: those here, those of
# the command's own tests, two of which are malformed, and some of random programs.
sub reports
{
   make_report('made.tmp', '--routines=20 --calls=2000');
   make_report('made_contexts.tmp', '--contexts --routines=20 --calls=800');
   make_report('made_many.tmp', '--contexts --routines=100 --calls=800 --inputs=3 --seed=7');
   my @others = qw(good_contexts good_growth good_no_points good_plain good_saturated good_texts);
   my @bad = map { write_bad_report($_, "$_.tmp") } qw(bad_invalid_utf8 bad_control_character);
   return (sort(glob('*.report')), map({ "../command/$_.report" } @others), @bad, sort(glob('made*.tmp')));
}

sub make_report
{
   my ($path, $options) = @_;
   system("../common/make_report.pl random $options > $path") == 0 or die "make_report.pl failed\n";
}

# A recursion of so many levels, each of which costs 2; and one more call at the bottom.
sub write_deep_report
{
   my ($path, $levels) = @_;
   my $total = 1 + 2 * $levels + 3;
   my $program = '/usr/bin/deep';
   my @lines = (Report::header(total => $total, program => $program, command => 'deep'), Report::routine_lines(0, 'main', $program),
                Report::call_line('q 1', 0, $total, 1), Report::routine_lines(1, 'descend', $program));
   for my $level (1 .. $levels) {
      my $cost = 2 * ($levels - $level + 1) + 3;
      push @lines, Report::call_line('q ' . ($level + 1), 0, $cost, 2, $level == 1 ? $cost : 0);
   }
   my $last = $levels + 2;
   push @lines, Report::routine_lines(2, 'bottom', $program), Report::call_line("q $last", 0, 3);
   push @lines, Report::context_line(0, 1, -1), map({ Report::context_line(1, $_ + 1, $_) } 1 .. $levels),
      Report::context_line(2, $last, $levels + 1);
   open my $file, '>', $path or die "$path: $!\n";
   print $file @lines;
   close $file or die "$path: $!\n";
}

sub has_contexts
{
   return @{Report->read($_[0])->{contexts}} > 0;
}

# Converts a report, which must succeed; returns what was said.
sub convert
{
   my ($format, $report, $out) = @_;
   my ($output, $errors, $status) = run("$aprof convert --to=$format -o $out $report");
   print "$report: exit status $status\n" if $status ne '0';
   print "$report: on standard output: $output" if $output ne '';
   return $errors;
}

# Prints the first lines that differ.
sub compare
{
   my ($what, $expected, $found) = @_;
   my @expected = split /\n/, $expected;
   my @found = split /\n/, $found;
   my (%expected, %found);
   $expected{$_}++ for @expected;
   $found{$_}++ for @found;
   my @missing = grep { ($found{$_} // 0) < $expected{$_} } sort keys %expected;
   my @surplus = grep { ($expected{$_} // 0) < $found{$_} } sort keys %found;
   print "$what: missing: $_\n" for splice @{[@missing]}, 0, 5;
   print "$what: should not be there: $_\n" for splice @{[@surplus]}, 0, 5;
   return @expected == @found && !@missing && !@surplus;
}

# Counts what is right, and names what is wrong. What the command has said of a report is kept.
my ($right, %said_of) = (0);
sub keep_result
{
   my ($report, $is_right, $said) = @_;
   $is_right ? $right++ : print "$report is wrong\n";
   push @{$said_of{$_}}, $report for split /\n/, $said =~ s/^aprof convert: //mgr;
}

# Converts the reports, and lets a script, which starts once, compare the files with them: it prints `REPORT: NUMBER...` of
# each that is right, and complains of others. Returns the sums of the numbers.
sub check_all
{
   my ($format, $script, @reports) = @_;
   my %file = map { $_ => Report::file_name($_) . ".$format" } @reports;
   my %said = map { $_ => convert($format, $_, $file{$_}) } @reports;
   my ($output, $errors) = run("$script @{[%file]}");
   my @sums;
   for my $report (@reports) {
      my $is_right = $output =~ s/^\Q$report\E: ([\d ]+)\n//m;
      my @numbers  = $is_right ? split / /, $1 : ();
      $sums[$_] += $numbers[$_] foreach 0 .. $#numbers;
      keep_result($report, $is_right, $said{$report});
   }
   print $errors, $output;
   return @sums;
}

# Prints the count, and each sentence with all reports of which it was said.
sub print_results
{
   print "$right are right\n", map { "$_: @{$said_of{$_}}\n" } sort keys %said_of;
}

# The file is changed as each of [WHAT, FROM, TO] says; the command, which checks it, must refuse all. Prints how many it
# does refuse, and what it accepts.
sub check_checker
{
   my ($path, $command, @changes) = @_;
   my $good = slurp($path);
   my $refused = 0;
   for my $change (@changes) {
      my ($what, $from, $to) = @$change;
      (my $bad = $good) =~ s/$from/$to/ or die "$what: nothing changed\n";
      open my $file, '>:raw', $path or die "$path: $!\n";
      print $file $bad;
      close $file;
      my (undef, undef, $status) = run($command);
      $status ne '0' ? $refused++ : print "$what: accepted\n";
   }
   print "$refused changes of $path are refused\n";
}

# Without what is no character, and without control characters.
sub printable
{
   my ($text) = @_;
   my $character = qr/[\x20-\x7e]
      | (?!\xc2[\x80-\x9f]) [\xc2-\xdf][\x80-\xbf]
      | \xe0[\xa0-\xbf][\x80-\xbf] | [\xe1-\xec\xee\xef][\x80-\xbf]{2} | \xed[\x80-\x9f][\x80-\xbf]
      | \xf0[\x90-\xbf][\x80-\xbf]{2} | [\xf1-\xf3][\x80-\xbf]{3} | \xf4[\x80-\x8f][\x80-\xbf]{2}/x;
   return $text =~ s/($character)|\xc2[\x80-\x9f]|./defined $1 ? $1 : '?'/gesr;
}

# A name, of a routine or a file, as every line-based format and XML can have it: each blank at its ends is an open box.
my $open_box = "\xe2\x90\xa3";
my %clean_name = ('' => '???');
sub clean_name
{
   my ($name) = @_;
   return $clean_name{$name} //= printable($name) =~ s/^ +| +$/$open_box x length $&/gre;
}

# Of a function, in formats that name levels of recursion f, f'2, f'3.
sub function_name
{
   my ($name, $level) = @_;
   $name = clean_name($name) =~ s/'(?=\d+\z)/''/r;
   return $name if $level == 1;
   return $name . ($name =~ /'\z/ ? ' ' : '') . "'$level";
}

# In a folded stack: no semicolon, and no number that could be a cost.
sub stack_name
{
   my ($name) = @_;
   return clean_name($name) =~ tr/;/:/r =~ s/ (?=\d+(?:\.\d*)?\z)/$open_box/r;
}

# The routines of a PROFILE file, of which each must have the shape that readers need: name [object] => list of their
# numbers, one for each namesake.
my %character = (lt => '<', gt => '>', amp => '&', quot => '"', apos => "'", '#39' => "'", '#34' => '"');
my $profile_numbers = join '\s*', '<S b="0" e="0">', metric(0), metric(1), '</S>', metric(2), metric(3), metric(4);
sub metric { return qq(<M n="$_[0]" v="(\\d+)"/>) }
sub read_hpctoolkit
{
   my ($file) = @_;
   my (%routines, %objects, $object);
   my $text = slurp($file) =~ s/\A.*<PROFILESCOPETREE>//sr;
   while ($text =~ m{<(LM|F|P) n="([^"]*)"(?: ln="([^"]*)")?>}g) {
      my ($tag, $name, $mangled) = ($1, map { s/&(\w+|#\d+);/$character{$1}/gr } $2, $3 // '');
      print "$file: an object twice: $name\n"  if $tag eq 'LM' && $objects{$name}++;
      print "$file: a source file $name\n"     if $tag eq 'F'  && $name ne '<unknown>';
      $object = $name if $tag eq 'LM';
      next            if $tag ne 'P';
      my %numbers = (mangled => $mangled);
      if ($text =~ m{\G\s*$profile_numbers\s*</P>}gc) {
         @numbers{qw(self calls inclusive rms points)} = ($1, $2, $3, $4, $5);
      } else {
         print "$file: the numbers of $name\n";
      }
      push @{$routines{"$name [$object]"}}, \%numbers;
   }
   return \%routines;
}

# One line for each routine and number; those of namesakes in any order.
sub lines_of
{
   my ($routines, @fields) = @_;
   my @lines;
   for my $name (keys %$routines) {
      for my $routine (@{$routines->{$name}}) {
         push @lines, join(' ', $name, map { "$_ " . ($routine->{$_} // 0) } @fields) . "\n";
      }
   }
   return join '', sort grep { / [1-9]\d*(?: |$)/ } @lines;
}

sub expected_graph
{
   my ($arguments) = @_;
   my ($output, $errors, $status) = run("./expected_graph.pl $arguments");
   die "expected_graph.pl: $errors\n" if $status ne '0';
   return $output;
}

sub slurp
{
   open my $file, '<:raw', $_[0] or die "$_[0]: $!\n";
   local $/;
   return <$file>;
}

1;
