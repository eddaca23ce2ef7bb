#!/usr/bin/perl
# compare_trace.pl [--valgrind=V] [--kernel-reads=ROUTINE:VARIABLE] [--kernel-writes=ROUTINE:VARIABLE] [--least=N]
#                  PROGRAM [OPTIONS...]
#
# Computes the profile and the report of a program by the definition, without aprof, and compares them with what aprof
# writes. What the program does is known from Valgrind's tool Lackey, which prints every instruction and every access
# in their order, and from the disassembled program: what calls and returns. The memory of each activation is a set,
# and each access is looked up in those of all activations.
#
# The program must be without a C library, and make system calls only in routines that are known to read or write all
# of a variable, and in the one that ends it. Its standard input is /dev/zero.
#
# Each of OPTIONS is some of aprof's options, by blanks, for a run of its own: --memory-resolution, --separate-recs,
# --cost=bb-count and instr, --rep-cost, --drms, --dump-instr, --dump-line, and any that should not matter. For each run the
# following must be the same:
#
#    - the cost, first reads and input from the kernel of each line (or instruction) of each function
#    - the calls from each line (or instruction) to each function, and their inclusive events
#    - the points of each routine: occurrences, cumulative and self cost
#
# Prints for each run "OPTIONS: same", or what differs; an error if there are less than N first reads by at least
# two routines (or 100).

use strict;
use warnings;
no warnings 'portable';   # addresses have more than 32 bits
use File::Spec;
use File::Temp qw(tempdir);
use Getopt::Long qw(:config require_order);
use lib $0 =~ s{[^/]*$}{../common}r;
use CallgrindProfile;
use Report;

my %option = (valgrind => '../../../vg-in-place', 'kernel-reads' => [], 'kernel-writes' => [], least => 100);
GetOptions(\%option, 'valgrind=s', 'kernel-reads=s@', 'kernel-writes=s@', 'least=i') && @ARGV >= 1
   or die "usage: compare_trace.pl [--valgrind=V] [--kernel-reads=ROUTINE:VARIABLE] [--kernel-writes=ROUTINE:VARIABLE] "
        . "[--least=N] PROGRAM [OPTIONS...]\n";
my ($program, @runs) = @ARGV;
@runs = ('') if !@runs;
my $directory         = tempdir(CLEANUP => 1);
my $shown_differences = 10;

my (%kind, %entry, @starts, %variable, %line_of);   # by address; @starts: of routines, ascending
my (%repeated);                                      # of repeated string instructions, by address: bytes of an iteration
my (%begins);                                        # by routine: the address of its first instruction
my @stubs = (0, 0);                                  # first address and end of the PLT stubs
my (%system_call);                                   # by routine

main();

sub main
{
   read_program();
   read_lines();
   my $trace = trace();
   my $wrong = 0;
   for my $run (@runs) {
      my @differences = compare($run, $trace);
      print "$run: ", (@differences ? scalar(@differences) . " differences\n" : "same\n");
      $wrong = 1 if @differences;
      print map { "   $_\n" } splice(@differences, 0, $shown_differences);
   }
   exit $wrong;
}

#--- The program -----------------------------------------------------------------------------------------------------

sub lines_of_command
{
   my (@command) = @_;
   open(my $in, '-|', @command) or die "compare_trace.pl: $command[0]: $!\n";
   my @lines = <$in>;
   close($in) or die "compare_trace.pl: $command[0] failed\n";
   chomp @lines;
   return @lines;
}

sub read_program
{
   for my $line (lines_of_command('objdump', '-h', '-w', $program)) {
      @stubs = (hex($2), hex($2) + hex($1)) if $line =~ /^ *\d+ \.plt +(\w+) +(\w+) /;
   }
   for my $line (lines_of_command('nm', '-S', '--defined-only', $program)) {
      my ($address, $size, $type, $name) = $line =~ /^(\w+) (?:(\w+) )?([A-Za-z]) (.*)$/ or next;
      if ($type =~ /^[tT]$/ && !is_stub(hex $address)) {
         my $routine = $name =~ s/\.(cold|part|isra|constprop).*//r;
         $entry{hex $address} = $routine;
         $begins{$routine} = hex $address if $name !~ /\.cold/ && ($name eq $routine || !defined $begins{$routine});
      } elsif (defined $size) {
         $variable{$name} = [hex($address), hex($size)];
      }
   }
   @starts = sort { $a <=> $b } keys %entry;
   for my $line (lines_of_command('objdump', '-d', '-w', '--no-show-raw-insn', $program)) {
      my ($address, $instruction) = $line =~ /^\s*([0-9a-f]+):\s+(.*)/ or next;
      $kind{hex $address} = $instruction =~ /^(\w+ )*call\b/ ? 'call' : $instruction =~ /^(\w+ )*ret\b/ ? 'return'
                          : $instruction =~ /^syscall\b/ ? 'system call' : 'other';
      $repeated{hex $address} = repeated_bytes($instruction);
   }
   for my $what ('reads', 'writes') {
      for my $specification (@{$option{"kernel-$what"}}) {
         my ($routine, $name) = split /:/, $specification;
         die "compare_trace.pl: $program has no variable $name\n" if !$variable{$name};
         push @{$system_call{$routine}}, [$what, @{$variable{$name}}];
      }
   }
}

# How many bytes an iteration of a repeated string instruction is about: it ends in their name, or one of its operands is
# a register. undef if the instruction is another one.
sub repeated_bytes
{
   my ($instruction) = @_;
   return undef if $instruction !~ /^rep\w* (?:movs|cmps|stos|scas)([bwlq]?) (.*)/;
   my ($suffix, $operands) = ($1, $2);
   my ($register) = $operands =~ /%([re]?a[lx])\b/;
   return { b => 1, w => 2, l => 4, q => 8, al => 1, ax => 2, eax => 4, rax => 8 }->{$suffix || $register};
}

sub is_stub
{
   my ($address) = @_;
   return $address >= $stubs[0] && $address < $stubs[1];
}

sub routine_at
{
   my ($address) = @_;
   my ($low, $high) = (-1, scalar @starts);
   while ($high - $low > 1) {
      my $middle = int(($low + $high) / 2);
      if ($starts[$middle] <= $address) {
         $low = $middle;
      } else {
         $high = $middle;
      }
   }
   die sprintf("compare_trace.pl: no routine at %x\n", $address) if $low < 0;
   return $entry{$starts[$low]};
}

sub read_lines
{
   my @addresses = sort { $a <=> $b } keys %kind;
   open(my $out, '>', "$directory/addresses") or die "compare_trace.pl: $directory/addresses: $!\n";
   printf $out "0x%x\n", $_ for @addresses;
   close($out);
   my @lines = lines_of_command('sh', '-c', "addr2line -e '$program' < '$directory/addresses'");
   for my $index (0 .. $#addresses) {
      $line_of{$addresses[$index]} = $lines[$index] =~ /:(\d+)( |$)/ ? $1 : 0;
   }
}

#--- The trace -------------------------------------------------------------------------------------------------------

sub run
{
   my (@options) = @_;
   my $pid = fork // die "compare_trace.pl: fork: $!\n";
   if ($pid == 0) {
      open(STDIN,  '<', '/dev/zero') or die "compare_trace.pl: /dev/zero: $!\n";
      open(STDOUT, '>', '/dev/null') or die "compare_trace.pl: /dev/null: $!\n";
      exec $option{valgrind}, '-q', "--log-file=$directory/log", @options, File::Spec->rel2abs($program) or exit 127;
   }
   waitpid $pid, 0;
   die "compare_trace.pl: $program under @options ended with $?\n",
       map { "$_\n" } grep { !/^ ?(I|L|S|M|SB) / } lines_of_command('tail', '-n', '30', "$directory/log") if $? != 0;
}

# As a list of kind, address and size. The blocks are those that aprof has: one iteration of a loop each, and no jump
# inside.
sub trace
{
   run('--tool=lackey', '--trace-mem=yes', '--trace-superblocks=yes', '--vex-guest-chase=no',
       '--vex-iropt-unroll-thresh=0');
   open(my $in, '<', "$directory/log") or die "compare_trace.pl: $directory/log: $!\n";
   my @trace;
   while (my $line = <$in>) {
      if ($line =~ /^ ?([ILSM]) +([0-9a-f]+),(\d+)$/ || $line =~ /^(SB) ([0-9a-f]+)$/) {
         push @trace, [$1, hex($2), $3 // 0];
      } elsif ($line !~ /^==/) {
         die "compare_trace.pl: Lackey says: $line";
      }
   }
   die "compare_trace.pl: the trace is empty\n" if !@trace;
   return \@trace;
}

sub place
{
   my ($address, $line) = @_;
   return join(' ', defined $address ? sprintf('0x%x', $address) : (), $line // ());
}

#--- The definition --------------------------------------------------------------------------------------------------

# What the trace says: { self => { place => [cost, reads, from kernel] }, calls => { place and callee => [calls,
# cost, rms, from kernel] }, points => { routine and rms => [occurrences, cumulative cost, self cost] }}.
sub replay
{
   my ($trace, $run) = @_;
   my $said = sub { $run =~ /(?:^| )--$_[0]=(\S+)/ ? $1 : $_[1] };
   my $size       = $said->('memory-resolution', 4);
   my $recursions = $said->('separate-recs', 2);
   my $by_address = $said->('dump-instr', 'no') eq 'yes';
   my $by_line    = $said->('dump-line', 'yes') eq 'yes';
   my $by_block   = $said->('cost', 'bb-count') eq 'bb-count';
   my $by_bytes   = $said->('rep-cost', '64-bytes') eq '64-bytes';
   my $dynamic    = $said->('drms', 'no') eq 'yes';

   my (%self, %calls, %points, %live, @stack, %from_kernel);
   my ($time, $kernel_time) = (0, 0);
   my ($block_begins, $last, $self, $instruction) = (0, undef, undef, undef);
   my $done = 0;    # bytes that a repeated string instruction has done so far
   my $into_stub;   # where a PLT stub that runs was entered, which has its events: its address

   # Without lines, all of a routine is at its first one.
   my $place = sub { place($by_address ? $_[0] : undef, $line_of{$by_line ? $_[0] : $begins{$stack[-1]{routine}}}) };
   my $push = sub {
      my ($routine, $from, $is_tail) = @_;
      my $depth = ++$live{$routine};
      $depth = $recursions if $depth > $recursions;
      push @stack, {
         routine => $routine, function => $depth > 1 ? "$routine'$depth" : $routine, from => $from, is_tail => $is_tail,
         began => $time, kernel_began => $kernel_time, cells => {}, rms => 0, cost => 0,
      };
   };
   my $pop = sub {
      my $ended   = pop @stack;
      my $routine = $ended->{routine};
      my $cost    = $time - $ended->{began};
      $live{$routine}--;
      if (defined $ended->{from}) {
         my $call = $calls{"$ended->{from} $ended->{function}"} //= [0, 0, 0, 0];
         $call->[0]++;
         $call->[1] += $cost;
         $call->[2] += $ended->{rms};
         $call->[3] += $kernel_time - $ended->{kernel_began};
      }
      my $point = $points{"$routine $ended->{rms}"} //= [0, 0, 0];
      $point->[0]++;
      $point->[1] += $cost;
      $point->[2] += $ended->{cost};
      return if !@stack;
      my ($small, $large) = ($ended->{cells}, $stack[-1]{cells});
      ($small, $large) = ($large, $small) if keys %$small > keys %$large;
      $large->{$_} = 1 for keys %$small;
      $stack[-1]{cells} = $large;
   };
   # An access of the running activation is one of all that it was called by, and is in their sets when it has ended.
   my $access = sub {
      my ($is_read, $address, $bytes) = @_;
      for my $cell (int($address / $size) .. int(($address + $bytes - 1) / $size)) {
         my $new = delete $from_kernel{$cell};
         if ($is_read && $new) {
            $self->[2]++;
            $kernel_time++;
         }
         for (my $i = $#stack; $is_read && $i >= 0 && !$stack[$i]{cells}{$cell}; $i--) {
            $stack[$i]{rms}++;
            $self->[1]++ if $i == $#stack;
         }
         $stack[-1]{cells}{$cell} = 1;
      }
   };
   my $kernel = sub {
      my ($what, $address, $bytes) = @_;
      if ($what eq 'reads') {
         $access->(1, $address, $bytes);
      } elsif ($dynamic) {
         for my $cell (int($address / $size) .. int(($address + $bytes - 1) / $size)) {
            $from_kernel{$cell} = 1;
            delete $_->{cells}{$cell} for @stack;
         }
      }
   };

   # A block that goes on with a repeated string instruction counts if it begins 64 bytes more: if it is not the last
   # one, which finds that none is left and accesses nothing.
   my $is_counted = sub {
      my ($address, $next) = @_;
      my $goes_on  = defined $last && $last == $address;
      my $accesses = defined $next && $next->[0] =~ /^[LSM]$/;
      $done = 0 if !$goes_on;
      my $is_counted = !$goes_on || ($accesses && $done % 64 == 0) ? 1 : 0;
      $done += $repeated{$address} if $accesses;
      return $is_counted;
   };

   for my $index (0 .. $#$trace) {
      my ($what, $address, $bytes) = @{$trace->[$index]};
      if ($what eq 'SB') {
         $block_begins = 1;
      } elsif ($what eq 'I') {
         my $came_by = defined $last ? $kind{$last} : 'call';
         if (is_stub($address)) {
            $into_stub //= $last;
         } elsif ($came_by eq 'return') {
            my $was_jumped_to;
            do {
               $was_jumped_to = $stack[-1]{is_tail};
               $pop->();
            } while ($was_jumped_to);
         } else {
            my $from = $into_stub // $last;
            undef $into_stub;
            $came_by = $kind{$from} if defined $from;
            if ($came_by eq 'call' || ($entry{$address} && $entry{$address} ne $stack[-1]{routine})) {
               $push->(routine_at($address), defined $from ? "$stack[-1]{function} " . $place->($from) : undef,
                       $came_by ne 'call');
            }
         }
         if ($came_by eq 'system call') {
            $kernel->(@$_) for @{$system_call{$stack[-1]{routine}}};
         }
         $instruction = $kind{$address} or die sprintf("compare_trace.pl: no instruction at %x\n", $address);
         my $key = "$stack[-1]{function} " . $place->($into_stub // $address);
         $self = $self{$key} //= [0, 0, 0];
         $block_begins &= $is_counted->($address, $trace->[$index + 1]) if $repeated{$address} && $by_bytes;
         my $cost = $by_block ? $block_begins : 1;
         $self->[0]         += $cost;
         $stack[-1]{cost}   += $cost;
         $time              += $cost;
         $block_begins = 0;
         $last         = $address;
      } elsif ($what eq 'L') {
         $access->(1, $address, $bytes) if $instruction ne 'return';
      } elsif ($what eq 'S') {
         $access->(0, $address, $bytes) if $instruction ne 'call';
      } else {
         $access->(1, $address, $bytes);
      }
   }
   $pop->() while @stack;
   return { self => \%self, calls => \%calls, points => \%points };
}

#--- What aprof says -------------------------------------------------------------------------------------------------

sub read_profile
{
   my ($name) = @_;
   my (%self, %calls);
   my $profile = CallgrindProfile->new($name);
   while (my $cost = $profile->next_cost) {
      my $place  = "$cost->{function}{name} " . place(@$cost{'instr', 'line'});
      my @events = map { $_ // 0 } @{$cost->{events}}[0, 1, 3];
      if (defined $cost->{calls}) {
         $calls{"$place $cost->{callee}{name}"} = [$cost->{calls}, @events];
      } elsif (grep { $_ > 0 } @events) {
         $self{$place} = \@events;
      }
   }
   return (\%self, \%calls);
}

sub read_points
{
   my ($name) = @_;
   my %points;
   for my $point (@{Report->read($name)->{points}}) {
      $points{"$point->{routine}{name} $point->{rms}"} = [@$point{qw(calls sum self)}];
   }
   return \%points;
}

sub compare
{
   my ($run, $trace) = @_;
   run('--tool=aprof', "--aprof-out-file=$directory/report", "--callgrind-out-file=$directory/profile",
       split(' ', $run));
   my ($self, $calls) = read_profile("$directory/profile");
   my $expected = replay($trace, $run);
   for my $place (keys %{$expected->{self}}) {
      delete $expected->{self}{$place} if !grep { $_ > 0 } @{$expected->{self}{$place}};
   }
   my (%reads_by, $reads);
   for my $place (keys %{$expected->{self}}) {
      my $count = $expected->{self}{$place}[1];
      $reads += $count;
      $reads_by{$place =~ s/[' ].*//r} += $count if $count > 0;
   }
   my @differences = compare_numbers('self', $expected->{self}, $self);
   push @differences, compare_numbers('calls', $expected->{calls}, $calls);
   push @differences, compare_numbers('points', $expected->{points}, read_points("$directory/report"));
   push @differences, "only $reads first reads, by " . keys(%reads_by) . ' routines'
      if $reads < $option{least} || keys %reads_by < 2;
   return @differences;
}

sub compare_numbers
{
   my ($what, $expected, $found) = @_;
   my %all = (%$expected, %$found);
   my @differences;
   for my $key (sort keys %all) {
      my ($by_trace, $by_aprof) = map { defined $_->{$key} ? "@{$_->{$key}}" : 'nothing' } $expected, $found;
      push @differences, "$what of $key: $by_aprof, by the trace $by_trace" if $by_aprof ne $by_trace;
   }
   return @differences;
}
