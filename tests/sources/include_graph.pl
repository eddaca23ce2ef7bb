#!/usr/bin/perl
# include_graph.pl FOLDER...
#
# Whether the files of a program include each other in a circle. Each FOLDER, of the sources that this script is in, has a
# program of its own, and any folders below. A node is a file without its extension, so that a .c file and its header are
# one; an edge goes from a file to each header of the program that it includes, as "stack.h" beside it or as
# "stack/stack.h" below FOLDER.
#
# The same for rooms: a room is a folder (answer/ and answer/judge/ are two), or a file at the top of FOLDER.
#
# Prints for each program the circles: all nodes that include each other, directly or not, and then the shortest way
# around from the first of them. The expected output lists the circles that are known: one that is not there fails the
# test, and so does one that is gone.

use strict;
use warnings;
use File::Basename qw(dirname);
use File::Find;
use FindBin;

# The core announces, and does not know who listens (aprof/listener.h). Who finds out does not know how it is shown.
my @above   = qw(report callgrind requests shortage surroundings oracle);
my @unknown = (
   { program => 'aprof', to => 'code/', not => [qw(translate cells stack strands profile), @above] },
   { program => 'aprof', to => 'profile/', not => [qw(translate cells stack strands), @above] },
   { program => 'aprof', to => 'cells/', not => [qw(translate stack strands), @above] },
   { program => 'aprof', to => 'stack/', not => [qw(translate strands), @above] },
   { program => 'aprof', to => 'strands/', not => ['translate', @above] },
   { program => 'aprof', to => 'translate/', not => [grep { $_ ne 'oracle' } @above] },
   { program => 'aprof', to => 'report/', not => ['translate', grep { $_ ne 'report' } @above] },
   { program => 'command', to => 'history/', not => ['render'] },
   { program => 'command', to => 'convert/', not => ['render'] },
   { program => 'command', to => 'answer/', not => ['render'] },
);

foreach my $program (@ARGV) {
   my $files = read_edges("$FindBin::RealBin/../../$program");
   print_circles($program, $files);
   print_circles("$program, rooms", rooms_of($files));
}
print_known($_) foreach @unknown;

sub print_known
{
   my ($rule) = @_;
   my $edges = read_edges("$FindBin::RealBin/../../$rule->{program}");
   my @nodes = grep { /^\Q$rule->{to}\E/ } sort keys %$edges;
   @nodes or die "include_graph.pl: nothing in $rule->{program}/$rule->{to}\n";
   my @known;
   foreach my $node (@nodes) {
      foreach my $folder (@{$rule->{not}}) {
         push @known, map { "$node includes $_" } grep { m{^$folder/} } sort keys %{$edges->{$node}};
      }
   }
   print "$rule->{program}/$rule->{to} knows of @{$rule->{not}}: ", @known ? join(', ', @known) : 'nothing', "\n";
}

sub print_circles
{
   my ($what, $edges) = @_;
   my (%seen, $circles);
   foreach my $node (sort keys %$edges) {
      next if $seen{$node};
      my $reached = reached_from($edges, $node);
      next if !$reached->{$node};
      my @members = grep { $reached->{$_} && reached_from($edges, $_)->{$node} } sort keys %$edges;
      @seen{@members} = (1) x @members;
      print "$what: circle of @members\n";
      print '   ', join(' includes ', shortest_way($edges, $node)), "\n";
      $circles++;
   }
   print "$what: no circle\n" if !$circles;
}

sub rooms_of
{
   my ($files) = @_;
   my %edges;
   foreach my $file (keys %$files) {
      my $from = room_of($file);
      $edges{$from} //= {};
      $edges{$from}{$_} = 1 foreach grep { $_ ne $from } map { room_of($_) } keys %{$files->{$file}};
   }
   return \%edges;
}

sub room_of
{
   my ($node) = @_;
   return $node =~ s{/[^/]*$}{/}r;
}

# node => { node => 1 }
sub read_edges
{
   my ($top) = @_;
   my %edges;
   find({ no_chdir => 1, wanted => sub {
      my $file = $_;
      return if $file !~ /\.[ch]$/;
      my $node = node_of($top, $file);
      $edges{$node} //= {};
      foreach my $header (included_by($file)) {
         my ($found) = grep { -f $_ } dirname($file) . "/$header", "$top/$header";
         next if !defined $found;
         my $included = node_of($top, $found);
         $edges{$node}{$included} = 1 if $included ne $node;
      }
   } }, $top);
   %edges or die "include_graph.pl: no sources in $top\n";
   return \%edges;
}

# The path below the top folder, without "." and "..", and without the extension.
sub node_of
{
   my ($top, $file) = @_;
   my $node = substr($file, length($top) + 1);
   1 while $node =~ s{(^|/)\./}{$1} || $node =~ s{(^|/)[^/]+/\.\./}{$1};
   return $node =~ s/\.[ch]$//r;
}

sub included_by
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "include_graph.pl: $file: $!\n";
   return map { /^\s*#\s*include\s*"([^"]+)"/ ? $1 : () } <$in>;
}

# What a node includes, directly or not: node => the node through which it is reached first.
sub reached_from
{
   my ($edges, $from) = @_;
   my (%through, @queue);
   push @queue, $from;
   while (defined(my $node = shift @queue)) {
      foreach my $next (sort keys %{$edges->{$node}}) {
         next if $through{$next};
         $through{$next} = $node;
         push @queue, $next;
      }
   }
   return \%through;
}

# From the node back to itself.
sub shortest_way
{
   my ($edges, $node) = @_;
   my $through = reached_from($edges, $node);
   my @way = ($node);
   do { unshift @way, $through->{$way[0]} } while $way[0] ne $node;
   return @way;
}
