#!/usr/bin/env perl
# make_real_reports.pl DIRECTORY [PROGRAM...]
# make_real_reports.pl --list
#
# Profiles programs of the system, all that are installed or those that are named, each with a small input and a larger
# one. DIRECTORY/PROGRAM then has these reports:
#
#    old.report    small input
#    new.report    larger input, with contexts; `profile` is the Callgrind profile of this run
#    time.report   small input, --cost=time-usec --drms=yes
#    parts/        small input, as parts with all contexts of recursion
#
# --list prints the names of those that are installed.

use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Path qw(make_path);
use lib $0 =~ s{[^/]*$}{../common}r;
use Script;

my $valgrind = abs_path('../../../vg-in-place');
my %size     = (small => 40, large => 160);

# For each program its arguments, from the name of an input and from its size. They run in the directory of the inputs.
my %arguments = (
   awk     => sub { '{ for (i = 1; i <= NF; i++) n[$i]++ } END { for (w in n) print w, n[w] }', "$_[0].txt" },
   bash    => sub { '-c', 'for ((i = 0; i < $0; i++)); do a[i]=$((i % 9)); s=${s}x; done; echo ${a[*]} ${s//x/y}',
                    3 * $_[1] },
   bzip2   => sub { '-c', "$_[0].txt" },
   cc1     => sub { '-quiet', '-O1', "$_[0].c", '-o', '/dev/null' },
   find    => sub { "$_[0].tree", '-name', '*1*', '-size', '-100k' },
   git     => sub { '-C', "$_[0].git", 'blame', '-s', 'file' },
   grep    => sub { '-E', '-c', '(a|b).*(cd|e)+.*f', "$_[0].txt" },
   gzip    => sub { '-9', '-n', '-c', "$_[0].txt" },
   jq      => sub { '-c', 'sort_by(.word) | group_by(.number % 7) | map([.[].word] | unique)', "$_[0].json" },
   ls      => sub { '-lR', "$_[0].tree" },
   make    => sub { '-r', '-n', '-f', "$_[0].mk" },
   perl    => sub { '-e', '$n{$_ * 7 % 97} .= $_ for 1 .. shift; print sort { $n{$a} cmp $n{$b} } keys %n',
                    10 * $_[1] },
   php     => sub { '-n', '-r', 'for ($i = 0; $i < $argv[1]; $i++) $a["k$i"] = $i * 7 % 97; asort($a); print_r($a);',
                    10 * $_[1] },
   python3 => sub { '-S', '-E', '-c', "print(sorted({str(i * 7919 % 1009) for i in range(10 * $_[1])}))" },
   sed     => sub { '-E', 's/([a-z]+) ([a-z]+)/\2-\1/g; s/(.)(.)\1/<\2>/g', "$_[0].txt" },
   sort    => sub { '--parallel=1', '-k2,2', '-k1,1r', "$_[0].txt" },
   sqlite3 => sub { ':memory:', "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5 * $_[1]) " .
                    'SELECT a.i % 10, group_concat(b.i) FROM c a JOIN c b ON a.i = b.i * 2 GROUP BY 1 ORDER BY 2' },
   xmllint => sub { '--format', '--xpath', '//i[number > 500]/word', "$_[0].xml" },
   xz      => sub { '-T1', '-1', '-c', "$_[0].txt" },
);

main(@ARGV);

sub main
{
   my ($directory, @wanted) = @_;
   die "usage: make_real_reports.pl DIRECTORY [PROGRAM...] | --list\n" if !defined $directory;
   if ($directory eq '--list') {
      print map { "$_\n" } grep { has(path_of($_)) } sort keys %arguments;
      return;
   }
   @wanted = sort keys %arguments if !@wanted;
   make_path("$directory/inputs");
   $directory = abs_path($directory);
   chdir "$directory/inputs" or die "$directory/inputs: $!\n";
   @ENV{qw(LC_ALL HOME GIT_CONFIG_NOSYSTEM)} = ('C', getcwd(), 1);
   make_inputs($_, $size{$_}, scalar grep { $_ eq 'git' } @wanted) for keys %size;
   foreach my $program (@wanted) {
      die "make_real_reports.pl: no program $program is known\n" if !$arguments{$program};
      profile($program, "$directory/$program");
   }
}

#--- Inputs -----------------------------------------------------------------------------------------------------------

sub make_inputs
{
   my ($name, $count, $with_repository) = @_;
   my @numbers = map { $_ * 7919 % 1009 } 1 .. $count;
   my @words   = map { join('', map { chr(ord('a') + $_) } split(//, $_ * $_)) } @numbers;
   my @all     = 0 .. $count - 1;
   write_file("$name.txt", map { "$words[$_] $words[-$_] $numbers[$_]\n" } @all);
   write_file("$name.json", '[', join(",\n", map { "{\"word\":\"$words[$_]\",\"number\":$numbers[$_]}" } @all), ']');
   write_file("$name.xml", '<list>',
              map({ "<i><word>$words[$_]</word><number>$numbers[$_]</number></i>\n" } @all), '</list>');
   write_file("$name.mk", "all: t$#all\n", "t0:\n",
              map { "t$_: t@{[int($_ / 2)]} t@{[$_ - 1]}\n\techo \$(sort \$^)\n" } 1 .. $#all);
   write_file("$name.c", "int f0(int n) { return n; }\n",
              map { "int f$_(int n) { return n < 2 ? $_ : f$_(n - 1) + f@{[$_ - 1]}(n); }\n" } 1 .. $count / 4);
   make_tree("$name.tree", $count);
   make_repository("$name.git", $count / 4, \@words) if $with_repository;
}

sub make_tree
{
   my ($top, $count) = @_;
   for my $i (1 .. $count) {
      make_path("$top/" . $i % 5);
      write_file("$top/" . $i % 5 . "/file-$i", 'x' x $i);
   }
}

# Each commit changes another line of one file.
sub make_repository
{
   my ($path, $commits, $lines) = @_;
   return if !has('git');
   my @lines = @$lines;
   make_path($path);
   run_or_die("git init -q $path");
   for my $i (0 .. $commits) {
      $lines[$i * 31 % @lines] = "changed by $i";
      write_file("$path/file", join("\n", @lines, ''));
      local @ENV{qw(GIT_AUTHOR_DATE GIT_COMMITTER_DATE)} = (1700000000 + $i . ' +0000') x 2;
      run_or_die("cd $path && git add file && git -c user.name=a -c user.email=a\@b -c gc.auto=0 commit -q -m $i");
   }
}

#--- Reports ----------------------------------------------------------------------------------------------------------

sub profile
{
   my ($program, $directory) = @_;
   my $path = path_of($program);
   return if !has($path);
   make_path("$directory/parts");
   my ($small, $large) = map { [$path, $arguments{$program}->($_, $size{$_})] } qw(small large);
   run_tool($small, "$directory/old.report");
   run_tool($large, "$directory/new.report", '--collect-cct=yes', "--callgrind-out-file=$directory/profile");
   run_tool($small, "$directory/time.report", '--cost=time-usec', '--drms=yes');
   run_tool($small, "$directory/parts/report", '--collect-cct=yes', '--cct-recursion=full', '--dump-every-bb=200000');
}

sub run_tool
{
   my ($command, $report, @options) = @_;
   my $child = fork() // die "fork: $!\n";
   if ($child == 0) {
      open(STDIN, '<', '/dev/null');
      open(STDOUT, '>', '/dev/null');
      exec($valgrind, '--tool=aprof', '-q', "--aprof-out-file=$report", @options, @$command) or exit 126;
   }
   waitpid $child, 0;
   die "make_real_reports.pl: @$command: exit status $?, or no report\n" if $? != 0 || !(() = glob("$report*"));
}

sub path_of
{
   my ($program) = @_;
   return $program eq 'cc1' && has('gcc') ? `gcc -print-prog-name=cc1` =~ s/\n//r : $program;
}

sub has
{
   return system('sh', '-c', 'command -v "$0" > /dev/null', $_[0]) == 0;
}

sub run_or_die
{
   system($_[0]) == 0 or die "make_real_reports.pl: $_[0]: exit status $?\n";
}
