# What a user reads in an answer of `aprof diff`: the first paragraph, the routine that it names first, the first factor,
# and what it claims.

package Headlines;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(ask claim_of factor_of first_routine headline_of names_one_of spellings);

# Returns what the command prints to standard output, and its exit status. It is run where no file of rules is.
sub ask
{
   my ($where, @words) = @_;
   local @ENV{qw(LC_ALL COLUMNS)} = ('C', 100);
   open(my $out, '-|', 'sh', '-c', 'cd "$0" && exec "$@" 2> messages', $where, @words) or die "cannot run sh: $!\n";
   my $text = join '', <$out>;
   close($out);
   return ($text, $? >> 8);
}

# Returns the first paragraph as one line.
sub headline_of
{
   my ($text) = @_;
   my ($paragraph) = $text =~ /^(.*?)(?:\n\s*\n|\z)/s;
   return $paragraph =~ s/\s*\n\s*/ /gr;
}

# A name with an ellipsis in the place of the arguments of templates: "map<...>::insert".
sub shortened
{
   my ($name) = @_;
   my ($text, $depth) = ('', 0);
   for my $part ($name =~ /operator\s*[<>=-]+|[^<>]+|[<>]/g) {
      if ($part eq '<') {
         $text .= '<...>' if $depth++ == 0;
      } elsif ($part eq '>') {
         $depth-- if $depth > 0;
      } else {
         $text .= $part if $depth == 0;
      }
   }
   return $text;
}

# As the command cuts a name without parameters: without arguments of templates and the type of the result, and without what
# encloses the routine, the outermost first.
sub cut
{
   my ($name) = @_;
   my $folded = (shortened($name) =~ s/<\.\.\.>/<>/gr) =~ s/^[\w:<>*& ]+ (?=[\w:.~]+(?:<|$))//r;
   my @parts = split /::/, $folded;
   return ($folded, map { join '::', '...', @parts[$_ .. $#parts] } 1 .. $#parts);
}

# The spellings of a routine's name that a headline may have.
sub spellings
{
   my ($name) = @_;
   my %spellings = ($name => 1);
   my $plain = ($name =~ s/\[abi:\w+\]//gr) =~ s/\((?!anonymous)[^()]*(?:\([^()]*\)[^()]*)*\)(?: const)?(?: \[clone[^]]*\])*$//r;
   $spellings{$plain} = 1;
   $spellings{ $plain =~ s/^[\w:<>*& ]+ (?=[\w:]+)//r } = 1 if $plain !~ /operator|</;
   my $bare = $plain;
   1 while $bare =~ s/<[^<>]*>//;
   $spellings{$bare} = 1 if $bare ne '' && $bare !~ /^:/;
   $spellings{ shortened($plain) } = 1 if $plain =~ /</;
   $spellings{$_} = 1 for cut($plain);
   return keys %spellings;
}

# English words in headlines, which may also be names of routines.
my %is_word = map { $_ => 1 } qw(a and another are arguments as at before better build by calls changed code cost costs did
   ended environment exit from gone got grows in incomparable is it killed less longer maybe more most much n named new
   no not nothing now of on or other otherwise own probably processes program ran read routine runs same saved signal so
   status that the times was what which whole whose with work worse);

# Whether a name stands here, and not a part of another one. A word is a name only where headlines name routines.
sub is_name_at
{
   my ($text, $at, $name) = @_;
   my ($before, $after) = (substr($text, 0, $at), substr($text, $at + length $name));
   return 0 if $before =~ /[\w:.]\z/ || $after =~ /^\w/;
   return !$is_word{$name} || $before =~ /(?:^|: |\b(?:by|calls|from|in) )\z/ && $after =~ /^(?:$|[,:;.)]| costs | \()/;
}

# Returns where the name stands first; nothing if it does not.
sub place_of
{
   my ($text, $name) = @_;
   my $at = index($text, $name);
   $at = index($text, $name, $at + 1) while $at >= 0 && !is_name_at($text, $at, $name);
   return $at >= 0 ? $at : undef;
}

# Returns the routine that the headline names first, by the names of all routines of both reports.
sub first_routine
{
   my ($headline, @names) = @_;
   my $claims = $headline =~ s/^\w+: +//r;
   my ($first, $place) = ('', length $claims);
   my %spellings = map { $_ => 1 } map { spellings($_) } keys %{ { map { $_ => 1 } @names } };
   for my $name (sort grep { $_ ne '' && index($claims, $_) >= 0 } keys %spellings) {
      my $at = place_of($claims, $name);
      if (defined $at && ($at < $place || $at == $place && length $name > length $first)) {
         ($first, $place) = ($name, $at);
      }
   }
   return $first;
}
# Whether the headline names one of the routines, anywhere.
sub names_one_of
{
   my ($headline, @names) = @_;
   return scalar grep { $headline =~ /(?<!\w)\Q$_\E(?!\w)/ && (!$is_word{$_} || defined place_of($headline, $_)) } @names;
}

# Returns the first factor, or nothing.
sub factor_of
{
   my ($headline) = @_;
   my %units = (k => 1e3, M => 1e6, G => 1e9);
   return $headline =~ /(\d[\d,]*(?:\.\d+)?)([kMG]?) times/ ? ($1 =~ tr/,//dr) * ($units{$2} // 1) : undef;
}

# What a headline may say of two runs that cannot be compared, and of one that did not end as the other.
my $not_comparable = qr/not\ compar|cannot\ be\ compared|incomparable|not\ the\ same\ (?:work|program|run|arguments|inputs?)
   |did\ (?:not\ do\ the\ same|other\ work|different)|(?:other|different|another)\ (?:arguments?|inputs?|programs?|work|command)\b
   |abort|timed?\ ?out|killed|signal|ended\ (?:otherwise|with|by)|exit(?:ed|\ status)|did\ not\ (?:end|finish)/xi;

# Returns worse, better, nothing or incomparable.
sub claim_of
{
   my ($headline, $status) = @_;
   return 'incomparable' if $status == 2;
   return 'nothing'      if $headline =~ /^Nothing (?:got|is|changed)\b/;
   my ($accuses) = $headline =~ /^(Worse|Better)\b/i;
   my $factor = $headline =~ /\bcosts? (\d+(?:\.\d+)?) times\b/ ? $1 : 1;
   return lc $accuses    if $accuses;
   return 'incomparable' if $headline =~ $not_comparable;
   return $factor > 1 ? 'worse' : $factor < 1 ? 'better' : 'nothing';
}

1;
