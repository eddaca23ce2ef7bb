# The subcommands, as docs/command.md describes them. Its chapters `aprof NAME` have, in this order:
#
#    a block of code        the synopsis
#    paragraphs             what it does: for --help and for its manual page
#    a list of definitions  the options, each as `-l`, `--long=ARGUMENT` (default `VALUE`). The first paragraph is for
#                           --help. If it says "ARGUMENT is `a`, `b` or `c`", the option takes these words only
#    **Heading:** and such a list, of anything else: also for --help
#    **Exit status:** text
#    ### Heading and text   for the manual page

import os
import re

from markdown_it.tree import SyntaxTreeNode

from document import Document, Problem

FILE = 'docs/command.md'
CHAPTER = 'aprof '


class Option:
    def __init__(self, term, text, place):
        found = re.fullmatch(r'(?:`-(?P<letter>\w)`, )?`--(?P<name>[a-z][a-z-]*)(?P<argument>.*?)`'
                             r'(?: \(default `(?P<default>.*)`\))?', term)
        if not found:
            raise Problem(f'{FILE}: {place}: not an option: {term}')
        self.letter, self.name, self.default = found['letter'] or '', found['name'], found['default']
        self.argument = found['argument']
        self.metavariable = re.sub(r'^(\[?=| )', '', self.argument).rstrip(']')
        self.takes = ('no' if not self.argument else 'required' if self.argument.startswith('=') else 'optional')
        self.text = text
        self.values = self._values(place)

    def _values(self, place):
        """The words that the option takes; an empty list: any text. `[:FILE]` behind a word may follow it."""
        name = re.match(r'[A-Z]*', self.metavariable)[0]
        found = name and re.search(rf'\b{name} is ((?:`[\w-]+`, )*`[\w-]+` or `[\w-]+`)(?=[.:])', self.text)
        if not found and name and re.search(rf'\b{name} is `', self.text):
            raise Problem(f'{FILE}: {place}: --{self.name}: write "{name} is `a`, `b` or `c`."')
        return re.findall(r'`([\w-]+)`', found[1]) if found else []

    @property
    def left(self):
        letter = f'-{self.letter}, ' if self.letter else '    '
        return f'{letter}--{self.name}{self.argument}'


class Subcommand:
    is_of_aprof = True

    def __init__(self, document, heading):
        self.name = heading.text[len(CHAPTER):]
        self.title = heading.text
        self.about, self.groups, self.sections = [], [], []
        nodes = SyntaxTreeNode(document.section(heading.id)).children
        self.synopsis = self._take(nodes, 'code_block').content.split('\n')
        self.synopsis = [line.strip() for line in self.synopsis if line.strip()]
        while nodes and nodes[0].type == 'paragraph':
            self.about.append(nodes.pop(0))
        options = self._take(nodes, 'dl')
        self.option_nodes = options
        self.options = [Option(*entry, self.title) for entry in entries(options)]
        self.status = None
        while nodes and nodes[0].type == 'paragraph':
            heading_of, text = self._headed(nodes.pop(0))
            if heading_of == 'Exit status':
                self.status = text
            else:
                self.groups.append((heading_of, self._take(nodes, 'dl')))
        if self.status is None:
            raise Problem(f'{FILE}: {self.title}: no **Exit status:**')
        for node in nodes:
            if node.type == 'heading':
                self.sections.append((source_of(node.children[0]), []))
            elif not self.sections:
                raise Problem(f'{FILE}: {self.title}: a heading must stand before what follows the exit status')
            else:
                self.sections[-1][1].append(node)

    @property
    def runs_program(self):
        """Whether options end at the first word that is none, where a command line begins."""
        return self.synopsis[0].endswith('PROGRAM [ARGUMENT]...')

    @property
    def actions(self):
        """The words of which one comes first."""
        return [term.strip('`') for heading, node in self.groups if heading == 'Actions' for term, _ in entries(node)]

    def _take(self, nodes, kind):
        if not nodes or nodes[0].type != kind:
            raise Problem(f'{FILE}: {self.title}: a {kind} was expected')
        return nodes.pop(0)

    def _headed(self, node):
        found = re.fullmatch(r'\*\*(.*):\*\*\s*(.*)', source_of(node.children[0]), re.S)
        if not found:
            raise Problem(f'{FILE}: {self.title}: "**Heading:**" must begin the paragraphs behind the options')
        return found[1], found[2]


class TestCommand:
    """The command aprof-test, by its help, for completions."""
    name, is_of_aprof, runs_program, actions = 'aprof-test', False, True, []

    def __init__(self, source):
        with open(os.path.join(source, 'command', self.name), encoding='utf-8') as script:
            found = re.findall(r'^   (--\S+) +(.*(?:\n {6,}.*)*)', script.read(), re.M)
        self.options = [Option(f'`{term}`', re.sub(r'\s+', ' ', text), self.name) for term, text in found]
        self.all_options = self.options + [Option('`-h`, `--help`', 'Prints how it is used.', self.name)]


def source_of(node):
    """The Markdown of a line, with blanks for breaks of lines."""
    return node.content.replace('\n', ' ')


def entries(node):
    """(term, first paragraph) of each entry of a list of definitions."""
    term = None
    for child in node.children:
        if child.type == 'dt':
            term = source_of(child.children[0])
        else:
            yield term, source_of(child.children[0].children[0])


def read(source):
    """The summaries of the subcommands by name, the options of all of them, and the subcommands."""
    document = Document(source, FILE)
    tree = SyntaxTreeNode(document.tokens)
    table = next(node for node in tree.children if node.type == 'table')
    summaries = {}
    for row in table.children[1].children:
        name, summary = (source_of(cell.children[0]) for cell in row.children)
        summaries[re.search(r'`([\w-]+)`', name)[1]] = summary
    common = next(node for node in tree.children if node.type == 'dl')
    common = [Option(*entry, 'options of all subcommands') for entry in entries(common)]
    chapters = [Subcommand(document, heading) for heading in document.headings
                if heading.level == 2 and heading.text.startswith(CHAPTER)]
    if [chapter.name for chapter in chapters] != list(summaries):
        raise Problem(f'{FILE}: the table and the chapters name other subcommands, or in another order')
    for chapter in chapters:
        chapter.summary = summaries[chapter.name]
        chapter.all_options = chapter.options + common
    return document, chapters
