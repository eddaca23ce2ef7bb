#!/usr/bin/perl
# check_callgrind.pl [--part] [--of=OBJECT] [--roots] [--edges] [--lines] [--input] PROFILE [REPORT [PROFILE REPORT]...]
#
# Checks that PROFILE is a Callgrind profile that every reader accepts: the grammar, in the strict form that the most
# sensitive of the readers wants, and the totals. With the aprof REPORT of the same run, that both tell the same:
#
#    Bb of all self lines          = k
#    Bb of a routine's self lines  = its points' self costs
#    calls of a routine            = occurrences of its points, but for activations that nobody called
#    Bb of these calls             = cumulative costs of its points, likewise
#    Bb of calls of its first node = cumulative cost that is not counted twice (real-sum), likewise
#    Rms of its calls              = its points' rms, added up, likewise
#    Rms of its self lines        <= its points' rms, added up; the same if it calls nobody
#    Rms of self lines and calls  >= that
#    Rms of all self lines         = input-cells, with --drms=yes
#
# and that for each function but the deepest of a recursion what comes in with calls goes out, as self cost and calls,
# and for every one no more input (but for a part, --part: an activation is in the part in which it ends, what it called
# may be in an earlier one).
# It reads reports itself, and shares nothing with common/Report.pm, which all other scripts use: where that one misreads a
# report, this one disagrees.
#
# Prints of each profile "ok" or each thing that is wrong, and of the object files whose names end in OBJECT what is asked for:
#
#    --roots   the routines that were called by nobody, and how often
#    --edges   who called whom from which line, and how often
#    --lines   the lines that were executed of each routine, by file
#    --input   all events but the cost that each routine was called for

use strict;
use warnings;
use Getopt::Long;

my %option = (of => '');
my $shown_errors = 20;
my ($errors, $line_number);

# The lines of the header in their order, by their keys; - is an empty line, as Callgrind has them.
my $header = qr/^version creator pid cmd part (thread )?- - (desc )+- positions (event )*events summary - -$/;

# Which kinds of lines may follow one.
my %follows = (
   ''    => 'ob|totals',
   ob    => 'fl',
   fl    => 'fn',
   fn    => 'fi|cob|cost',
   fi    => 'cob|cost',
   fe    => 'cob|cost|fi',
   cob   => 'cfi|cfn',
   cfi   => 'cfn',
   cfn   => 'calls',
   calls => 'call',
   call  => 'fi|fe|cob|cost',
   cost  => 'fi|fe|cob|cost',
);

main();

sub main
{
   GetOptions(\%option, 'of=s', 'part', 'roots', 'edges', 'lines', 'input') && (@ARGV == 1 || @ARGV > 0 && @ARGV % 2 == 0)
      or die "usage: check_callgrind.pl [--part] [--of=OBJECT] [--roots] [--edges] [--lines] [--input] PROFILE [REPORT ...]\n";
   my $wrong = 0;
   while (my @names = splice @ARGV, 0, 2) {
      $wrong += check(@names) > 0;
   }
   exit($wrong != 0);
}

# Returns the number of errors.
sub check
{
   my ($profile_name, $report_name) = @_;
   ($errors, $line_number) = (0, 0);
   my $profile = read_profile($profile_name);
   check_totals($profile);
   check_roots($profile);
   check_flow($profile) if !$option{part};
   if (defined $report_name) {
      my @roots = compare($profile, read_report($report_name));
      print map { "called by nobody: $_\n" } map { s/^(.*) in .*$/$1/r } grep { / in .*\Q$option{of}\E( |$)/ } @roots
         if $option{roots};
   }
   print_edges($profile, $option{of}) if $option{edges};
   print_lines($profile, $option{of}) if $option{lines};
   print_input($profile, $option{of}) if $option{input};
   print $errors == 0 ? "ok\n" : "$errors errors\n";
   return $errors;
}

# Nameless code is the linker's and the C library's own.
sub is_asked_for
{
   my ($function, $object) = @_;
   return $function->{object} =~ /\Q$object\E$/ && $function->{name} !~ /^(0x|_start$|code at |\(root\)$)/;
}

sub short
{
   my ($name) = @_;
   return length($name) <= 100 ? $name : substr($name, 0, 97) . '...';
}

sub print_edges
{
   my ($profile, $object) = @_;
   my @edges = grep { is_asked_for($_->{caller}, $object) && is_asked_for($_->{callee}, $object) } @{$profile->{edges}};
   for my $edge (sort { $a->{caller}{name} cmp $b->{caller}{name} || $a->{line} <=> $b->{line}
                        || $a->{callee}{name} cmp $b->{callee}{name} } @edges) {
      my $file = $edge->{file} eq $edge->{caller}{file} ? '' : ($edge->{file} =~ s{.*/}{}r) . ':';
      print short($edge->{caller}{name}), ", $file$edge->{line}: ", short($edge->{callee}{name}), " x$edge->{calls}\n";
   }
}

sub print_lines
{
   my ($profile, $object) = @_;
   for my $function (sort { $a->{name} cmp $b->{name} } grep { is_asked_for($_, $object) } values %{$profile->{functions}}) {
      for my $file (sort keys %{$function->{lines}}) {
         my @lines = sort { $a <=> $b } grep { $_ > 0 } keys %{$function->{lines}{$file}};
         print short($function->{name}), ', ', $file =~ s{.*/}{}r, ": @lines\n" if @lines;
      }
   }
}

sub print_input
{
   my ($profile, $object) = @_;
   my @events = @{$profile->{events}};
   for my $function (sort { $a->{name} cmp $b->{name} } grep { is_asked_for($_, $object) } values %{$profile->{functions}}) {
      print "$function->{name}: $function->{calls} calls",
            (map { ", $events[$_] " . ($function->{in}[$_] // 0) } 1 .. $#events), "\n";
   }
}

sub wrong
{
   my ($message) = @_;
   $errors++;
   print $line_number > 0 ? "line $line_number: $message\n" : "$message\n" if $errors <= $shown_errors;
}

#--- Grammar ---------------------------------------------------------------------------------------------------------

sub read_profile
{
   my ($name) = @_;
   open(my $in, '<:raw', $name) or die "check_callgrind.pl: $name: $!\n";
   local $/;
   my $text = <$in>;
   close($in);
   utf8::decode(my $copy = $text) or wrong('not valid UTF-8');
   wrong('does not end in a newline') if $text !~ /\n\z/;
   wrong('control characters') if $text =~ /[\x00-\x08\x0b-\x1f\x7f]/;

   my @lines   = split /\n/, $text, -1;
   pop @lines;
   my $profile = { functions => {}, names => {}, total => [] };
   read_header($profile, \@lines);
   read_body($profile, \@lines);
   $line_number = 0;
   return $profile;
}

# KCachegrind looks for creator: or events: in the first 2,047 bytes.
sub read_header
{
   my ($profile, $lines) = @_;
   my ($seen_bytes, @keys) = (0);
   next_line($lines) eq '# callgrind format' or wrong("the first line is not '# callgrind format'");
   while (@$lines && $lines->[0] !~ /^(ob=|totals:)/) {
      my $line = next_line($lines);
      $seen_bytes += length($line) + 1;
      push(@keys, '-'), next if $line eq '';
      my ($key, $value) = $line =~ /^([a-z]+): (\S.*)$/ or wrong("no header line: $line"), next;
      wrong("'creator:' is too far behind") if $key eq 'creator' && $seen_bytes > 2000;
      push @keys, $key;
      read_header_value($profile, $key, $value);
   }
   wrong("the header is not in order: @keys") if "@keys" !~ $header;
   for my $event (keys %{$profile->{long_names}}) {
      wrong("event $event is not recorded") if !grep { $_ eq $event } @{$profile->{events}};
   }
}

sub read_header_value
{
   my ($profile, $key, $value) = @_;
   if ($key eq 'version') {
      wrong("version $value") if $value ne '1';
   } elsif ($key =~ /^(pid|part|thread)$/) {
      wrong("$key is no number: $value") if $value !~ /^[1-9]\d*$/;
   } elsif ($key eq 'desc') {
      wrong("no description: $value") if $value !~ /^[A-Z][A-Za-z ]*: \S/;
   } elsif ($key eq 'positions') {
      wrong("positions $value") if $value !~ /^(instr )?line$/;
      $profile->{positions} = [split ' ', $value];
   } elsif ($key eq 'event') {
      $value =~ /^([A-Za-z][A-Za-z0-9]*) : (\S.*)$/ or wrong("event $value"), return;
      wrong("event $1 has two long names") if $profile->{long_names}{$1};
      $profile->{long_names}{$1} = $2;
   } elsif ($key eq 'events') {
      wrong("events $value") if $value !~ /^[A-Za-z][A-Za-z0-9]*( [A-Za-z][A-Za-z0-9]*)*$/;
      $profile->{events} = [split ' ', $value];
   } elsif ($key eq 'summary') {
      $profile->{summary} = costs_of($profile, $value);
   }
}

sub next_line
{
   my ($lines) = @_;
   $line_number++;
   return shift @$lines;
}

sub read_body
{
   my ($profile, $lines) = @_;
   my %at = (state => '');
   while (@$lines) {
      my $line = next_line($lines);
      my $kind = $line eq ''                    ? 'empty'
               : $line =~ /^(c?ob|c?f[line]|cfn|calls)=/ ? $1
               : $line =~ /^totals: /           ? 'totals'
               : $line =~ /^[0-9+*-]/           ? ($at{state} eq 'calls' ? 'call' : 'cost')
               :                                  'unknown';
      wrong("'$at{state}' is the last line before 'totals:'") if $at{state} eq 'totals';
      if ($kind eq 'empty') {
         wrong('an empty line inside a call')       if $at{state} =~ /^(cob|cfi|cfn|calls|ob|fl|fi)$/;
         wrong('no fe= before the end of function') if $at{in_other_file};
         wrong('a function without costs')          if $at{state} eq 'fn';
         $at{state} = '';
         next;
      }
      wrong("'$kind' behind '$at{state}': $line") if $kind !~ /^($follows{$at{state}})$/;
      read_body_line($profile, \%at, $kind, $line);
      $at{state} = $kind;
   }
   wrong("no 'totals:' at the end") if $at{state} ne 'totals';
}

sub read_body_line
{
   my ($profile, $at, $kind, $line) = @_;
   if ($kind =~ /^(ob|fl|fi|fe|cob|cfi)$/) {
      my ($name) = name_of($profile, $kind =~ /ob$/ ? 'object' : 'file', $line);
      if ($kind =~ /^(fi|fe)$/) {
         wrong("fi= to the same file") if $name eq $at->{file};
         $at->{in_other_file} = $kind eq 'fi';
         wrong("fe= does not return to the function's own file") if $kind eq 'fe' && $name ne $at->{fl};
         wrong("fi= to the function's own file")                 if $kind eq 'fi' && $name eq $at->{fl};
         $at->{file} = $name;
      } else {
         $at->{$kind} = $name;
         $at->{file}  = $name if $kind eq 'fl';
      }
   } elsif ($kind eq 'fn') {
      my $function = function_of($profile, $at->{ob}, $at->{fl}, $line);
      wrong("function $function->{name} is there twice") if $function->{described}++;
      $at->{fn}            = $function;
      $at->{position}      = [];
      $at->{in_other_file} = 0;
   } elsif ($kind eq 'cfn') {
      my $is_named = $at->{state} eq 'cfi';
      my $can_differ = $at->{file} ne $at->{fl};   # by readers: from the line's file, and from the function's
      wrong("cfi= of the current file: $line") if $is_named && $at->{cfi} eq $at->{file} && !$can_differ;
      wrong("no cfi= in code of another file: $line") if !$is_named && $can_differ;
      $at->{cfn} = function_of($profile, $at->{cob}, $is_named ? $at->{cfi} : $at->{file}, $line);
   } elsif ($kind eq 'calls') {
      my ($count, $target) = $line =~ /^calls=([1-9]\d*) (\S.*)$/ or wrong("no call: $line"), return;
      $at->{calls} = $count;
      my $position = $profile->{positions};
      my $expected = join ' ', map { $_ eq 'instr' ? '0x[0-9a-f]+' : '\d+' } @$position;
      wrong("the target is not '@$position': $target") if $target !~ /^$expected$/;
   } elsif ($kind eq 'totals') {
      $profile->{totals} = costs_of($profile, substr($line, 8));
   } else {
      read_cost_line($profile, $at, $kind, $line);
   }
}

sub read_cost_line
{
   my ($profile, $at, $kind, $line) = @_;
   my @fields = split / /, $line, -1;
   for my $index (0 .. $#{$profile->{positions}}) {
      $at->{position}[$index] = position_of($profile->{positions}[$index], $at->{position}[$index], shift @fields);
   }
   my $costs    = costs_of($profile, join(' ', @fields));
   my $function = $at->{fn};
   if ($kind eq 'cost') {
      $function->{lines}{$at->{file}}{$at->{position}[-1]} = 1;
      add($function->{self}, $costs);
      add($profile->{total}, $costs);
      wrong("two lines for one place: $line")
         if $function->{places}{join ' ', $at->{file}, @{$at->{position}}}++;
   } else {
      my $callee = $at->{cfn};
      wrong('a call without cost') if $costs->[0] == 0 && !may_cost_nothing($profile);
      wrong("two lines for one place and callee: $line")
         if $function->{places}{join ' ', $at->{file}, @{$at->{position}}, $callee->{id}}++;
      add($function->{out}, $costs);
      add($callee->{in}, $costs);
      $callee->{calls} += $at->{calls};
      $callee->{root_calls} += $at->{calls} if is_root($function);
      push @{$profile->{edges}}, {
         caller => $function, callee => $callee, calls => $at->{calls}, file => $at->{file}, line => $at->{position}[-1],
      };
      $function->{callees}{$callee->{id}} = 1;
   }
}

sub position_of
{
   my ($kind, $last, $text) = @_;
   my $absolute = $kind eq 'instr' ? qr/^0x[0-9a-f]+$/ : qr/^(0|[1-9]\d*)$/;
   if (!defined $text) {
      wrong('no position');
      return 0;
   } elsif ($text =~ $absolute) {
      return $kind eq 'instr' ? hex_of($text) : $text;
   } elsif (!defined $last) {
      wrong("the first position of a function is relative: $text");
      return 0;
   } elsif ($text eq '*') {
      return $last;
   } elsif ($text =~ /^([+-])([1-9]\d*)$/) {
      my $position = $1 eq '+' ? $last + $2 : $last - $2;
      wrong("a position below 0: $text behind $last") if $position < 0;
      return $position;
   }
   wrong("no position: $text");
   return 0;
}

sub hex_of
{
   my ($text) = @_;
   no warnings 'portable';
   return hex($text);
}

# The format allows to leave out zeros at the end of a line, but some readers take what is left out for undefined.
sub costs_of
{
   my ($profile, $text) = @_;
   wrong("no costs: '$text'") if $text !~ /^\d+( \d+)*$/;
   my @costs = split / /, $text;
   my $count = @{$profile->{events} // []};
   wrong('more costs than events')  if @costs > $count;
   wrong('fewer costs than events') if @costs < $count;
   return \@costs;
}

# (id) name where the id is new, (id) afterwards.
sub name_of
{
   my ($profile, $space, $line) = @_;
   $line =~ /^[a-z]+=\(([1-9]\d*)\)(?: (\S.*))?$/ or wrong("no compressed name: $line"), return ('?', 0);
   my ($id, $name) = ($1, $2);
   my $known = $profile->{names}{$space}{$id};
   wrong("$space $id is named again") if defined $known && defined $name;
   wrong("$space $id has no name")    if !defined $known && !defined $name;
   if (defined $name) {
      wrong("$space '$name' has two ids") if $space ne 'function' && $profile->{ids}{$space}{$name}++;
      $profile->{names}{$space}{$id} = $name;
   }
   return ($profile->{names}{$space}{$id} // '?', $id);
}

sub function_of
{
   my ($profile, $object, $file, $line) = @_;
   my ($name, $id) = name_of($profile, 'function', $line);
   my $function = $profile->{functions}{$id} //= {
      name => $name, id => $id, object => $object, file => $file, calls => 0, root_calls => 0, self => [], in => [],
      out => [],
   };
   wrong("function $name: object and file are not as before") if $function->{object} ne $object
                                                                 || $function->{file} ne $file;
   return $function;
}

sub add
{
   my ($sum, $costs) = @_;
   $sum->[$_] = ($sum->[$_] // 0) + $costs->[$_] for 0 .. $#$costs;
}

#--- Totals ----------------------------------------------------------------------------------------------------------

sub same
{
   my ($a, $b) = @_;
   return !grep { ($a->[$_] // 0) != ($b->[$_] // 0) } 0 .. ($#$a > $#$b ? $#$a : $#$b);
}

sub check_totals
{
   my ($profile) = @_;
   my ($total, $summary, $totals) = @$profile{'total', 'summary', 'totals'};
   wrong("the self costs are @$total, the summary is @$summary") if !same($total, $summary);
   wrong("the self costs are @$total, the totals are @$totals")  if !same($total, $totals);
}

# Stands for the caller of what nobody called, if others call it as well.
sub is_root
{
   my ($function) = @_;
   return $function->{name} eq '(root)';
}

sub check_roots
{
   my ($profile) = @_;
   for my $function (values %{$profile->{functions}}) {
      wrong("$function->{name}: called by (root), but by no other function")
         if $function->{root_calls} > 0 && $function->{root_calls} == $function->{calls};
      next if !is_root($function);
      wrong('(root) has a file or an object') if $function->{file} ne '???' || $function->{object} ne '???';
      wrong('(root) has costs of its own')    if @{$function->{self}};
      wrong('(root) is called')               if $function->{calls} > 0;
   }
}

# What a function was called for it spent itself, or in what it called. Recursive functions are counted once for
# each depth; who was called by nobody may have spent more. An activation's input was read first by itself or by what
# it called, by several of them too. What takes less than a microsecond may cost nothing.
sub check_flow
{
   my ($profile) = @_;
   my $interrupted = $profile->{interrupted} = [];
   add($interrupted, $_->{self}) for grep { is_interrupted($profile, $_) } values %{$profile->{functions}};
   for my $function (values %{$profile->{functions}}) {
      for my $event (1 .. $#{$profile->{events}}) {
         my ($in, $self, $out) = map { $_->[$event] // 0 } @$function{'in', 'self', 'out'};
         wrong("$function->{name}: $profile->{events}[$event] $in, but only $self and, by calls, $out")
            if $in > $self + $out + ($interrupted->[$event] // 0);
      }
      next if is_recursive($profile, $function);
      my $spent = ($function->{self}[0] // 0) + ($function->{out}[0] // 0);
      my $in    = $function->{in}[0] // 0;
      wrong("$function->{name}: called for $in, but spent $spent") if $in > $spent;
      $function->{root_cost} = $spent - $in;
      wrong("$function->{name} has no cost of its own, and none by calls")
         if $spent == 0 && !may_cost_nothing($profile) && !is_interrupted($profile, $function);
   }
}

# Instructions are counted at exits from a block. If there was a fault in a routine's first one, it has read, but it has
# no cost, and so no point, and no call.
sub is_interrupted
{
   my ($profile, $function) = @_;
   return $profile->{events}[0] eq 'Ir' && ($function->{self}[0] // 0) == 0 && ($function->{self}[1] // 0) > 0
          && $function->{calls} == 0 && !@{$function->{out}};
}

# Whether calls lead from the function to itself: what is called for it contains more of it then.
sub is_recursive
{
   my ($profile, $function) = @_;
   my (%seen, @found);
   @found = keys %{$function->{callees}};
   while (defined(my $id = shift @found)) {
      return 1 if $id == $function->{id};
      push @found, grep { !$seen{$_}++ } keys %{$profile->{functions}{$id}{callees}};
   }
   return 0;
}

#--- The report ------------------------------------------------------------------------------------------------------

# The sums over the points of each routine, by its name and the last part of its image.
sub read_report
{
   my ($name) = @_;
   my (%report, $routine);
   open(my $in, '<:raw', $name) or die "check_callgrind.pl: $name: $!\n";
   while (my $line = <$in>) {
      if ($line =~ /^k (\d+)/) {
         $report{k} = $1;
      } elsif ($line =~ /^c input-cells: (\d+)$/) {
         $report{input} = $1;
      } elsif ($line =~ /^c input-cells-from-(threads|kernel): (\d+)$/) {
         $report{$1} = $2;
      } elsif ($line =~ /^m (\S+)/) {
         $report{metric} = $1;
      } elsif ($line =~ /^r "(.*)" "(.*)" \d+$/) {
         $routine = $report{routines}{key_of($1, $2)} //= { rms => 0, sum => 0, calls => 0, real => 0, self => 0 };
      } elsif ($line =~ /^[pq] /) {
         my @f = split ' ', $line;
         $routine->{rms}   += $f[2] * $f[7];
         $routine->{sum}   += $f[5];
         $routine->{calls} += $f[7];
         $routine->{real}  += $f[8];
         $routine->{self}  += $f[9];
      }
   }
   return \%report;
}

# The report has no double quotes, and cuts long names.
sub key_of
{
   my ($name, $image) = @_;
   $name =~ s/"/''/g;
   $name =~ s/\.\.\.$// if length($name) > 590;
   $image =~ s{.*/}{};
   $image = '???' if $image eq 'NONE';
   return substr($name, 0, 580) . ' in ' . $image;
}

# A name with blanks at its ends has open boxes there; one that ends as that of a depth has one apostrophe more.
sub own_name
{
   my ($name) = @_;
   my $box = "\xe2\x90\xa3";
   $name =~ s/^((?:$box)+)/' ' x (length($1) \/ 3)/e;
   $name =~ s/((?:$box)+)$/' ' x (length($1) \/ 3)/e;
   return $name =~ s/''(\d+)$/'$1/r;
}

# A routine's functions are f, f'2, f'3... and, with callers, f'caller. A name may itself have an apostrophe: the
# report tells.
sub routine_of
{
   my ($profile, $report, $function) = @_;
   my ($name, $suffix) = ($function->{name}, '');
   $suffix = $1 if length($name) > 580 && $name =~ s/('\d+)$//;   # the report has cut that off
   for (;;) {
      $suffix = $1 if $name =~ s/' ('\d+)$/'/;   # behind an apostrophe of the routine's own
      my $key = key_of(own_name($name), $function->{object});
      return ($key, $suffix !~ /^'\d+$/) if $report->{routines}{$key} && $name !~ /[^']'\d+$/;
      $name =~ s/('[^']*)$// or last;
      $suffix = $1;
   }
   wrong("the report has no routine $function->{name}") if !is_running($function) && !is_interrupted($profile, $function);
   return ('?', 1);
}

# Time may be too short for the clock, and what is requested may be nothing.
sub may_cost_nothing
{
   my ($profile) = @_;
   return $profile->{events}[0] =~ /^(Usec|Bytes|Blocks)$/;
}

# In the report's sums, each activation costs at least 1 then.
sub same_sum
{
   my ($field, $sum, $routine, $metric) = @_;
   my $difference = $routine->{$field} - $sum->{$field};
   return $difference == 0
          || $metric =~ /^(time-usec|alloc-.*)$/ && $field eq 'sum' && $difference > 0 && $difference <= $routine->{calls};
}

# In a part, what still runs has lines, but no points.
sub is_running
{
   my ($function) = @_;
   return $option{part} && $function->{calls} == 0;
}

# A report of a part has routines without points: those that still run, and have called what it has contexts of.
# Returns the routines that were called by nobody.
sub compare
{
   my ($profile, $report) = @_;
   my %sums;
   for my $function (grep { !is_root($_) } values %{$profile->{functions}}) {
      my ($key, $is_first) = routine_of($profile, $report, $function);
      my $sum = $sums{$key} //= { self => 0, calls => 0, root_calls => 0, sum => 0, real => 0, rms => 0, read => 0, passed => 0 };
      $sum->{self}  += $function->{self}[0] // 0;
      $sum->{read}  += $function->{self}[1] // 0;
      $sum->{passed} += $function->{out}[1] // 0;
      $sum->{calls} += $function->{calls};
      $sum->{root_calls} += $function->{root_calls};
      $sum->{sum}   += $function->{in}[0] // 0;
      $sum->{rms}   += $function->{in}[1] // 0;
      $sum->{real}  += $function->{in}[0] // 0 if $is_first;
      $sum->{first} = $function if $is_first;
      $sum->{plain} = $function if own_name($function->{name}) eq $key =~ s/ in .*?$//r;
   }
   wrong("the total is $profile->{total}[0], the report's $report->{k}")
      if !$option{part} && ($profile->{total}[0] // 0) != $report->{k};

   if (defined $report->{threads} && !$option{part}) {
      my ($input, @outside) = map { $_ // 0 } @{$profile->{total}}[1 .. 3];
      wrong("input: $input cells, in the report $report->{input}") if $input != $report->{input};
      wrong("input from threads and the kernel: @outside, in the report $report->{threads} $report->{kernel}")
         if $outside[0] != $report->{threads} || $outside[1] != $report->{kernel};
   }

   my @roots;
   for my $key (sort keys %{$report->{routines}}) {
      my ($routine, $sum) = ($report->{routines}{$key}, $sums{$key});
      if (!defined $sum) {
         wrong("$key: not in the profile") if $routine->{calls} > 0;
         next;
      }
      wrong("$key: self cost $sum->{self}, in the report $routine->{self}")
         if !$option{part} && !same_sum('self', $sum, $routine, $report->{metric});
      compare_reads($key, $routine, $sum, $profile->{interrupted}) if !$option{part};
      my $by_nobody = $routine->{calls} - $sum->{calls} + $sum->{root_calls};
      push @roots, $key =~ s/^(.*)( in .*)$/$1 x$by_nobody$2/r if $by_nobody > 0;
      if ($sum->{calls} < $routine->{calls}) {
         wrong("$key: called by nobody, and not by (root), but by others") if $sum->{plain} && $sum->{plain}{calls} > 0;
         for my $field ('sum', 'real', 'rms') {
            wrong("$key: $field $sum->{$field}, in the report $routine->{$field}") if $sum->{$field} > $routine->{$field};
         }
         next;
      }
      for my $field ('calls', 'sum', 'rms') {
         wrong("$key: $field $sum->{$field}, in the report $routine->{$field}")
            if !same_sum($field, $sum, $routine, $report->{metric});
      }
      if (!same_sum('real', $sum, $routine, $report->{metric}) && !is_recursive($profile, $sum->{first})) {
         wrong("$key: real sum $sum->{real}, in the report $routine->{real}");
      }
   }
   return @roots;
}

# Each cell that an activation reads first itself is in its rms; so is each that what it called has read first, if the
# activation had not accessed it before.
sub compare_reads
{
   my ($key, $routine, $sum, $interrupted) = @_;
   my ($read, $passed) = @$sum{'read', 'passed'};
   $passed += $interrupted->[1] // 0;
   wrong("$key: $read first reads, but rms $routine->{rms}") if $read > $routine->{rms};
   wrong("$key: $read first reads, and by calls $passed, but rms $routine->{rms}") if $read + $passed < $routine->{rms};
}
