# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The aprof authors
#
# Cases: programs that occur in no other file, chosen and sized before a rule was changed because of those of Other.pm.
# Cases.pm says what the keys mean.

package Later;

use strict;
use warnings;
use Exporter qw(import);
use Code qw(write_versions);
use Data qw(wave write_bytes);
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

#----------------------------------------------------------------------

my %cases = (
   bzip2_text => {
      packages => 'bzip2',
      size     => 150,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN bzip2 -c in',
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
   perl_words => {
      packages => 'perl',
      size     => 80,
      make     => sub { write_file('in', prose(@_)), write_file('in.pl', $perl_words) },
      command  => 'PERL_HASH_SEED=0 RUN perl in.pl',
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
);

sub later_cases
{
   return %cases;
}

1;
