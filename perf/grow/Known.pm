# Cases with a known answer: readers of Markdown, as Debian 12 has them. Some inputs are known to make them
# quadratic (natively, 24,000 take four times as long as 12,000); the others are linear controls. The names of the
# latter begin with "linear_". Cases.pm says what the keys mean.

package Known;

use strict;
use warnings;
use Exporter qw(import);
use Inputs;

our @EXPORT = qw(known_cases);

my %readers = (
   cmark    => { packages => 'cmark', command => 'RUN cmark < in' },
   discount => { packages => 'discount', command => 'RUN markdown < in' },
   gfm      => { packages => 'cmark-gfm', command => 'RUN cmark-gfm -e table -e autolink < in' },
   lowdown  => { packages => 'lowdown', command => 'RUN lowdown -s < in' },
);

# The case of a reader, whose input of size n the function returns as text.
sub case_of
{
   my ($reader, $size, $text, %more) = @_;
   my ($packages, $command) = @{ $readers{$reader} }{qw(packages command)};
   return { packages => $packages, size => $size, make => sub { write_file('in', $text->(@_)) }, command => $command, %more };
}

my $images    = sub { '![[]()' x $_[0] };
my $brackets  = sub { '[' x $_[0] };
my $items     = sub { '- ' x $_[0] . 'x' . "\n" x $_[0] };
my $sentences = sub { "Plain *text* of `words`, and more.\n\n" x $_[0] };
my $list      = sub { "- one item\n" x $_[0] };

my %cases = (
   cmark_images      => case_of('cmark', 80, $images),
   cmark_items       => case_of('cmark', 30, $items),
   discount_brackets => case_of('discount', 100, $brackets),
   discount_images   => case_of('discount', 50, $images),
   discount_items    => case_of('discount', 80, sub { '- ' x $_[0] . 'x' }),
   discount_quotes   => case_of('discount', 80, sub { '>' x $_[0] . 'a' x $_[0] }),
   gfm_images        => case_of('gfm', 60, $images),
   gfm_items         => case_of('gfm', 30, $items),
   lowdown_brackets  => case_of('lowdown', 150, $brackets),
   lowdown_images    => case_of('lowdown', 40, $images),

   linear_cmark_list         => case_of('cmark', 400, $list),
   linear_cmark_sentences    => case_of('cmark', 300, $sentences),
   linear_discount_list      => case_of('discount', 300, $list),
   linear_discount_sentences => case_of('discount', 150, $sentences),
   linear_gfm_sentences      => case_of('gfm', 300, $sentences),
   linear_lowdown_sentences  => case_of('lowdown', 80, $sentences),
);

sub known_cases
{
   return %cases;
}

1;
