#!/usr/bin/python3
# check_data.py
#
# Lets page/data.ts read the data of pages, without a browser, and compares what it makes of routines, points, contexts
# and a comparison with what the command's JSON says of them, and source lines with the profile they are from. Then it
# takes one column after the other out of a page: data.ts must miss each of them.

import json
import os
import re
import subprocess
import tempfile

from page_data import data_of

APROF = '../../command/aprof'
PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', '..', 'page')
PROGRAM = '''
const { readData, unpack } = require(process.argv[2]);
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const plain = (name, value) => name === "packedPoints" ? unpack(value)
                             : value instanceof Map ? Object.fromEntries(value)
                             : ArrayBuffer.isView(value) ? [...value] : value;
const read = text => { try { return readData(text); } catch (error) { return error.message; } };
console.log(JSON.stringify(texts.map(read), plain));
'''
PROFILE = '''events: Bb Rms
ob=/tmp/program
fl=%(source)s
fn=slow
3 10 1
fi=/tmp/slow.h
4 5 6
fe=%(source)s
cfn=leaf
calls=2 1
5 20 7
fn=leaf
1 40 8
'''
SOURCE = {
    'line': 3, 'runs': [{'first': 1, 'lines': ['one', 'two']}],
    'costs': [{'line': 3, 'self': 10, 'input': 1, 'called': 0, 'calledInput': 0},
              {'line': 5, 'self': 0, 'input': 0, 'called': 20, 'calledInput': 7}],
    'elsewhere': {'line': 0, 'self': 5, 'input': 6, 'called': 0, 'calledInput': 0},
    'calls': [{'line': 5, 'callee': 2, 'calls': 2, 'cost': 20, 'input': 7}],
}
BUILT = 1763696400   # by the report: a source that is newer is not shown


def output(*command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True, text=True).stdout


def read_all(folder, pages):
    bundle = os.path.join(folder, 'data.js')
    program = os.path.join(folder, 'program.js')
    output('esbuild', os.path.join(PAGE, 'data.ts'), '--bundle', '--format=cjs', '--log-level=warning', '--outfile=' + bundle)
    with open(program, 'w', encoding='utf-8') as file:
        file.write(PROGRAM)
    return json.loads(output('node', program, bundle, text=json.dumps([json.dumps(page) for page in pages])))


def tell(what, found, wanted):
    if found != wanted:
        print(f'{what} is {found!r}, and should be {wanted!r}')


def compare_points(read, shown):
    by_name = {(routine['name'], routine['object']): routine for routine in read['routines'] if routine}
    for routine in shown['routines']:
        points = by_name[routine['name'], routine['object']]['packedPoints']
        tell(f'points of {routine["name"]}',
             [(p['first'], p['last'], p['calls'], p['min'], p['max'], p['sum']) for p in points],
             [(p['rms'], p['rms'], p['calls'], p['min'], p['max'], p['sum']) for p in routine['point_list']])


def compare_contexts(read, shown):
    contexts = read['contexts']
    place = {context['id']: i for i, context in enumerate(shown['contexts'])}
    for i, context in enumerate(shown['contexts']):
        found = [read['routines'][contexts['routine'][i]]['name'], contexts['parent'][i],
                 *[contexts[name][i] for name in ('calls', 'real', 'self')], str(i) in contexts['points']]
        tell(f'context {i}', found, [context['name'], place.get(context['parent'], -1), context['calls'],
                                     context['real_cost'], context['self_cost'], context['points'] > 1])
    return sum(context['real_cost'] < context['self_cost'] for context in shown['contexts'])


def compare_changes(read, shown):
    for name in ('verdict', 'summary', 'renames', 'loads', 'notes'):
        tell(name, read['comparison'][name], shown[name])
    tell('total', read['comparison']['total'], shown['total']['words'])
    for found, wanted in zip(read['comparison']['changes'], shown['routines']):
        case = wanted[wanted['case']]
        tell(wanted['name'],
             [found['now'] and found['now']['cost'], found['before'] and found['before']['cost'],
              *[found[name] for name in ('state', 'growth', 'added', 'factor', 'beyond', 'why')]],
             [wanted['now'] and wanted['now']['cost'], wanted['before'] and wanted['before']['cost'],
              wanted['state'], wanted['growth'], wanted['added_cost'], case['at_largest'], case['at_ten_times'],
              wanted['why']])
    return len(read['comparison']['changes'])


def outlook_of(routine):
    """What the beginning of a routine's outlook must say, by the command's JSON."""
    mean, worst, projection = routine['growth']['mean'], routine['growth']['worst'], routine['projection']
    at_worst = '' if worst['shown'] == mean['shown'] else f' on average, and as {worst["shown"]} at worst'
    return (f'Its cost likely grows as {mean["shown"]}{at_worst}. It has {100 * routine["share"]:.1f} % of the program\'s cost now, '
            f'and {100 * projection["share"]["value"]:.1f} % with inputs {projection["times"]:g} times as large: its calls then '
            ) if projection['known'] else ''


def compare(read, shown):
    by_name = {(routine['name'], routine['object']): routine for routine in read['routines'] if routine}
    count = 0
    for routine in shown['routines']:
        found = by_name[routine['name'], routine['object']]
        mean = routine['growth']['mean']
        advice = (f'the input is {routine["fixed_input"]}' if routine['fixed_input']
                  else f'{routine["not_known"]}: {routine["advice"]}' if routine['advice'] else '')
        wanted = {
            'calls': routine['calls'], 'cost': routine['cost'], 'pointCount': routine['points'],
            'smallest': routine['rms']['min'], 'largest': routine['rms']['max'], 'own': routine['own'],
            'unit': routine['input']['unit'] or '', 'notKnown': advice, 'why': routine['why'] or '',
        }
        for name, value in wanted.items():
            if found[name] != value:
                print(f'{routine["name"]}: {name} is {found[name]!r}, and the command\'s JSON says {value!r}')
        if not found['outlook'].startswith(outlook_of(routine)) or bool(found['outlook']) != routine['projection']['known']:
            print(f'{routine["name"]}: the outlook is {found["outlook"]!r}, and should begin with {outlook_of(routine)!r}')
        if found['cases']:
            case = found['cases'][1]
            if (case['text'], case['level']) != (mean['shown'], -1 if mean['level'] is None else mean['level']):
                print(f'{routine["name"]}: the growth is {case["text"]!r}, and the command\'s JSON says {mean["shown"]!r}')
            count += case['fit'] is not None
    return count


def without_columns(page):
    for table, names in page['columns'].items():
        for name in names.split():
            others = ['?' if other == name else other for other in names.split()]
            columns = {**page['columns'], table: ' '.join(others)}
            yield table, name, {**page, 'columns': columns}


def made(folder, kind):
    path = os.path.join(folder, kind.replace(' ', ''))
    with open(path, 'w', encoding='utf-8') as report:
        report.write(output('perl', '../common/make_report.pl', *kind.split()))
    return path


def whole(report):
    output(APROF, 'convert', '--to=json', '--output=' + report + '.json', report)
    with open(report + '.json', encoding='utf-8') as converted:
        return json.load(converted)


def page_of(report, *options):
    output(APROF, 'html', '--output=' + report + '.html', *options, report)
    return data_of(report + '.html')


with tempfile.TemporaryDirectory() as room:
    report, before, calls = [made(room, kind) for kind in ('page slower', 'page', 'random --contexts --calls=2000')]
    source, profile = os.path.join(room, 'slow.c'), os.path.join(room, 'profile')
    with open(profile, 'w', encoding='utf-8') as file:
        file.write(PROFILE % {'source': source})
    with open(source, 'w', encoding='utf-8') as file:
        file.write('one\ntwo')
    os.utime(source, (BUILT, BUILT))
    data = page_of(report, '--baseline=' + before, '--callgrind=' + profile)
    of_page, of_calls = read_all(room, [data, page_of(calls)])
    converted = whole(report)
    laws = compare(of_page, converted)
    compare_points(of_page, converted)
    print('routines:', 'some' if of_page['routines'] else 'none', '- laws:', 'some' if laws else 'none')
    recursions = [compare_contexts(of_page, converted), compare_contexts(of_calls, whole(calls))]
    print('recursions:', 'some' if all(recursions) else 'none')
    changes = compare_changes(of_page, json.loads(output(APROF, 'diff', '--format=json', '--all', before, report)))
    print('changes:', 'some' if changes else 'none')
    tell('source', of_page['sources']['1'], {**SOURCE, 'file': source})
    tell('line events', of_page['lineEvents'],
         {'name': 'Bb', 'unit': 'Bb', 'hasInput': True, 'total': 55, 'totalInput': 15})
    cut = list(without_columns(data))
    for (table, name, _), read in zip(cut, read_all(room, [page for _, _, page in cut])):
        if not (isinstance(read, str) and re.search(rf'no column {name}$', read)):
            print(f'nobody misses the column {name} of {table}')
    print('columns:', 'some' if cut else 'none')
