#!/usr/bin/env perl
# Prints a correct report of a program that was never run.
#
#    make_report.pl random [--routines=N] [--calls=N] [--inputs=N] [--contexts] [--seed=N]
#
# A random call tree, whose activations get random self costs and inputs. What follows from the tree (costs, squares,
# recursion, contexts, the total) is computed, so that it all agrees.
#
#    --calls     activations, about                    [200]
#    --inputs    rms values are below this             [20]
#    --contexts  q and x lines instead of p lines
#
#    make_report.pl formulas [--cell=4] [--libc=TEXT] [--main=1000] NAME=COST[@SIZES]...
#    make_report.pl formulas --many=ROUTINES
#
# main reads so many cells, and calls each routine NAME once with each input n. COST is an expression of n: what the call costs. SIZES are numbers,
# with commas between, or FIRST..LAST/STEP; without them, the inputs are 10, 20, ... 400. A NAME that begins with
# "/PATH/OBJECT:" is of that object file, and not of the program. With --many, there are many routines, with 20 inputs each.
#
#    make_report.pl page [slower]
#
# With contexts: a quadratic (or, slower, a cubic) routine that calls a linear one, a routine whose costs differ at the
# same input, inputs of 0 cells, a recursion, and names that are markup or script.
#
#    make_report.pl large ROUTINES POINTS
#    make_report.pl many ROUTINES POINTS wide|deep
#
# large: main calls so many routines with so many inputs each. many: a context for each point, which calls three others
# or one.
#
#    make_report.pl long_names ROUTINES POINTS [CALLERS]
#
# main calls so many routines with so many inputs each. With CALLERS, it calls so many callers, each of which calls all the
# routines, with contexts.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{.}r;
use List::Util qw(max min sum);
use Report;

my %kinds = (random => \&random, formulas => \&formulas, page => \&page, large => \&large, many => \&many,
             long_names => \&long_names);
my $kind = shift @ARGV // '';
exists $kinds{$kind} or die 'usage: make_report.pl ', join('|', sort keys %kinds), " ...\n";
$kinds{$kind}->(@ARGV);

# Modules that take longer to load than most reports to make.
sub log2 { require POSIX; return POSIX::log2($_[0]) }

sub options
{
   require Getopt::Long;
   Getopt::Long::Configure('pass_through');   # a name may begin with --
   Getopt::Long::GetOptions(@_) or exit 2;
}

# What the others than `random` have in the header.
sub header_of
{
   my ($total, $program, %other) = @_;
   return Report::header(date => '2026-11-22T08:00:00Z', total => $total, program => $program,
                         command => Report::file_name($program), %other);
}

# A routine of a library, as programs in C++ have many.
sub library_routine
{
   my ($number, $id, $symbol) = @_;
   return Report::routine_lines($id, "namespace_${number}::Class<int>::routine_$number(unsigned int)",
                                '/usr/lib/library_' . $number % 17 . '.so', $symbol);
}

# The point of these calls.
sub calls_line
{
   my ($owner, $rms, $costs, $selves, $is_recursive) = @_;
   return Report::point_line($owner, $rms, min(@$costs), max(@$costs), sum(@$costs), sum(map { Report::square($_) } @$costs),
      scalar @$costs, $is_recursive ? 0 : sum(@$costs), sum(@$selves), min(@$selves), max(@$selves),
      sum(map { Report::square($_) } @$selves));
}

#--- random -----------------------------------------------------------------------------------------------------------

my ($routines, $calls, $inputs, $contexts, $seed);
my %active;      # routine => how many activations are on the stack
my @first_call;  # routines in the order of their first call
my %activations; # routine or context => rms => [[cost, self cost, whether it is outermost]...]
my @context;     # [routine, id, parent], in order of creation
my %child;       # "context routine" => context

sub random
{
   ($routines, $calls, $inputs, $contexts, $seed) = (6, 200, 20, 0, 1);
   options('routines=i' => \$routines, 'calls=i' => \$calls, 'inputs=i' => \$inputs, 'contexts' => \$contexts,
           'seed=i' => \$seed);
   my $program = '/usr/bin/example';
   my $total = call(0, 0, 0);
   print Report::header(comments => ['tool: make_report.pl', 'memory-resolution: 4'], total => $total, program => $program,
                        command => 'example --calls');
   my (%number, %contexts_of);
   push @{$contexts_of{$_->[0]}}, $_->[1] for @context;
   for my $routine (@first_call) {
      my $id = $number{$routine} = keys %number;
      print Report::routine_lines($id, "routine_$routine", $program, "_Z9routine_${routine}v");
      my @owners = $contexts ? @{$contexts_of{$routine}} : $routine;
      print map { points_of($_, $contexts ? "q $_" : "p $id") } @owners;
   }
   my %children;
   push @{$children{$_->[2]}}, $_ for @context;
   print_contexts(\%children, \%number, 0);
}

# A generator of its own, for the same report everywhere.
sub random_below
{
   $seed = ($seed * 1103515245 + 12345) % 2147483648;
   return int($seed / 65536) % $_[0];
}

sub context_of
{
   my ($parent, $routine) = @_;
   return $child{"$parent $routine"} //= do {
      push @context, [$routine, scalar @context + 1, $parent];
      scalar @context;
   };
}

# Runs an activation; returns its cost.
sub call
{
   my ($routine, $depth, $parent) = @_;
   my $context = $contexts ? context_of($parent, $routine) : 0;
   push @first_call, $routine if !exists $active{$routine};
   $active{$routine}++;
   $calls--;

   my $self = 1 + random_below(9);
   my $cost = $self;
   my $callees = $depth == 0 ? 1e9 : $depth < 6 ? random_below(4) : 0;
   for (my $i = 0; $i < $callees && $calls > 0; $i++) {
      $cost += call(1 + random_below($routines - 1), $depth + 1, $context);
   }
   $active{$routine}--;
   push @{$activations{$contexts ? $context : $routine}{random_below($inputs)}}, [$cost, $self, !$active{$routine}];
   return $cost;
}

sub points_of
{
   my ($owner, $written) = @_;
   my $lines = '';
   for my $rms (sort { $a <=> $b } keys %{$activations{$owner}}) {
      my @all = @{$activations{$owner}{$rms}};
      my @numbers = split ' ', calls_line($written, $rms, [map { $_->[0] } @all], [map { $_->[1] } @all]);
      $numbers[8] = sum(0, map { $_->[0] } grep { $_->[2] } @all);
      $lines .= "@numbers\n";
   }
   return $lines;
}

# Preorder.
sub print_contexts
{
   my ($children, $number, $parent) = @_;
   for my $context (@{$children->{$parent}}) {
      print Report::context_line($number->{$context->[0]}, $context->[1], $parent || -1);
      print_contexts($children, $number, $context->[1]);
   }
}

#--- formulas ---------------------------------------------------------------------------------------------------------

sub formulas
{
   my ($cell, $libc, $many, $main) = (4, 'glibc 2.36', 0, 1000);
   options('cell=s' => \$cell, 'libc=s' => \$libc, 'many=i' => \$many, 'main=i' => \$main) if grep { /^--/ } @ARGV;
   my $program = '/tmp/gate/program';
   my @routines = map { formula($_, $program) } @ARGV;
   for my $i (0 .. $many - 1) {
      my $cost = sub { max(1, int($_[0] * (7 + $i % 5) * (1 + 0.1 * sin($i * $_[0])))) };
      push @routines, ["namespace_${i}::Class<int>::routine_$i(unsigned int)", $program,
                       map { my $n = 3 * 2 ** ($_ / 2); [int $n, $cost->($n)] } 0 .. 19];
   }
   my $total = 1 + sum(0, map { my (undef, undef, @points) = @$_; map { $_->[1] } @points } @routines);
   print header_of($total, $program, comments => ["memory-resolution: $cell", 'valgrind: 3.19', "libc: $libc",
                                                  'processor: amd64-sse3']);
   print Report::routine_lines(0, 'main', $program), Report::call_line('p 0', $main, $total, 1);
   for my $id (1 .. @routines) {
      my ($name, $image, @points) = @{$routines[$id - 1]};
      print Report::routine_lines($id, $name, $image), map { Report::call_line("p $id", @$_) } @points;
   }
}

# Returns [name, image, [rms, cost]...].
sub formula
{
   my ($text, $program) = @_;
   my ($name, $cost, $sizes) = $text =~ /^(.*)=([^@]*)(?:@(.*))?$/s or die "make_report.pl: what is '$text'?\n";
   my $image = $name =~ s{^(/.*?):}{} ? $1 : $program;
   my @sizes = ($sizes // '10..400/10') =~ m{^(\d+)\.\.(\d+)/(\d+)$} ? map { $1 + $3 * $_ } 0 .. ($2 - $1) / $3
                                                                    : split /,/, $sizes;
   my $law = eval 'sub { my ($n) = @_; ' . $cost =~ s/\bn\b/\$n/gr . ' }' or die "make_report.pl: $cost: $@";
   return [$name, $image, map { [$_, max(1, sprintf('%.0f', $law->($_)))] } @sizes];
}

#--- page -------------------------------------------------------------------------------------------------------------

sub page
{
   my $exponent = @_ > 0 && $_[0] eq 'slower' ? 3 : 2;
   my @sizes = map { 10 * $_ } 0 .. 40;
   my @hostile = (
      '</script><script>document.title = 1</script>', '<img src=x onerror=document.title=2>', 'javascript:document.title=3',
      '<!-- ${document.title=4} -->', '__proto__', 'constructor', '=cmd()', "naïve 名前 \xe2\x80\xa8 end", "a' onload=x b",
      '&lt;b&gt;', '${document.title=5}', '{{document.title=6}}', '&#60;b&#62;',
      'f(int (*)[3], std::vector<char, std::allocator<char> >&)' x 4);
   my $cost  = sub { 2 * max(1, $_[0]) ** ($exponent - 1) };
   my @slow  = map { [$_, [max(1, $_) * $cost->($_) + 50], [50]] } @sizes;
   my @leaf  = map { [$_, ([($cost->($_)) x max(1, $_)]) x 2] } @sizes;
   my @varied = map { [$_, ([$_ + 10, 2 * $_ + 10, 6 * $_ + 10]) x 2] } @sizes;
   my $total = 7 + sum(map { @{$_->[1]} } @slow, @varied) + 30 + 11 * @hostile;

   # Each context: routine, parent, points. The last two are of `again`, within itself.
   my @contexts = ([0, -1, [500, [$total], [7]]], [1, 1, @slow], [2, 2, @leaf], [3, 1, @varied], [4, 1, [3, [30], [10]]],
                   [4, 5, [2, [20], [10]]], [4, 6, [1, [10], [10]]], map { [5 + $_, 1, [1, [11], [11]]] } 0 .. $#hostile);
   my @names = (qw(main slow leaf varied again), @hostile);
   print header_of($total, '/tmp/program', command => 'program <b>&amp;</b>');
   for my $id (0 .. $#names) {
      print Report::routine_lines($id, $names[$id], $id < 5 ? '/tmp/program' : '/usr/lib/lib<b>.so');
      for my $context (grep { $contexts[$_ - 1][0] == $id } 1 .. @contexts) {
         my (undef, $parent, @points) = @{$contexts[$context - 1]};
         my $is_recursive = $parent > 0 && $contexts[$parent - 1][0] == $id;
         print map { calls_line("q $context", @$_, $is_recursive) } @points;
      }
   }
   print map { Report::context_line(@{$contexts[$_ - 1]}[0], $_, $contexts[$_ - 1][1]) } 1 .. @contexts;
}

#--- large, many, long_names ------------------------------------------------------------------------------------------

sub large
{
   my ($routines, $points) = @_;
   my $total = 1 + $routines * sum(map { $_ ** 2 } 1 .. $points);
   print header_of($total, '/tmp/large');
   print Report::routine_lines(0, 'main', '/tmp/large'), Report::call_line('q 1', 1, $total, 1);
   for my $id (1 .. $routines) {
      my $context = $id + 1;
      print library_routine($id - 1, $id, "_Z$id"), map { Report::call_line("q $context", $_ * 3, $_ ** 2) } 1 .. $points;
   }
   print Report::context_line(0, 1, -1), map { Report::context_line($_, $_ + 1, 1) } 1 .. $routines;
}

# Context i is of routine i % routines, and has one point: the routine's i / routines-th.
sub many
{
   my ($routines, $points, $shape) = @_;
   my $last = $routines * $points - 1;
   my $parent = $shape eq 'deep' ? sub { $_[0] - 1 } : sub { int(($_[0] - 1) / 3) };
   my @own = map { (int($_ / $routines) + 1) ** 2 } 0 .. $last;
   my @cost = @own;
   $cost[$parent->($_)] += $cost[$_] for reverse 1 .. $last;
   my $is_inside_itself = sub {
      my ($i) = @_;
      return $i >= $routines if $shape eq 'deep';
      for (my $above = $i; $above > 0;) {
         $above = $parent->($above);
         return 1 if $above % $routines == $i % $routines;
      }
      return 0;
   };

   print header_of($cost[0], '/tmp/many');
   for my $routine (0 .. $routines - 1) {
      print library_routine($routine, $routine, "_Z$routine");
      for (my $i = $routine; $i <= $last; $i += $routines) {
         print Report::call_line('q ' . ($i + 1), 3 * (int($i / $routines) + 1), $cost[$i], $own[$i],
                                 $is_inside_itself->($i) ? 0 : $cost[$i]);
      }
   }
   print map { Report::context_line($_ % $routines, $_ + 1, $_ > 0 ? $parent->($_) + 1 : -1) } 0 .. $last;
}

sub long_names
{
   my ($routines, $points, $callers) = @_;
   my $leaf = 7;                                   # cost of a call of a routine
   my $caller = 3 + $routines * $points * $leaf;   # of a caller
   my $total = 1 + ($callers ? $callers * $caller : $routines * $points * $leaf);
   my $next_id = 0;
   my $routine = sub {
      my $id = $next_id++;
      return Report::routine_lines($id, $_[0], '/usr/lib/library_' . $id % 17 . '.so', "_Z$id");
   };
   my $name = sub { "namespace_$_[0]::Class<int, std::vector<char> >::routine_$_[0](unsigned int)" };
   my $points_of = sub { my ($owner) = @_; map { Report::call_line($owner, $_, $leaf) } 1 .. $points };

   print header_of($total, '/usr/bin/large', date => '2026-11-21T03:40:00Z');
   print $routine->('main'), Report::call_line($callers ? 'q 1' : 'p 0', 0, $total, 1);
   if (!$callers) {
      print $routine->($name->($_)), $points_of->("p $_") for 1 .. $routines;
      return;
   }

   # The context of main is 1; behind that of each caller are those of the routines it calls.
   my @first = map { 2 + $_ * ($routines + 1) } 0 .. $callers - 1;
   print $routine->("caller_$_"), Report::call_line("q $first[$_]", 0, $caller, 3) for 0 .. $#first;
   for my $i (1 .. $routines) {
      print $routine->($name->($i)), map { $points_of->('q ' . ($_ + $i)) } @first;
   }
   print Report::context_line(0, 1, -1);
   for my $c (0 .. $#first) {
      print Report::context_line(1 + $c, $first[$c], 1),
         map { Report::context_line($callers + $_, $first[$c] + $_, $first[$c]) } 1 .. $routines;
   }
}
