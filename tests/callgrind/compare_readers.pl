#!/usr/bin/perl
# compare_readers.pl [--some] [PROGRAM...]
#
# Whether readers of the Callgrind profile show what the report of the same run says. For each case below, or each second one of them
# with --some, a program is run with some options; then, for each profile, with the report beside it:
#
#    - check_callgrind.pl accepts both
#    - callgrind_annotate writes no warning: self, inclusive, with callers and callees, with annotated source
#    - it shows of each routine the self cost, the calls and the cost (--inclusive=yes) that `aprof show --format=json` does
#    - so do other viewers, as far as ../common/ProfileViewers.pm knows them; their total is the report's
#
# Routines of one name are added up. What nobody called has no calls in the reader, and what was called before, in
# another part, has less cost there: there only what the reader can know is compared. The lines of a part have what was
# executed in it; its report, what has ended.
# Prints for each case how many profiles there were, and what differs.

use strict;
use warnings;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);
use JSON::PP;
use lib $0 =~ s{[^/]*$}{../common}r;
use CallgrindProfile;
use ProfileViewers;

my @cases = (
   # program      options
   ['edges',     ''],
   ['edges',     '--dump-line=no'],
   ['edges',     '--dump-line=no --dump-instr=yes --drms=yes'],
   ['edges',     '--cost=instr --dump-instr=yes'],
   ['edges',     '--separate-threads=yes'],
   ['edges',     '--separate-callers=2 --separate-recs=3'],
   ['edges',     '--collect-cct=yes --drms=yes --separate-threads=yes --dump-after=by_long_jump'],
   ['edges',     '--dump-after=by_long_jump --dump-before=is_*'],
   ['outside',   '--drms=yes'],
   ['outside',   '--drms=yes --separate-threads=yes --dump-line=no'],
   ['names',     ''],
   ['names',     '--separate-callers=1'],
   ['odd_names', ''],
   ['odd_names', '--separate-callers=2 --collect-cct=yes --cct-recursion=full'],
   ['roots',     ''],
   ['roots',     '--collect-cct=yes'],
   ['roots',     '--collect-cct=yes --cct-recursion=full --drms=yes --dump-instr=yes'],
   ['roots',     '--separate-threads=yes --drms=yes'],
   ['roots',     '--dump-line=no --cost=instr'],
   ['roots',     '--dump-before=generate --dump-after=on_signal'],
   ['roots',     '--dump-before=generate --dump-after=add_up --separate-threads=yes --collect-cct=yes'],
   ['roots',     '--separate-callers=1'],
   ['spread',    ''],
   ['spread',    '--separate-recs=5 --dump-instr=yes'],
   ['spread',    '--cost=instr --dump-line=no'],
);

my $tests     = getcwd();
my $directory = tempdir(CLEANUP => 1);
my $shown     = 5;
my $wrong     = 0;

my $every = @ARGV && $ARGV[0] eq '--some' ? 2 : 1;
shift if $every == 2;
@cases = map { cases_of($_) } @ARGV if @ARGV;
run_case(@{$cases[$_]}) for grep { $_ % $every == 0 } 0 .. $#cases;
exit $wrong;

# Those of the table, or the program without options.
sub cases_of
{
   my ($program) = @_;
   my @of_program = grep { $_->[0] eq $program } @cases;
   return @of_program ? @of_program : [$program, ''];
}

sub run_case
{
   my ($program, $options) = @_;
   unlink glob("$directory/*");
   system("../../../vg-in-place -q --tool=aprof $options --aprof-out-file='$directory/report' "
          . "--callgrind-out-file='$directory/profile' ./$program > '$directory/printed' 2>&1");
   my @differences;
   my ($profiles, $values) = (0, 0);
   for my $profile (sort glob("$directory/profile*")) {
      my $report = $profile =~ s/\/profile/\/report/r;
      my @found  = differences_of($profile, $report, \$values);
      push @differences, map { $profile =~ s/.*\///r . ": $_" } @found;
      $profiles++;
   }
   push @differences, "only $values values" if $values < 250;
   print "$program", $options ne '' ? " $options" : '', ': in ', $profiles < 10 ? $profiles : '10 or more', ', ', @differences ? scalar(@differences) . " differences\n" : "ok\n";
   $wrong = 1 if @differences;
   print map { "   $_\n" } splice(@differences, 0, $shown);
}

#--- The readers -----------------------------------------------------------------------------------------------------

# For warnings about lines, it must find the sources: from where they cannot be abbreviated.
sub annotate
{
   my ($differences, $profile, @options) = @_;
   my $output = `cd / && callgrind_annotate --threshold=100 --show-percs=no @options '$profile' 2>'$directory/warnings'`;
   push @$differences, "callgrind_annotate @options: status $?" if $? != 0;
   open(my $in, '<', "$directory/warnings") or die "compare_readers.pl: $directory/warnings: $!\n";
   push @$differences, map { "callgrind_annotate @options: $_" } map { chomp; $_ } <$in>;
   return $output;
}

# A line of its list, with what stands between counts and name: first event, name, whether it is of the function's own
# file.
sub entry_of
{
   my ($line, $between) = @_;
   my ($counts, $function) = $line =~ /^ *([\d,.]+(?: +[\d,.]+)*) \Q$between\E(\S.*)$/ or return ();
   my $has_object = $function =~ s/ \[[^][]*\]$//;
   my ($name)     = $function =~ /^[^:]*:(.*)$/;
   return [number((split ' ', $counts)[0]), $name, $has_object];
}

sub list_of
{
   my ($text) = @_;
   my ($list) = $text =~ /file:function\n-+\n(.*?)\n(?:-{80}\n|\z)/s or return ();
   return map { entry_of($_, ' ') } split /\n/, $list;
}

sub number
{
   my ($text) = @_;
   return $text eq '.' ? 0 : $text =~ tr/,//dr;
}

# Of each routine of the reader, as in the report: its self cost, the calls, the cost of its first depth.
sub read_with_annotate
{
   my ($differences, $profile, $routine_of, $called) = @_;
   my %shown;
   for my $entry (list_of(annotate($differences, $profile, '--auto=no'))) {
      my ($cost, $name) = @$entry;
      my $routine = $routine_of->{$name};
      $shown{$routine ? $routine->{name} : "?$name"}{self} += $cost if $name ne '(root)';
   }
   for my $entry (list_of(annotate($differences, $profile, '--auto=no', '--inclusive=yes'))) {
      my ($cost, $name, $has_object) = @$entry;
      my $routine = $routine_of->{$name} or next;
      $shown{$routine->{name}}{cost} += $cost if $routine->{is_first} && ($has_object || !$called->{$name});
   }
   my $calls = 0;
   for my $line (split /\n/, annotate($differences, $profile, '--auto=no', '--tree=caller')) {
      if ($line =~ / < .* \(([\d,]+)x\)(?: \[[^][]*\])?$/) {
         $calls += number($1);
      } elsif (my ($entry) = entry_of($line, ' *  ')) {
         my $routine = $routine_of->{$entry->[1]};
         $shown{$routine->{name}}{calls} += $calls if $routine && $calls > 0;
         $calls = 0;
      }
   }
   annotate($differences, $profile, '--auto=yes', '--tree=both', '--inclusive=yes');
   return \%shown;
}

sub read_view
{
   my ($view, $routine_of) = @_;
   my %shown;
   for my $function (values %{$view->{functions}}) {
      my $routine = $routine_of->{$function->{name}} or next;
      $shown{$routine->{name}}{$_} += $function->{$_} for 'self', 'calls';
      $shown{$routine->{name}}{cost} += $function->{inclusive} if $routine->{is_first};
   }
   return \%shown;
}

#--- The names -------------------------------------------------------------------------------------------------------

# The routine of a function, as the report has it, and whether it is the first depth. The report tells: a name may have
# an apostrophe that stands for nothing.
sub routine_of_function
{
   my ($name, $routines) = @_;
   my $is_first = 1;
   for (;;) {
      $is_first = 0 if $name =~ s/' '\d+$/'/;
      my $key = key_of(own_name($name));
      return { name => $key, is_first => $is_first } if exists $routines->{$key} && $name !~ /[^']'\d+$/;
      $name =~ s/'([^']*)$// or return undef;
      $is_first = 0 if $1 =~ /^\d+$/;
   }
}

# Undoes what stands for blanks at the ends, and for an end as that of a depth.
sub own_name
{
   my ($name) = @_;
   my $box = "\xe2\x90\xa3";
   1 while $name =~ s/^( *)$box/$1 /;
   1 while $name =~ s/$box( *)$/ $1/;
   return $name =~ s/''(\d+)$/'$1/r;
}

# The report has no double quotes, and cuts long names.
sub key_of
{
   my ($name) = @_;
   $name =~ s/"/''/g;
   return substr($name, 0, 580);
}

#--- The comparison --------------------------------------------------------------------------------------------------

# Without build ids, aprof finds no names that the tool did not, and the profile does not have.
sub routines_of_report
{
   my ($report) = @_;
   my $filter = '{total_cost, routines: [.routines[] | {name, calls, cost, self_cost}]}';   # JSON::PP is slow
   my $show = "sed '/^c build-id/d' '$report' | ../../command/aprof show --format=json --limit=0 -";
   my $json = decode_json(scalar `$show | jq -c '$filter'`);
   my %routines;
   for my $routine (@{$json->{routines}}) {
      my $name = $routine->{name};
      utf8::encode($name);
      $routines{key_of($name)}{$_} += $routine->{$_ eq 'self' ? 'self_cost' : $_} for 'self', 'cost', 'calls';
   }
   return ($json->{total_cost}, \%routines);
}

# Which functions there are, and which of them are called.
sub calls_of
{
   my ($profile_name) = @_;
   my (%called, %names);
   my $profile = CallgrindProfile->new($profile_name);
   while (my $cost = $profile->next_cost) {
      $names{$cost->{function}{name}} = 1;
      next if !defined $cost->{calls};
      $names{$cost->{callee}{name}} = 1;
      $called{$cost->{callee}{name}} = 1;
   }
   return (\%called, [keys %names]);
}

sub differences_of
{
   my ($profile, $report, $values) = @_;
   my $is_part = $profile =~ /profile\.\d/;
   my @differences;
   my @strict = ($^X, 'check_callgrind.pl', ($is_part ? '--part' : ()), $profile, $report);
   open(my $checked, '-|', @strict) or die "compare_readers.pl: check_callgrind.pl: $!\n";
   push @differences, grep { $_ ne 'ok' } map { chomp; $_ } <$checked>;

   my ($total, $routines) = routines_of_report($report);
   my ($called, $names) = calls_of($profile);
   my %routine_of       = map { $_ => routine_of_function($_, $routines) } @$names;
   my (%is_called, %is_root);
   for my $name (grep { $routine_of{$_} } @$names) {
      $is_called{$routine_of{$name}{name}} = 1 if $called->{$name};
      $is_root{$routine_of{$name}{name}}   = 1 if !$called->{$name};
   }
   my $compare = sub {
      my ($viewer, $shown, @fields) = @_;
      for my $key (sort keys %$routines) {
         my ($by_report, $by_reader) = ($routines->{$key}, $shown->{$key} // {});
         next if $is_part && $by_report->{calls} == 0;
         for my $field (@fields) {
            next if $is_root{$key} && ($field eq 'calls' || $field eq 'cost' && ($is_part || $is_called{$key}));
            ${$values}++;
            my ($expected, $found) = ($by_report->{$field}, $by_reader->{$field} // 0);
            push @differences, "$viewer$key: $field $found, in the report $expected" if $found != $expected;
         }
      }
   };
   my $shown = read_with_annotate(\@differences, $profile, \%routine_of, $called);
   $compare->('', $shown, $is_part ? () : 'self', 'calls', 'cost');
   for my $viewer ('speedscope', 'kcachegrind', 'gprof2dot') {
      my $view = ProfileViewers::view($viewer, $profile);
      push @differences, "$viewer: a total of $view->{total}, in the report $total" if !$is_part && $view->{total} != $total;
      $compare->("$viewer, ", read_view($view, \%routine_of),
                 $is_part ? 'calls' : ('self', 'calls', $viewer eq 'gprof2dot' ? () : 'cost'));
   }
   push @differences, map { "$_: not in the report" } grep { /^\?/ && !$is_part } sort keys %$shown;
   return @differences;
}
