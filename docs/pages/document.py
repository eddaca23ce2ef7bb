# The documents of the project: README.md, and all the Markdown files that it leads to by links. They are
# Markdown as on GitHub (CommonMark with tables), and lists of definitions, which GitHub shows as paragraphs.

import os
import posixpath
import re
import sys
from urllib.parse import unquote

try:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.deflist import deflist_plugin
except ImportError as error:
    sys.exit(f'{os.path.basename(sys.argv[0])}: {error}: install markdown-it-py and mdit-py-plugins '
             '(Debian and Ubuntu: python3-markdown-it python3-mdit-py-plugins)')

FIRST = 'README.md'

# Raw HTML is shown as it stands, so that nobody believes that it works in a manual page.
parser = MarkdownIt('commonmark', {'html': False, 'xhtmlOut': True}).enable('table').use(deflist_plugin)


class Problem(Exception):
    """A document that cannot be converted: where and why."""


class Document:
    """`name` is relative to the top of the sources, and so is the file of a link."""

    def __init__(self, source, name):
        self.name = name
        with open(os.path.join(source, name), encoding='utf-8') as file:
            self.tokens = parser.parse(file.read())
        self.headings = list(_headings(self.tokens))
        self.title = self.headings[0].text if self.headings else name

    def links(self):
        """(token, its attribute, the target) of each link and image."""
        for block in self.tokens:
            for token in block.children or ():
                attribute = {'link_open': 'href', 'image': 'src'}.get(token.type)
                if attribute:
                    yield token, attribute, Target(self.name, token.attrGet(attribute))

    def section(self, identifier):
        """The tokens below a heading, up to the next one of the same level."""
        for number, heading in enumerate(self.headings):
            if heading.id == identifier:
                after = [later.place for later in self.headings[number + 1:] if later.level <= heading.level]
                return self.tokens[heading.place + 3:after[0] if after else None]
        raise Problem(f'{self.name}: no heading {identifier!r}')


class Heading:
    def __init__(self, place, level, text, identifier):
        self.place, self.level, self.text, self.id = place, level, text, identifier


def _headings(tokens):
    """Each with the identifier that it has on GitHub."""
    taken = {}
    for place, token in enumerate(tokens):
        if token.type == 'heading_open':
            parts = tokens[place + 1].children
            text = ''.join(part.content for part in parts if part.type in ('text', 'code_inline'))
            identifier = re.sub(r'[^\w\- ]', '', text.lower()).replace(' ', '-')
            taken[identifier] = taken.get(identifier, -1) + 1
            if taken[identifier]:
                identifier += f'-{taken[identifier]}'
            token.attrSet('id', identifier)
            yield Heading(place, int(token.tag[1]), text, identifier)


class Target:
    """Where a link leads: another site (`file` is None), or a file and a place in it ('': its beginning)."""

    def __init__(self, document, url):
        self.url = url
        self.file, self.place = None, ''
        if not re.match('[a-z]+:', url):
            path, _, self.place = unquote(url).partition('#')
            below = posixpath.join(posixpath.dirname(document), path)
            self.file = posixpath.normpath(below) if path else document


def document_of(source, file):
    """The name of the document that a link to the file shows, or None: of a folder, its README.md."""
    if os.path.isdir(os.path.join(source, file)):
        file = posixpath.join(file, 'README.md')
    return file if file.endswith('.md') and os.path.isfile(os.path.join(source, file)) else None


def read_all(source):
    """All documents, by name, in the order in which links lead to them; those for users first."""
    documents, names = {}, [FIRST]
    for name in names:
        documents[name] = Document(source, name)
        for _, _, target in documents[name].links():
            found = target.file and document_of(source, target.file)
            if found and found not in names:
                names.append(found)
    order = sorted(names, key=lambda name: (name != FIRST, not name.startswith('docs/')))
    return {name: documents[name] for name in order}
