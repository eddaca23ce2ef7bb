# --------------------------------------------------------------------
# --- Objects, dictionaries, recursion and text in Python. python.py --
# --------------------------------------------------------------------

# usage: python3 python.py [SCALE]

import heapq
import re
import sys


class Random:
    """Our own generator: the numbers must not depend on Python's version."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % limit


def count_words(random, count):
    counts = {}
    for _ in range(count):
        word = "w%d" % random.below(2000)
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[0]


class Tree:
    """An unbalanced binary search tree."""

    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None

    def insert(self, key):
        side = "left" if key < self.key else "right"
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Tree(key))
        else:
            child.insert(key)

    def depth(self):
        children = [child for child in (self.left, self.right) if child is not None]
        return 1 + max((child.depth() for child in children), default=0)


def build_tree(random, count):
    tree = Tree(random.below(1 << 20))
    for _ in range(count):
        tree.insert(random.below(1 << 20))
    return tree.depth()


def shortest_paths(random, nodes):
    edges = [[(random.below(nodes), 1 + random.below(50)) for _ in range(4)] for _ in range(nodes)]
    distances = {0: 0}
    queue = [(0, 0)]
    while queue:
        distance, node = heapq.heappop(queue)
        if distance > distances[node]:
            continue
        for target, length in edges[node]:
            if distance + length < distances.get(target, 1 << 30):
                distances[target] = distance + length
                heapq.heappush(queue, (distance + length, target))
    return len(distances), sum(distances.values())


def rewrite_text(lines):
    field = re.compile(r"(\w+)=([^;]+)")
    total = 0
    for number in range(lines):
        line = "user%d=%05d; path=/srv/%x" % (number % 97, number * 7 % 90000, number)
        total += sum(len(value) for _, value in field.findall(line))
        total += len("-".join(reversed(line.upper().split("/"))))
    return total


def primes(limit):
    sieve = bytearray([1]) * limit
    for number in range(2, int(limit**0.5) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, limit, number)))
    return sum(sieve) - 2


def main():
    scale = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for seed in range(1, scale + 1):
        random = Random(seed)
        print("words", *count_words(random, 70000))
        print("tree", build_tree(random, 6300))
        print("paths", *shortest_paths(random, 6300))
        print("text", rewrite_text(25000))
        print("primes", primes(700000))


main()
