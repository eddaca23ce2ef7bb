# Package Names: which rows of a report are about routines of a program's source, and by what name they can be compared.
# Parameters, template arguments and what compilers append are left out, so instances of a template are one routine.

package Names;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename);

our @EXPORT = qw(own_routine);

# Whether the source has a routine of this plain name.
my %is_defined = (
   c   => sub { $_[0] =~ /\b\Q$_[1]\E *\(/ },
   cpp => sub { $_[0] =~ /(?<![\w~])\Q$_[1]\E *\(/ },
   f90 => sub { $_[0] =~ /\b(?:function|subroutine) +\Q$_[1]\E\b/i },
   rs  => sub { $_[0] =~ /\bfn \Q$_[1]\E\b/ },
);

my %texts;

sub text_of
{
   my ($file) = @_;
   return $texts{$file} //= do {
      open(my $in, '<', $file) or die "$file: $!\n";
      local $/;
      scalar <$in>;
   };
}

# Leaves out what is between brackets of a kind, however nested.
sub without_brackets
{
   my ($name, $open, $close) = @_;
   1 while $name =~ s/\Q$open\E[^\Q$open$close\E]*\Q$close\E//;
   return $name;
}

# Spells the operator without brackets, so that these can be left out.
sub spell_operator
{
   my ($symbol) = @_;
   return 'operator{' . ($symbol =~ tr/<>()/lgoc/r) . '}';
}

sub respell_operators
{
   my ($name) = @_;
   return $name =~ s/\boperator\{(.*?)\}/'operator' . ($1 =~ tr{lgoc}{<>()}r)/ger;
}

# Returns "Class::method" for "int Class<int>::method(int) const [clone .part.0]".
sub plain_cpp
{
   my ($name) = @_;
   $name =~ s/ \[clone [^]]*\]|\[abi:\w+\]//g;
   $name =~ s/\(anonymous namespace\):://g;
   $name =~ s/\boperator *(\(\)|\[\]|[-+*\/%^&|~!=<>,]+(?=[(<]| <|$))/spell_operator($1)/ge;
   $name = without_brackets(without_brackets($name, '<', '>'), '(', ')');
   $name =~ s/\{lambda(#\d+)\}/lambda$1/g;
   $name =~ s/ (?:const|volatile|&&?)(?=::|$| )//g;
   return respell_operators($name =~ s/.* //r);
}

# Returns "prog::Type::method" for "<prog::Type<T> as prog::Trait>::method".
sub plain_rust
{
   my ($name) = @_;
   $name =~ s/::h[0-9a-f]{16}$//;
   1 while $name =~ s/(?<=[\w>])(?:::)?<[^<>]*>//;
   $name =~ s/^<(?:impl )?(.*?) as .*?>::/${1}::/;
   $name =~ s/^<(.*?)>::/${1}::/;
   return $name;
}

# Returns the name by which this row can be compared, or nothing if the routine is not in the source: the library's, the
# start-up's, what the compiler made of its own accord, and main, which no compiler inlines.
sub own_routine
{
   my ($name, $source) = @_;
   my ($program, $suffix) = basename($source) =~ /^(.*)\.(\w+)$/;
   if ($suffix eq 'cpp') {
      $name = plain_cpp($name);
      return if $name =~ /^(?:std|__gnu_cxx|__\w+)::/;
   } elsif ($suffix eq 'rs') {
      # No attribute keeps a closure from being inlined into the reference.
      return if $name =~ /\{closure|\{\{closure/ || $name !~ /^(?:<.* as )?<?(?:.* as )?\Q$program\E::/;
      $name = plain_rust($name);
   } else {
      $name =~ s/ \[clone [^]]*\]|\..*//g;
   }
   return if $name =~ /^(?:main|MAIN__|\Q$program\E::main)$/;
   # A lambda is the source's if the routine around it is.
   my ($last) = $name =~ s/::(?:lambda#|\$_)\d+::.*//r =~ /([^:]+)$/ or return;
   return $is_defined{$suffix}->(text_of($source), $last) ? $name : undef;
}

1;
