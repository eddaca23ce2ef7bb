#!/usr/bin/perl
# Runs a program under aprof and under Callgrind, in the same environment, and compares how often each routine was called.
#
#    compare_calls.pl [OPTIONS] PROGRAM COMMAND [ARGUMENT...]
#
#    --least=N      routines with N calls or more, by either tool, are compared                [10]
#    --target=P     at least P per cent of them must have the same number of calls in both     [99.5]
#    --routines=N   at least N must be compared, or the comparison says nothing                [1]
#    --known=FILE   the disagreements that are known                       [known_disagreements, beside this script]
#    --list         print the numbers and all disagreements, in rows of a Markdown table
#    --valgrind=V   how to run Valgrind                                    [../../../vg-in-place]
#
# PROGRAM names the comparison, in messages and in FILE. If both runs end and print alike, the target is reached, and each
# routine that disagrees is in FILE with the reason that is found here, the output is always the same, and the exit status
# is 0. Else it is 1, and what is wrong is said.
#
# Routines are the same if they have the same name in the same object. Static functions of one name are added up (a report
# does not say which is which), and so are split-off and cloned parts (.cold, .part.0), which belong to their routine.
#
# No reason is taken on trust. With --dump-instr=yes Callgrind says which instruction made each call that it counts, and
# what that instruction is, and where it goes, is in the object file. See reason_of().

use strict;
use warnings;
use File::Basename;
use File::Spec;
use File::Temp qw(tempdir);
use Getopt::Long qw(:config require_order);
use lib $0 =~ s{[^/]*$}{../common}r;
use CallgrindProfile;
use Report;
use Script;

my %option = (
   least => 10, target => 99.5, routines => 1, known => dirname($0) . '/known_disagreements',
   valgrind => '../../../vg-in-place',
);
GetOptions(\%option, 'least=i', 'target=f', 'routines=i', 'known=s', 'list', 'valgrind=s') && @ARGV >= 2
   or die "usage: compare_calls.pl [--least=N] [--target=P] [--routines=N] [--known=FILE] [--list] [--valgrind=V] "
        . "PROGRAM COMMAND [ARGUMENT...]\n";
my ($program, @command) = @ARGV;

main();

sub main
{
   my $known     = read_known($option{known});
   my $directory = tempdir(CLEANUP => 1);
   my $printed   = run($directory, 'aprof', "--aprof-out-file=$directory/aprof.out");
   my $again     = run($directory, 'callgrind', "--callgrind-out-file=$directory/callgrind.out", '--dump-instr=yes',
                       '--compress-pos=no');
   my $result    = compare(calls_by_aprof("$directory/aprof.out"), calls_by_callgrind("$directory/callgrind.out"), $known);

   my @problems = problems($result, $known);
   push @problems, 'the two runs did not print the same, or did not end alike' if $printed ne $again;
   print_table($result) if $option{list};
   print map { "$program: $_\n" } @problems;
   exit 1 if @problems;
   print "$program: at least $option{target} % of the routines were called as often as Callgrind says; "
       . "why the others were not is known\n";
}

# ---------------------------------------------------------------------------------------------------------------------
# The two runs
# ---------------------------------------------------------------------------------------------------------------------

# Both get the same few variables, whatever the caller's are. Returns what the program printed, and how it ended.
sub run
{
   my ($directory, $tool, @tool_options) = @_;
   my $valgrind = File::Spec->rel2abs($option{valgrind});
   my $pid = fork // die "compare_calls.pl: fork: $!\n";
   if ($pid == 0) {
      %ENV = (PATH => $ENV{PATH}, LC_ALL => 'C', PERL_HASH_SEED => 0, PYTHONHASHSEED => 0);
      open(STDIN,  '<', '/dev/null')      or die "compare_calls.pl: /dev/null: $!\n";
      open(STDOUT, '>', "$directory/out") or die "compare_calls.pl: $directory/out: $!\n";
      open(STDERR, '>', "$directory/err") or die "compare_calls.pl: $directory/err: $!\n";
      exec $valgrind, '-q', "--tool=$tool", @tool_options, @command or exit 127;
   }
   waitpid $pid, 0;
   my $printed = join('', map { read_file("$directory/$_") } 'out', 'err') . "status $?";
   -s "$directory/$tool.out" or die "compare_calls.pl: $option{valgrind} --tool=$tool @command\n$printed\n";
   return $printed;
}

# Callgrind marks what is called recursively.
sub symbol
{
   my ($name) = @_;
   $name =~ s/'\d+$//;
   return $name;
}

# 'OBJECT: ROUTINE', without what the compiler, the linker or Callgrind has added to the name.
sub key
{
   my ($name, $object) = @_;
   $name = symbol($name);
   $name =~ s/ \[clone .*//;
   $name =~ s/(?<=.)\.(cold|(part|isra|constprop|lto_priv|llvm)\.\d).*//;
   $name =~ s/(?<=.)@.*//;
   $name =~ s/"/''/g;
   $name =~ s/^0x0+(?=.)/0x/;
   return basename($object) . ': ' . substr($name, 0, 590);   # aprof cuts names a little further on
}

# key => number of calls
sub calls_by_aprof
{
   my ($file) = @_;
   my %calls;
   my $report = Report->new($file);
   while (my $point = $report->next_point) {
      $calls{key(@{$point->{routine}}{'name', 'image'})} += $point->{calls};
   }
   return \%calls;
}

# How often an instruction was executed, by object and address.
my %executions;

# key => [ { calls, from and to (symbols), caller (a key), object and address of the calling instruction, and of the
# called one } ]
sub calls_by_callgrind
{
   my ($file) = @_;
   my %arcs;
   my $profile = CallgrindProfile->new($file);
   while (my $cost = $profile->next_cost) {
      my ($caller, $callee) = @$cost{'function', 'callee'};
      if (!defined $cost->{calls}) {
         $executions{$caller->{object}}{$cost->{instr}} += $cost->{events}[0];
         next;
      }
      defined $cost->{instr} or die "compare_calls.pl: $file has no instructions\n";
      my $key = key(@$callee{'name', 'object'});
      my %arc = (
         calls => $cost->{calls}, from => symbol($caller->{name}), to => symbol($callee->{name}),
         caller => key(@$caller{'name', 'object'}), object => $caller->{object}, address => sprintf('%x', $cost->{instr}),
         callee => $callee->{object}, target => hex((split ' ', $cost->{target})[0]),
      );
      push @{$arcs{$key}}, \%arc unless is_jump_of_arm64(\%arc);
   }
   return \%arcs;
}

# On arm64, Valgrind's core takes each plain jump (b) for a call, and so does Callgrind. It is one if a symbol begins there.
my %symbols;
sub is_jump_of_arm64
{
   my ($arc) = @_;
   return (instruction_of_arm64($arc->{object}, hex $arc->{address}) & 0xfc000000) == 0x14000000
          && !is_symbol($arc->{callee}, $arc->{target});
}

sub is_symbol
{
   my ($object, $address) = @_;
   $symbols{$object} //= symbols_of($object);
   return $symbols{$object}{$address};
}

# address => 1, of the object file and what there is of it below /usr/lib/debug.
sub symbols_of
{
   my ($object) = @_;
   my ($id) = `readelf -n $object 2> /dev/null` =~ /Build ID: (\S+)/;
   my $debug = defined $id ? '/usr/lib/debug/.build-id/' . substr($id, 0, 2) . '/' . substr($id, 2) . '.debug' : '';
   return { map { /^([0-9a-f]+) \w / ? (hex($1) => 1) : () } `nm $object $debug 2> /dev/null; nm -D $object` };
}

sub instruction_of_arm64
{
   return code_at(183, @_);
}

# Or one of two bytes, and what is behind it.
sub instruction_of_riscv64
{
   return code_at(243, @_);
}

# Four bytes at an address of an object file; 0 if the file is for another processor than that with this number in ELF, or
# has no code there.
my %files;
sub code_at
{
   my ($machine, $object, $address) = @_;
   $files{$object} //= -f $object ? read_file($object) : '';
   my $file = \$files{$object};
   return 0 if substr($$file, 0, 4) ne "\x7fELF" || unpack('x18 S<', $$file) != $machine;
   my ($headers, $size, $count) = unpack('x32 Q< x14 S< S<', $$file);
   foreach my $i (0 .. $count - 1) {
      my ($type, $flags, $offset, $start, $physical, $length) = unpack('L< L< Q< Q< Q< Q<', substr($$file, $headers + $i * $size, 40));
      if ($type == 1 && $address >= $start && $address < $start + $length) {
         return unpack('L<', substr($$file, $offset + $address - $start, 4));
      }
   }
   return 0;
}

# Where what was executed of an object file calls, and where it goes otherwise: { called and reached: { address => 1 } }.
# Callgrind adds what is executed behind a call through a PLT stub to the call, so that this code seems not to be executed:
# what can be reached from there without a call is reached, too.
sub places_of_arm64
{
   my ($object) = @_;
   my (%called, %reached);
   my @left = keys %{$executions{$object}};
   while (@left) {
      my $address     = pop @left;
      my $instruction = instruction_of_arm64($object, $address);
      my $kind        = $instruction & 0xfc000000;
      my $target      = sub {
         my ($shift, $bits) = @_;
         my $words = ($instruction >> $shift) & ((1 << $bits) - 1);
         return $address + 4 * ($words >> ($bits - 1) ? $words - (1 << $bits) : $words);
      };
      $called{$target->(0, 26)} = 1 if $kind == 0x94000000 && $executions{$object}{$address};   # bl
      my $ends = $instruction == 0 || $kind == 0x14000000 || ($instruction & 0xffbffc1f) == 0xd61f0000;   # b; br, ret
      my @next = (
         $ends                                      ? () : $address + 4,
         $kind == 0x14000000                        ? $target->(0, 26) : (),
         ($instruction & 0xff000010) == 0x54000000  ? $target->(5, 19) : (),   # b.cond
         ($instruction & 0x7e000000) == 0x34000000  ? $target->(5, 19) : (),   # cbz, cbnz
         ($instruction & 0x7e000000) == 0x36000000  ? $target->(5, 14) : (),   # tbz, tbnz
      );
      push @left, grep { !$reached{$_}++ && !$executions{$object}{$_} } @next;
   }
   return { called => \%called, reached => \%reached };
}

# ---------------------------------------------------------------------------------------------------------------------
# The comparison
# ---------------------------------------------------------------------------------------------------------------------

# PLT stubs are no routines. Callgrind leaves them out too, where it knows them; where not, reason_of() does.
sub compare
{
   my ($aprof, $callgrind, $known) = @_;
   my %result = (compared => 0, agree => 0, by_entry => 0, stubs => 0, disagreements => []);
   my %both = (%$aprof, %$callgrind);
   foreach my $key (sort keys %both) {
      my $arcs = $callgrind->{$key} // [];
      my %d = (key => $key, aprof => $aprof->{$key} // 0, callgrind => sum(map { $_->{calls} } @$arcs));
      next if $d{aprof} < $option{least} && $d{callgrind} < $option{least};
      $d{reason} = $d{aprof} == $d{callgrind} ? 'none' : reason_of(\%d, $arcs);
      $result{by_entry}++ if $d{reason} eq 'entry';
      next if $d{reason} eq 'middle';
      if ($d{reason} eq 'stub') {
         $result{stubs}++;
         next;
      }
      next if is_known(\%d, $known, '*');
      $result{compared}++;
      if ($d{reason} =~ /^(none|entry)$/) { $result{agree}++ } else { push @{$result{disagreements}}, \%d }
   }
   $result{percent} = $result{compared} ? 100 * $result{agree} / $result{compared} : 0;
   return \%result;
}

# Why the numbers differ:
#
#    stub      To Callgrind, the code is a routine without a name in an object without a name, and all instructions that
#              call it go to one of the sections of PLT stubs that Valgrind does not tell from other code.
#    loop      Callgrind counts each time that a routine goes to its own first instruction, by whatever instruction but
#              a call (a jump, a repeat prefix), as a call: without these, the numbers are the same.
#    part      It counts jumps from a routine to what the compiler has split off from it, and calls of that, as calls of
#              another: without them, the numbers are the same.
#    loop+part Without either.
#    middle    On arm64 and riscv64, where Callgrind's call stack goes wrong and returns seem to be calls: to Callgrind, code
#              without a symbol is a routine, but of what was executed, no instruction calls it, and one jumps there or
#              stands before. On riscv64: only returns go there, and a call stands before.
#    entry     Likewise, or where Callgrind takes code without a symbol for a part of the routine that jumps to it: by
#              its own count of instructions, the routine's first one was executed as often as aprof says that the routine
#              was called. That is agreement.
#    unknown   none of these
sub reason_of
{
   my ($d, $arcs) = @_;
   return 'stub' if $d->{aprof} == 0 && $d->{key} =~ /^\?\?\?: 0x/ && !grep { !goes_to_stub($_) } @$arcs;
   return 'middle' if $d->{aprof} == 0 && $d->{key} =~ /: 0x/
                      && !grep { !is_in_the_middle($_) && !is_return_of_riscv64($_) } @$arcs;
   return 'entry'  if $d->{aprof} == executions_of_entry($arcs);
   return 'entry'  if $d->{callgrind} == 0 && $d->{aprof} == executions_of_code($d->{key});
   my @own   = grep { $_->{caller} eq $d->{key} } @$arcs;
   my @loops = grep { $_->{from} eq $_->{to} && !is_call($_) } @own;
   my @parts = grep { $_->{from} ne $_->{to} && ($_->{to} =~ /\.part\.\d/ || !is_call($_)) } @own;
   return 'unknown' if $d->{aprof} + sum(map { $_->{calls} } @loops, @parts) != $d->{callgrind};
   return join '+', @loops ? 'loop' : (), @parts ? 'part' : ();
}

my %places;
sub is_in_the_middle
{
   my ($arc) = @_;
   my ($object, $target) = @$arc{'callee', 'target'};
   return 0 if !instruction_of_arm64($object, $target);
   $places{$object} //= places_of_arm64($object);
   return !$places{$object}{called}{$target} && $places{$object}{reached}{$target};
}

# Whether a return goes to behind a call.
sub is_return_of_riscv64
{
   my ($arc) = @_;
   my $return = instruction_of_riscv64($arc->{object}, hex $arc->{address});
   my ($object, $target) = @$arc{'callee', 'target'};
   return ($return == 0x00008067 || ($return & 0xffff) == 0x8082)
          && (is_call_of_riscv64(instruction_of_riscv64($object, $target - 4))
              || is_short_call_of_riscv64(instruction_of_riscv64($object, $target - 2)));
}

# jal, jalr with the return address in ra
sub is_call_of_riscv64
{
   my ($instruction) = @_;
   return ($instruction & 0xfff) == 0x0ef || ($instruction & 0x7fff) == 0x00e7;
}

# c.jalr
sub is_short_call_of_riscv64
{
   my ($instruction) = @_;
   return ($instruction & 0xf07f) == 0x9002 && ($instruction & 0x0f80) != 0;
}

# Of all symbols that have been called as this routine; on arm64 and riscv64, else -1.
sub executions_of_entry
{
   my ($arcs) = @_;
   my %entries;
   foreach my $arc (@$arcs) {
      my ($object, $target) = @$arc{'callee', 'target'};
      next if $arc->{to} =~ /\.cold/ || !(instruction_of_arm64($object, $target) || instruction_of_riscv64($object, $target));
      $entries{"$object $target"} = $executions{$object}{$target} // 0 if is_symbol($object, $target);
   }
   return %entries ? sum(values %entries) : -1;
}

# Of code without a symbol, else -1.
sub executions_of_code
{
   my ($key) = @_;
   my ($name, $address) = $key =~ /^(.*): 0x([0-9a-f]+)$/ or return -1;
   my ($object) = grep { basename($_) eq $name } keys %executions;
   return defined $object ? $executions{$object}{hex $address} // -1 : -1;
}

# The code may be gone: then it is taken for a call, which explains nothing.
sub is_call
{
   my ($arc) = @_;
   my $arm64 = instruction_of_arm64($arc->{object}, hex $arc->{address});
   return ($arm64 & 0xfc000000) == 0x94000000 || ($arm64 & 0xfffffc1f) == 0xd63f0000 if $arm64;   # bl, blr
   my $riscv64 = instruction_of_riscv64($arc->{object}, hex $arc->{address});
   return is_call_of_riscv64($riscv64) || is_short_call_of_riscv64($riscv64) if $riscv64;
   my ($section, $instruction) = disassemble($arc->{object}, $arc->{address});
   return $instruction eq '' || $instruction =~ /^(?:(?:bnd|notrack) )?call/;
}

sub goes_to_stub
{
   my ($arc) = @_;
   my ($section, $instruction) = disassemble($arc->{object}, $arc->{address});
   my ($target) = $instruction =~ /^(?:bnd )?(?:call|jmp) +([0-9a-f]+)(?: |$)/ or return 0;
   ($section, $instruction) = disassemble($arc->{object}, $target);
   return $section =~ /^\.plt\.(got|sec)$/;
}

# Section and text of the instruction at an address of an object file; empty if there is none.
sub disassemble
{
   my ($object, $address) = @_;
   return ('', '') if !-f $object;
   my $end = sprintf '%x', hex($address) + 16;   # longer than any instruction
   open(my $in, '-|', 'objdump', '-d', '--no-show-raw-insn', "--start-address=0x$address", "--stop-address=0x$end", $object)
      or die "compare_calls.pl: objdump: $!\n";
   my ($section, $text) = ('', '');
   while (my $line = <$in>) {
      $section = $1 if $line =~ /^Disassembly of section (.*):$/;
      $text = $1    if $text eq '' && $line =~ /^ *\Q$address\E:\t(.*)$/;
   }
   close $in;
   return ($section, $text);
}

sub sum
{
   my $sum = 0;
   $sum += $_ foreach @_;
   return $sum;
}

# ---------------------------------------------------------------------------------------------------------------------
# The verdict
# ---------------------------------------------------------------------------------------------------------------------

# [ { program, object, routine, reason } ]
sub read_known
{
   my ($file) = @_;
   my @known;
   open(my $in, '<', $file) or die "compare_calls.pl: $file: $!\n";
   while (<$in>) {
      chomp;
      next if /^#/ || $_ eq '';
      /^(\S+) +(loop|part|loop\+part) +(\S+): (.+)$/ or die "compare_calls.pl: $file: line $.: what is '$_'?\n";
      push @known, { program => $1, reason => $2, object => $3, routine => $4 };
   }
   return \@known;
}

# In the file, an object's name is without its version.
sub is_known
{
   my ($d, $known, $whose) = @_;
   my ($object, $routine) = $d->{key} =~ /^(\S+): (.*)$/;
   return grep { $_->{program} eq $whose && $_->{routine} eq $routine && $_->{reason} eq $d->{reason}
                 && $object =~ /^\Q$_->{object}\E[.\d]*$/ } @$known;
}

sub problems
{
   my ($result, $known) = @_;
   my @problems;
   if ($result->{compared} < $option{routines}) {
      push @problems, "only $result->{compared} routines to compare, not $option{routines}";
   }
   if ($result->{percent} < $option{target}) {
      push @problems, sprintf '%d of %d routines agree (%.2f %%)', @$result{qw(agree compared percent)};
   }
   foreach my $d (grep { !is_known($_, $known, $program) } @{$result->{disagreements}}) {
      push @problems, "$d->{aprof} calls, but $d->{callgrind} by Callgrind (reason: $d->{reason}), of $d->{key}";
   }
   return @problems;
}

sub print_table
{
   my ($result) = @_;
   printf "| %s | %d | %d | %.2f %% | %d |\n", $program, @$result{qw(compared agree percent stubs)};
   print "| $program | by the executions of the first instruction: $result->{by_entry} |\n" if $result->{by_entry};
   foreach my $d (@{$result->{disagreements}}) {
      print "| $program | `$d->{key}` | $d->{aprof} | $d->{callgrind} | $d->{reason} |\n";
   }
}
