#!/usr/bin/env perl
# Are the programs of linkage_kinds what their names say? What a compiler or linker makes of its flags differs, and a test
# of stubs that are not there would show nothing. Prints a line for each property.

use strict;
use warnings;

# What `readelf` must say of the program, or must not.
my @properties = (
   [ 'lazy',       'has stubs in .plt',              qr/JUMP_SLOT? .*library_outer/, 1 ],
   [ 'lazy',       'has stubs in .plt.got',          qr/GLOB_DAT .*library_sum/,     1 ],
   [ 'lazy',       'binds at the first call',        qr/BIND_NOW/,                   0 ],
   [ 'now',        'binds at the start',             qr/BIND_NOW/,                   1 ],
   [ 'ibt',        'has stubs in .plt.sec',          qr/ \.plt\.sec /,               1 ],
   [ 'no-plt',     'calls without stubs',            qr/GLOB_DAT .*library_outer/,   1 ],
   [ 'no-pie',     'stands where it was linked for', qr/Type: +EXEC/,                1 ],
   [ 'static',     'stands where it was linked for', qr/Type: +EXEC/,                1 ],
   [ 'static',     'needs no library',               qr/NEEDED/,                     0 ],
   [ 'static',     'has an IFUNC',                   qr/IRELATIV/,                   1 ],
   [ 'static-pie', 'stands anywhere',                qr/Type: +DYN/,                 1 ],
   [ 'static-pie', 'needs no library',               qr/NEEDED/,                     0 ],
);

foreach my $property (@properties) {
   my ($kind, $what, $pattern, $wanted) = @$property;
   my $text = `readelf --wide --file-header --sections --dynamic --relocs linkage-$kind`;
   my $is_so = $? == 0 && ($text =~ $pattern ? 1 : 0) == $wanted;
   print "$kind $what", $is_so ? '' : ': no', "\n";
}
