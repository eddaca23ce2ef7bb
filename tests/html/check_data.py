#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# check_data.py
#
# Lets page/data.ts read the data of pages, without a browser, and compares what it makes of a routine with what
# `aprof show` says of it. Then it takes one column after the other out of a page: data.ts must miss each of them.

import json
import os
import re
import subprocess
import tempfile

from page_data import data_of

APROF = '../../command/aprof'
PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', '..', 'page')
PROGRAM = '''
const { readData } = require(process.argv[2]);
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map(text => { try { return readData(text); } catch (error) { return error.message; } })));
'''


def output(*command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True, text=True).stdout


def read_all(folder, pages):
    bundle = os.path.join(folder, 'data.js')
    program = os.path.join(folder, 'program.js')
    output('esbuild', os.path.join(PAGE, 'data.ts'), '--bundle', '--format=cjs', '--log-level=warning', '--outfile=' + bundle)
    with open(program, 'w', encoding='utf-8') as file:
        file.write(PROGRAM)
    return json.loads(output('node', program, bundle, text=json.dumps([json.dumps(page) for page in pages])))


def compare(read, shown):
    by_name = {(routine['name'], routine['object']): routine for routine in read['routines'] if routine}
    count = 0
    for routine in shown['routines']:
        found = by_name[routine['name'], routine['object']]
        mean = routine['growth']['mean']
        advice = f'{routine["not_known"]}: {routine["advice"]}' if routine['advice'] else ''
        wanted = {
            'calls': routine['calls'], 'cost': routine['cost'], 'pointCount': routine['points'],
            'smallest': routine['rms']['min'], 'largest': routine['rms']['max'], 'own': routine['own'],
            'unit': routine['input']['unit'] or '', 'notKnown': advice, 'why': routine['why'] or '',
        }
        for name, value in wanted.items():
            if found[name] != value:
                print(f'{routine["name"]}: {name} is {found[name]!r}, and aprof show says {value!r}')
        if found['cases']:
            case = found['cases'][1]
            if (case['range'], case['level']) != (mean['range'], -1 if mean['level'] is None else mean['level']):
                print(f'{routine["name"]}: the growth is {case["range"]!r}, and aprof show says {mean["range"]!r}')
            count += case['fit'] is not None
    return count


def without_columns(page):
    for table, names in page['columns'].items():
        for name in names:
            columns = {**page['columns'], table: ['?' if other == name else other for other in names]}
            yield table, name, {**page, 'columns': columns}


with tempfile.TemporaryDirectory() as room:
    report, path = os.path.join(room, 'report'), os.path.join(room, 'page.html')
    with open(report, 'w', encoding='utf-8') as made:
        made.write(output('perl', '../common/make_report.pl', 'page'))
    output(APROF, 'html', '-o', path, report)
    data = data_of(path)
    [whole] = read_all(room, [data])
    laws = compare(whole, json.loads(output(APROF, 'show', '--format=json', '--limit=0', report)))
    print('routines:', 'some' if whole['routines'] else 'none', '- laws:', 'some' if laws else 'none')
    cut = list(without_columns(data))
    for (table, name, _), read in zip(cut, read_all(room, [page for _, _, page in cut])):
        if not (isinstance(read, str) and re.search(rf'no column {name}$', read)):
            print(f'nobody misses the column {name} of {table}')
    print('columns:', 'some' if cut else 'none')
