#!/usr/bin/env perl
# make_experiment.pl [OPTION]... DIRECTORY NAME=COST[@CALLS]...
#
# Makes an experiment of a program that never ran, as `aprof grow` keeps it. At each size, main calls the routine NAME
# as often as CALLS says (once), and each call costs COST. Both are expressions of the size n. A routine that is not
# called at a size is not in the report of that run. CALLER>NAME=COST is called by CALLER instead of main, which is
# named before it. A NAME such as libz.so:NAME is of that library in /usr/lib. One with parameters is of C++.
#
#    --sizes=10,20      the runs                                 [100,200,300,400,500,600,700,800]
#    --sizes=10:5,20:5  the runs of two sizes, a and b, of which the expressions then are
#    --unit=lines       what the sizes count                     [number]
#    --main=1000        what main costs itself, an expression    [1000]
#    --contexts         the reports have calling contexts
#    --one=NAME         one call of this routine costs as much as all of them; and
#    --recursive=NAME   it calls itself, so that the calls that are within it are its own; both may be given several times
#    --comment=TEXT     the reports have this comment, where {n} is the size; may be given several times
#    --end=10:signal:6  the run of this size (*: each run) ended otherwise: `exit` with a status, by a `signal`, or by a
#                       `timeout`
#    --said=TEXT        the last line that each run wrote to standard error

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{.}r;
use Report;
use Script;

# Neither Getopt::Long nor JSON::PP: tests make hundreds of experiments, and each takes longer to load than that.
my %option = (sizes => ['100,200,300,400,500,600,700,800'], unit => ['number'], main => ['1000'], comment => [], end => [], one => [], recursive => []);
my @words;
foreach my $word (@ARGV) {
   $word =~ /^--(sizes|unit|main|contexts|comment|end|said|one|recursive)(?:=(.*))?$/s ? push @{$option{$1}}, $2
   : $word =~ /^--/ ? die "make_experiment.pl: what is '$word'?\n" : push @words, $word;
}
my ($said, $sizes, $unit, $main) = map { $option{$_}[-1] } qw(said sizes unit main);
my $has_contexts = defined $option{contexts};
my @comments = @{$option{comment}};
my %ends = map { my ($size, @end) = split /:/; $size => \@end } @{$option{end}};
my ($directory, @texts) = @words;
my @runs = map { [split /:/] } split /,/, $sizes;
my @parameters = @{$runs[0]} == 2 ? qw(a b) : qw(n);
my @routines = ({ name => 'main', image => '/tmp/prog', caller => undef, cost => law($main), calls => law('1') }, map { routine($_) } @texts);
my %names;   # of directories of runs

mkdir $directory or die "$directory: $!\n";
write_json("$directory/experiment.json", {
   experiment => 1, command => ['./prog', map { "{$_}" } @parameters], directory => '/tmp', parameters => \@parameters,
   input => { way => 'number', unit => $unit }, planned => [map { sizes_of($_) } @runs], options => [],
   limits => { runs => scalar @runs, budget => 60, timeout => 0 },
});
make_run($_) foreach @runs;

sub log2 { require POSIX; return POSIX::log2($_[0]) }

sub routine
{
   my ($text) = @_;
   my ($caller, $name, $cost, $calls) = $text =~ /^(?:(\w+)>)?(.+?)=([^@]*)(?:@(.*))?$/s
      or die "make_experiment.pl: what is '$text'?\n";
   my $image = $name =~ s/^(\w+\.so):// ? "/usr/lib/$1" : '/tmp/prog';
   return { name => $name, image => $image, caller => $caller // 'main', cost => law($cost), calls => law($calls // '1') };
}

# A function of the sizes of a run. The names of sizes are single letters, which no function of Perl is called by.
sub law
{
   my ($text) = @_;
   my $names = join '', @parameters;
   my $code = $text =~ s/\b([$names])\b/\$$1/gr;
   my $law = eval 'sub { my (' . join(', ', map { "\$$_" } @parameters) . ") = \@_; $code }"
      or die "make_experiment.pl: $text: $@";
   return sub { sprintf '%.0f', $law->(@_) };
}

sub sizes_of
{
   my ($run) = @_;
   return { map { $parameters[$_] => $run->[$_] + 0 } 0 .. $#parameters };
}

sub make_run
{
   my ($run) = @_;
   my $name = join ',', map { "$parameters[$_]=$run->[$_]" } 0 .. $#parameters;
   $names{$name}++;
   my $place = "$directory/$name" . ($names{$name} > 1 ? "-$names{$name}" : '');
   my ($report, $total) = report_of(@$run);
   mkdir $place or die "$place: $!\n";
   write_file("$place/prog.report", $report);
   my ($ending, $number) = @{$ends{$run->[0]} // $ends{'*'} // ['exit', 0]};
   write_json("$place/run.json", {
      sizes => sizes_of($run), ending => $ending, number => $number + 0, message => $said,
      seconds => 0.5, problems => 0,
      programs => [{ report => 'prog.report', cost => $total + 0 }],
   });
}

# Returns the report of the run, and what the program costs.
sub report_of
{
   my @size = @_;
   my (%self, %total, %calls);
   foreach my $routine (reverse @routines) {
      my $name = $routine->{name};
      $calls{$name} = $routine->{calls}->(@size);
      $self{$name} = $calls{$name} * $routine->{cost}->(@size);
      $total{$name} += $self{$name};
      $total{$routine->{caller}} += $total{$name} if defined $routine->{caller};
   }
   my ($lines, $contexts) = ('', '');
   my %context = map { $routines[$_]{name} => $_ + 1 } 0 .. $#routines;
   foreach my $i (grep { $calls{$routines[$_]{name}} > 0 } 0 .. $#routines) {
      my $name = $routines[$i]{name};
      $lines .= Report::routine_lines($i, $name, $routines[$i]{image}, $name =~ /\)/ ? "_Z$i" : $name)
              . point_of($name, $has_contexts ? "q $context{$name}" : "p $i", $size[0], $calls{$name}, $total{$name}, $self{$name});
      $contexts .= Report::context_line($i, $context{$name}, $context{$routines[$i]{caller} // ''} // -1) if $has_contexts;
   }
   $lines .= $contexts;
   my @said = ('memory-resolution: 4', map { s/\{n\}/$size[0]/gr } @comments);
   my $header = Report::header(comments => \@said, total => $total{main}, program => '/tmp/prog', command => 'prog');
   return ($header . $lines, $total{main});
}

# All calls cost the same, but for --one and --recursive.
sub point_of
{
   my ($name, $owner, $input, $calls, $total, $self) = @_;
   my @numbers = map { my $each = $_ / $calls; [$each, $each, $_, Report::square($each) * $calls] } $total, $self;
   $numbers[0][1] = $total if grep { $_ eq $name } @{$option{one}}, @{$option{recursive}};
   $numbers[0][2] = 3 * $total if grep { $_ eq $name } @{$option{recursive}};
   my ($all, $own) = map { [map { sprintf '%.0f', $_ } @$_] } @numbers;
   return Report::point_line($owner, $input, @$all, $calls, $total, @$own[2, 0, 1, 3]);
}

sub write_json
{
   my ($path, $value) = @_;
   write_file($path, json($value));
}

sub json
{
   my ($value) = @_;
   return 'null' if !defined $value;
   return '[' . join(',', map { json($_) } @$value) . ']' if ref $value eq 'ARRAY';
   return '{' . join(',', map { "\"$_\":" . json($value->{$_}) } sort keys %$value) . '}' if ref $value eq 'HASH';
   return $value if $value =~ /^-?\d+(?:\.\d+)?(?:e\+\d+)?\z/;
   my $text = $value =~ s/([\\"])/\\$1/gr =~ s/([\x00-\x1f])/sprintf '\\u%04x', ord $1/ger;
   return "\"$text\"";
}
