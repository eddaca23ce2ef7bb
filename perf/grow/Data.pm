# Cases: what packs, hashes, draws, plays, solves and computes. Cases.pm says what the keys mean.

package Data;

use strict;
use warnings;
use Exporter qw(import);
use Inputs;

our @EXPORT    = qw(data_cases);
our @EXPORT_OK = qw(letters picture tune wave write_bytes);

#----------------------------------------------------------------------
# Inputs

sub write_bytes
{
   my ($file, @parts) = @_;
   open(my $out, '>:raw', $file) or die "cannot write $file: $!\n";
   print $out @parts;
   close($out) or die "cannot write $file: $!\n";
}

# Sound of 8,000 samples a second, in pieces of a quarter of a second: tones that change, and noise.
sub wave
{
   my ($quarters) = @_;
   my @pieces;
   for my $tone (1 .. 16) {
      push @pieces, pack 's<*',
         map { 6000 * sin($_ * $tone / 30) + 3000 * sin($_ * $tone / 7) + below(500) } 1 .. 2000;
   }
   my $data = join '', map { one_of(@pieces) } 1 .. $quarters;
   my @header = ('RIFF', 36 + length $data, 'WAVE', 'fmt ', 16, 1, 1, 8000, 16000, 2, 16, 'data', length $data);
   return pack('A4VA4A4VvvVVvvA4V', @header) . $data;
}

# A square picture with blobs and noise: colours, grey, or black and white.
sub picture
{
   my ($kind, $side) = @_;
   my %header = (P6 => "P6 $side $side 255\n", P5 => "P5 $side $side 255\n", P1 => "P1 $side $side\n");
   my @rows;
   for my $y (0 .. $side - 1) {
      my $across = sin($y / 9);
      my @values = map { 120 + 100 * $across * sin($_ / 11) + below(20) } 1 .. $side;
      push @rows, $kind eq 'P6' ? pack('C*', map { ($_, 255 - $_, $_ / 2) } @values)
         : $kind eq 'P5' ? pack('C*', @values)
         :                 join(' ', map { $_ > 125 ? 1 : 0 } @values) . "\n";
   }
   return ($header{$kind}, @rows);
}

sub letters
{
   my ($count, @letters) = @_;
   return join '', map { one_of(@letters) } 1 .. $count;
}

# A sequence in which one letter of ten was changed, and one of fifty is lost.
sub mutated
{
   my ($sequence, @letters) = @_;
   my $result = '';
   for my $letter (split //, $sequence) {
      my $what = below(50);
      $result .= $what == 0 ? '' : $what <= 5 ? one_of(@letters) : $letter;
   }
   return $result;
}

sub family
{
   my ($sequences, $length) = @_;
   my @letters  = split //, 'ACDEFGHIKLMNPQRSTVWY';
   my $ancestor = letters($length, @letters);
   return map { (">s$_", mutated($ancestor, @letters)) } 1 .. $sequences;
}

sub aligned_reads
{
   my ($count) = @_;
   return ("\@SQ\tSN:chr1\tLN:1000000",
      map { join "\t", "r$_", 0, 'chr1', 1 + below(900000), 60, '50M', '*', 0, 0, letters(50, qw(A C G T)), 'I' x 50 }
         1 .. $count);
}

sub intervals
{
   my ($count) = @_;
   my @starts = map { below(100 * $count) } 1 .. $count;
   return map { join "\t", 'chr1', $_, $_ + 1 + below(300) } @starts;
}

sub write_reference_and_reads
{
   my ($length) = @_;
   my $genome = letters($length, qw(A C G T));
   write_file('genome.fa', '>g', $genome =~ /(.{1,60})/g);
   return $genome;
}

sub clauses
{
   my ($variables, $ratio) = @_;
   my $count = int($variables * $ratio);
   return ("p cnf $variables $count",
      map { join(' ', map { one_of(-1, 1) * (1 + below($variables)) } 1 .. 3) . ' 0' } 1 .. $count);
}

# More pigeons than holes.
sub pigeons
{
   my ($holes) = @_;
   return '{in(P,H) : hole(H)} = 1 :- pigeon(P).', ':- in(P,H), in(Q,H), P < Q.', "hole(1..$holes). pigeon(1..$holes).";
}

sub transport
{
   my ($side) = @_;
   return ("param n := $side;", 'set I := 1..n;', 'var x{I, I} >= 0;',
      'minimize cost: sum{i in I, j in I} ((i * 7919 + j * 104729) mod 101 + 1) * x[i, j];',
      's.t. supply{i in I}: sum{j in I} x[i, j] <= 10 + i mod 7;',
      's.t. demand{j in I}: sum{i in I} x[i, j] >= 5 + j mod 5;', 'solve;', 'end;');
}

sub pdf
{
   my ($pages) = @_;
   my @objects = ('<< /Type /Catalog /Pages 2 0 R >>',
      "<< /Type /Pages /Count $pages /Kids [" . join(' ', map { 2 * $_ + 2 . ' 0 R' } 1 .. $pages) . '] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
   for my $page (1 .. $pages) {
      my $at     = 750;
      my $stream = "BT /F1 10 Tf\n" . join('', map { $at -= 14; "1 0 0 1 50 $at Tm ($_) Tj\n" } prose(20)) . "ET\n";
      push @objects, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >>'
         . ' /Contents ' . (2 * $page + 3) . ' 0 R >>',
         '<< /Length ' . length($stream) . " >>\nstream\n${stream}endstream";
   }
   my ($text, @places) = ("%PDF-1.4\n");
   for my $i (1 .. @objects) {
      push @places, length $text;
      $text .= "$i 0 obj\n$objects[$i - 1]\nendobj\n";
   }
   return $text . "xref\n0 " . (@objects + 1) . "\n0000000000 65535 f \n"
      . join('', map { sprintf "%010d 00000 n \n", $_ } @places)
      . 'trailer << /Root 1 0 R /Size ' . (@objects + 1) . " >>\nstartxref\n" . length($text) . "\n%%EOF\n";
}

sub tune
{
   my ($bars) = @_;
   my @bars = map { join ' ', map { letters(4, qw(A B c d e G)) } 1 .. 2 } 1 .. $bars;
   return ('X:1', 'T:Test', 'M:4/4', 'L:1/8', 'K:C', map { "$_ |" } @bars);
}

#----------------------------------------------------------------------

my %cases = (
   abcm2ps_tune => {
      packages => 'abcm2ps',
      size     => 40,
      make     => sub { write_file('in.abc', tune(@_)) },
      command  => 'RUN abcm2ps -O out.ps in.abc',
   },
   bedtools_intersect => {
      packages => 'bedtools',
      size     => 150,
      make     => sub { write_file('a.bed', intervals(@_)), write_file('b.bed', intervals(@_)) },
      command  => 'RUN bedtools intersect -a a.bed -b b.bed',
   },
   brotli_text => {
      packages => 'brotli',
      size     => 220,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN brotli -q 9 -c in',
   },
   bsdtar_files => {
      packages => 'libarchive-tools',
      size     => 40,
      make     => sub { my ($n) = @_; mkdir 'in'; write_file("in/f$_", prose(40)) for 1 .. $n },
      command  => 'RUN bsdtar -c -f out.tar in',
   },
   bwa_index => {
      packages => 'bwa',
      size     => 5000,
      make     => \&write_reference_and_reads,
      command  => 'RUN bwa index genome.fa',
   },
   cadical_random => {
      packages => 'cadical',
      size     => 300,
      make     => sub { write_file('in.cnf', clauses($_[0], 3)) },
      command  => 'RUN cadical -q in.cnf',
      status   => 10,
   },
   cjpeg_picture => {
      packages => 'libjpeg-turbo-progs',
      size     => 20,
      make     => sub { write_bytes('in.ppm', picture('P6', @_)) },
      command  => 'RUN cjpeg -optimize in.ppm',
   },
   clustalw_length => {
      packages => 'clustalw',
      size     => 8,
      make     => sub { write_file('in.fa', family(4, @_)) },
      command  => 'RUN clustalw -infile=in.fa -outfile=out.aln',
   },
   clustalw_sequences => {
      packages => 'clustalw',
      size     => 2,
      make     => sub { write_file('in.fa', family($_[0], 20)) },
      command  => 'RUN clustalw -infile=in.fa -outfile=out.aln',
   },
   convert_blur => {
      packages => 'imagemagick',
      size     => 9,
      make     => sub { write_bytes('in.pgm', picture('P5', @_)) },
      command  => 'OMP_NUM_THREADS=1 RUN convert in.pgm -blur 0x2 -resize 50% out.pgm',
   },
   cpio_files => {
      packages => 'cpio',
      size     => 80,
      make     => sub {
         my ($n) = @_;
         mkdir 'in';
         write_file("in/f$_", prose(5)) for 1 .. $n;
         write_file('names', map { "in/f$_" } 1 .. $n);
      },
      command  => 'RUN cpio -o -H newc --quiet < names',
   },
   flac_sound => {
      packages => 'flac',
      size     => 20,
      make     => sub { write_bytes('in.wav', wave(@_)) },
      command  => 'RUN flac -s -8 -o out.flac in.wav',
   },
   gifsicle_optimize => {
      packages => 'gifsicle netpbm',
      size     => 14,
      make     => sub {
         write_bytes('in.ppm', picture('P6', @_));
         system('pnmquant 64 in.ppm 2> /dev/null | ppmtogif 2> /dev/null > in.gif');
      },
      command  => 'RUN gifsicle -O2 --colors 32 in.gif -o out.gif',
   },
   glpsol_transport => {
      packages => 'glpk-utils',
      size     => 2,
      make     => sub { write_file('in.mod', transport(@_)) },
      command  => 'RUN glpsol --math in.mod',
   },
   gnuplot_plane => {
      packages => 'gnuplot-nox',
      size     => 7,
      make     => sub { write_file('in', map { below(1000) . ' ' . below(1000) . ' ' . below(1000) } 1 .. $_[0]) },
      command  => q{RUN gnuplot -e 'set terminal svg; set output "out"; set dgrid3d 10, 10 splines; splot "in"'},
   },
   gp_series => {
      packages => 'pari-gp',
      size     => 120,
      make     => sub {
         my ($n) = @_;
         write_file('in', "print(polcoeff(1 / eta(x + O(x^$n)), $n - 1));", "print(sumdigits($n!))");
      },
      command  => 'RUN gp -q -f --default nbthreads=1 --default parisizemax=1G in < /dev/null',
   },
   gringo_pairs => {
      packages => 'gringo',
      size     => 8,
      make     => sub {
         my ($n) = @_;
         write_file('in.lp', "point(1..$n).", 'edge(X, (X * 7919) \\ ' . $n . ') :- point(X).',
            'near(X, Y) :- edge(X, A), edge(Y, A), X < Y.',
            'far(X, Y) :- point(X), point(Y), not near(X, Y), X < Y, (X * Y) \\ 7 = 0.');
      },
      command  => 'RUN gringo in.lp',
   },
   hmmer_search => {
      packages => 'hmmer',
      size     => 8,
      make     => sub {
         write_file('all.fa', family($_[0], 200));
         random_state(20240229);
         write_file('query.fa', family(1, 100));
      },
      command  => 'RUN phmmer --cpu 0 -o out query.fa all.fa',
   },
   lame_sound => {
      packages => 'lame',
      size     => 3,
      make     => sub { write_bytes('in.wav', wave(@_)) },
      command  => 'RUN lame --quiet in.wav out.mp3',
   },
   lz4_text => {
      packages => 'lz4',
      size     => 800,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN lz4 -q -9 in out.lz4',
   },
   minisat_random => {
      packages => 'minisat',
      size     => 200,
      make     => sub { write_file('in.cnf', clauses($_[0], 3.2)) },
      command  => 'RUN minisat -verb=0 in.cnf',
      status   => 10,
   },
   mutool_clean => {
      packages => 'mupdf-tools',
      size     => 7,
      make     => sub { write_bytes('in.pdf', pdf(@_)) },
      command  => 'RUN mutool clean -gggz in.pdf out.pdf',
   },
   openssl_hash => {
      packages => 'openssl',
      size     => 60,
      make     => sub { write_file('in', (prose(100)) x $_[0]) },
      command  => 'RUN openssl dgst -sha3-256 in',
   },
   optipng_picture => {
      packages => 'optipng netpbm',
      size     => 7,
      make     => sub { write_bytes('in.pgm', picture('P5', @_)), system('pnmtopng in.pgm > in.png 2> /dev/null') },
      command  => 'RUN optipng -quiet -o2 -out out.png in.png',
   },
   opusenc_sound => {
      packages => 'opus-tools',
      size     => 2,
      make     => sub { write_bytes('in.wav', wave(@_)) },
      command  => 'RUN opusenc --quiet in.wav out.opus',
   },
   pdftotext_pages => {
      packages => 'poppler-utils',
      size     => 7,
      make     => sub { write_bytes('in.pdf', pdf(@_)) },
      command  => 'RUN pdftotext -layout in.pdf out.txt',
   },
   picosat_random => {
      packages => 'picosat',
      size     => 300,
      make     => sub { write_file('in.cnf', clauses($_[0], 3)) },
      command  => 'RUN picosat in.cnf',
      status   => 10,
   },
   pnmtopng_picture => {
      packages => 'netpbm',
      size     => 18,
      make     => sub { write_bytes('in.ppm', picture('P6', @_)) },
      command  => 'RUN pnmtopng in.ppm',
   },
   potrace_picture => {
      packages => 'potrace',
      size     => 16,
      make     => sub { write_bytes('in.pbm', picture('P1', @_)) },
      command  => 'RUN potrace -s in.pbm -o out.svg',
   },
   qpdf_pages => {
      packages => 'qpdf',
      size     => 14,
      make     => sub { write_bytes('in.pdf', pdf(@_)) },
      command  => 'RUN qpdf --object-streams=generate --static-id in.pdf out.pdf',
   },
   samtools_sort => {
      packages => 'samtools',
      size     => 600,
      make     => sub { write_file('in.sam', aligned_reads(@_)) },
      command  => 'RUN samtools sort --no-PG -o out.bam in.sam',
   },
   sox_effects => {
      packages => 'sox',
      size     => 6,
      make     => sub { write_bytes('in.wav', wave(@_)) },
      command  => 'RUN sox -D in.wav out.wav rate 11025 reverb bass 3',
   },
   uchardet_text => {
      packages => 'uchardet',
      size     => 25,
      make     => sub { write_file('in', (map { "$_ caf\xc3\xa9" } prose(100)) x $_[0]) },
      command  => 'RUN uchardet in',
   },
   unzip_files => {
      packages => 'zip unzip',
      size     => 30,
      make     => sub {
         my ($n) = @_;
         mkdir 'in';
         write_file("in/f$_", prose(100)) for 1 .. $n;
         system('zip -q -r -X in.zip in');
      },
      command  => 'RUN unzip -q -t in.zip',
   },
   zstd_text => {
      packages => 'zstd',
      size     => 400,
      make     => sub { write_file('in', prose(@_)) },
      command  => 'RUN zstd -q -9 --single-thread -o out.zst in',
   },
);

sub data_cases
{
   return %cases;
}

1;
