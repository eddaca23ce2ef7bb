# Inputs of the cases of Other.pm, most of them as lines.

package OtherInputs;

use strict;
use warnings;
use Code qw(write_versions);
use Data qw(letters);
use Exporter qw(import);
use Inputs;

our @EXPORT = qw(
   bibliography capture catalogue descendants distinct_lines edges figure grid_graph items json latex
   lemon_grammar level linear_program messages ocaml_source page_of_letters points ragel_machine rcs_file records
   rich_text rust_structures samples shell_script turtle write_catalogues write_patch write_small_files zone
);

sub json
{
   my ($rows) = @_;
   my @rows = map { sprintf '{"id": %d, "name": "%s", "tags": ["%s", %d]}', $_, word(), word(), below(100) } 1 .. $rows;
   return ('[', join(",\n", @rows), ']');
}

sub shell_script
{
   my ($functions) = @_;
   return ('#!/bin/sh', map {
      my ($name, $what) = words(2);
      ("f$_() {", "for $name in \"\$@\"; do if [ \"\$$name\" = $what ]; then echo \"$what \${$name%.*}\"; fi; done",
         "case \"\$1\" in $what) f$_ -x;; *) return 1;; esac", '}')
   } 1 .. $functions);
}

sub ocaml_source
{
   my ($functions) = @_;
   return map {
      my ($low, $high) = (below(100), below(1000));
      "let rec f$_ list = match list with [] -> $low | x :: rest when x > $high -> x + f$_ rest"
         . " | x :: y :: rest -> (fun a -> a * $low + y) x + f$_ rest | [x] -> List.length [x; $low]"
   } 1 .. $functions;
}

sub rust_structures
{
   my ($count) = @_;
   return map {
      my ($other, $name, $what) = (1 + below($_), words(2));
      ("/// About $name.", '#[repr(C)]',
         "pub struct S$_ { pub ${name}_a: u32, pub ${what}_b: *const S$other, c: [u8; $_] }", '#[no_mangle]',
         "pub extern \"C\" fn f$_(value: *mut S$_, other: &S$other) -> i32 {"
            . " if value.is_null() { $_ } else { 0 } }")
   } 1 .. $count;
}

sub lemon_grammar
{
   my ($statements) = @_;
   return ('%left PLUS.', '%left TIMES.', 'file ::= list.', 'list ::= list statement.', 'list ::= .',
      (map { ("statement ::= s$_.", "s$_ ::= K$_ expr SEMI.", "s$_ ::= K$_ OPEN list CLOSE.") } 1 .. $statements),
      'expr ::= ID.', 'expr ::= expr PLUS expr.', 'expr ::= expr TIMES expr.');
}

sub ragel_machine
{
   my ($words) = @_;
   return ('%%{', 'machine words;', 'main := (', join(' | ', map { "'" . word() . word() . "' \@{ found($_); }" }
         1 .. $words), "| [0-9]+ ) ' ';", 'write data; write exec;', '}%%');
}

sub messages
{
   my ($count) = @_;
   return ('syntax = "proto3";', 'package test;', map {
      my $other = 1 + below($_);
      ("message M$_ {", '  enum Kind { NONE = 0; SOME = 1; }', "  string name = 1;", '  repeated int32 values = 2;',
         "  repeated M$other others = 3;", "  map<string, M$other> named = 4;", '  Kind kind = 5;', '}')
   } 1 .. $count);
}

sub records
{
   my ($count) = @_;
   return ('%rec: Person', '',
      map { ("Name: " . word() . " $_", 'Age: ' . below(90), 'Email: ' . word() . '@example.org', '') } 1 .. $count);
}

sub linear_program
{
   my ($variables) = @_;
   my $sum = sub { join ' + ', map { 1 + below(20) . ' x' . (1 + below($variables)) } 1 .. 5 };
   return ('max: ' . join(' + ', map { 1 + below(50) . " x$_" } 1 .. $variables) . ';',
      (map { $sum->() . ' <= ' . (100 + below(900)) . ';' } 1 .. $variables),
      (map { "x$_ <= " . (1 + below(40)) . ';' } 1 .. $variables));
}

sub figure
{
   my ($shapes) = @_;
   return ('#FIG 3.2', 'Landscape', 'Center', 'Metric', 'A4', '100.00', 'Single', '-2', '1200 2',
      map {
         my @points = map { below(9000) } 1 .. 8;
         ("2 1 0 1 0 7 50 -1 -1 0.000 0 0 -1 0 0 4", "\t @points",
            "4 0 0 50 -1 0 12 0.0000 4 135 500 $points[0] $points[1] " . word() . '\\001')
      } 1 .. $shapes);
}

# Text in capital letters of five by seven points, each as large as three by three.
sub page_of_letters
{
   my ($rows) = @_;
   my %glyphs = (A => '01110 10001 10001 11111 10001 10001 10001', E => '11111 10000 10000 11110 10000 10000 11111',
      H => '10001 10001 10001 11111 10001 10001 10001', L => '10000 10000 10000 10000 10000 10000 11111',
      N => '10001 11001 10101 10101 10011 10001 10001', T => '11111 00100 00100 00100 00100 00100 00100',
      ' ' => '00000 00000 00000 00000 00000 00000 00000');
   my @lines;
   for (1 .. $rows) {
      my @row = map { [split / /, $glyphs{$_}] } split //, letters(30, 'A', 'E', 'H', 'L', 'N', 'T', ' ');
      for my $y (0 .. 6) {
         my $line = '000000' . join('', map { $_->[$y] =~ s/(.)/$1$1$1/gr . '000000' } @row);
         push @lines, ($line) x 3;
      }
      push @lines, ('0' x length $lines[0]) x 9;
   }
   return ('P1', length($lines[0]) . ' ' . @lines, @lines);
}

# A square grid in which each node has an edge to its neighbours.
sub grid_graph
{
   my ($side) = @_;
   my @lines;
   for my $y (0 .. $side - 1) {
      for my $x (0 .. $side - 1) {
         my $node = $y * $side + $x + 1;
         push @lines, join ' ', $x > 0 ? $node - 1 : (), $x < $side - 1 ? $node + 1 : (), $y > 0 ? $node - $side : (),
            $y < $side - 1 ? $node + $side : ();
      }
   }
   return (scalar(@lines) . ' ' . 2 * $side * ($side - 1), @lines);
}

sub edges
{
   my ($nodes) = @_;
   my @edges;
   for my $i (1 .. $nodes) {
      push @edges, map { [$i, 1 + below($nodes)] } 1 .. 2;
      push @edges, [$i, $i % 20 == 0 ? $i - 19 : $i + 1] if $i < $nodes;
   }
   return grep { $_->[0] != $_->[1] } @edges;
}

sub points
{
   my ($count, $dimensions) = @_;
   return map { join ' ', map { below(1 << 20) / 1000 } 1 .. $dimensions } 1 .. $count;
}

# Two classes that overlap.
sub samples
{
   my ($count) = @_;
   return map {
      my $class = below(2);
      join ' ', $class ? '+1' : '-1', map { "$_:" . ($class * 300 + below(1000)) / 1000 } 1 .. 5
   } 1 .. $count;
}

# Sequences of one length, each a copy of an earlier one with a few other letters.
sub descendants
{
   my ($count, $length) = @_;
   my @sequences = letters($length, qw(A C G T));
   while (@sequences < $count) {
      my $sequence = one_of(@sequences);
      substr($sequence, below($length), 1) = one_of(qw(A C G T)) for 1 .. $length / 20;
      push @sequences, $sequence;
   }
   return map { (">s$_", $sequences[$_ - 1]) } 1 .. $count;
}

sub latex
{
   my ($sections) = @_;
   return ('\documentclass{article}', '\begin{document}', (map {
      ('\section{' . word() . '}', prose(3), 'As \cite{' . word() . '} says, $a_{' . $_ . '} = b^2$, "so" it is ...',
         '\begin{itemize}', (map { "\\item \\emph{$_}" } words(3)), '\end{itemize}')
   } 1 .. $sections), '\end{document}');
}

sub bibliography
{
   my ($entries) = @_;
   return map {
      my @words = map { ucfirst } words(8);
      ("\@article{key$_,", "  author = {$words[0], $words[1] and $words[2], $words[3]},",
         "  title = {$words[4] of {$words[5]} and \\'{e} $words[6]},", "  journal = {$words[7]},",
         '  year = {' . (1900 + below(120)) . '}, volume = {' . below(90) . '}, pages = {1--' . (2 + below(90)) . '},',
         '}')
   } 1 .. $entries;
}

sub catalogue
{
   my ($with, @texts) = @_;
   return ('msgid ""', 'msgstr "Content-Type: text/plain; charset=UTF-8\n"', '',
      map { ("msgid \"$_\"", 'msgstr "' . ($with ? scalar reverse $_ : '') . '"', '') } @texts);
}

sub distinct_lines
{
   my ($count) = @_;
   my $number = 0;
   return map { $number++; "$_ $number" } prose($count);
}

# Each message is a new one or an old one with another number.
sub write_catalogues
{
   my ($count) = @_;
   my @old = distinct_lines($count);
   write_file('old.po', catalogue(1, @old));
   write_file('new.pot', catalogue(0, map { below(3) == 0 ? "$_ more" : $_ } @old));
}

sub turtle
{
   my ($things) = @_;
   return ('@prefix e: <http://example.org/> .',
      map { sprintf 'e:t%d a e:%s ; e:name "%s"@en ; e:next e:t%d, [ e:size %d ] .', $_, word(), word(), below($things),
         below(100) } 1 .. $things);
}

sub rich_text
{
   my ($paragraphs) = @_;
   return ('{\rtf1\ansi{\fonttbl{\f0 Times;}}\f0', (map { '\pard ' . join(' {\b ' . word() . '} ', prose(2)) . '\par' }
         1 .. $paragraphs), '}');
}

sub items
{
   my ($count) = @_;
   return ('<list>', (map {
      sprintf '<item id="i%d" %s="%s"><name>%s</name> &lt; %s<!-- %s --></item>', $_, map { "a$_" } words(5)
   } 1 .. $count), '</list>');
}

sub zone
{
   my ($hosts) = @_;
   return ('$TTL 3600', '@ IN SOA ns.example.org. root.example.org. 1 3600 600 86400 3600', '@ IN NS ns',
      'ns IN A 192.0.2.1',
      map { (sprintf('%s%d IN A 10.%d.%d.%d', word(), $_, map { below(256) } 1 .. 3), "t$_ IN TXT \"" . word() . '"') }
         1 .. $hosts);
}

# DNS queries over UDP.
sub capture
{
   my ($packets) = @_;
   my $data = pack 'VvvVVVV', 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1;
   for my $i (1 .. $packets) {
      my $name  = join '', map { pack 'C/a', $_ } word(), word(), 'org';
      my $query = pack('n6', below(65536), 0x100, 1, 0, 0, 0) . $name . "\0" . pack 'nn', 1, 1;
      my $udp   = pack('n4', 1024 + below(60000), 53, 8 + length $query, 0) . $query;
      my $ip    = pack('CCnnnCCnNN', 0x45, 0, 20 + length $udp, $i % 65536, 0, 64, 17, 0,
         map { 0x0a000000 + below(999) } 1 .. 2) . $udp;
      my $frame = pack('H24n', '0200000000010200000000ff', 0x800) . $ip;
      $data .= pack('V4', 1700000000 + $i, 0, (length $frame) x 2) . $frame;
   }
   return $data;
}

# A level of rooms on a grid, with pillars, each room a sector.
sub level
{
   my ($rooms) = @_;
   my ($lines, $sides, $vertices, $sectors) = ('', '', '', '');
   my $line = 0;
   for my $room (0 .. $rooms - 1) {
      my ($x, $y, $width) = (256 * ($room % 40) - 8000, 256 * int($room / 40) - 8000, 100 + below(100));
      for my $corner ([0, 0], [0, $width], [$width, $width - below(30)], [$width, 0]) {
         $vertices .= pack 's<2', $x + $corner->[0], $y + $corner->[1];
         $lines    .= pack 'v7', $line, $line % 4 == 3 ? $line - 3 : $line + 1, 1, 0, 0, $line, 65535;
         $sides    .= pack 's<2a8a8a8v', 0, 0, '-', '-', 'STARTAN3', $room;
         $line++;
      }
      $sectors .= pack 's<2a8a8vvv', 0, 128, 'FLOOR0_1', 'CEIL1_1', 160, 0, 0;
   }
   my $things = pack 's<5', -7950, -7950, 0, 1, 7;
   my @lumps = ([MAP01 => ''], [THINGS => $things], [LINEDEFS => $lines], [SIDEDEFS => $sides],
      [VERTEXES => $vertices], [SEGS => ''], [SSECTORS => ''], [NODES => ''], [SECTORS => $sectors], [REJECT => ''],
      [BLOCKMAP => '']);
   my ($at, $directory) = (12, '');
   for my $lump (@lumps) {
      $directory .= pack 'VVa8', $at, length $lump->[1], $lump->[0];
      $at += length $lump->[1];
   }
   return pack('a4VV', 'PWAD', scalar @lumps, $at) . join('', map { $_->[1] } @lumps) . $directory;
}

# Revisions, each of which changes one of a hundred lines.
sub rcs_file
{
   my ($revisions) = @_;
   my $date = sub { sprintf '%d.%02d.%02d.00.00.00', 1971 + int($_[0] / 300), 1 + $_[0] / 25 % 12, 1 + $_[0] % 25 };
   my @lines = ("head 1.$revisions;", 'access;', 'symbols;', 'locks; strict;', 'comment @# @;', '');
   for my $i (reverse 1 .. $revisions) {
      push @lines, "1.$i", 'date ' . $date->($i) . '; author a; state Exp;', 'branches;',
         'next ' . ($i > 1 ? '1.' . ($i - 1) : '') . ';', '';
   }
   push @lines, 'desc', '@@', '';
   for my $i (reverse 1 .. $revisions) {
      my $line = 1 + below(100);
      push @lines, "1.$i", 'log', "\@change $i", '@', 'text', $i == $revisions ? ('@' . paragraph(1), prose(99), '@')
         : ("\@d$line 1", "a$line 1", prose(1), '@');
   }
   return @lines;
}

sub write_patch
{
   my ($lines) = @_;
   write_versions($lines, 10);
   system 'diff -u --label old --label new old new > in.diff';
}

sub write_small_files
{
   my ($count, $lines) = @_;
   mkdir 'in';
   write_file("in/f$_", prose($lines)) for 1 .. $count;
}

1;
