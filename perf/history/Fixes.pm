# Fixes of quadratic code in the histories of public projects, and inputs that show them. Of each fix:
#
#    fix       PROJECT-COMMIT, which is also the name of its directory of programs
#    routines  those that the commit changed, the one that cost too much first; "also" has routines of a library, or of
#              others, that cost what these gave them to do
#    words     the arguments of the program, with {} for the input, or for the size
#    input     makes an input of a size; without it, the size itself is an argument
#    size      the size at which the two versions are compared
#    grow      the smallest and the largest size of the experiment with the old version, which takes at most two
#              seconds at the largest one
#
# "half" is 2 for what nobody had looked at with aprof before the rules of `aprof diff` were made.

package Fixes;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(fixes fix_named);

my $prose = "This line of plain prose has *some emphasis*, `code`, and [a link](http://example.invalid/page).\n\n";

sub paragraphs { return $prose x shift }

my @fixes = (
   {
      fix => 'cmark-76cbc2d9', half => 1, routines => [qw(S_insert_emph)], also => [qw(S_can_contain)],
      words => ['{}'], size => 800, grow => [50, 2000],
      input => sub { my ($n) = @_; '>' x $n . 'a*' x $n . "\n" },
   },
   {
      fix => 'cmark-b69051f1', half => 1, routines => [qw(check_open_blocks)],
      also => [qw(parse_node_item_prefix S_find_first_nonspace)],
      words => ['{}'], size => 400, grow => [50, 2000],
      input => sub { my ($n) = @_; '- ' x $n . 'x' . "\n" x $n },
   },
   {
      fix => 'cmark-3253e191', half => 1, routines => [qw(handle_pointy_brace)], also => [qw(_scan_html_tag _scan_at)],
      words => ['{}'], size => 500, grow => [50, 2000],
      input => sub { my ($n) = @_; paragraphs($n / 10) . "an arrow <? and more\n" x $n },
   },
   {
      fix => 'cmark-2dca096d', half => 2, routines => [qw(S_render_node get_containing_block)],
      words => [qw(-t commonmark {})], size => 1000, grow => [100, 5000],
      input => sub { my ($n) = @_; paragraphs($n / 10) . '*' x $n . 'a' . '*' x $n . "\n" },
   },
   {
      fix => 'cmark-10b56dc3', half => 2, routines => [qw(process_emphasis)],
      words => [qw(--smart {})], size => 1000, grow => [100, 5000],
      input => sub { my ($n) = @_; paragraphs($n / 10) . "\"pipes of these sizes:\n" . "5\" or\n" x $n },
   },
   {
      fix => 'cmark-76068010', half => 2, routines => [qw(handle_close_bracket)],
      words => ['{}'], size => 1000, grow => [100, 5000],
      input => sub { my ($n) = @_; paragraphs($n / 10) . "![[]()\n" x $n },
   },
   {
      fix => 'cmark-6a5126a8', half => 2, routines => [qw(handle_pointy_brace)],
      also => [qw(_scan_html_comment _scan_at)],
      words => ['{}'], size => 500, grow => [50, 2000],
      input => sub { my ($n) = @_; paragraphs($n / 10) . "an arrow <!-- and more\n" x $n },
   },
   {
      fix => 'cmark-ade396db', half => 2, routines => [qw(parse_inline S_insert_emph)],
      also => [qw(cmark_node_append_child S_can_contain)],
      words => ['{}'], size => 500, grow => [50, 2000],
      input => sub { my ($n) = @_; '>' x $n . " a\\\n" x $n },
   },
   {
      fix => 'cmark-6c9b4d75', half => 2, routines => [qw(finalize)],
      also => [qw(cmark_strbuf_drop memmove)],
      words => ['{}'], size => 2000, grow => [100, 10_000],
      input => sub { my ($n) = @_; paragraphs($n / 10) . "[a reference]: http://example.invalid/page\n" x $n },
   },
   {
      fix => 'md4c-b210865', half => 1, routines => [qw(md_analyze_line)], also => [qw(md_is_hr_line)],
      words => ['{}'], size => 600, grow => [50, 3000],
      input => sub { my ($n) = @_; paragraphs($n / 10) . '* ' x $n . "a\n" },
   },
   {
      fix => 'md4c-84c5d92', half => 1, routines => [qw(md_analyze_link_contents md_resolve_links)],
      words => [qw(--fspoilers {})], size => 600, grow => [50, 3000],
      input => sub { my ($n) = @_; paragraphs($n / 10) . '![' x $n . '](u)' x $n . "\n" },
   },
   {
      fix => 'md4c-2dd96ab', half => 2,
      routines => [qw(md_analyze_simple_pairing_mark md_analyze_asterisk md_analyze_marks md_analyze_link_contents)],
      words => ['{}'], size => 2000, grow => [100, 10_000],
      input => sub { my ($n) = @_; paragraphs($n / 10) . 'a***' x $n . "\n" },
   },
   {
      fix => 'libexpat-9cdf9b8d', half => 1, routines => [qw(XML_ParseBuffer XML_Parse)],
      also => [qw(normal_scanComment normal_contentTok contentProcessor doContent)],
      words => ['{}'], size => 1000, grow => [50, 5000],
      input => sub {
         my ($n) = @_;
         my $comment = "<!--\n" . "a line of a long comment, which says what was done and why\n" x $n . "-->\n";
         return "<log>\n" . "<entry/>\n" x ($n / 10) . "$comment</log>\n";
      },
   },
   {
      fix => 'cJSON-3ece4c8', half => 1, routines => [qw(add_item_to_array)],
      words => ['{}'], size => 3000, grow => [100, 10_000],
   },
   {
      fix => 'libxml2-e1153832', half => 2, routines => [qw(xmlParseReference)],
      also => [qw(xmlAddChild xmlNodeAddContentLen xmlStrncat xmlStrncatNew memcpy strlen xmlStrlen realloc)],
      words => [qw(--noent --noout {})], size => 2000, grow => [100, 10_000],
      input => sub {
         my ($n) = @_;
         return "<!DOCTYPE text [<!ENTITY name \"The Company\">]>\n<text>\n" . "&name; says.\n" x $n . "</text>\n";
      },
   },
   {
      fix => 'libxml2-acb35667', half => 2, routines => [qw(xmlSAX2CDataBlock)], also => [qw(xmlTextConcat
         xmlNodeAddContentLen xmlStrncat memcpy strlen xmlStrlen realloc)],
      words => [qw(--html --noout {})], size => 20_000, grow => [1000, 100_000],
      input => sub {
         my ($n) = @_;
         my $script = "if (a < b) f(a, b);\n" x $n;
         return "<html><body>\n" . "<p>Some text.</p>\n" x ($n / 10) . "<script>\n$script</script></body></html>\n";
      },
   },
   {
      fix => 'libxml2-a31e1b06', half => 2, routines => [qw(xmlSAX2AttributeNs)], also => [qw(xmlNewPropInternal)],
      words => [qw(--noout {})], size => 2000, grow => [100, 10_000],
      input => sub { my ($n) = @_; '<r ' . join("\n", map { "a$_='$_'" } 1 .. $n) . "/>\n" },
   },
   {
      fix => 'libxml2-ad0f5d27', half => 2, routines => [qw(xmlGetNodePath)], also => [qw(snprintf)],
      words => ['{}'], size => 1000, grow => [50, 2000],
      input => sub { my ($n) = @_; '<element>' x $n . '</element>' x $n . "\n" },
   },
   {
      fix => 'libxml2-696faeb4', half => 2, routines => [qw(xmlNodeListGetString)],
      also => [qw(xmlStrcat xmlStrncat strlen xmlStrlen memcpy realloc)],
      words => ['{}'], size => 2000, grow => [100, 10_000],
      input => sub { my ($n) = @_; "<!DOCTYPE r [<!ENTITY e \"The Company\">]>\n<r a='" . '&e; says. ' x $n . "'/>\n" },
   },
   {
      fix => 'jq-0c3455d3', half => 2, routines => [qw(jv_setpath)],
      also => [qw(jvp_array_write jv_copy jv_set jv_free)],
      words => [qw(-n --argjson n {}), 'reduce range($n) as $i ({"a": []}; setpath(["a", $i]; $i)) | .a | length'],
      size => 1000, grow => [50, 4000],
   },
   {
      fix => 'pugixml-dfb2b7f', half => 2, routines => [qw(parse_tree)], also => [qw(strconcat strcat strlen)],
      words => ['{}'], size => 3000, grow => [500, 60_000],
   },
   {
      fix => 'pugixml-b81027b', half => 2, routines => [qw(eval_string)],
      also => [qw(append memcpy strlen)],
      words => ['{}'], size => 1500, grow => [500, 30_000],
   },
   {
      fix => 'pugixml-72ec01c', half => 2, routines => [qw(optimize)],
      also => [qw(step_do eval_node_set remove_duplicates sort partition)],
      words => ['{}'], size => 400, grow => [20, 1500],
   },
   {
      fix => 'mujs-a2b628c', half => 2, routines => [qw(Ap_join)], also => [qw(strcat strlen)],
      words => ['{}'], size => 1000, grow => [100, 10_000],
      input => sub {
         my ($n) = @_;
         my $s = 'x' x 70;
         return "var a = [];\nfor (var i = 0; i < $n; ++i) a.push('$s');\nprint(a.join('').length);\n";
      },
   },
   {
      fix => 'dtc-ce01b21', half => 2, routines => [qw(fdt_find_add_string_ fdt_property_placeholder)],
      also => [qw(fdt_find_string_ memcmp bcmp)],
      words => ['{}'], size => 400, grow => [50, 2000],
   },
   {
      fix => 'jsoncpp-8519b83', half => 2, routines => [qw(readComment)], also => [qw(containsNewLine)],
      words => ['{}'], size => 500, grow => [50, 3000],
   },
);

sub fixes { return @fixes }

sub fix_named
{
   my ($name) = @_;
   my ($found) = grep { $_->{fix} eq $name } @fixes;
   return $found;
}

1;
