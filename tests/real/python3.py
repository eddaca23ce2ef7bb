# Dictionaries, sorting, classes, exceptions, generators, and an exit status of its own.

import sys


class Node:
    def __init__(self, value):
        self.value = value
        self.left = self.right = None

    def insert(self, value):
        side = 'left' if value < self.value else 'right'
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Node(value))
        else:
            child.insert(value)

    def walk(self):
        if self.left:
            yield from self.left.walk()
        yield self.value
        if self.right:
            yield from self.right.walk()


values = [i * 7919 % 211 for i in range(1, 211)]
tree = Node(values[0])
for value in values[1:]:
    tree.insert(value)
assert list(tree.walk()) == sorted(values)

counts = {}
for word in ('the quick brown fox jumps over the lazy dog ' * 10).split():
    counts[word] = counts.get(word, 0) + 1
print(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
print(sum(x * x for x in values), 2 ** 200, ''.join(reversed('aprof')))
try:
    {}['missing']
except KeyError as error:
    print('caught', error)
sys.exit(5)
