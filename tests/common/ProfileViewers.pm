# What viewers that Debian does not have, or that show numbers only in a window, make of a Callgrind profile:
#
#    my $view = ProfileViewers::view(VIEWER, FILE);
#
#    $view->{total}       the cost of the whole run, by the first event
#    $view->{functions}   KEY => { name, self, calls, inclusive }; a viewer adds up all functions of one KEY
#
# The format leaves open what two functions are, and where the callee is if the file does not say it. Viewers differ:
#
#    VIEWER        a function is known by        a callee without cfi= is in   inclusive cost                 total
#    speedscope    file and name                 the file of fl=               its own, and that of its calls what nobody calls
#    kcachegrind   object (last part), file,     the file of the lines, which  what calls of it cost, but its all own costs
#                  name                          fi= and fe= change            own; without calls as above
#    gprof2dot     name                          -                             -                              all own costs
#
# It shares nothing with the other readers of the tests.

package ProfileViewers;

use strict;
use warnings;

my %key_of = (
   speedscope  => sub { my ($at) = @_; return "$at->{file}:$at->{name}" },
   kcachegrind => sub { my ($at) = @_; return join(':', $at->{object} =~ s{.*/}{}r, $at->{file}, $at->{name}) },
   gprof2dot   => sub { my ($at) = @_; return $at->{name} },
);

sub view
{
   my ($viewer, $file) = @_;
   my $view = { functions => {}, key_of => $key_of{$viewer}, fl_only => $viewer eq 'speedscope', names => {} };
   open(my $in, '<:raw', $file) or die "ProfileViewers.pm: $file: $!\n";
   read_line($view, $_) while <$in>;
   close($in);
   $view->{positions} or die "ProfileViewers.pm: $file has no positions\n";
   my @functions = values %{$view->{functions}};
   for my $function (@functions) {
      my $from_callers = $viewer eq 'kcachegrind' && $function->{is_called};
      $function->{inclusive} = $from_callers ? $function->{in} : $function->{self} + $function->{out};
   }
   $view->{total} = 0;
   $view->{total} += $viewer ne 'speedscope' ? $_->{self} : $_->{is_called} ? 0 : $_->{inclusive} for @functions;
   return $view;
}

sub read_line
{
   my ($view, $line) = @_;
   if ($line =~ /^positions: (.*)/) {
      $view->{positions} = my @positions = split ' ', $1;
   } elsif ($line =~ /^(c?)(ob|f[lien])=(?:\((\d+)\))? ?(.*)/) {
      my ($called, $kind) = ($1, $2);
      set_place($view, $called ne '', $kind, full_name($view, $kind, $3, $4));
   } elsif ($line =~ /^calls=(\d+)/) {
      $view->{calls} = $1;
   } elsif ($line =~ /^[-+*\d]/) {
      add_cost($view, (split ' ', $line)[$view->{positions}]);
   }
}

# Numbers of names: one for objects, one for all kinds of files, one for functions.
sub full_name
{
   my ($view, $kind, $number, $name) = @_;
   my $known = \$view->{names}{$kind =~ s/^f[lie]$/fl/r}{$number // 'none'};
   $$known = $name if $name ne '';
   return $$known;
}

sub set_place
{
   my ($view, $is_called, $kind, $name) = @_;
   if ($is_called) {
      $view->{callee}{{ ob => 'object', fn => 'name' }->{$kind} // 'file'} = $name;
   } elsif ($kind eq 'ob') {
      $view->{object} = $name;
   } elsif ($kind eq 'fn') {
      $view->{function} = function_at($view, { object => $view->{object}, file => $view->{fl}, name => $name });
   } else {
      $view->{fl} = $name if $kind eq 'fl';
      $view->{lines_in} = $name;
   }
}

sub function_at
{
   my ($view, $at) = @_;
   return $view->{functions}{$view->{key_of}->($at)}
          //= { name => $at->{name}, self => 0, in => 0, out => 0, calls => 0, is_called => 0 };
}

sub add_cost
{
   my ($view, $cost) = @_;
   my $caller = $view->{function};
   if (!defined $view->{calls}) {
      $caller->{self} += $cost;
      return;
   }
   my $default = { object => $view->{object}, file => $view->{fl_only} ? $view->{fl} : $view->{lines_in} };
   my $callee = function_at($view, { %$default, %{$view->{callee}} });
   $caller->{out} += $cost;
   $callee->{calls} += $view->{calls};
   $callee->{is_called} = 1;
   $callee->{in} += $cost if $callee != $caller;
   @$view{'calls', 'callee'} = (undef, {});
}

1;
