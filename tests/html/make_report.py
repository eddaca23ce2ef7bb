#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# make_report.py page
# make_report.py slower               the same with a cubic routine instead of the quadratic one
# make_report.py large ROUTINES POINTS
# make_report.py many ROUTINES POINTS wide|deep    a context for each point: each calls three others, or one
#
# Prints a report. That of `page` has calling contexts, a quadratic routine that calls a linear one, a routine whose
# costs differ at the same input, inputs of 0 cells, a recursion, and names that are markup or script.

import sys

HOSTILE = ['</script><script>document.title = 1</script>', '<img src=x onerror=document.title=2>', 'javascript:document.title=3',
           '<!-- ${document.title=4} -->', '__proto__', 'constructor', '=cmd()', 'naïve 名前 \u2028 end', "a' onload=x b", '&lt;b&gt;',
           '${document.title=5}', '{{document.title=6}}', '&#60;b&#62;', 'f(int (*)[3], std::vector<char, std::allocator<char> >&)' * 4]


class Report:
    def __init__(self):
        self.routines = []
        self.contexts = []          # (routine, parent), in preorder
        self.points = {}            # context: list of (rms, costs of calls, self costs of these)

    def routine(self, name, image='/tmp/program'):
        self.routines.append((name, image))
        return len(self.routines) - 1

    def context(self, routine, parent, points):
        self.contexts.append((routine, parent))
        self.points[len(self.contexts)] = points
        return len(self.contexts)

    def is_inside_itself(self, context):
        routine, parent = self.contexts[context - 1]
        while parent > 0:
            other, parent = self.contexts[parent - 1]
            if other == routine:
                return True
        return False

    def write(self, total):
        print(f'c memory-resolution: 4\nv 4\nt 2026-11-22T08:00:00Z\nk {total}\ne 1763696400\nm bb-count\ni rms\n'
              'a /tmp/program\nf program <b>&amp;</b>')
        for index, (name, image) in enumerate(self.routines):
            print(f'r "{name}" "{image}" {index}\nu {index} "{name}"')
            for context, (routine, _) in enumerate(self.contexts, 1):
                if routine == index:
                    for rms, costs, own in self.points[context]:
                        print('q', context, rms, min(costs), max(costs), sum(costs), sum(cost * cost for cost in costs), len(costs),
                              0 if self.is_inside_itself(context) else sum(costs), sum(own), min(own), max(own),
                              sum(cost * cost for cost in own))
        for context, (routine, parent) in enumerate(self.contexts, 1):
            print('x', routine, context, parent)


def page(exponent):
    report, sizes = Report(), range(0, 401, 10)
    main, slow, leaf = report.routine('main'), report.routine('slow'), report.routine('leaf')
    varied, again = report.routine('varied'), report.routine('again')
    hostile = [report.routine(name, '/usr/lib/lib<b>.so') for name in HOSTILE]
    cost = lambda n: 2 * max(1, n) ** (exponent - 1)
    in_slow = sum(max(1, n) * cost(n) + 50 for n in sizes)
    in_varied = sum(9 * n + 30 for n in sizes)
    total = 7 + in_slow + in_varied + 30 + 11 * len(hostile)
    top = report.context(main, -1, [(500, [total], [7])])
    inside = report.context(slow, top, [(n, [max(1, n) * cost(n) + 50], [50]) for n in sizes])
    report.context(leaf, inside, [(n, [cost(n)] * max(1, n), [cost(n)] * max(1, n)) for n in sizes])
    report.context(varied, top, [(n, [n + 10, 2 * n + 10, 6 * n + 10], [n + 10, 2 * n + 10, 6 * n + 10]) for n in sizes])
    first = report.context(again, top, [(3, [30], [10])])
    second = report.context(again, first, [(2, [20], [10])])
    report.context(again, second, [(1, [10], [10])])
    for routine in hostile:
        report.context(routine, top, [(1, [11], [11])])
    report.write(total)


def large(routines, points):
    report = Report()
    main = report.routine('main')
    total = 1 + routines * sum(i * i for i in range(1, points + 1))
    top = 1
    numbers = [report.routine(f'namespace_{i}::Class<int>::routine_{i}(unsigned int)', f'/usr/lib/library_{i % 17}.so') for i in range(routines)]
    # One after the other: Report.write would look for the contexts of each routine among all.
    print(f'c memory-resolution: 4\nv 4\nt 2026-11-22T08:00:00Z\nk {total}\ne 1763696400\nm bb-count\ni rms\na /tmp/large\nf large')
    print(f'r "main" "/tmp/large" 0\nu 0 "main"\nq {top} 1 {total} {total} {total} {min(total * total, 2 ** 64 - 1)} 1 {total} 1 1 1 1')
    for number in numbers:
        name, image = report.routines[number]
        print(f'r "{name}" "{image}" {number}\nu {number} "_Z{number}"')
        for i in range(1, points + 1):
            cost = i * i
            print('q', number + 1, i * 3, cost, cost, cost, cost * cost, 1, cost, cost, cost, cost, cost * cost)
    print('x 0 1 -1')
    for number in numbers:
        print('x', number, number + 1, 1)


def many(routines, points, shape):
    # Context i is of routine i % routines, and has one point: the routine's i // routines-th.
    count = routines * points
    parent = (lambda i: i - 1) if shape == 'deep' else (lambda i: (i - 1) // 3)
    own = [(i // routines + 1) ** 2 for i in range(count)]
    cost = list(own)
    for i in range(count - 1, 0, -1):
        cost[parent(i)] += cost[i]

    def is_inside_itself(i):
        if shape == 'deep':
            return i >= routines
        above = i
        while above > 0:
            above = parent(above)
            if above % routines == i % routines:
                return True
        return False

    print(f'c memory-resolution: 4\nv 4\nt 2026-11-22T08:00:00Z\nk {cost[0]}\ne 1763696400\nm bb-count\ni rms\na /tmp/many\nf many')
    for routine in range(routines):
        print(f'r "namespace_{routine}::Class<int>::routine_{routine}(unsigned int)" "/usr/lib/library_{routine % 17}.so" {routine}\n'
              f'u {routine} "_Z{routine}"')
        for i in range(routine, count, routines):
            print('q', i + 1, 3 * (i // routines + 1), cost[i], cost[i], cost[i], min(cost[i] ** 2, 2 ** 64 - 1), 1,
                  0 if is_inside_itself(i) else cost[i], own[i], own[i], own[i], own[i] ** 2)
    for i in range(count):
        print('x', i % routines, i + 1, parent(i) + 1 if i > 0 else -1)


{'page': lambda: page(2), 'slower': lambda: page(3), 'large': lambda: large(int(sys.argv[2]), int(sys.argv[3])),
 'many': lambda: many(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])}[sys.argv[1]]()
