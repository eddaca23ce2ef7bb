# Cases: programs that occur in no other file, chosen and sized before a rule was changed because of those of Other.pm.
# Cases.pm says what the keys mean.

package Later;

use strict;
use warnings;
use Exporter qw(import);
use Code qw(write_versions);
use Data qw(letters picture wave write_bytes);
use Inputs;
use OtherInputs qw(descendants write_small_files);
use Text qw(write_script);

our @EXPORT = qw(later_cases);

#----------------------------------------------------------------------
# Inputs

# Rows of two tables, an index, a join, a sorted sum, and a change of many rows.
sub statements
{
   my ($rows) = @_;
   return ('create table a(id integer primary key, name text, number int);', 'create table b(a int, price real);',
      'begin;', (map { sprintf "insert into a values(%d, '%s', %d);", $_, word(), below(100) } 1 .. $rows),
      (map { sprintf 'insert into b values(%d, %d);', 1 + below($rows), below(1000) } 1 .. $rows), 'commit;',
      'create index names on a(name);',
      'select name, count(*), sum(price) from a join b on a.id = b.a group by name order by 3 desc limit 5;',
      'update a set number = number + 1 where number % 7 = 3;', 'delete from b where price < 100;',
      "select count(distinct number), max(length(name)) from a where name like '%ba%';");
}

# A path that a prover has to follow: from each place to the next one, and a way around.
sub path
{
   my ($places) = @_;
   return ((map { "cnf(e$_, axiom, edge(p$_, p" . ($_ + 1) . ')).' } 1 .. $places),
      (map { "cnf(d$_, axiom, edge(p$_, p" . (1 + below($_)) . ')).' } 1 .. $places),
      'cnf(start, axiom, at(p1)).', 'cnf(step, axiom, (~at(X) | ~edge(X, Y) | at(Y))).',
      'cnf(goal, negated_conjecture, ~at(p' . ($places + 1) . ')).');
}

sub write_sequence
{
   my ($file, $length) = @_;
   random_state(3);
   write_file($file, '>s', letters($length, qw(A C G T)) =~ /(.{1,60})/g);
}

# Each target is made from some of those before it.
sub makefile
{
   my ($targets) = @_;
   my @rules;
   for my $target (1 .. $targets) {
      my @needed = map { 't' . (1 + below($target - 1)) } $target > 1 ? 1 .. 3 : ();
      push @rules, "t$target: @needed" . ($target > 1 ? ' t' . ($target - 1) : ''), "\t\@true \$^", ".PHONY: t$target";
   }
   return ('names = $(patsubst %,made-%,$(wanted))', "wanted = t$targets", 'all: $(names)', 'made-%: %',
      "\t\@true \$< \$(subst -,/,\$\@)", @rules);
}

my $lua_objects = <<'LUA';
local names, list = {}, {}
for i = 1, N do
   local name = "n" .. (i * 7919 % 10007)
   names[name] = (names[name] or 0) + 1
   list[#list + 1] = { name = name, text = ("%s:%d"):format(name, i) }
end
table.sort(list, function(a, b) return a.text < b.text end)
local text = {}
for _, item in ipairs(list) do text[#text + 1] = item.text:gsub("(%d)(%d)", "%2%1") end
text = table.concat(text, ",")
local count = 0
for word in text:gmatch("[^,]+") do count = count + #word end
print(count, #text)
LUA

my $mawk_sort = <<'AWK';
{ word[NR] = $1; length_of[length($1)] = length_of[length($1)] " " $1 }
END { for (i = 2; i <= NR; i++) { for (j = i; j > 1 && word[j - 1] > word[j]; j--) {
         t = word[j]; word[j] = word[j - 1]; word[j - 1] = t } }
   for (i = 1; i <= NR; i++) { gsub(/[aeiou]/, "&&", word[i]); text = text "," substr(word[i], 1, 3) }
   n = split(text, parts, ","); print n, length(text); for (l = 2; l <= 8; l += 2) print l, length(length_of[l]) }
AWK

my $perl_words = <<'PERL';
open my $in, '<', 'in'; local $/; my $text = <$in>;
my (%count, %follows);
my @words = map { lc } $text =~ /\w+/g;
$count{$_}++ for @words;
push @{ $follows{ $words[$_ - 1] } }, $words[$_] for 1 .. $#words;
my @sorted = sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;
$text =~ s/([aeiou])([bcdf])/$2$1/g;
print join(' ', map { "$_ $count{$_} " . join('', sort @{ $follows{$_} || [] }) } @sorted), length $text, "\n";
PERL

my $vim_edit = <<'VIM';
%s/\([aeiou]\)\(\w\)/\2\1/g
g/ba/m0
%s/\<\(\w\+\) \(\w\+\)/\2 \1/
sort
g/^\(.*\)$\n\1$/d
v/ka/normal Ax
w! out
q!
VIM

my $zsh_words = <<'ZSH';
typeset -A seen; local word; local -a lines
while read -r line; do
   lines+=("$line"); for word in ${=line}; do seen[${word%.}]=$(( ${seen[${word%.}]:-0} + 1 )); done
done < in
print ${#seen} ${#${(j:,:)${(ok)seen}}} ${#${(u)lines}}
ZSH

my $jim_words = <<'TCL';
set text [read [open in]]
foreach word [split $text " .\n"] { if {$word ne ""} { incr count([string tolower $word]) } }
foreach word [lsort [array names count]] { lappend sorted [list $count($word) $word] }
puts "[llength [lsort -index 0 -integer $sorted]] [string length [regsub -all {([aeiou])([a-z])} $text {\2\1}]]"
TCL

my $basic_primes = <<'BASIC';
dim list(N)
for i = 1 to N : list(i) = mod(i * 7919, 1009) : text$ = text$ + str$(list(i)) + "," : next i
for i = 2 to N : for j = i to max(2, i - 20) step -1
   if (list(j) < list(j - 1)) then t = list(j) : list(j) = list(j - 1) : list(j - 1) = t : fi
next j : next i
dim words$(1)
print token(text$, words$(), ","), list(1), len(text$)
BASIC

my $calc_digits = <<'CALC';
a = 1; b = 1; for (i = 1; i < N; i++) { a *= i; b = b * 3 + 7; }
m = mat[20]; for (i = 0; i < N; i++) m[i % 20] += str(a % (b + i)) == "0" ? 1 : i;
print digits(a), digits(b), m[3];
CALC

my $nickle_sums = <<'NICKLE';
int[...] list = {}; rational sum = 0; string text = "";
for (int i = 1; i <= N; i++) {
   list[i - 1] = i * 7919 % 1009; sum += 1 / (list[i - 1] + 1); text = text + sprintf("%d,", i % 7);
}
printf("%d %d %d\n", dim(list), floor(sum), String::length(text));
NICKLE

my $lisp_lists = <<'LISP';
(let L (mapcar '((I) (pack "n" (% (* I 7919) 1009))) (range 1 N))
   (println (length (uniq L)) (length (sort (copy L)))
      (length (group (mapcar '((S) (cons (pack (head 2 (chop S))) S)) L))))
   (println (apply + (mapcar '((S) (size S)) L)) (length (pack (reverse L)))))
(bye)
LISP

sub patterns
{
   my ($count) = @_;
   return map { ("rule r$_ {", 'strings:', '$a = "' . word() . word() . '"', '$b = /' . word() . '[0-9]+/',
         'condition:', 'any of them', '}') } 1 .. $count;
}

#----------------------------------------------------------------------

my %cases = (
   bzip2_text => {
      packages => 'bzip2',
      size     => 150,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN bzip2 -c in',
   },
   calc_digits => {
      packages => 'apcalc',
      size     => 25,
      make     => sub { write_script('in.cal', $calc_digits, @_) },
      command  => 'RUN calc -q -d -f in.cal',
   },
   cscope_c => {
      packages => 'cscope',
      size     => 100,
      make     => sub { write_file('in.c', c_source(@_)) },
      command  => 'RUN cscope -b in.c',
   },
   diff_versions => {
      packages => 'diffutils',
      size     => 1500,
      make     => sub { write_versions($_[0], 4) },
      command  => 'RUN diff old new',
      status   => 1,
   },
   dot_graph => {
      packages => 'graphviz',
      size     => 12,
      make     => sub { write_file('in.dot', 'digraph {', (map { "n" . below($_) . " -> n$_;" } 1 .. $_[0]), '}') },
      command  => 'RUN dot -Tplain in.dot',
   },
   enscript_text => {
      packages => 'enscript',
      size     => 250,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN enscript -q -p out.ps in',
   },
   eprover_path => {
      packages => 'eprover',
      size     => 12,
      make     => sub { write_file('in.p', path(@_)) },
      command  => 'RUN eprover -s --tptp3-format in.p',
   },
   genisoimage_files => {
      packages => 'genisoimage',
      size     => 60,
      make     => sub { write_small_files($_[0], 10) },
      command  => 'RUN genisoimage -quiet -R -J -o out.iso in',
   },
   jimsh_words => {
      packages => 'jimsh',
      size     => 120,
      make     => sub { write_file('in', prose(@_)), write_file('in.tcl', $jim_words) },
      command  => 'RUN jimsh in.tcl',
   },
   kalign_sequences => {
      packages => 'kalign',
      size     => 6,
      make     => sub { write_file('in.fa', descendants($_[0], 80)) },
      command  => 'OMP_NUM_THREADS=1 RUN kalign -i in.fa -o out.fa',
   },
   lua_objects => {
      packages => 'lua5.4',
      size     => 300,
      make     => sub { write_script('in.lua', $lua_objects, @_) },
      command  => 'RUN lua5.4 in.lua',
   },
   make_targets => {
      packages => 'make',
      size     => 50,
      make     => sub { write_file('Makefile', makefile(@_)) },
      command  => 'RUN make -n all',
   },
   mawk_sort => {
      packages => 'mawk',
      size     => 8,
      make     => sub { write_file('in', map { words(3) } 1 .. $_[0]), write_file('in.awk', $mawk_sort) },
      command  => 'RUN mawk -f in.awk in',
   },
   nickle_sums => {
      packages => 'nickle',
      size     => 60,
      make     => sub { write_script('in.5c', $nickle_sums, @_) },
      command  => 'RUN nickle in.5c',
   },
   perl_words => {
      packages => 'perl',
      size     => 80,
      make     => sub { write_file('in', prose(@_)), write_file('in.pl', $perl_words) },
      command  => 'PERL_HASH_SEED=0 RUN perl in.pl',
   },
   pil_lists => {
      packages => 'picolisp',
      size     => 500,
      make     => sub { write_script('in.l', $lisp_lists, @_) },
      command  => 'RUN pil in.l',
   },
   pngcrush_picture => {
      packages => 'pngcrush netpbm',
      size     => 10,
      make     => sub { write_bytes('in.ppm', picture('P6', @_)), system('pnmtopng in.ppm > in.png 2> log') },
      command  => 'RUN pngcrush -q in.png out.png',
   },
   prodigal_genome => {
      packages => 'prodigal',
      size     => 900,
      make     => sub { write_sequence('in.fa', @_) },
      command  => 'RUN prodigal -q -p meta -i in.fa -o out',
   },
   rg_words => {
      packages => 'ripgrep',
      size     => 8000,
      make     => sub { write_file('in', prose(@_)) },
      command  => q{RUN rg -j1 -n -i '(ba|ko)[a-z]*[ru]i' in},
   },
   sort_words => {
      packages => 'coreutils',
      size     => 2000,
      make     => sub { write_file('in', map { join ' ', words(3) } 1 .. $_[0]) },
      command  => 'RUN sort --parallel=1 -k 2,2 -k 1,1r in',
   },
   sqlite3_join => {
      packages => 'sqlite3',
      size     => 200,
      make     => sub { write_file('in.sql', statements(@_)) },
      command  => 'RUN sqlite3 out.db < in.sql',
   },
   ssdeep_text => {
      packages => 'ssdeep',
      size     => 1000,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN ssdeep in',
   },
   twolame_sound => {
      packages => 'twolame',
      size     => 16,
      make     => sub { write_bytes('in.wav', wave(@_)) },
      command  => 'RUN twolame --quiet -r -s 32000 -N 1 -b 64 in.wav out.mp2',
   },
   vim_edit => {
      packages => 'vim-tiny',
      size     => 60,
      make     => sub { write_file('in', prose(@_)), write_file('in.vim', $vim_edit) },
      command  => 'RUN vim.tiny -u NONE -es -n in < in.vim',
   },
   xz_text => {
      packages => 'xz-utils',
      size     => 150,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN xz -T1 -2 -c in',
   },
   yabasic_list => {
      packages => 'yabasic',
      size     => 200,
      make     => sub { write_script('in.bas', $basic_primes, @_) },
      command  => 'RUN yabasic in.bas',
   },
   yara_rules => {
      packages => 'yara',
      size     => 50,
      make     => sub { write_file('in.yar', patterns(@_)), write_file('in', prose(300)) },
      command  => 'RUN yara -p 1 in.yar in',
   },
   zsh_words => {
      packages => 'zsh',
      size     => 20,
      make     => sub { write_file('in', prose(@_)), write_file('in.zsh', $zsh_words) },
      command  => 'RUN zsh -f in.zsh',
   },
);

sub later_cases
{
   return %cases;
}

1;
