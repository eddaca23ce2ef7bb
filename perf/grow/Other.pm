# Cases: programs of all kinds that occur in no other file. Somebody chose them who had not read the rules of the
# forecasts. OtherInputs.pm makes most of their inputs; Cases.pm says what the keys mean.

package Other;

use strict;
use warnings;
use Exporter qw(import);
use Code qw(write_versions);
use Data qw(picture tune wave write_bytes);
use Inputs;
use OtherInputs;
use Text qw(manual_page table write_script);

our @EXPORT = qw(other_cases);

#----------------------------------------------------------------------
# Scripts; the size is N.

my $bash_words = <<'BASH';
declare -A seen
while read -r -a words; do for word in "${words[@]}"; do word=${word%.}; ((seen[${word,,}]++)); done; done < in
for word in "${!seen[@]}"; do ((${#word} > longest)) && longest=${#word}; ((sum += seen[$word])); done
echo "$longest $sum ${#seen[@]}"
BASH

my $bash_sort = <<'BASH';
for ((i = 0; i < N; i++)); do list[i]=$((i * 7919 % 1009)); done
for ((i = 1; i < N; i++)); do
   for ((j = i; j > 0 && list[j - 1] > list[j]; j--)); do t=${list[j]}; list[j]=${list[j - 1]}; list[j - 1]=$t; done
done
echo "${list[*]}"
BASH

my $duk_objects = <<'JS';
var names = {}, list = [];
for (var i = 0; i < N; i++) { var name = "n" + i * 7919 % 10007; names[name] = (names[name] || 0) + 1; list.push(name) }
list.sort();
var copy = JSON.parse(JSON.stringify({ list: list, names: names }));
print(Object.keys(copy.names).length, list.join(",").replace(/n(\d)/g, "$1n").length);
JS

my $newlisp_lists = <<'LISP';
(set 'names (map (fn (i) (string "name" (% (* i 7919) 1009))) (sequence 1 N)))
(set 'text (join (sort names) ","))
(println (length (unique names)) " " (length (replace {e(\d)} text (string $1 "e") 0)))
(println (apply + (map (fn (i) (* i i)) (sequence 1 N))) " " (length (parse text ",")))
(exit)
LISP

#----------------------------------------------------------------------

my %cases = (
   abc2midi_tune => {
      packages => 'abcmidi',
      size     => 40,
      make     => sub { write_file('in.abc', tune(@_)) },
      command  => 'RUN abc2midi in.abc -o out.mid',
   },
   bash_sort => {
      packages => 'bash',
      size     => 3,
      make     => sub { write_script('in.sh', $bash_sort, @_) },
      command  => 'RUN bash in.sh',
   },
   bash_words => {
      packages => 'bash',
      size     => 20,
      make     => sub { write_file('in', prose(@_)), write_file('in.sh', $bash_words) },
      command  => 'RUN bash in.sh',
   },
   bib2xml_entries => {
      packages => 'bibutils',
      size     => 12,
      make     => sub { write_file('in.bib', bibliography(@_)) },
      command  => 'RUN bib2xml in.bib',
   },
   bsdiff_text => {
      packages => 'bsdiff',
      size     => 100,
      make     => sub { write_versions($_[0], 10) },
      command  => 'RUN bsdiff old new out',
   },
   cbindgen_structures => {
      packages => 'cbindgen',
      size     => 12,
      make     => sub { write_file('in.rs', rust_structures(@_)) },
      command  => 'RUN cbindgen --lang c -o out.h in.rs',
   },
   chktex_sections => {
      packages => 'chktex',
      size     => 40,
      make     => sub { write_file('in.tex', latex(@_)) },
      command  => 'RUN chktex -q in.tex',
      status   => 2,
   },
   co_revisions => {
      packages => 'rcs',
      size     => 100,
      make     => sub { write_file('in,v', rcs_file(@_)) },
      command  => 'RUN rcs co -q -p1.1 in,v',
   },
   compress_text => {
      packages => 'ncompress',
      size     => 80,
      make     => sub { write_file('in', (prose(20)) x $_[0]) },
      command  => 'RUN compress -c in',
   },
   csvtool_readable => {
      packages => 'csvtool',
      size     => 200,
      make     => sub { write_file('in.csv', table($_[0], ',')) },
      command  => 'RUN csvtool readable in.csv',
   },
   db_load_words => {
      packages => 'db5.3-util',
      size     => 500,
      make     => sub { write_file('in', map { (word() . $_, word()) } 1 .. $_[0]) },
      command  => 'RUN db5.3_load -T -t btree -f in out.db',
   },
   dreadnaut_graph => {
      packages => 'nauty',
      size     => 200,
      make     => sub {
         write_file('in', "As n=$_[0] \$=1 g", (map { "$_->[0]:$_->[1];" } edges(@_)), '. x q');
      },
      command  => 'RUN dreadnaut < in',
   },
   duk_objects => {
      packages => 'duktape',
      size     => 100,
      make     => sub { write_script('in.js', $duk_objects, @_) },
      command  => 'RUN duk in.js',
   },
   espeak_phonemes => {
      packages => 'espeak-ng',
      size     => 1,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN espeak-ng -q -x -f in',
   },
   fasttree_sequences => {
      packages => 'fasttree',
      size     => 2,
      make     => sub { write_file('in.fa', descendants($_[0], 60)) },
      command  => 'OMP_NUM_THREADS=1 RUN fasttree -quiet -nopr -nt in.fa',
   },
   fig2dev_shapes => {
      packages => 'fig2dev',
      size     => 150,
      make     => sub { write_file('in.fig', figure(@_)) },
      command  => 'RUN fig2dev -L svg in.fig out.svg',
   },
   fzf_filter => {
      packages => 'fzf',
      size     => 800,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'GOMAXPROCS=1 RUN fzf --filter=kalo < in',
   },
   gpmetis_grid => {
      packages => 'metis',
      size     => 10,
      make     => sub { write_file('in.graph', grid_graph(@_)) },
      command  => 'RUN gpmetis in.graph 4',
   },
   graph_points => {
      packages => 'plotutils',
      size     => 600,
      make     => sub { write_file('in', map { "$_ " . below(1000) } 1 .. $_[0]) },
      command  => 'RUN graph -T svg in',
   },
   gron_rows => {
      packages => 'gron',
      size     => 30,
      make     => sub { write_file('in.json', json(@_)) },
      command  => 'GOMAXPROCS=1 RUN gron --monochrome in.json',
   },
   hexyl_bytes => {
      packages => 'hexyl',
      size     => 3000,
      make     => sub { write_bytes('in', map { chr below(256) } 1 .. $_[0]) },
      command  => 'RUN hexyl in',
   },
   json_reformat_rows => {
      packages => 'yajl-tools',
      size     => 400,
      make     => sub { write_file('in', json(@_)) },
      command  => 'RUN json_reformat < in',
   },
   lemon_grammar => {
      packages => 'lemon',
      size     => 2,
      make     => sub { write_file('in.y', lemon_grammar(@_)) },
      command  => 'RUN lemon -q in.y',
   },
   lp_solve_plan => {
      packages => 'lp-solve',
      size     => 12,
      make     => sub { write_file('in.lp', linear_program(@_)) },
      command  => 'RUN lp_solve -S3 in.lp',
   },
   lzip_text => {
      packages => 'lzip',
      size     => 60,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN lzip -c in',
   },
   mandoc_page => {
      packages => 'mandoc',
      size     => 50,
      make     => sub { write_file('in', manual_page(@_)) },
      command  => 'RUN mandoc in',
   },
   mcl_graph => {
      packages => 'mcl',
      size     => 10,
      make     => sub { write_file('in', map { "n$_->[0] n$_->[1] " . (1 + below(9)) } edges(@_)) },
      command  => 'RUN mcl in --abc -o out -te 1',
   },
   msgfmt_catalogue => {
      packages => 'gettext',
      size     => 120,
      make     => sub { write_file('in.po', catalogue(1, distinct_lines(@_))) },
      command  => 'RUN msgfmt -c -o out.mo in.po',
   },
   msgmerge_catalogues => {
      packages => 'gettext',
      size     => 16,
      make     => \&write_catalogues,
      command  => 'OMP_NUM_THREADS=1 RUN msgmerge -q -o out.po old.po new.pot',
   },
   named_checkzone_hosts => {
      packages => 'bind9-utils',
      size     => 400,
      make     => sub { write_file('in', zone(@_)) },
      command  => 'RUN named-checkzone example.org in',
   },
   newlisp_lists => {
      packages => 'newlisp',
      size     => 200,
      make     => sub { write_script('in.lsp', $newlisp_lists, @_) },
      command  => 'RUN newlisp in.lsp',
   },
   ocamlc_functions => {
      packages => 'ocaml-nox',
      size     => 8,
      make     => sub { write_file('in.ml', ocaml_source(@_)) },
      command  => 'RUN ocamlc.opt -w -a -c in.ml',
   },
   ocrad_page => {
      packages => 'ocrad',
      size     => 2,
      make     => sub { write_file('in.pbm', page_of_letters(@_)) },
      command  => 'RUN ocrad in.pbm',
   },
   oggenc_sound => {
      packages => 'vorbis-tools',
      size     => 7,
      make     => sub { write_bytes('in.wav', wave(@_)) },
      command  => 'RUN oggenc -Q -s 1 -o out.ogg in.wav',
   },
   par_paragraph => {
      packages => 'par',
      size     => 80,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN par 72j < in',
   },
   patch_text => {
      packages => 'patch',
      size     => 900,
      make     => \&write_patch,
      command  => 'RUN patch -s -o out old in.diff',
   },
   protoc_messages => {
      packages => 'protobuf-compiler',
      size     => 2,
      make     => sub { write_file('in.proto', messages(@_)) },
      command  => 'RUN protoc --cpp_out=. in.proto',
   },
   qdelaunay_points => {
      packages => 'qhull-bin',
      size     => 30,
      make     => sub { write_file('in', 3, $_[0], points($_[0], 3)) },
      command  => 'RUN qdelaunay s Qt < in',
   },
   ragel_words => {
      packages => 'ragel',
      size     => 12,
      make     => sub { write_file('in.rl', ragel_machine(@_)) },
      command  => 'RUN ragel -C -o out.c in.rl',
   },
   rapper_turtle => {
      packages => 'raptor2-utils',
      size     => 75,
      make     => sub { write_file('in.ttl', turtle(@_)) },
      command  => 'RUN rapper -q -i turtle -o rdfxml-abbrev in.ttl',
   },
   recsel_people => {
      packages => 'recutils',
      size     => 350,
      make     => sub { write_file('in.rec', records(@_)) },
      command  => q{RUN recsel -t Person -S Name -e 'Age > 30' -p Name,Age in.rec},
   },
   rhash_text => {
      packages => 'rhash',
      size     => 350,
      make     => sub { write_file('in', (prose(20)) x $_[0]) },
      command  => 'RUN rhash --sha1 --tth --whirlpool in',
   },
   shellcheck_functions => {
      packages => 'shellcheck',
      size     => 1,
      make     => sub { write_file('in.sh', shell_script(@_)) },
      command  => 'RUN shellcheck --norc in.sh',
   },
   shfmt_functions => {
      packages => 'shfmt',
      size     => 40,
      make     => sub { write_file('in.sh', shell_script(@_)) },
      command  => 'GOMAXPROCS=1 RUN shfmt -i 2 in.sh',
   },
   style_text => {
      packages => 'diction',
      size     => 80,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN style in',
   },
   svm_train_samples => {
      packages => 'libsvm-tools',
      size     => 40,
      make     => sub { write_file('in', samples(@_)) },
      command  => 'RUN svm-train -q in out',
   },
   tar_list => {
      packages => 'tar',
      size     => 150,
      make     => sub { write_small_files($_[0], 1), system('tar --sort=name --mtime=@0 -cf in.tar in') },
      command  => 'RUN tar -tvf in.tar',
   },
   tcpdump_queries => {
      packages => 'tcpdump',
      size     => 140,
      make     => sub { write_bytes('in.pcap', capture(@_)) },
      command  => 'RUN tcpdump -Z root -n -v -r in.pcap',
   },
   uncrustify_c => {
      packages => 'uncrustify',
      size     => 3,
      make     => sub { write_file('in.c', c_source(@_)) },
      command  => 'RUN uncrustify -q -c - -l C -f in.c',
   },
   unrtf_text => {
      packages => 'unrtf',
      size     => 10,
      make     => sub { write_file('in.rtf', rich_text(@_)) },
      command  => 'RUN unrtf --html in.rtf',
   },
   vsearch_cluster => {
      packages => 'vsearch',
      size     => 24,
      make     => sub { write_file('in.fa', descendants($_[0], 100)) },
      command  => 'RUN vsearch --quiet --threads 1 --cluster_fast in.fa --id 0.9 --centroids out',
   },
   wavpack_sound => {
      packages => 'wavpack',
      size     => 18,
      make     => sub { write_bytes('in.wav', wave(@_)) },
      command  => 'RUN wavpack -q in.wav -o out.wv',
   },
   xmlwf_items => {
      packages => 'expat',
      size     => 150,
      make     => sub { mkdir 'out'; write_file('in.xml', items(@_)) },
      command  => 'RUN xmlwf -d out in.xml',
   },
   zdbsp_level => {
      packages => 'zdbsp',
      size     => 20,
      make     => sub { write_bytes('in.wad', level(@_)) },
      command  => 'RUN zdbsp -o out.wad in.wad',
   },
);

sub other_cases
{
   return %cases;
}

1;
