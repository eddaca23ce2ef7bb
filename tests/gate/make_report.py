#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# make_report.py [--cell=4] [--libc=TEXT] [--object=PATH] NAME=COST[@SIZES]...
# make_report.py --many=ROUTINES
#
# Prints a report of a program that was never run. Its main calls each routine NAME once with each input n. COST is an
# expression of n: what the call costs. SIZES are expressions, with commas between, or FIRST..LAST/STEP; without them, the
# inputs are 10, 20, ... 400. A NAME that begins with "/PATH/OBJECT:" is of that object file, and not of the program.
# The second form has many routines, with 20 inputs each.

import math
import sys

PROGRAM = '/tmp/gate/program'


def sizes_of(text):
    if '..' in text:
        first, rest = text.split('..')
        last, step = rest.split('/')
        return list(range(int(first), int(last) + 1, int(step)))
    return [int(size) for size in text.split(',')]


def parse(spec):
    name, rest = spec.rsplit('=', 1)
    cost, _, sizes = rest.partition('@')
    image = PROGRAM
    if name.startswith('/'):
        image, name = name.split(':', 1)
    names = {name: getattr(math, name) for name in ('log2', 'sqrt', 'exp', 'sin')}
    points = [(n, max(1, round(eval(cost, dict(names), {'n': n}))))
              for n in sizes_of(sizes or '10..400/10')]
    return name, image, points


def write(routines, comments):
    total = 1 + sum(cost for _, _, points in routines for _, cost in points)
    print(''.join(f'c {comment}\n' for comment in comments) + f'v 4\nt 2026-11-22T08:00:00Z\nk {total}\ne 1763696400\n'
          f'm bb-count\ni rms\na {PROGRAM}\nf program')
    print(f'r "main" "{PROGRAM}" 0\nu 0 "main"\np 0 1000 {total} {total} {total} {min(total ** 2, 2 ** 64 - 1)} 1 {total} 1 1 1 1')
    for number, (name, image, points) in enumerate(routines, 1):
        print(f'r "{name}" "{image}" {number}\nu {number} "{name}"')
        for n, cost in points:
            square = min(cost ** 2, 2 ** 64 - 1)
            print(f'p {number} {n} {cost} {cost} {cost} {square} 1 {cost} {cost} {cost} {cost} {square}')


def main():
    cell, libc, specs, many = '4', 'glibc 2.36', [], 0
    for argument in sys.argv[1:]:
        option, _, value = argument.partition('=')
        if option == '--cell':
            cell = value
        elif option == '--libc':
            libc = value
        elif option == '--many':
            many = int(value)
        else:
            specs.append(parse(argument))
    sizes = [3 * 2 ** (i / 2) for i in range(20)]
    specs += [(f'namespace_{i}::Class<int>::routine_{i}(unsigned int)', PROGRAM,
               [(int(n), max(1, int(n * (7 + i % 5) * (1 + 0.1 * math.sin(i * n))))) for n in sizes]) for i in range(many)]
    write(specs, [f'memory-resolution: {cell}', 'valgrind: 3.19', f'libc: {libc}', 'processor: amd64-sse3'])


main()
