#!/usr/bin/perl
# sum_profiles.pl PROFILE...
#
# Adds up Callgrind profiles: prints the events of each line of each routine itself, and the calls from each line to
# each routine with their cost and input, whatever the depth of recursion, the callers, the thread and the part. What
# was measured of the same run under other options must be the same, but for calls by (root): which functions these are
# needed for depends on what else is in a profile.

use strict;
use warnings;
use lib $0 =~ s{[^/]*$}{../common}r;
use CallgrindProfile;

my (%self, %calls, @event_names);
@ARGV or die "usage: sum_profiles.pl PROFILE...\n";
add_profile($_) for @ARGV;
print "events @event_names\n";
print map { "$_: @{$self{$_}}\n" } sort keys %self;
print map { "$_: @{$calls{$_}}\n" } sort keys %calls;

sub plain
{
   my ($name) = @_;
   return $name =~ s/(?<=.)'.*//r;
}

sub add_profile
{
   my ($name) = @_;
   my $profile = CallgrindProfile->new($name);
   @event_names = $profile->events_are;
   while (my $cost = $profile->next_cost) {
      next if $cost->{function}{name} eq '(root)';
      my $place  = plain($cost->{function}{name}) . " in $cost->{function}{object}, $cost->{file}, line $cost->{line}";
      my @events = @{$cost->{events}};
      if (defined $cost->{calls}) {
         add($calls{"$place calls " . plain($cost->{callee}{name})} //= [], $cost->{calls}, @events);
      } else {
         add($self{$place} //= [], @events);
      }
   }
}

sub add
{
   my ($sum, @numbers) = @_;
   $sum->[$_] += $numbers[$_] for 0 .. $#numbers;
}
