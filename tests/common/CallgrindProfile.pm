# Reads a Callgrind profile, of aprof or of Callgrind itself, for the scripts of all folders:
#
#    my $profile = CallgrindProfile->new(FILE);
#    while (my $cost = $profile->next_cost) { ... }
#
# Names and positions, which the format abbreviates, are given in full. What the file says is believed. Two strict readers
# look whether it is right, and share nothing with this one: callgrind/check_callgrind.pl reads what the tool writes, and
# convert/callgrind_graph.pl what `aprof convert` does.
#
# Of the profile as a whole:
#
#    events_are     names of the events, a list
#    description    what stands at 'desc: NAME:', or undef
#
# A cost is that of a place in a function itself, or of calls from there:
#
#    function       { name, id, object, file }; id tells functions of one name apart; file: where it begins
#    file           where the place is: another file if the code is from there
#    instr, line    the place; one of them is undef if the profile is without it
#    events         a number for each event
#    calls          for calls: how many,
#    callee         of which function,
#    target         and where that is, as it stands in the file; all undef if the cost is the function's own

package CallgrindProfile;

use strict;
use warnings;
no warnings 'portable';   # addresses have more than 32 bits

sub new
{
   my ($class, $file_name) = @_;
   open(my $in, '<:raw', $file_name) or die "CallgrindProfile.pm: $file_name: $!\n";
   my $profile = bless {
      file_name => $file_name, in => $in, descriptions => {}, positions => [], events_are => [],
      names => {},       # by kind of name, and number
      functions => {},   # by number
      position  => {},   # instr and line: those of the last cost
   }, $class;
   $profile->read_header;
   return $profile;
}

# Up to the events, which are the last thing that one must know to read costs.
sub read_header
{
   my ($profile) = @_;
   my $in = $profile->{in};
   while (my $line = <$in>) {
      if ($line =~ /^desc: (.*?): (.*)/) {
         $profile->{descriptions}{$1} = $2;
      } elsif ($line =~ /^positions: (.*)/) {
         $profile->{positions} = [split ' ', $1];
      } elsif ($line =~ /^events: (.*)/) {
         $profile->{events_are} = [split ' ', $1];
         return;
      }
   }
   die "CallgrindProfile.pm: $profile->{file_name} has no events\n";
}

sub events_are
{
   my ($profile) = @_;
   return @{$profile->{events_are}};
}

sub description
{
   my ($profile, $name) = @_;
   return $profile->{descriptions}{$name};
}

# The next cost, or undef at the end of the profile.
sub next_cost
{
   my ($profile) = @_;
   my $in = $profile->{in};
   my %call;
   while (my $line = <$in>) {
      if ($line =~ /^[-+*\d]/) {
         return {
            %{$profile->place_and_events($line)}, function => $profile->{function}, file => $profile->{file},
            map { $_ => $call{$_} } 'calls', 'callee', 'target',
         };
      } elsif ($line =~ /^ob=(.*)/) {
         $profile->{object} = $profile->name_of('object', $1);
      } elsif ($line =~ /^f[lie]=(.*)/) {
         $profile->{file} = $profile->name_of('file', $1);
      } elsif ($line =~ /^fn=(.*)/) {
         $profile->{function} = $profile->function_of($1, $profile->{object}, $profile->{file});
      } elsif ($line =~ /^cob=(.*)/) {
         $call{object} = $profile->name_of('object', $1);
      } elsif ($line =~ /^cf[li]=(.*)/) {
         $call{file} = $profile->name_of('file', $1);
      } elsif ($line =~ /^cfn=(.*)/) {
         $call{callee} = $profile->function_of($1, $call{object} // $profile->{object},
                                               $call{file} // $profile->{file});
      } elsif ($line =~ /^calls=(\d+) (.*)/) {
         @call{'calls', 'target'} = ($1, $2);
      }
   }
   return undef;
}

# A name follows its number the first time, and is left out after that.
sub name_of
{
   my ($profile, $kind, $text) = @_;
   my ($id, $name) = $text =~ /^\((\d+)\)(?: (.*))?$/
      or die "CallgrindProfile.pm: $profile->{file_name}: $kind $text\n";
   $profile->{names}{$kind}{$id} = $name if defined $name;
   return $profile->{names}{$kind}{$id}
      // die "CallgrindProfile.pm: $profile->{file_name}: no name for $kind $text\n";
}

sub function_of
{
   my ($profile, $text, $object, $file) = @_;
   my $name = $profile->name_of('function', $text);
   my ($id) = $text =~ /^\((\d+)/;
   return $profile->{functions}{$id} //= { name => $name, id => $id, object => $object, file => $file };
}

# Events that are 0 are left out at the end of a line.
sub place_and_events
{
   my ($profile, $line) = @_;
   my @fields = split ' ', $line;
   for my $kind (@{$profile->{positions}}) {
      $profile->{position}{$kind} = position_of(shift @fields, $profile->{position}{$kind});
   }
   push @fields, (0) x ($profile->events_are - @fields);
   return { instr => undef, line => undef, %{$profile->{position}}, events => \@fields };
}

# A position is absolute, or relative to that of the cost before: a difference, or * for the same.
sub position_of
{
   my ($text, $last) = @_;
   return $text eq '*' ? $last : $text =~ /^[+-]/ ? $last + $text : $text =~ /^0x/ ? hex($text) : $text;
}

1;
