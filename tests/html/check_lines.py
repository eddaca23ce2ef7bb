#!/usr/bin/python3
# check_lines.py
#
# Profiles lines.c with aprof and with Callgrind, in each form that their profiles can have, and compares what is in the
# page of each line with callgrind_annotate: own costs and input, calls of each line, how often, and what they cost.

import gzip
import os
import platform
import re
import shutil
import subprocess
import tempfile

from page_data import data_of, routine_rows, rows_of

APROF = '../../command/aprof'
VALGRIND = '../../../vg-in-place'
SOURCE = 'lines.c'
FUNCTIONS = ('main', 'sum', 'halves')
RECURSIVE_LINES = (27, 28)


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True).stdout.decode()


def profile(tool, folder, name, *options):
    path = os.path.join(folder, name)
    run(VALGRIND, '-q', '--tool=' + tool, '--callgrind-out-file=' + path, *options, os.path.join(folder, 'lines'))
    return path


def lines_of_page(report, *profiles):
    """Own costs and those of calls, by line; and calls, by line and callee: of all functions of the source."""
    page = report + '.html'
    run(APROF, 'html', '--own=*', '--source=all', '-o', page, *['--callgrind=' + path for path in profiles], report)
    data = data_of(page)
    names = [routine['name'] for routine in routine_rows(data)]
    costs, calls, own = {}, {}, {}
    for source in rows_of(data, 'source', data['sources']):
        name = names[source['routine']]
        if name in FUNCTIONS:
            assert source['file'].endswith('/' + SOURCE), source['file']
            lines = rows_of(data, 'lineCost', source['costs'])
            elsewhere = rows_of(data, 'lineCost', [source['elsewhere']])
            own[name] = [sum(row[amount] for row in lines + elsewhere) for amount in ('self', 'input')]
            for row in lines:
                known = costs.get(row['line'], (0, 0))
                costs[row['line']] = (known[0] + row['self'], known[1] + row['input'])
            for row in rows_of(data, 'lineCall', source['calls']):
                callee = row['callee'] if isinstance(row['callee'], str) else names[row['callee']]
                calls[row['line'], callee] = (row['calls'], row['cost'], row['input'])
    return data['lineEvents'], costs, calls, own


def lines_annotated(path, event, has_input):
    """The same, as callgrind_annotate prints it."""
    show = event + (',Rms' if has_input else '')
    text = run('callgrind_annotate', '--auto=yes', '--show-percs=no', '--threshold=100', '--context=100', '--tree=calling', '--show=' + show, path)
    source = open(SOURCE).read().splitlines()
    columns = r'\s*([\d,]+|\.)' * (2 if has_input else 1)
    costs, calls, at = {}, {}, None
    listing = text[text.index(f'/{SOURCE}\n' + '-' * 80, text.index('-- Auto-annotated source')):]
    number = lambda word: 0 if word == '.' else int(word.replace(',', ''))
    line = 0
    for row in listing.splitlines()[2:]:
        found = re.match(columns + r'  (.*)$', row)
        if not found:
            continue
        words, rest = list(found.groups()[:-1]), found.groups()[-1]
        amounts = [number(word) for word in words] + ([] if has_input else [0])
        call = re.match(r"=> .*:([^:]*?)(?:'\d+)? \(([\d,]+)x\)$", rest)
        if call:
            known = calls.get((line, call[1]), (0, 0, 0))
            calls[line, call[1]] = (known[0] + number(call[2]), known[1] + amounts[0], known[2] + amounts[1])
        elif line < len(source) and rest == source[line]:
            line += 1
            if words[0] != '.' or (has_input and words[1] != '.'):
                costs[line] = tuple(amounts)
    return costs, calls


def compare(what, report, event, has_input, *profiles):
    events, costs, calls, own = lines_of_page(report, *profiles)
    wrong = [] if (events['name'], events['hasInput']) == (event, bool(has_input)) else [f'events {events}']
    expected = [lines_annotated(path, event, has_input) for path in profiles]
    sums, called = {}, {}
    for one, other in expected:
        for line, amounts in one.items():
            sums[line] = tuple(a + b for a, b in zip(sums.get(line, (0, 0)), amounts))
        for key, amounts in other.items():
            called[key] = tuple(a + b for a, b in zip(called.get(key, (0, 0, 0)), amounts))
    for line in sorted(set(sums) | set(costs)):
        if sums.get(line, (0, 0)) != costs.get(line, (0, 0)):
            wrong.append(f'line {line}: page {costs.get(line)}, callgrind_annotate {sums.get(line)}')
    for key in sorted(set(called) | set(calls)):
        # Of the lines of a recursion, callgrind_annotate has the calls of one depth only.
        if key[0] not in RECURSIVE_LINES and called.get(key) != calls.get(key):
            wrong.append(f'call {key}: page {calls.get(key)}, callgrind_annotate {called.get(key)}')
    print(f'{what}: ' + ('right' if not wrong and len(costs) > 8 and len(calls) > 4 else f'wrong, {len(costs)} lines, {len(calls)} calls'))
    for text in wrong[:10]:
        print('   ' + text)
    check_recursion(calls, own)
    return costs, calls


def check_recursion(calls, own):
    """halves(n) calls itself 2 (n - 1) times, and sum half as often, for n of 1, 101, 201, ...; sum calls nobody."""
    inner = sum(range(0, 4000, 100))
    counts = [calls[line, name][0] for line, name in ((27, 'halves'), (28, 'sum'))]
    cost = sum(amounts[1] for (_, name), amounts in calls.items() if name == 'sum')
    print('   its recursion: ' + ('right' if counts == [2 * inner, inner] and cost == own['sum'][0] else f'{counts}, {cost} of {own["sum"]}'))


def same(what, one, other):
    print(f'{what}: ' + ('the same' if one == other else 'others'))


def main():
    folder = tempfile.mkdtemp()
    try:
        # As on Ubuntu: functions of libraries are called through code without a name, which is not in the report.
        nameless = ['-fcf-protection', '-Wl,-z,ibtplt'] if platform.machine() == 'x86_64' else []
        run('gcc', '-g', '-O1', '-fno-optimize-sibling-calls', *nameless, '-o', os.path.join(folder, 'lines'), os.path.realpath(SOURCE))
        report = os.path.join(folder, 'report')
        own = profile('aprof', folder, 'own', '--aprof-out-file=' + report)
        compare('profile of aprof', report, 'Bb', 1, own)
        check_sums(report, own)

        plain = profile('callgrind', folder, 'plain')
        read = compare('profile of Callgrind', report, 'Ir', 0, plain)
        check_forms(folder, report, plain, read)
    finally:
        shutil.rmtree(folder)


def check_sums(report, own):
    """The cost of a function's lines, with those elsewhere, is its self cost in the report."""
    *_, sums = lines_of_page(report, own)
    listed = {routine['name']: routine for routine in routine_rows(data_of(report + '.html'))}
    for name in FUNCTIONS:
        print(f'{name}: ' + ('its lines add up' if sums[name][0] == listed[name]["self"] else f'{sums[name][0]} of {listed[name]["self"]}'))


def check_forms(folder, report, plain, read):
    costs = lambda *paths: lines_of_page(report, *paths)[1:3]
    same('with addresses and jumps', costs(profile('callgrind', folder, 'instr', '--dump-instr=yes', '--collect-jumps=yes')), read)
    same('without abbreviations',
         costs(profile('callgrind', folder, 'long', '--compress-strings=no', '--compress-pos=no')), read)
    for options in (['--separate-callers=3'], ['--separate-callers=2', '--compress-strings=no', '--separate-recs=5']):
        same(' '.join(options), costs(profile('callgrind', folder, 'callers', *options)), read)
    profile('callgrind', folder, 'parts', '--dump-every-bb=100000')
    parts = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.startswith('parts'))
    print('parts: ' + ('several' if len(parts) > 3 else str(len(parts))))
    together = profile('callgrind', folder, 'together', '--combine-dumps=yes', '--dump-every-bb=100000')
    one, many = costs(together), costs(*parts)
    same('parts in one file', one[0], read[0])
    same('parts in a file each', many, one)
    with open(plain, 'rb') as source, gzip.open(plain + '.gz', 'wb') as out:
        out.write(source.read())
    same('compressed', costs(plain + '.gz'), read)


main()
