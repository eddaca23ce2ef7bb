# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The aprof authors
#
# The programs of the benchmark of predictions, and what they do. All are in packages of Debian, and none is among the
# workloads of perf/. In the order of the alphabet, every other one is in the half that the method may be made for.
#
# `size` is that of the small inputs. `input` writes those of a size into the working directory; `command` runs there,
# by a shell, with aprof in the place of RUN. Most programs get inputs of twelve sizes in one run, as in a test suite or on a working day.

package Programs;

use strict;
use warnings;
use Exporter qw(import);
use Inputs;

our @EXPORT = qw(find_program_by_name program_names);

#----------------------------------------------------------------------
# Compilers, linkers, and what reads object files

sub assembly
{
   my ($functions) = @_;
   my @lines = ('.data', 'values: .zero 256', '.text');
   for my $i (1 .. $functions) {
      push @lines, ".globl f$i", ".type f$i, \@function", "f$i:";
      for my $k (1 .. 4 + below(20)) {
         my ($from, $to) = map { one_of(qw(%rax %rcx %rdx %rsi %rdi %r8 %r9)) } 1 .. 2;
         push @lines, one_of("addq $from, $to", "movq values+" . 8 * below(30) . "(%rip), $to", "imulq $from, $to",
            "cmpq \$" . below(1000) . ", $to", "jne .L$i", "call f" . (1 + below($functions)), "leaq 8($from), $to");
      }
      push @lines, ".L$i: ret", ".size f$i, .-f$i";
   }
   return @lines;
}

sub objects
{
   my ($directory, $largest) = @_;
   write_files($directory, '.s', $largest, \&assembly);
   for my $source (glob "$directory/*.s") {
      (my $object = $source) =~ s/s$/o/;
      system('as', '-o', $object, $source) == 0 or die "as failed\n";
   }
}

# A type as compilers mangle it, without abbreviations.
sub mangled_type
{
   my ($size) = @_;
   return one_of(qw(i c l b), 'N3std6stringE') if $size <= 1;
   my $first = 1 + below($size - 1);
   return 'P' . mangled_type($size - 1) if below(4) == 0;
   return '3mapI' . mangled_type($first) . mangled_type($size - $first) . 'E';
}

sub make_rules
{
   my ($targets) = @_;
   my @lines = ('all: t' . $targets, "NAMES = " . join(' ', map { "n" . below(1000) . ".c" } 1 .. $targets),
      'SORTED := $(sort $(NAMES))', 'OBJECTS := $(patsubst %.c,%.o,$(SORTED))',
      'OTHERS := $(filter-out n1%.o,$(OBJECTS))', 'LONG := $(foreach name,$(OTHERS),$(subst n,m,$(name)))');
   for my $i (1 .. $targets) {
      my %needs = map { (1 + below($i)) => 1 } 1 .. ($i > 1 ? 3 : 0);
      delete $needs{$i};
      push @lines, "t$i: " . join(' ', map { "t$_" } sort { $a <=> $b } keys %needs), "\techo $i";
   }
   return @lines;
}

sub ninja_rules
{
   my ($edges) = @_;
   my @lines = ("rule cc", "  command = cc -c \$in -o \$out \$flags", "  description = CC \$out");
   for my $i (1 .. $edges) {
      my $needs = $i == 1 ? '' : join ' ', map { 'o' . (1 + below($i - 1)) } 1 .. 1 + below(4);
      push @lines, "build o$i: cc main.c $needs", "  flags = -D" . uc(word()) . "=$i";
   }
   return @lines;
}

#----------------------------------------------------------------------
# Text

sub messages
{
   my ($count, $rare, $translated) = @_;
   my @lines = ('msgid ""', 'msgstr "Content-Type: text/plain; charset=UTF-8\n"', '');
   my %seen;
   for my $i (1 .. $count) {
      random_state(1000 + $i);
      my $text = paragraph(1) . " $i";
      random_state(5000 + $i);
      $text =~ s/ \w+/ changed/ if $rare > 0 && below($rare) == 0;
      push @lines, "#: file.c:$i", "msgid \"$text\"", 'msgstr "' . ($translated ? "T $text" : '') . '"', '';
   }
   return @lines;
}

sub manual_page
{
   my ($sections) = @_;
   my @lines = ('.TH TEST 1');
   for my $i (1 .. $sections) {
      push @lines, '.SH ' . uc(word()), '.PP', prose(1 + below(3 + $i)), '.TP', '.B \-\-' . word(), prose(2);
   }
   return @lines;
}

sub record
{
   return sprintf '{"id":%d,"name":"%s","group":"%s","values":[%s]}', below(100000), word(), one_of('a' .. 'h'),
      join(',', map { below(100) } 1 .. 1 + below(6));
}

sub xml
{
   my ($items) = @_;
   return ('<?xml version="1.0"?>', '<list>',
      (map { sprintf '<item id="i%d" kind="%s"><name>%s</name><note>%s</note></item>', $_, one_of(qw(a b c)), word(),
         paragraph(1) } 1 .. $items), '</list>');
}

my $relax_ng = <<'XML';
<grammar xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
<start><element name="list"><oneOrMore><element name="item"><attribute name="id"><data type="ID"/></attribute>
<attribute name="kind"><choice><value>a</value><value>b</value><value>c</value></choice></attribute>
<element name="name"><data type="token"/></element><element name="note"><text/></element></element></oneOrMore>
</element></start></grammar>
XML

#----------------------------------------------------------------------
# Scripts; in each, SIZES stands for the sizes.

my $cmake_script = <<'CMAKE';
foreach(size SIZES)
   set(names)
   foreach(i RANGE ${size})
      math(EXPR number "(${i} * 7919) % 1009")
      list(APPEND names "name${number}")
   endforeach()
   list(REMOVE_DUPLICATES names)
   list(SORT names)
   list(FIND names "name77" found)
   string(REPLACE ";" ", " text "${names}")
   string(REGEX REPLACE "name([0-9]*)5" "\\1" text "${text}")
   list(FILTER names EXCLUDE REGEX "9$")
   message(STATUS "${size} ${found}")
endforeach()
CMAKE

my $m4_script = <<'M4';
define(`each', `ifelse(`$2', `', `', `$1(`$2')each(`$1', shift(shift($@)))')')
define(`show', `[translit(`$1', `a-z', `A-Z')]')
define(`count', `ifelse($1, 0, `', `word`'$1`,'count(decr($1))')')
define(`total', `ifelse($1, 0, 0, `eval($1 + total(decr($1)))')')
define(`several', `ifelse(`$#', 1, `', `each(`show', count($1)) total($1) patsubst(`count($1)', `o', `0') several(shift($@))')')
several(SIZES, `')
M4

my $mawk_script = <<'AWK';
function insertion_sort(a, n,   i, j, v) {
   for (i = 2; i <= n; i++) { v = a[i]; for (j = i - 1; j > 0 && a[j] > v; j--) a[j + 1] = a[j]; a[j + 1] = v }
}
function reverse(s,   r, i) { for (i = length(s); i > 0; i--) r = r substr(s, i, 1); return r }
function job(n,   i, s, parts, k, seen, sum) {
   for (i = 1; i <= n; i++) s = s sprintf("%d ", (i * 7919) % 10007)
   k = split(s, parts, " ")
   insertion_sort(parts, k < 300 ? k : 300)
   for (i = 1; i <= k; i++) { seen[parts[i] % 100]++; sum += parts[i] }
   gsub(/[0-4]+/, "<&>", s)
   return length(reverse(s)) + sum + match(s, /9+8/)
}
BEGIN { count = split("SIZES", sizes, " "); for (c = 1; c <= count; c++) print sizes[c], job(sizes[c]) }
AWK

my $php_script = <<'PHP';
<?php
function job($n) {
   $numbers = []; $text = "";
   for ($i = 0; $i < $n; $i++) { $numbers[] = ($i * 7919) % 10007; $text .= "w" . ($i * 31 % 997) . " "; }
   sort($numbers); usort($numbers, function ($a, $b) { return $b % 101 - $a % 101; });
   $words = explode(" ", $text); $counts = array_count_values($words); ksort($counts);
   $unique = array_unique($words); $merged = implode(",", array_merge($words, $unique));
   $text = preg_replace('/w(\d)(\d)/', '$2-$1', $merged); $text = str_replace("-", "+", $text);
   $json = json_decode(json_encode($counts), true); $copy = unserialize(serialize($counts));
   return strlen($text) + count($json) + count($copy) + similar_text(substr($text, 0, $n), substr($merged, 0, $n));
}
foreach ([SIZES] as $n) { echo $n, " ", job($n), "\n"; }
PHP

my $tcl_script = <<'TCL';
proc job n {
   set numbers {}
   for {set i 0} {$i < $n} {incr i} { lappend numbers [expr {($i * 7919) % 10007}] }
   set sorted [lsort -integer -unique $numbers]
   set text [join $sorted " "]
   set text [string map {1 one 2 two} $text]
   regsub -all {(\d)(\d)} $text {\2\1} text
   set words [split $text]
   foreach word $words { dict incr counts $word }
   set front {}
   foreach word [lrange $words 0 200] { set front [linsert $front 0 $word] }
   set big 1
   for {set i 1} {$i < $n} {incr i 3} { set big [expr {$big * $i}] }
   return "[string length $text] [dict size $counts] [llength $front] [string length $big]"
}
foreach n {SIZES} { puts [job $n] }
TCL

sub write_script
{
   my ($file, $script, $between, $largest) = @_;
   my $sizes = join $between, series($largest);
   $script =~ s/SIZES/$sizes/;
   write_file($file, $script);
}

sub bc_script
{
   my ($digits) = @_;
   my ($x, $y) = map { my $last = $_; join '', 1 + below(9), map { below(10) } 2 .. $last } $digits, int($digits / 2) + 1;
   return ("x = $x", "y = $y", 'x * y', 'x / y', 'sqrt(x)', 'x % y', 'obase = 16', 'x', 'obase = 10');
}

#----------------------------------------------------------------------

my %programs = (
   as => { size => 700, input => sub { write_file('in.s', assembly(@_)) }, command => 'RUN as -o out.o in.s' },
   bc => {
      size    => 150,
      input   => sub { write_file('in.bc', (map { bc_script($_) } series(@_)), 'quit') },
      command => 'RUN bc -q in.bc',
   },
   'c++filt' => {
      size    => 300,
      input   => sub { write_file('in', map { '_Z1fI' . mangled_type($_) . 'Evv' } map { ($_) x 8 } series(@_)) },
      command => 'RUN c++filt < in',
   },
   cmake => { size => 200, input => sub { write_script('in.cmake', $cmake_script, ' ', @_) }, command => 'RUN cmake -P in.cmake' },
   cppcheck => {
      size    => 5,
      input   => sub { write_files('in', '.c', $_[0], \&c_source) },
      command => 'RUN cppcheck -q in',
   },
   ctags => {
      size    => 500,
      input   => sub { write_files('in', '.c', $_[0], \&c_source) },
      command => 'RUN ctags --options=NONE -f out in/*.c',
   },
   diff => {
      size  => 2400,
      input => sub {
         write_files('old', '', $_[0], sub { random_state($_[0]), prose(@_) });
         write_files('new', '', $_[0], sub { random_state($_[0]), edited(5, prose(@_)) });
      },
      command => 'RUN diff -r -u old new',
   },
   file => {
      size  => 300,
      input => sub {
         write_files('text', '.txt', $_[0], \&prose);
         write_files('c', '.c', $_[0] / 10, \&c_source);
         write_files('xml', '.xml', $_[0] / 3, \&xml);
      },
      command => 'RUN file text/* c/* xml/*',
   },
   git => {
      size  => 2000,
      input => sub {
         write_files('old', '', $_[0], sub { random_state($_[0]), prose(@_) });
         write_files('new', '', $_[0], sub { random_state($_[0]), edited(10, prose(@_)) });
      },
      command => 'RUN git --no-pager diff --no-index --patience old new',
   },
   grep => {
      size  => 700,
      input => sub { write_files('in', '', $_[0], \&prose), write_file('patterns', words(40), 'ka.*lo', '(bu|ri)+to$') },
      command => 'RUN grep -i -E -n -o -f patterns in/*',
   },
   jq => {
      size  => 150,
      input => sub { write_file('in', map { '[' . join(',', map { record() } 1 .. $_) . ']' } series(@_)) },
      command => q{RUN jq -c '[sort_by(.id)[0].id, (group_by(.group) | map({key: .[0].group, value: length}) | from_entries),
         (map(.name) | unique | join(",") | length), ([.[].values[]] | add), (tojson | fromjson | length),
         (map(select(.name | test("ka.o")) | .name) | index("kalo"))]' in},
   },
   ld => { size => 1200, input => sub { objects('in', @_) }, command => 'RUN ld -z muldefs -e f1 -o out in/*.o' },
   m4 => { size => 30, input => sub { write_script('in.m4', $m4_script, ', ', @_) }, command => 'RUN m4 in.m4' },
   make => { size => 400, input => sub { write_file('Makefile', make_rules(@_)) }, command => 'RUN make -n -r -R' },
   mawk => { size => 600, input => sub { write_script('in.awk', $mawk_script, ' ', @_) }, command => 'RUN mawk -f in.awk' },
   msgmerge => {
      size  => 150,
      input => sub { write_file('old.po', messages(@_, 0, 1)), write_file('new.pot', messages(@_, 3, 0)) },
      command => 'RUN msgmerge -q -o out.po old.po new.pot',
   },
   ninja => { size => 2000, input => sub { write_file('build.ninja', ninja_rules(@_)), write_file('main.c', '') }, command => 'RUN ninja -n' },
   objdump => { size => 180, input => sub { objects('in', @_) }, command => 'RUN objdump -d -r -t in/*.o' },
   openssl => { size => 20000, input => sub { write_files('in', '', $_[0], \&prose) }, command => 'RUN openssl dgst -sha3-256 in/*' },
   patch => {
      size  => 5000,
      input => sub {
         write_files('old', '', $_[0], sub { random_state($_[0]), prose(@_) });
         write_files('new', '', $_[0], sub { random_state($_[0]), edited(15, prose(@_)) });
         system('diff -u -r old new > in.patch');
      },
      command => 'cp -r old work && RUN patch -s -p1 -d work < in.patch',
   },
   php  => { size => 250, input => sub { write_script('in.php', $php_script, ', ', @_) }, command => 'RUN php -n in.php' },
   sed  => {
      size    => 500,
      input   => sub { write_files('in', '', $_[0], \&prose) },
      command => q{RUN sed -s -n -e ':a;N;$!ba;s/\n/,/g;s/[aeiou]\+ka/<&>/g;p' in/*},
   },
   sort  => { size => 25000, input => sub { write_file('in', prose(@_)) }, command => 'RUN sort --parallel=1 -k 2 in' },
   tclsh => { size => 600, input => sub { write_script('in.tcl', $tcl_script, ' ', @_) }, command => 'RUN tclsh in.tcl' },
   troff => { size => 30, input => sub { write_file('in', manual_page(@_)) }, command => 'RUN troff -Tascii -man in' },
   tsort => {
      size  => 12000,
      input => sub { my ($n) = @_; write_file('in', map { my $i = below($n); "n$i n" . ($i + 1 + below($n - $i)) } 1 .. 3 * $n) },
      command => 'RUN tsort in',
   },
   xmllint => {
      size    => 500,
      input   => sub { write_files('in', '.xml', $_[0], \&xml), write_file('list.rng', $relax_ng) },
      command => 'RUN xmllint --noout --relaxng list.rng in/*.xml',
   },
   zip  => { size => 1500, input => sub { write_files('in', '', $_[0], \&prose) }, command => 'RUN zip -q -9 -X out.zip in/*' },
   zstd => { size => 800, input => sub { write_files('in', '', $_[0], \&prose) }, command => 'RUN zstd -q -12 --single-thread -k in/*' },
);

sub program_names
{
   return sort keys %programs;
}

# With `half`: the one that the method may be made for is "chosen", the other one "held".
sub find_program_by_name
{
   my ($name) = @_;
   my @names = program_names();
   my ($at)  = grep { $names[$_] eq $name } 0 .. $#names;
   return if !defined $at;
   return { %{ $programs{$name} }, name => $name, half => $at % 2 == 0 ? 'chosen' : 'held' };
}

1;
