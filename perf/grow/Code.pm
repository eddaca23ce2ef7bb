# Cases: compilers, assemblers, linkers, generators of code, what reads their files, and versions of files. Cases.pm
# says what the keys mean.

package Code;

use strict;
use warnings;
use Exporter qw(import);
use Inputs;

our @EXPORT    = qw(code_cases);
our @EXPORT_OK = qw(write_versions);

#----------------------------------------------------------------------
# Inputs

sub assembly
{
   my ($functions) = @_;
   my @lines = ('.data', 'values: .zero 256', '.text');
   for my $i (1 .. $functions) {
      push @lines, ".globl f$i", ".type f$i, \@function", "f$i:";
      for (1 .. 4 + below(8)) {
         my ($from, $to) = map { one_of(qw(%rax %rcx %rdx %rsi %rdi %r8 %r9)) } 1 .. 2;
         push @lines, one_of("addq $from, $to", "movq values+" . 8 * below(30) . "(%rip), $to",
            "cmpq \$" . below(1000) . ", $to", "jne .L$i", "call f" . (1 + below($functions)));
      }
      push @lines, ".L$i: ret", ".size f$i, .-f$i";
   }
   return @lines;
}

sub intel_assembly
{
   my ($functions) = @_;
   my @lines = ('bits 64', 'section .text');
   for my $i (1 .. $functions) {
      push @lines, "global f$i", "f$i:";
      for (1 .. 4 + below(8)) {
         my ($from, $to) = map { one_of(qw(rax rcx rdx rsi rdi r8 r9)) } 1 .. 2;
         push @lines, one_of("add $to, $from", "mov $to, [rsp + " . 8 * below(30) . "]", "cmp $to, " . below(1000),
            "jne .end", "call f" . (1 + below($functions)));
      }
      push @lines, '.end: ret';
   }
   return @lines;
}

sub object
{
   my ($functions) = @_;
   write_file('in.s', assembly($functions));
   system('as', '-o', 'in.o', 'in.s') == 0 or die "as failed\n";
}

# A chain of jumps, each over the next ones: whether a jump is short depends on those behind it.
sub jumps
{
   my ($count) = @_;
   my @lines = ('bits 64');
   for my $i (1 .. $count) {
      push @lines, "l$i: jmp l" . ($i + 12 > $count ? $count : $i + 12), 'add rax, [rbx + 8]', 'cmp al, 3';
   }
   return @lines;
}

# A type as C++ compilers mangle it, without abbreviations.
sub mangled_type
{
   my ($size) = @_;
   return one_of(qw(i c l b), 'N3std6stringE') if $size <= 1;
   my $first = 1 + below($size - 1);
   return '3mapI' . mangled_type($first) . mangled_type($size - $first) . 'E';
}

sub distinct_words
{
   my ($count) = @_;
   my %seen;
   return grep { !$seen{$_}++ } map { word() . word() } 1 .. $count;
}

sub scanner
{
   my ($words) = @_;
   my $token = 0;
   my @rules = map { "\"$_\" return " . ++$token . ';' } distinct_words($words);
   return ('%option noyywrap', '%%', @rules, '[a-z]+ return 0;', '[ \n] ;', '%%');
}

sub re2c_scanner
{
   my ($words) = @_;
   my $token = 0;
   my @rules = map { "\"$_\" { return " . ++$token . '; }' } distinct_words($words);
   return ('/*!re2c', 're2c:define:YYCTYPE = char; re2c:yyfill:enable = 0;', @rules,
      '[a-z]+ { return 0; }', '* { return -1; }', '*/');
}

sub grammar
{
   my ($statements) = @_;
   return ("%token ID NUMBER " . join(' ', map { "K$_" } 1 .. $statements), '%left \'+\' \'-\'', '%left \'*\'', '%%',
      'list: statement | list statement ;', 'statement: ' . join(' | ', map { "s$_" } 1 .. $statements) . ' ;',
      (map { "s$_: K$_ expression ';' | K$_ '(' list ')' ;" } 1 .. $statements),
      'expression: ID | NUMBER', (map { "| expression '$_' expression" } qw(+ - *)), ';', '%%');
}

# Two versions of a file, of which one line in `rare` differs.
sub write_versions
{
   my ($lines, $rare) = @_;
   random_state(1);
   write_file('old', prose($lines));
   random_state(1);
   write_file('new', edited($rare, prose($lines)));
}

# Each commit changes one of a hundred files.
sub history
{
   my ($commits) = @_;
   my @lines;
   for my $i (1 .. $commits) {
      my $text = paragraph(3) . "\n";
      push @lines, "commit refs/heads/main", "committer A <a\@b> " . (1700000000 + 60 * $i) . ' +0000',
         'data ' . length("change $i"), "change $i",
         'M 100644 inline d' . below(10) . '/f' . below(10), 'data ' . length($text), $text;
   }
   return @lines;
}

sub repository
{
   my ($commits) = @_;
   write_file('history', history($commits));
   system('git init -q -b main repository && git -C repository fast-import --quiet < history') == 0
      or die "git failed\n";
}

#----------------------------------------------------------------------

my %cases = (
   as_functions => {
      packages => 'binutils',
      size     => 110,
      make     => sub { write_file('in.s', assembly(@_)) },
      command  => 'RUN as -o out.o in.s',
   },
   astyle_c => {
      packages => 'astyle',
      size     => 20,
      make     => sub { write_file('in.c', c_source(@_)) },
      command  => 'RUN astyle --options=none --style=gnu < in.c',
   },
   bison_grammar => {
      packages => 'bison',
      size     => 2,
      make     => sub { write_file('in.y', grammar(@_)) },
      command  => 'RUN bison -o out.c in.y',
   },
   cppcheck_c => {
      packages => 'cppcheck',
      size     => 2,
      make     => sub { write_file('in.c', c_source(@_)) },
      command  => 'RUN cppcheck -q in.c',
   },
   cxxfilt_names => {
      packages => 'binutils',
      size     => 60,
      make     => sub { my ($n) = @_; write_file('in', map { '_Z1fI' . mangled_type($n) . 'Evv' } 1 .. 20) },
      command  => 'RUN c++filt -r < in',
   },
   ctags_c => {
      packages => 'universal-ctags',
      size     => 110,
      make     => sub { write_file('in.c', c_source(@_)) },
      command  => 'RUN ctags --options=NONE -f out in.c',
   },
   flex_words => {
      packages => 'flex',
      size     => 15,
      make     => sub { write_file('in.l', scanner(@_)) },
      command  => 'RUN flex -o out.c in.l',
   },
   git_diff => {
      packages => 'git',
      size     => 800,
      make     => sub { write_versions($_[0], 10) },
      command  => 'RUN git --no-pager diff --no-index --patience old new',
      status   => 1,
   },
   git_import => {
      packages => 'git',
      size     => 10,
      make     => sub { write_file('history', history(@_)), system('git init -q -b main repository') },
      command  => 'RUN git -C repository fast-import --quiet < history',
   },
   git_log => {
      packages => 'git',
      size     => 40,
      make     => \&repository,
      command  => 'RUN git -C repository --no-pager log --stat main',
   },
   gperf_words => {
      packages => 'gperf',
      size     => 12,
      make     => sub { write_file('in', distinct_words(@_)) },
      command  => 'RUN gperf in',
   },
   indent_c => {
      packages => 'indent',
      size     => 80,
      make     => sub { write_file('in.c', c_source(@_)) },
      command  => 'RUN indent -npro in.c -o out.c',
   },
   ld_functions => {
      packages => 'binutils',
      size     => 600,
      make     => \&object,
      command  => 'RUN ld -e f1 -o out in.o',
   },
   nasm_functions => {
      packages => 'nasm',
      size     => 30,
      make     => sub { write_file('in.asm', intel_assembly(@_)) },
      command  => 'RUN nasm -f elf64 -o out in.asm',
   },
   nasm_jumps => {
      packages => 'nasm',
      size     => 60,
      make     => sub { write_file('in.asm', jumps(@_)) },
      command  => 'RUN nasm -f bin -o out in.asm',
   },
   nm_sorted => {
      packages => 'binutils',
      size     => 400,
      make     => \&object,
      command  => 'RUN nm -n in.o',
   },
   objdump_code => {
      packages => 'binutils',
      size     => 60,
      make     => \&object,
      command  => 'RUN objdump -d -r in.o',
   },
   re2c_words => {
      packages => 're2c',
      size     => 10,
      make     => sub { write_file('in.re', re2c_scanner(@_)) },
      command  => 'RUN re2c -o out.c in.re',
   },
   readelf_object => {
      packages => 'binutils',
      size     => 400,
      make     => \&object,
      command  => 'RUN readelf -W -s -r in.o',
   },
   tcc_c => {
      packages => 'tcc',
      size     => 150,
      make     => sub { write_file('in.c', c_source(@_)) },
      command  => 'RUN tcc -c -o out.o in.c',
   },
   dwdiff_words => {
      packages => 'dwdiff',
      size     => 120,
      make     => sub { write_versions($_[0], 5) },
      command  => 'RUN dwdiff old new',
      status   => 1,
   },
   yasm_functions => {
      packages => 'yasm',
      size     => 50,
      make     => sub { write_file('in.asm', intel_assembly(@_)) },
      command  => 'RUN yasm -f elf64 -o out in.asm',
   },
);

sub code_cases
{
   return %cases;
}

1;
