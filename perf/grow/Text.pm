# Cases: programs that read lines and words, and interpreters. Cases.pm says what the keys mean.

package Text;

use strict;
use warnings;
use Exporter qw(import);
use Inputs;

our @EXPORT    = qw(text_cases);
our @EXPORT_OK = qw(manual_page table write_script);

#----------------------------------------------------------------------
# Inputs

# Lines of fields: a number, a word of about as many as there are lines, one of few words, a price.
sub table
{
   my ($lines, $between) = @_;
   my @colours = qw(red green blue black);
   return map { join $between, $_, word() . below($lines), one_of(@colours), below(1000) / 10 } 1 .. $lines;
}

# Two files whose lines all have the same key, so that each of the one goes with each of the other.
sub write_equal_keys
{
   my ($lines) = @_;
   write_file($_, map { "key " . word() } 1 .. $lines) for qw(left right);
}

sub html
{
   my ($sections) = @_;
   my @lines = ('<!DOCTYPE html>', '<html><head><title>Test</title></head><body>');
   for my $i (1 .. $sections) {
      push @lines, "<h2 id=\"s$i\">" . word() . '</h2>', '<p>' . join(' <b>' . word() . '</b> ', prose(2)) . '</p>',
         '<table>', (map { '<tr>' . join('', map { "<td>$_</td>" } words(3)) . '</tr>' } 1 .. 3), '</table>',
         '<ul>', (map { "<li><a href=\"#s$_\">$_</a>" } words(3)), '</ul>';
   }
   return @lines, '</body></html>';
}

sub xml_references
{
   my ($items) = @_;
   return ('<list>', (map { sprintf '<item id="i%d" next="i%d">%s</item>', $_, 1 + below($items), word() } 1 .. $items),
      '</list>');
}

sub manual_page
{
   my ($sections) = @_;
   return ('.TH TEST 1',
      map { ('.SH ' . uc(word()), '.PP', prose(3), '.TP', '.B \-\-' . word(), prose(2)) } 1 .. $sections);
}

sub ledger_entries
{
   my ($count) = @_;
   return map {
      sprintf("2024/%02d/%02d %s", 1 + below(12), 1 + below(28), word()),
         sprintf('    Expenses:%s  %d.%02d EUR', one_of(qw(Food Rent Travel Books)), below(500), below(100)),
         '    Assets:Bank', ''
   } 1 .. $count;
}

#----------------------------------------------------------------------
# Scripts; the size is N.

my $gawk_join = <<'AWK';
{ key[NR] = $3; price[NR] = $4 }
END { for (i = 1; i <= NR; i++) for (j = i + 1; j <= NR; j++) if (key[i] == key[j] && price[i] < price[j]) below[i]++
   for (i = 1; i <= NR; i++) sum += below[i]; print sum }
AWK

my $gawk_count = <<'AWK';
{ for (i = 1; i <= NF; i++) { gsub(/[.,]/, "", $i); seen[tolower($i)]++ } }
END { n = asorti(seen, words); for (i = 1; i <= n; i++) printf "%s %d\n", words[i], seen[words[i]] }
AWK

my $m4_list = <<'M4';
define(`each', `ifelse(`$2', `', `', `$1(`$2')each(`$1', shift(shift($@)))')')
define(`show', `[translit(`$1', `a-z', `A-Z')]')
define(`list', `ifelse($1, 0, `last', `word`'$1`,'list(decr($1))')')
each(`show', list(N))
M4

my $tcl_queue = <<'TCL';
set queue {}
for {set i 0} {$i < N} {incr i} { set queue [linsert $queue[set queue {}] 0 "job[expr {$i * 7919 % 1009}]"] }
set found 0
foreach job $queue { if {[lsearch -exact $queue "$job!"] >= 0} { incr found } }
puts "$found [llength [lsort -unique $queue]]"
TCL

my $tcl_text = <<'TCL';
for {set i 0} {$i < N} {incr i} { append text "name$i=[expr {$i * 7919 % 10007}];" }
regsub -all {(\d)(\d);} $text {\2\1;} text
foreach pair [split $text ";"] { lassign [split $pair =] name value; dict lappend names $value $name }
puts [string length [string map {name n 1 one} [join [lsort [dict keys $names]] ,]]]
TCL

my $php_similar = <<'PHP';
<?php
$a = $b = '';
for ($i = 0; $i < N; $i++) { $a .= chr(97 + $i * 7919 % 1009 % 26); $b .= chr(97 + $i * 104729 % 997 % 26); }
echo similar_text($a, $b), " ", levenshtein($a, $b), "\n";
PHP

my $php_json = <<'PHP';
<?php
$rows = [];
for ($i = 0; $i < N; $i++) $rows[] = ['id' => $i, 'name' => 'n' . ($i * 7919 % 10007), 'tags' => [$i % 7, $i % 11]];
usort($rows, function ($a, $b) { return strcmp($a['name'], $b['name']); });
$copy = json_decode(json_encode($rows), true);
echo count(array_unique(array_column($copy, 'name'))), ' ', strlen(serialize($copy)), "\n";
PHP

my $python_difflib = <<'PYTHON';
import difflib
print(len(difflib.SequenceMatcher(None, open("old").read(), open("new").read(), autojunk=False).get_opcodes()))
PYTHON

my $python_csv = <<'PYTHON';
import csv, json, re
rows = list(csv.reader(open("in")))
groups = {}
for row in rows:
   groups.setdefault(row[2], []).append(float(row[3]))
text = json.dumps([dict(zip("abcd", row)) for row in rows])
print(len(json.loads(text)), len(re.findall(r'"[a-z]+(\d+)"', text)), sorted((k, sum(v)) for k, v in groups.items()))
PYTHON

my $python_unique = <<'PYTHON';
words = open("in").read().split()
unique = []
for word in words:
   if word not in unique:
      unique.append(word)
print(len(unique))
PYTHON

my $ruby_words = <<'RUBY';
words = File.read("in").split
counts = words.group_by { |w| w[0, 2] }.map { |k, v| [k, v.uniq.sort.size] }.sort
text = words.map { |w| w.sub(/([aeiou])/) { $1.upcase } }.join(",")
puts counts.inspect, text.scan(/[A-Z]/).tally.inspect
RUBY

my $xslt_join = <<'XSLT';
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="text"/>
<xsl:template match="/"><xsl:for-each select="list/item"><xsl:sort select="."/>
<xsl:value-of select="concat(., ' ', /list/item[@id = current()/@next], '&#10;')"/>
</xsl:for-each></xsl:template></xsl:stylesheet>
XSLT

# Writes a script with the size in the place of N.
sub write_script
{
   my ($file, $script, $size) = @_;
   $script =~ s/\bN\b/$size/g;
   write_file($file, $script);
}

# Two texts of so many letters.
sub write_pair
{
   my ($letters) = @_;
   write_file($_, substr(paragraph(1 + $letters / 20), 0, $letters)) for qw(old new);
}

#----------------------------------------------------------------------

my %cases = (
   aspell_list => {
      packages => 'aspell aspell-en',
      size     => 250,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN aspell --lang=en --encoding=iso-8859-1 list < in',
   },
   bc_factorial => {
      packages => 'bc',
      size     => 80,
      make     => sub {
         write_file('in', 'define f(n) { auto r; r = 1; while (n > 1) r *= n--; return r }', "f($_[0])");
      },
      command  => 'RUN bc -q in < /dev/null',
   },
   bc_pi => {
      packages => 'bc',
      size     => 10,
      make     => sub { write_file('in', "scale = $_[0]", '4 * a(1)') },
      command  => 'RUN bc -q -l in < /dev/null',
   },
   column_table => {
      packages => 'bsdextrautils',
      size     => 1200,
      make     => sub { write_file('in', table($_[0], ' ')) },
      command  => 'RUN column -t in',
   },
   datamash_groups => {
      packages => 'datamash',
      size     => 1500,
      make     => sub { write_file('in', table($_[0], "\t")) },
      command  => 'RUN datamash -s -g 2,3 count 1 sum 4 median 4 < in',
   },
   dc_fibonacci => {
      packages => 'dc',
      size     => 250,
      make     => sub { write_file('in', "$_[0] sn 0 1 [d sx + lx r ln 1 - d sn 0 <f] d sf x p") },
      command  => 'RUN dc -f in',
   },
   ed_edit => {
      packages => 'ed',
      size     => 300,
      make     => sub {
         write_file('in', prose(@_));
         write_file('script', ',s/\([aeiou]\)k/<\1>/g', 'g/t/m0', 'w out', 'q');
      },
      command  => 'RUN ed -s in < script',
   },
   gawk_count => {
      packages => 'gawk',
      size     => 1500,
      make     => sub { write_file('in', prose(@_)), write_file('script', $gawk_count) },
      command  => 'RUN gawk -f script in',
   },
   gawk_join => {
      packages => 'gawk',
      size     => 22,
      make     => sub { write_file('in', table($_[0], ' ')), write_file('script', $gawk_join) },
      command  => 'RUN gawk -f script in',
   },
   grep_words => {
      packages => 'grep',
      size     => 300,
      make     => sub { write_file('in', prose(@_)), write_file('words', words(40), 'ka.*lo', '(bu|ri)+to$') },
      command  => 'RUN grep -i -E -n -o -f words in',
   },
   groff_page => {
      packages => 'groff',
      size     => 40,
      make     => sub { write_file('in', manual_page(@_)) },
      command  => 'RUN troff -Tascii -man in',
   },
   html2text_page => {
      packages => 'html2text',
      size     => 20,
      make     => sub { write_file('in.html', html(@_)) },
      command  => 'RUN html2text in.html',
   },
   hunspell_list => {
      packages => 'hunspell hunspell-en-us',
      size     => 300,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN hunspell -d en_US -l in',
   },
   iconv_text => {
      packages => 'libc-bin',
      size     => 80,
      make     => sub { write_file('in', (prose(100)) x $_[0]) },
      command  => 'RUN iconv -f LATIN1 -t UTF-16 in',
   },
   join_equal => {
      packages => 'coreutils',
      size     => 27,
      make     => \&write_equal_keys,
      command  => 'RUN join left right',
   },
   ledger_balance => {
      packages => 'ledger',
      size     => 200,
      make     => sub { write_file('in', ledger_entries(@_)) },
      command  => 'RUN ledger --init-file /dev/null -f in balance',
   },
   lynx_dump => {
      packages => 'lynx',
      size     => 40,
      make     => sub { write_file('in.html', html(@_)) },
      command  => 'RUN lynx -dump -nolist in.html',
   },
   m4_list => {
      packages => 'm4',
      size     => 300,
      make     => sub { write_script('in', $m4_list, @_) },
      command  => 'RUN m4 -L0 in',
   },
   php_json => {
      packages => 'php-cli',
      size     => 500,
      make     => sub { write_script('in', $php_json, @_) },
      command  => 'RUN php -n in',
   },
   php_similar => {
      packages => 'php-cli',
      size     => 25,
      make     => sub { write_script('in', $php_similar, @_) },
      command  => 'RUN php -n in',
   },
   python_csv => {
      packages => 'python3',
      size     => 500,
      make     => sub { write_file('in', table($_[0], ',')), write_file('script.py', $python_csv) },
      command  => 'PYTHONHASHSEED=0 RUN python3 -S -E script.py',
   },
   python_difflib => {
      packages => 'python3',
      size     => 25,
      make     => sub { write_pair(@_), write_file('script.py', $python_difflib) },
      command  => 'PYTHONHASHSEED=0 RUN python3 -S script.py',
   },
   python_unique => {
      packages => 'python3',
      size     => 80,
      make     => sub {
         write_file('in', map { word() . below($_[0]) } 1 .. $_[0]);
         write_file('script.py', $python_unique);
      },
      command  => 'PYTHONHASHSEED=0 RUN python3 -S script.py',
   },
   ruby_words => {
      packages => 'ruby',
      size     => 70,
      make     => sub { write_file('in', prose(@_)), write_file('script', $ruby_words) },
      command  => 'RUN ruby --disable-all script',
   },
   sed_reverse => {
      packages => 'sed',
      size     => 50,
      make     => sub { write_file('in', prose(@_)) },
      command  => q{RUN sed -n '1!G;h;$p' in},
   },
   sed_edit => {
      packages => 'sed',
      size     => 1500,
      make     => sub { write_file('in', prose(@_)) },
      command  => q{RUN sed -E 's/([aeiou])(k|t)/<\2\1>/g;y/abc/ABC/;/ma.*lo/d' in},
   },
   tbl_table => {
      packages => 'groff',
      size     => 500,
      make     => sub { write_file('in', '.TS', 'l l l n.', table($_[0], "\t"), '.TE') },
      command  => 'RUN tbl in',
   },
   tclsh_queue => {
      packages => 'tcl',
      size     => 90,
      make     => sub { write_script('in', $tcl_queue, @_) },
      command  => 'RUN tclsh in',
   },
   tclsh_text => {
      packages => 'tcl',
      size     => 400,
      make     => sub { write_script('in', $tcl_text, @_) },
      command  => 'RUN tclsh in',
   },
   tidy_page => {
      packages => 'tidy',
      size     => 30,
      make     => sub { write_file('in', html(@_)) },
      command  => 'RUN tidy -q -i in',
   },
   tsort_loops => {
      packages => 'coreutils',
      size     => 38,
      make     => sub { my ($n) = @_; write_file('in', map { "n$_ n" . ($_ + 1), 'n' . ($_ + 1) . " n$_" } 1 .. $n) },
      command  => 'RUN tsort in',
      status   => 1,
   },
   tsort_order => {
      packages => 'coreutils',
      size     => 500,
      make     => sub {
         my ($n) = @_;
         write_file('in', map { my $i = below($n); "n$i n" . ($i + 1 + below($n - $i)) } 1 .. 3 * $n);
      },
      command  => 'RUN tsort in',
   },
   units_convert => {
      packages => 'units',
      size     => 100,
      make     => sub { write_file('in', map { (below(100) . ' miles/hour', 'm/s') } 1 .. $_[0]) },
      command  => 'RUN units -q < in',
   },
   w3m_dump => {
      packages => 'w3m',
      size     => 12,
      make     => sub { write_file('in.html', html(@_)) },
      command  => 'RUN w3m -dump in.html',
   },
   xsltproc_join => {
      packages => 'xsltproc',
      size     => 11,
      make     => sub { write_file('in.xml', xml_references(@_)), write_file('in.xsl', $xslt_join) },
      command  => 'RUN xsltproc in.xsl in.xml',
   },
);

sub text_cases
{
   return %cases;
}

1;
