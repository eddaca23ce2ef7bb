# Documents as manual pages.

import re
import textwrap

# What would be no plain ASCII character in the output, and what roff takes for its own.
ESCAPES = {'\\': r'\e', '-': r'\-', "'": r'\(aq', '`': r'\(ga', '^': r'\(ha', '~': r'\(ti', '"': r'\(dq'}


class Page:
    def __init__(self):
        self.lines = []

    def text(self, text):
        """A sentence begins a line, as roff wants it, and none is taken for a request."""
        for sentence in re.split(r'(?<=[.:?!]) (?=(?:\\fB|\\fI)?[A-Z])', text):
            for line in textwrap.wrap(sentence, 78, break_long_words=False, break_on_hyphens=False):
                self.lines.append(r'\&' + line if line[0] in ".'" else line)

    def blocks(self, nodes):
        for node in nodes:
            getattr(self, node.type)(node)

    def item(self, tag, nodes):
        """What follows the first paragraph of an item is indented like it."""
        self.lines += tag
        if nodes and nodes[0].type == 'paragraph':
            self.text(inline(nodes[0].children[0]))
            nodes = nodes[1:]
        if nodes:
            self.lines.append('.RS')
            self.blocks(nodes)
            self.lines.append('.RE')

    def heading(self, node):
        self.lines.append('.SS ' + inline(node.children[0]))

    def begin(self):
        """A paragraph; a heading has begun one already."""
        if not self.lines[-1].startswith(('.SH', '.SS')):
            self.lines.append('.PP')

    def paragraph(self, node):
        self.begin()
        self.text(inline(node.children[0]))

    def code_block(self, node):
        self.begin()
        self.lines += ['.in +3n', '.nf']
        for line in node.content.rstrip('\n').split('\n'):
            self.lines.append(re.sub(r"^(?=[.'])", r'\\&', escape(line)))
        self.lines += ['.fi', '.in']

    def bullet_list(self, node):
        for item in node.children:
            self.item([r'.IP \(bu 2'], item.children)

    def ordered_list(self, node):
        for number, item in enumerate(node.children, 1):
            self.item([f'.IP {number}. 3'], item.children)

    def dl(self, node):
        for child in node.children:
            if child.type == 'dt':
                tag = ['.TP 7', inline(child.children[0])]
            else:
                self.item(tag, child.children)

    def table(self, node):
        """Each row is an item: the first cell, and what the others say of it, with the names of their columns
        if they are several."""
        head, body = node.children
        names = [inline(cell.children[0]) for cell in head.children[0].children]
        for row in body.children:
            cells = [inline(cell.children[0]) for cell in row.children]
            self.lines += ['.TP 7', cells[0]]
            if len(cells) == 2:
                self.text(cells[1])
            else:
                self.text('; '.join(f'{name}: {cell}' for name, cell in zip(names[1:], cells[1:])))


def escape(text):
    return ''.join(ESCAPES.get(character, character) for character in text)


def inline(node):
    """A line of roff. Links are their text: what they lead to is mostly in the page itself."""
    font = {'strong': 'B', 'em': 'I'}.get(node.type)
    if node.type == 'text':
        return re.sub(r"[\\^~`]", lambda found: ESCAPES[found.group()], node.content)
    if node.type == 'code_inline':
        words = (r'\%' + escape(word) for word in node.content.split(' '))     # not hyphenated
        return r'\fB' + ' '.join(words) + r'\fR'
    if node.type in ('softbreak', 'hardbreak'):
        return ' '
    text = ''.join(inline(child) for child in node.children)
    return rf'\f{font}{text}\fR' if font else text
