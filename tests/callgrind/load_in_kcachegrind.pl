#!/usr/bin/perl
# load_in_kcachegrind.pl PICTURE PROFILE...
#
# KCachegrind loads the profiles: no window opens but its own, and it complains of no line. That it would is shown by a
# copy of the last one with a mistake. The picture of the last good one stays in PICTURE.

use strict;
use warnings;
require '../common/kcachegrind.pl';

my ($picture, @profiles) = @ARGV;
@profiles or die "usage: load_in_kcachegrind.pl PICTURE PROFILE...\n";
start_display();
load($_, $_, $picture) for @profiles;

my $text = text_in($profiles[-1]);
$text =~ s/^(fn=\(\d+\).*\n[^\n]*)/$1 7 7 7/m or die "load_in_kcachegrind.pl: no function in $profiles[-1]\n";
open(my $out, '>', 'mistake.tmp') or die "load_in_kcachegrind.pl: mistake.tmp: $!\n";
print $out $text;
close($out);
load('with a mistake', 'mistake.tmp', "$picture.mistake");
unlink 'mistake.tmp', "$picture.mistake";
