#!/usr/bin/perl
# check_line_lengths.pl
#
# Names of all lengths around those at which a line of the report becomes too long for its readers (1,023 bytes and the
# newline), in characters of one and of several bytes: each must be there as a whole, or cut where it must be and no earlier.
# r and u lines are cut alike whatever the routine's number is, and also where they stand in comments.
# Makes programs in assembler whose routines have such names, under paths of such lengths; prints for each path what differs
# from the expected lines.

use strict;
use warnings;
use File::Path qw(make_path);
use File::Temp qw(tempdir);

my $longest     = 1023;
my $longest_id  = 4294967295;
my $beside_image = 64;   # what the longest image leaves to the name
my $directory   = tempdir(CLEANUP => 1);
my $errors      = 0;

# On 64-bit x86, or on 64-bit ARM: a call, and the end of the process.
my ($call, @exit) = system('../common/cpu_has', 'amd64') == 0 ? ('call', 'mov $60, %eax', 'xor %edi, %edi', 'syscall')
                                                              : ('bl', 'mov x8, 93', 'mov x0, 0', 'svc 0');

main();

sub main
{
   for my $length (300, 948 .. 951, 1019 .. 1023, 1300) {
      check_path("length $length", path_of($length, 'd'));
   }
   for my $length (949 .. 953, 1021 .. 1025) {
      check_path("length $length, in characters of 3 bytes", path_of($length, "\xe2\x82\xac"));
   }
   exit($errors > 0);
}

#--- What is run -----------------------------------------------------------------------------------------------------

# A path of so many bytes, in components of at most 255, of a certain character.
sub path_of
{
   my ($length, $character) = @_;
   my $path = $directory;
   while ((my $left = $length - length($path)) > 0) {
      my $component = $left <= 240 ? $left : $left < 300 ? 120 : 240;
      my $count     = int(($component - 1) / length($character));
      $path .= '/' . 'p' x ($component - 1 - $count * length($character)) . $character x $count;
   }
   return $path;
}

# What ends around a length, in several ways: plain; in characters of two, three and four bytes; in double quotes, which take
# two bytes each in the report.
sub names_around
{
   my ($length, $first) = @_;
   my @names;
   for my $end ('', "\xc3\xa9" x 9, "\xe2\x82\xac" x 9, "\xf0\x9f\x98\x80" x 9, '"' x 9) {
      my $written = length($end =~ s/"/''/gr);
      push @names, map { 'n' . $first++ . 'x' x ($length + $_ - $written - 4) . $end } -1 .. 3;
   }
   return @names;
}

sub make_program
{
   my ($path, @names) = @_;
   make_path($path =~ s{/[^/]*$}{}r);
   open(my $out, '>:raw', "$directory/source.s") or die "check_line_lengths.pl: $directory/source.s: $!\n";
   print $out ".data\n.quad 1\n.text\n";   # Valgrind reads the symbols of programs that have both
   print $out ".globl _start\n.type _start, %function\n_start:\n";
   my @symbols = map { '"' . s/"/\\"/gr . '"' } @names;
   print $out map { "   $call .L$_\n" } 0 .. $#names;
   print $out map({ "   $_\n" } @exit), ".size _start, . - _start\n";
   print $out map { ".type $symbols[$_], %function\n$symbols[$_]:\n.L$_:\n   ret\n.size $symbols[$_], . - .L$_\n" } 0 .. $#names;
   close($out);
   system('gcc', '-nostdlib', '-static', '-o', "$directory/program", "$directory/source.s") == 0
      or die "check_line_lengths.pl: gcc failed\n";
   rename("$directory/program", $path) or die "check_line_lengths.pl: $path: $!\n";
}

sub lines_of_report
{
   my ($path, $options, @arguments) = @_;
   my $report = "$directory/report";
   system('../../../vg-in-place', '-q', '--tool=aprof', "--aprof-out-file=$report", @$options, $path, @arguments);
   system('../../command/aprof', 'check-report', $report) == 0 or $errors++;
   open(my $in, '<:raw', $report) or die "check_line_lengths.pl: $report: $!\n";
   chomp(my @lines = <$in>);
   return @lines;
}

#--- What must be there ----------------------------------------------------------------------------------------------

sub characters_of
{
   my ($text) = @_;
   return map { $_ eq '"' ? "''" : $_ } $text =~ /[\x00-\x7f]|[\xc0-\xff][\x80-\xbf]+/g;
}

sub take
{
   my ($room, @characters) = @_;
   my $taken = '';
   for my $character (@characters) {
      last if length($taken) + length($character) > $room;
      $taken .= $character;
   }
   return $taken;
}

sub head_of
{
   my ($text, $room) = @_;
   my @characters = characters_of($text);
   my $whole      = join '', @characters;
   return length($whole) <= $room ? $whole : take($room - 3, @characters) . '...';
}

sub tail_of
{
   my ($text, $room) = @_;
   my @characters = characters_of($text);
   my $whole      = join '', @characters;
   return $whole if length($whole) <= $room;
   return '...' . join '', reverse take($room - 3, map { scalar reverse } reverse @characters) =~ /./gs;
}

sub expected_routine
{
   my ($id, $name, $path) = @_;
   my $room  = $longest - length(qq(c r "" "" $longest_id));
   my $whole = length(head_of($name, $room));
   my $image = tail_of($path, $room - ($whole < $beside_image ? $whole : $beside_image));
   return (qq(r ") . head_of($name, $room - length($image)) . qq(" "$image" $id),
           qq(u $id ") . head_of($name, $longest - length(qq(c u $longest_id ""))) . '"');
}

# The first routines have numbers of one digit, the others of two or three.
sub check_path
{
   my ($title, $path) = @_;
   my $room  = $longest - length(qq(c r "" "" $longest_id));
   my $image = length(tail_of($path, $room - $beside_image));
   my @names = map { "few$_" } 1 .. 9;
   push @names, names_around($room - $image, 100), names_around($longest - length(qq(c u $longest_id "")), 200);
   make_program($path, @names);

   my @patterns  = names_around($longest - length('c input-arg: :1'), 300);
   my $fits      = $longest - length("f $path ");
   my @arguments = $fits > 10 ? names_around($fits, 400) : ('any');
   my @expected;
   push @expected, map { 'c input-arg: ' . head_of($_ =~ s/"/Q/gr, $longest - length('c input-arg: :1')) . ':1' } @patterns;
   push @expected, 'a ' . tail_of($path, $longest - 2);
   push @expected, map { expected_routine($_, $_ == 0 ? '_start' : $names[$_ - 1], $path) } 0 .. @names;

   my @lines = lines_of_report($path, [map { '--input-arg=' . s/"/Q/gr . ':1' } @patterns]);
   compare($title, \@expected, [grep { /^(c input-arg:|[aru]) / } @lines]);
   for my $argument (map { s/"/Q/gr } @arguments) {
      compare("$title, its command line", ['f ' . head_of("$path $argument", $longest - 2)],
              [grep { /^f / } lines_of_report($path, [], $argument)]);
   }
   print "$title: ", scalar(grep { length_with_longest_id($_) == $longest } @lines) > 10 ? 'ok' : 'too few long lines', "\n";
}

# Of a line of the report, as if it had the longest id and stood in a comment.
sub length_with_longest_id
{
   my ($line) = @_;
   $line =~ s/^(r .* )\d+$/c $1$longest_id/;
   $line =~ s/^u \d+ /c u $longest_id /;
   return length($line);
}

sub compare
{
   my ($title, $expected, $found) = @_;
   my $different = 0;
   for my $index (0 .. ($#$expected > $#$found ? $#$expected : $#$found)) {
      my ($by_definition, $by_aprof) = map { $_->[$index] // 'nothing' } $expected, $found;
      next if $by_definition eq $by_aprof || $different++ >= 3;
      $errors++;
      print "$title: expected of ", length($by_definition), " bytes: ", shortened($by_definition),
            "\n   found of ", length($by_aprof), " bytes: ", shortened($by_aprof), "\n";
   }
}

sub shortened
{
   my ($text) = @_;
   return length($text) <= 70 ? $text : substr($text, 0, 30) . ' ~ ' . substr($text, -30);
}
