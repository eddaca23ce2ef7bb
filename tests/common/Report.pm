# What the scripts of all folders know of the format of reports (docs/formats.md): they read reports, and write some of
# programs that never ran.
#
#    my $report = Report->new(FILE);      or Report->parse(TEXT)
#    while (my $point = $report->next_point) { ... }
#    my $report = Report->read(FILE);     the same, with all points in a list
#
# What the file says is believed; a line that is none of the format ends the script. callgrind/check_callgrind.pl has a
# reader of its own, which shares nothing with this one.
#
# Of the report as a whole, what is above the points is known at the first of them, and all at their end:
#
#    version, date, total, build, metric, input, program, command, fav    the lines of the header, or undef
#    comments       a list of the texts
#    routines       a list of { name, image, id, symbol }, in the order of the file
#    contexts       a list of { id, routine, parent }, in the order of the file; parent is a number, -1 of a root
#    routine        the routines by number, and also those that stand in comments
#    context        the contexts by number, as they truly are: what comments say of them counts
#    points         a list of all, of Report->read
#
# A point is that of a routine, or of one of its contexts:
#
#    routine        the one whose r line is above
#    owner          the number of the routine or context that the line begins with
#    context        that of the context, or undef
#    rms, min, max, sum, squares, calls, real, self, self_min, self_max, self_squares
#
# Numbers are as they stand in the file: up to 2^64-1. Points of versions before 1.4 end earlier.

package Report;

use strict;
use warnings;

use constant LARGEST => 18446744073709551615;   # where sums of squares stay

my @numbers = qw(min max sum squares calls real self self_min self_max self_squares);

my %header = (v => 'version', t => 'date', k => 'total', e => 'build', m => 'metric', i => 'input', a => 'program',
              f => 'command', fav => 'fav');

#--- Reading ----------------------------------------------------------------------------------------------------------

sub new
{
   my ($class, $file) = @_;
   open(my $in, '<:raw', $file) or die "$0: $file: $!\n";
   return $class->of_lines($in, $file);
}

sub parse
{
   my ($class, $text) = @_;
   open(my $in, '<:raw', \$text) or die "$0: $!\n";
   return $class->of_lines($in, 'a report')->with_points;
}

sub read
{
   my ($class, $file) = @_;
   return $class->new($file)->with_points;
}

sub of_lines
{
   my ($class, $in, $name) = @_;
   return bless { in => $in, name => $name, comments => [], routines => [], contexts => [], routine => {}, context => {} },
      $class;
}

sub with_points
{
   my ($report) = @_;
   $report->{points} = [];
   while (my $point = $report->next_point) {
      push @{$report->{points}}, $point;
   }
   return $report;
}

# Returns undef at the end of the report.
sub next_point
{
   my ($report) = @_;
   while (defined(my $line = readline $report->{in})) {
      return $report->point_of($1, $2, $3, $4) if $line =~ /^([pq]) (\d+) (\d+)((?: \d+)+)$/;
      $report->take($line);
   }
   return undef;
}

sub point_of
{
   my ($report, $tag, $owner, $rms, $numbers) = @_;
   my %point = (routine => $report->{routines}[-1], owner => $owner, context => $tag eq 'q' ? $owner : undef, rms => $rms);
   @point{@numbers} = split ' ', $numbers;
   return \%point;
}

sub take
{
   my ($report, $line) = @_;
   if ($line =~ /^(c )?r "(.+)" "(.+)" (\d+)$/) {
      my $routine = $report->{routine}{$4} = { name => $2, image => $3, id => $4, symbol => undef };
      push @{$report->{routines}}, $routine if !defined $1;
   } elsif ($line =~ /^(?:c )?u (\d+) "(.*)"$/) {
      $report->{routine}{$1}{symbol} = $2;
   } elsif ($line =~ /^(c )?x (\d+) (\d+) (-?\d+)$/) {
      my $context = $report->{context}{$3} = { id => $3, routine => $report->{routine}{$2}, parent => $4 };
      push @{$report->{contexts}}, $context if !defined $1;
   } elsif ($line =~ /^c(?: (.*))?$/) {
      push @{$report->{comments}}, $1 // '';
   } elsif ($line =~ /^(\w+) (.*)$/ && exists $header{$1}) {
      $report->{$header{$1}} = $2;
   } else {
      die "$0: $report->{name}:", $report->{in}->input_line_number, ": no line of a report: $line\n";
   }
}

# The text behind 'c KEY: ', or undef.
sub comment
{
   my ($report, $key) = @_;
   my ($comment) = grep { /^\Q$key\E: / } @{$report->{comments}};
   return defined $comment ? substr($comment, length($key) + 2) : undef;
}

# All points of the routines of this name.
sub points_of
{
   my ($report, $name) = @_;
   return grep { $_->{routine}{name} eq $name } @{$report->{points}};
}

# The contexts on the way to one, outermost first, by the true tree.
sub way_to
{
   my ($report, $id) = @_;
   my @way;
   for (; $id != -1; $id = $way[0]{parent}) {
      unshift @way, $report->{context}{$id} // die "$0: $report->{name}: there is no context $id\n";
   }
   return @way;
}

# The numbers of a point, behind its rms.
sub numbers_of
{
   my ($point) = @_;
   return @$point{@numbers};
}

# Adds the numbers of a point to a sum, which is a list of them, empty at first. Squares stay at the largest number.
sub add_point
{
   my ($sum, $point) = @_;
   my @more = numbers_of($point);
   if (@$sum == 0) {
      @$sum = @more;
      return;
   }
   foreach my $i (0, 7) {
      $sum->[$i] = $more[$i] if $more[$i] < $sum->[$i];
   }
   foreach my $i (1, 8) {
      $sum->[$i] = $more[$i] if $more[$i] > $sum->[$i];
   }
   foreach my $i (2 .. 6, 9) {
      $sum->[$i] = $sum->[$i] > LARGEST - $more[$i] ? LARGEST : $sum->[$i] + $more[$i];
   }
}

# The last component of a path.
sub file_name
{
   my ($path) = @_;
   return $path =~ s{.*/}{}sr;
}

# "1 report", "2 reports".
sub counted
{
   my ($number, $thing) = @_;
   return "$number $thing" . ($number == 1 ? '' : 's');
}

# What `aprof check-report` has against a report: '' if it is right.
sub problems
{
   my ($file) = @_;
   my $aprof = $ENV{APROF_COMMAND} // '../../command/aprof';
   my $answer = `$aprof check-report '$file' 2>&1`;
   return $? == 0 ? '' : "exit status " . ($? >> 8) . "\n$answer";
}

#--- Writing ----------------------------------------------------------------------------------------------------------

# The header. Of what is not given, it has what most tests want; `comments` is a list.
sub header
{
   my (%has) = (version => 4, date => '2026-11-21T03:40:00Z', build => 1763696400, metric => 'bb-count', input => 'rms',
                comments => ['memory-resolution: 4'], @_);
   return join '', map({ "c $_\n" } @{$has{comments}}),
                   map({ defined $has{$header{$_}} ? "$_ $has{$header{$_}}\n" : '' } qw(v t k e m i a f));
}

# The lines of a routine above its points; the symbol is its name if it has none of its own.
sub routine_lines
{
   my ($id, $name, $image, $symbol) = @_;
   return "r \"$name\" \"$image\" $id\nu $id \"" . ($symbol // $name) . "\"\n";
}

# The owner is 'p' and the number of a routine, or 'q' and that of a context; all numbers are given.
sub point_line
{
   my ($owner, $rms, @all) = @_;
   return join(' ', $owner, $rms, @all) . "\n";
}

# A point of one call. What it cost itself is all of its cost, and `real` too, unless they are given.
sub call_line
{
   my ($owner, $rms, $cost, $self, $real) = @_;
   $self //= $cost;
   return point_line($owner, $rms, $cost, $cost, $cost, square($cost), 1, $real // $cost, $self, $self, $self, square($self));
}

sub square
{
   my ($number) = @_;
   return $number < 2 ** 32 ? $number * $number : LARGEST;
}

sub context_line
{
   my ($routine, $id, $parent) = @_;
   return "x $routine $id $parent\n";
}

1;
