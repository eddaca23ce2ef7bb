#!/usr/bin/python3
# make_store.py COMMITS ROUTINES CHANGED
#
# Fills the history of the working directory's repository, which must have one commit with one result, with what
# COMMITS commits of a program with ROUTINES routines would have added: each has other costs of CHANGED routines, and each
# hundredth a step. The commits are made, too. It writes rows as command/history/row.c does.

import os
import random
import sqlite3
import subprocess
import sys

BIRTH = 1700000000


def main():
    commits, routines, changed = map(int, sys.argv[1:])
    random.seed(1)
    hashes = make_commits(commits)
    with sqlite3.connect('.git/aprof-history.db') as database:
        fill(database, hashes, routines, changed)


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


def number(value):
    packed = bytearray()
    while True:
        packed.append((value & 0x7f) | (0x80 if value > 0x7f else 0))
        value >>= 7
        if value == 0:
            return bytes(packed)


def row(factor, is_square):
    """Ten sizes with one call each, whose cost is all their own."""
    packed = number(10 << 1)
    before = 0
    for n in (10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120):
        cost = factor * n + (n * n // 4 if is_square else 0)
        packed += number(1 + 2 + 4) + number(n - before) + number(cost) + number(cost)
        before = n
    return packed


def hash_of(data):
    value = 14695981039346656037
    for byte in data:
        value = ((value ^ byte) * 1099511628211) & (2 ** 64 - 1)
    return value >> 1


def items(changes):
    packed = number(len(changes))
    name_before = row_before = 0
    for name, row_id in changes:
        distance = row_id - row_before
        packed += number(name - name_before) + number(((distance << 1) ^ (distance >> 63)) % 2 ** 64 + 1)
        name_before, row_before = name, row_id
    return packed


def fill(database, hashes, routines, changed):
    series, header = database.execute('SELECT series_id, header_id FROM records').fetchone()
    names = [database.execute('INSERT INTO names (text) VALUES (?)', (f'r\n./program\nroutine_{i}\n=',)).lastrowid
             for i in range(routines)]
    factors, squares, current = [20 + i for i in range(routines)], set(), [0] * routines
    base, depth, parent = 0, 0, git('rev-parse', hashes[0] + '^').strip()
    for index, commit in enumerate(hashes):
        steps = ''
        chosen = range(routines) if index == 0 else sorted(random.sample(range(routines), changed))
        for i in chosen:
            factors[i] += 1
        if index % 100 == 99:
            squares.symmetric_difference_update({chosen[0]})
            steps = f'routine\t{1 if chosen[0] in squares else -1}\t1\t2\troutine_{chosen[0]}\t\tn -> n^2\n'
        for i in chosen:
            data = row(factors[i], i in squares)
            current[i] = database.execute('INSERT INTO rows (name, hash, bytes) VALUES (?, ?, ?)',
                                          (names[i], hash_of(data), data)).lastrowid
        commit_id = database.execute('INSERT INTO commits (hash, date, subject, parents, ancestors) VALUES (?, ?, ?, ?, ?)',
                                     (commit, BIRTH + 7200 + index * 60, f'Change {index}', parent, parent)).lastrowid
        depth = depth + 1 if base and depth + 1 < 64 else 0
        listed = chosen if depth else range(routines)
        total = sum(factors) * 10230
        record = database.execute('INSERT INTO records (commit_id, series_id, added, branch, total, header_id, base, depth,'
                                  ' items) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
                                  (commit_id, series, BIRTH, 'main', total, header, base if depth else 0, depth,
                                   items([(names[i], current[i]) for i in listed]))).lastrowid
        since = str(base) if base else str(record - 1)
        database.execute('INSERT INTO steps (record_id, since, text) VALUES (?, ?, ?)', (record, since, steps))
        base, parent = record, commit


main()
