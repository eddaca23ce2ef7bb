# Package CallsLeft: how many calls of a routine are left in an optimised program, at most.
#
# The compiler answers some calls from what it knows, and leaves out others of whose work nothing is left. This finds
# out how many are left, without aprof and its rule: Callgrind counts how often instructions and jumps are executed, and
# llvm-dwarfdump says which instructions belong to an inlined instance of the routine. Of each instance, it counts how
# often control comes to an instruction that decides from one of other code that decides. Deciding are branches, calls,
# and what compilers make of branches: conditional moves, say, and instructions on vectors. Each call of a routine with a
# loop or a call executes such an instruction in the reference. So no more calls than these decide anything, unless a
# loop goes from one call to the next without deciding anything else. Of copies out of line, it counts how often they
# begin.

package CallsLeft;

use strict;
use warnings;
use Exporter qw(import);
use Names;

our @EXPORT = qw(calls_left callgrind_options);

# By instruction set: what decides; of that, conditional branches, jumps to anywhere, and calls; plain jumps; and what
# leaves the function.
my %amd64 = (
   objdump  => 'objdump',
   decides  => qr/^(?:j(?!mp)|loop|(?:bnd |notrack )*(?:call|jmp +\*)|set|cmov|sbb|adc|rep)|%[xyz]mm/,
   branches => qr/^(?:bnd )?(?:j(?!mp)\w+|loop\w*) +([0-9a-f]+)/,
   anywhere => qr/^(?:bnd |notrack )*jmp +\*/,
   jumps    => qr/^(?:bnd )?jmp +([0-9a-f]+)/,
   leaves   => qr/^(?:(?:bnd|notrack|repz) )*(?:ret|hlt|ud2)/,
);
my %arm64 = (
   objdump  => 'aarch64-linux-gnu-objdump',
   decides  => qr/^(?:b\.|cbn?z|tbn?z|blr?\b|br\b|cs|cc|cin|fcsel)|\b[vq]\d/,
   branches => qr/^(?:b\.\w+|cbn?z|tbn?z)\s(?:.*[\s,])?([0-9a-f]+) </,
   anywhere => qr/^br\s/,
   jumps    => qr/^b\s+([0-9a-f]+)/,
   leaves   => qr/^(?:ret|udf|brk)/,
);

sub callgrind_options
{
   my ($file) = @_;
   return ('--tool=callgrind', '-q', '--command-line-only=yes', '--dump-instr=yes', '--dump-line=no',
      '--collect-jumps=yes', '--compress-strings=no', '--compress-pos=no', "--callgrind-out-file=$file");
}

#----------------------------------------------------------------------
# What was executed

# Returns how often instructions of the object were executed, by address; how often they jumped to each place, by their
# address and that of the place; and how often each place was called.
sub read_profile
{
   my ($file, $object) = @_;
   my (%executed, %jumped, %called);
   my ($is_wanted, $callee, $jump, $is_call) = (0, undef, undef, 0);
   open(my $in, '<', $file) or die "$file: $!\n";
   while (my $line = <$in>) {
      if ($line =~ /^ob=(.*)$/) {
         $is_wanted = $1 eq $object;
      } elsif ($line =~ /^cob=(.*)$/) {
         $callee = $1 eq $object;
      } elsif ($line =~ /^calls=(\d+) 0x([0-9a-f]+)/) {
         $called{ hex $2 } += $1 if $callee // $is_wanted;
         ($is_call, $callee) = (1, undef);
      } elsif ($line =~ m{^(?:jump|jcnd)=(\d+)(?:/\d+)? 0x([0-9a-f]+)}) {
         $jump = [hex $2, $1];
      } elsif ($line =~ /^0x([0-9a-f]+)(?: (\d+))?/) {
         if ($is_wanted && $jump) {
            $jumped{ hex $1 }{ $jump->[0] } += $jump->[1];
         } elsif ($is_wanted && !$is_call) {
            $executed{ hex $1 } += $2;
         }
         ($jump, $is_call) = (undef, 0);
      }
   }
   close($in);
   return (\%executed, \%jumped, \%called);
}

# Returns the instructions of the file by address: text, and the address of the one that follows.
sub read_code
{
   my ($kinds, $file) = @_;
   my (%code, $last);
   open(my $in, '-|', $kinds->{objdump}, qw(-d --no-show-raw-insn), $file) or die "cannot run $kinds->{objdump}: $!\n";
   while (my $line = <$in>) {
      if ($line =~ /^ *([0-9a-f]+):\t(.*?)\s*$/) {
         $code{$last}{next} = hex $1 if defined $last;
         $last = hex $1;
         $code{$last} = { text => $2 };
      }
   }
   close($in) or die "$kinds->{objdump} $file failed\n";
   return \%code;
}

# Returns the first deciding instruction that control comes to from this address on; nothing if there is none.
sub next_deciding
{
   my ($kinds, $code, $address) = @_;
   my %seen;
   while (defined $address && $code->{$address} && !$seen{$address}++) {
      my $text = $code->{$address}{text};
      return $address if $text =~ $kinds->{decides};
      return if $text =~ $kinds->{leaves};
      $address = $text =~ $kinds->{jumps} ? hex $1 : $code->{$address}{next};
   }
   return;
}

# Returns how often control came from one deciding instruction to the next: [from, to, times]. From 0: a function began.
sub read_ways
{
   my ($kinds, $code, $executed, $jumped, $called) = @_;
   my @ways = map { [0, scalar next_deciding($kinds, $code, $_), $called->{$_}] } keys %$called;
   for my $from (grep { $code->{$_} && $code->{$_}{text} =~ $kinds->{decides} } keys %$executed) {
      my $text = $code->{$from}{text};
      my $left = $executed->{$from};
      if ($text =~ $kinds->{branches} || $text =~ $kinds->{anywhere}) {
         while (my ($to, $times) = each %{ $jumped->{$from} // {} }) {
            push @ways, [$from, scalar next_deciding($kinds, $code, $to), $times];
            $left -= $times;
         }
      }
      push @ways, [$from, scalar next_deciding($kinds, $code, $code->{$from}{next}), $left]
         if $text !~ $kinds->{anywhere} && $left > 0;
   }
   return grep { defined $_->[1] } @ways;
}

#----------------------------------------------------------------------
# What belongs to which routine

# Returns the entries of the debug information by their offsets, with what is needed here: tag, parent, name, symbol,
# origin, and ranges.
sub read_entries
{
   my ($file) = @_;
   my (%entries, @above, $entry);
   open(my $in, '-|', 'llvm-dwarfdump', '--debug-info', $file) or die "cannot run llvm-dwarfdump: $!\n";
   while (my $line = <$in>) {
      if ($line =~ /^0x([0-9a-f]+):( +)DW_TAG_(\w+)/) {
         my $depth = length $2;
         pop @above while @above > 0 && $above[-1]{depth} >= $depth;
         $entry = { tag => $3, depth => $depth, parent => $above[-1], ranges => [] };
         push @above, $entry;
         $entries{ hex $1 } = $entry;
      } elsif (!defined $entry) {
         next;
      } elsif ($line =~ /^ +DW_AT_(?:linkage_name|MIPS_linkage_name)\t\("(.*)"\)/) {
         $entry->{symbol} = $1;
      } elsif ($line =~ /^ +DW_AT_name\t\("(.*)"\)/) {
         $entry->{name} = $1;
      } elsif ($line =~ /^ +DW_AT_(?:abstract_origin|specification)\t\(0x([0-9a-f]+)/) {
         $entry->{origin} = hex $1;
      } elsif ($line =~ /^ +DW_AT_low_pc\t\(0x([0-9a-f]+)\)/) {
         $entry->{low} = hex $1;
      } elsif ($line =~ /^ +DW_AT_high_pc\t\(0x([0-9a-f]+)\)/) {
         push @{ $entry->{ranges} }, [$entry->{low}, hex $1];
      } elsif ($line =~ /^ +\[0x([0-9a-f]+), 0x([0-9a-f]+)\)/) {
         push @{ $entry->{ranges} }, [hex $1, hex $2];
      } elsif ($line !~ /\S/) {
         $entry = undef;
      }
   }
   close($in) or die "llvm-dwarfdump $file failed\n";
   name_lambdas(\%entries);
   return \%entries;
}

# Names the types of lambdas, which have no name, by their number in the function around them, as reports do.
sub name_lambdas
{
   my ($entries) = @_;
   my %lambdas;
   for my $offset (sort { $a <=> $b } keys %$entries) {
      my $entry = $entries->{$offset};
      next if $entry->{tag} !~ /^(?:class|structure)_type$/ || defined $entry->{name};
      my $around = $entry->{parent};
      $around = $around->{parent} while $around && $around->{tag} eq 'lexical_block';
      $entry->{name} = 'lambda#' . ++$lambdas{$around} if $around && $around->{tag} eq 'subprogram';
   }
   return;
}

# Returns the name of a routine with those of the scopes around it, or its symbol, if that says more.
sub full_name
{
   my ($entries, $entry) = @_;
   my $symbol = $entry->{symbol};
   while (defined $entry->{origin} && $entries->{ $entry->{origin} }) {
      $entry = $entries->{ $entry->{origin} };
      $symbol //= $entry->{symbol};
   }
   return $symbol if defined $symbol && $symbol =~ /^_Z/;
   my @names;
   for (; $entry; $entry = $entry->{parent}) {
      unshift @names, $entry->{name} if defined $entry->{name} && $entry->{tag} ne 'compile_unit';
   }
   return join '::', @names;
}

# Returns what the symbols stand for, by symbol.
sub demangled
{
   my (@symbols) = @_;
   my %names;
   open(my $in, '-|', 'c++filt', @symbols) or die "cannot run c++filt: $!\n";
   for my $symbol (@symbols) {
      chomp($names{$symbol} = <$in>);
   }
   close($in);
   return %names;
}

# Returns, by name, the entries that have code of each of the source's routines; none, if no code of it is left.
sub code_of_routines
{
   my ($file, $source) = @_;
   my $entries = read_entries($file);
   my @routines = grep { $_->{tag} =~ /^(?:inlined_subroutine|subprogram)$/ } values %$entries;
   my %symbols = map { $_ => full_name($entries, $_) } @routines;
   my @left = keys %{ { map { $_ => 1 } grep { $_ ne '' } values %symbols } };
   my (%names, %code);
   while (my @some = splice @left, 0, 500) {
      %names = (%names, demangled(@some));
   }
   for my $entry (@routines) {
      my $name = own_routine($names{ $symbols{$entry} } // '', $source) // next;
      $code{$name} //= [];
      push @{ $code{$name} }, $entry if @{ $entry->{ranges} } > 0;
   }
   return %code;
}

#----------------------------------------------------------------------
# How many calls are left

sub is_inside
{
   my ($entry, $address) = @_;
   return scalar grep { $address >= $_->[0] && $address < $_->[1] } @{ $entry->{ranges} };
}

# Returns, by routine of the source, how many calls are left at most. The profile is of the file, by callgrind_options.
# Routines that the debug information does not have by their names are not there: nothing is known of them.
sub calls_left
{
   my ($file, $is_arm64, $source, $profile) = @_;
   my $kinds = $is_arm64 ? \%arm64 : \%amd64;
   my ($executed, $jumped, $called) = read_profile($profile, $file);
   my @ways = read_ways($kinds, read_code($kinds, $file), $executed, $jumped, $called);
   my %code = code_of_routines($file, $source);
   my %left;
   for my $routine (keys %code) {
      $left{$routine} = 0;
      for my $entry (@{ $code{$routine} }) {
         if ($entry->{tag} eq 'subprogram') {
            $left{$routine} += $executed->{ $entry->{ranges}[0][0] } // 0;
            next;
         }
         for my $way (@ways) {
            $left{$routine} += $way->[2] if is_inside($entry, $way->[1]) && !is_inside($entry, $way->[0]);
         }
      }
   }
   return \%left;
}

1;
