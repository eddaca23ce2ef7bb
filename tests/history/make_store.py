#!/usr/bin/python3
# make_store.py COMMITS ROUTINES CHANGED
#
# Fills the history of the working directory's repository, which must have one commit, with what COMMITS commits of a
# program with ROUTINES routines would have added: each has other costs of CHANGED routines, and each hundredth a step. The
# commits are made, too.

import hashlib
import random
import subprocess
import sys
import time

BIRTH = 1700000000
MEASURE = 'bb-count of rms, cells of 4 bytes'
SERIES = hashlib.sha256(f'\nprogram\nm\n{MEASURE}'.encode()).hexdigest()[:12]


def main():
    commits, routines, changed = map(int, sys.argv[1:])
    random.seed(1)
    hashes = make_commits(commits)
    with subprocess.Popen(['git', 'fast-import', '--quiet'], stdin=subprocess.PIPE) as git_import:
        fill(git_import.stdin, hashes, routines, changed)


def make_commits(count):
    """The hashes, the oldest first."""
    first = git('rev-parse', 'HEAD').strip()
    stream = []
    for i in range(count):
        text = f'Change {i}'
        stream.append(f'commit refs/heads/main\nmark :{i + 1}\ncommitter a <a@example.invalid> {BIRTH + 7200 + i * 60} +0000\n'
                      f'data {len(text)}\n{text}\n' + (f'from {first}\n' if i == 0 else '') + '\n')
    subprocess.run(['git', 'fast-import', '--quiet', '--force'], input=''.join(stream).encode(), check=True)
    return git('rev-list', '--reverse', f'{first}..main').split()


def git(*words):
    return subprocess.run(['git', *words], capture_output=True, check=True).stdout.decode()


def line(index, factor, is_square):
    """Ten sizes with one call each, whose cost is all their own."""
    numbers, before = [10 << 1], 0
    for n in (10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120):
        cost = factor * n + (n * n // 4 if is_square else 0)
        numbers += [1 + 2 + 4, n - before, cost, cost]
        before = n
    return f'r\t./program\troutine_{index:05}\t=\t' + ' '.join(map(str, numbers)) + '\n'


def fill(out, hashes, routines, changed):
    factors, squares, lines = [20 + i for i in range(routines)], set(), [''] * routines
    files = ['M 100644 inline aprof-history\ndata 10\nversion 1\n\n']
    for index, commit in enumerate(hashes):
        chosen = range(routines) if index == 0 else sorted(random.sample(range(routines), changed))
        if index % 100 == 99:
            squares.symmetric_difference_update({chosen[0]})
        for i in chosen:
            factors[i] += 1
            lines[i] = line(i, factors[i], i in squares)
        date, parent = BIRTH + 7200 + index * 60, git('rev-parse', f'{commit}^').strip() if index == 0 else hashes[index - 1]
        text = (f'aprof-result\ncommit {commit}\nname \ndate {date}\nsubject Change {index}\nparents {parent}\n'
                f'ancestors {parent}\nprogram program\nmachine m\nmeasure {MEASURE}\nbranch main\nadded {BIRTH}\n'
                f'total {sum(factors) * 10230}\nheader m bb-count\nheader i rms\nheader a ./program\nheader f program\n'
                'header r 4\nheader n 1\nheader s 3\n\n' + ''.join(lines)).encode()
        out.write(b'blob\nmark :%d\ndata %d\n%s\n' % (index + 1, len(text), text))
        day = time.strftime('%Y-%m/%d/%H%M%S', time.gmtime(date))
        files.append(f'M 100644 :{index + 1} results/{day}-{commit}-{SERIES}\n')
    out.write(f'commit refs/aprof/history\ncommitter a <a@example.invalid> {BIRTH} +0000\ndata 1\nx\n{"".join(files)}\n'.encode())


main()
