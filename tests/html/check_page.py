#!/usr/bin/python3
# check_page.py
#
# The page of a report, in Chromium: what it shows is what `aprof show` says, and its controls, keys, links and exports
# do what they should. Prints a line for each group of checks, and what is wrong.

import json
import os
import shutil
import subprocess
import tempfile
import time

from accessibility import broken_rules, broken_tab_order
from browser import Browser
from judged import expect, group
from page_data import data_of, objects_of, routine_rows
from selenium.webdriver.common.keys import Keys
from view_checks import check_bidi, check_first_screen, check_flames, check_places, check_print

APROF = '../../command/aprof'
MAKE = ['../common/make_report.pl']


def output(command, path):
    with open(path, 'w') as out:
        subprocess.run(command, stdout=out, check=True)


def number(text):
    return float(text.replace(',', '').replace('−', '-'))


def near(a, b, tolerance=1e-6):
    return a == b or abs(a - b) <= tolerance * max(abs(a), abs(b))


def short(value):
    units, unit = ['', 'k', 'M', 'G', 'T', 'P', 'E'], 0
    whole = value
    while value >= 999.5 and unit < 6:
        value, unit = value / 1000, unit + 1
    digits = 0 if (unit == 0 and whole == int(whole)) or value >= 99.95 else 1 if value >= 9.995 else 2
    return f'{value:.{digits}f}{units[unit]}'


PRETTY = {'n^1.5': 'n¹·⁵', 'n^2': 'n²', 'n^2 log n': 'n² log n', 'n^3': 'n³', 'exp': 'exponential'}


def routines_of(report):
    listed = json.loads(subprocess.run([APROF, 'show', '--format=json', '--limit=0', report], stdout=subprocess.PIPE, check=True).stdout)
    return listed['routines']


def check_values(browser, page, report):
    shown = routines_of(report)
    index = {routine['name']: i for i, routine in enumerate(routine_rows(data_of(page)))}
    browser.open(page, 'view=routines')
    rows = browser.run('''return [...document.querySelectorAll("tbody tr:not(.space)")].map(row =>
                          [...row.children].map(cell => cell.innerText.replace(/[★☆]/, "").trim()))''')
    titles = browser.run('return [...document.querySelectorAll(".name-cell a")].map(name => name.title.split("\\n")[0])')
    expect('number of rows', len(rows) == len(shown), len(rows))
    for row, title, routine in zip(rows, titles, shown):
        name = routine['name']
        expect('order of routines', title == name.replace('\u2028', '⟨U+2028⟩'), title)
        expect('short names in full', len(name) > 40 or row[0] == title, row[0])
        growth = routine['growth']['mean']['shown']
        columns = [(5, routine['share']), (6, routine['self_share'])]
        expect(f'{name} growth', row[1] == PRETTY.get(growth, growth), row[1])
        if routine['projection']['state'] == 'open' or routine['read_again'] is not None:
            expect(f'{name} share later', row[4] == '–', row[4])
        else:
            columns.append((4, routine['projection']['share']['value']))
        for column, value in columns:
            expect(f'{name} share {column}', abs(number(row[column].replace('%', '').replace('<', '')) - 100 * value) <= 0.11, row[column])
        expect(f'{name} calls', row[7] == short(routine['calls']), row[7])
        expect(f'{name} points', number(row[8]) == routine['points'], row[8])
    for routine in shown:
        if routine['name'] in ('slow', 'leaf', 'varied', 'again', 'main'):
            check_routine(browser, report, routine['name'], index[routine['name']])


def check_routine(browser, report, name, index):
    routine = json.loads(subprocess.run([APROF, 'show', '--format=json', '--routine=' + name, report], stdout=subprocess.PIPE,
                                        check=True).stdout)['routines'][0]
    browser.fragment(f'view=routine&id={index}')
    parts = ' '.join(browser.texts('.parts li'))
    for value in (routine['calls'], routine['cost'], routine['self_cost'], routine['rms']['min'], routine['rms']['max']):
        expect(f'{name} facts', f'{value:,}' in parts, parts)
    browser.run('document.querySelector(".plot-section details").open = true')
    browser.wait('return document.querySelectorAll(".data-table tbody tr").length > 1')
    rows = browser.run('''const found = [];
        const room = document.querySelector(".data-table .table-room"); room.style.maxHeight = "none"; room.style.height = "5000px";
        room.dispatchEvent(new Event("scroll"));
        return [...room.querySelectorAll("tbody tr:not(.space)")].map(row => [...row.children].map(cell => cell.innerText));''')
    expect(f'{name} points', len(rows) == len(routine['point_list']), len(rows))
    for row, point in zip(rows, routine['point_list']):
        mean = point['sum'] / point['calls']
        deviation = max(0, point['squares'] / point['calls'] - mean * mean) ** 0.5
        wanted = (point['rms'], point['rms'], point['calls'], point['max'], mean, point['min'], point['sum'], point['amortized'])
        for i, value in enumerate(wanted):
            expect(f'{name} point {point["rms"]} column {i}', abs(number(row[i]) - value) <= 0.006, row[i])
        expect(f'{name} deviation', abs(number(row[8]) - deviation) <= 0.01 + 1e-4 * deviation, row[8])
    if name == 'slow':
        text = ' '.join(browser.texts('.finding'))
        expect('why known', 'it calls leaf 1.0 n times (200 on average)' in routine['why'], routine['why'])
        expect('why', f"Why {routine['why'].replace('n^2', 'n²')}." in text, text)
    for table, key in ((1, 'callers'), (2, 'callees')):
        rows = browser.run('''return [...document.querySelectorAll(`.pair > div:nth-child(${arguments[0]}) tbody tr`)].map(row =>
                              [row.children[0].innerText, row.querySelectorAll("[title]").length, row.children[2].innerText, row.children[3].innerText])''', table)
        expect(f'{name} {key}', len(rows) == min(15, len(routine[key])), len(rows))
        browser.run('document.querySelector(`.pair > div:nth-child(${arguments[0]}) .more`)?.click()', table)
        shown = browser.run('return document.querySelectorAll(`.pair > div:nth-child(${arguments[0]}) tbody tr`).length', table)
        expect(f'{name} all {key}', shown == len(routine[key]), shown)
        expect(f'{name} {key}', [(row[2], row[3]) for row in rows] == [(short(call['calls']), short(call['real_cost'])) for call in routine[key]][:15], rows)
    for case, values in routine['growth'].items():
        for prediction in values.get('predictions', []):
            found = [row for row in browser.texts('.columns section:last-child table tr') if row.startswith(f'{prediction["rms"]:,.0f} (')]
            expect(f'{name} {case} prediction', found and short(prediction['cost']['value']) in found[0], found)


PROFILE = '''positions: line
event: Bb : executed basic blocks
events: Bb Rms
ob=/tmp/program
fl={folder}/slow.c
fn=slow
2 7 1
3 400 90
cfn=leaf
calls=9 1
3 5000 300
fi={folder}/inlined.h
8 60 4
fl={folder}/leaf.c
fn=leaf
1 9533 0
'''
SOURCE = 'int slow(int n)\n{ int a = n;   // </script><b>\n   return leaf(a);\n}\n' + '\n' * 20


def check_lines(browser, page, index, downloads):
    columns = '[...row.children].slice(0, 5).map(cell => cell.querySelector("[title]")?.title || cell.innerText)'
    browser.open(page, f'view=routine&id={index}')
    rows = browser.run(f'return [...document.querySelectorAll(".lines-table tbody tr")].map(row => {columns})')
    expect('costs', rows == [['1', '', '', '', ''], ['2', '7', '', '1', ''], ['3', '400', '5,000', '90', '300'], ['4', '', '', '', ''],
                             ['5', '', '', '', ''], ['6', '', '', '', '']], rows)
    code = browser.run('return [...document.querySelectorAll(".lines-table code")].map(code => code.textContent)')
    expect('source', code[:4] == SOURCE.split('\n')[:4], code)
    expect('calls', browser.texts('.line-call') == ['calls leaf ×9, 50.0\xa0%'], browser.texts('.line-call'))
    expect('elsewhere', '60 more' in ' '.join(browser.texts('main p')), browser.texts('main p'))
    browser.go('view=overview')
    browser.run('document.styleSheets[0].insertRule(".source { max-height: 60px }", document.styleSheets[0].cssRules.length)')
    browser.go(f'view=routine&id={index}')
    place = 'const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.top, box.bottom]'
    room, hot = (browser.run(place, selector) for selector in ('.source', '#line-3'))
    expect('begins at the costliest line', browser.run('return document.querySelector(".source").scrollTop') > 0
           and room[0] < hot[0] and hot[1] < room[1], (room, hot))
    for line in (3, 2, 3):
        browser.keys('s')
        marked = browser.run('return [document.activeElement.id, document.querySelector(".lines-table [aria-current]").id, location.hash]')
        expect(f'costliest line {line}', marked[:2] == [f'line-{line}'] * 2 and f'line={line}' in marked[2], marked)
    browser.open(page, f'view=routine&id={index}&line=2')
    expect('line of the fragment', browser.run('return document.activeElement.id') == 'line-2')
    for width, dark in ((1280, False), (400, True)):
        browser.size(width)
        browser.scheme(dark)
        expect(f'accessible, {width}', (found := broken_rules(browser)) == [], found[:5])
        wide = browser.run('return document.documentElement.scrollWidth')
        expect(f'not wider than {width}', wide <= width, wide)
    browser.size(1280)
    browser.scheme(False)
    browser.run('[...document.querySelectorAll("section button")].filter(b => b.textContent === "CSV").pop().click()')
    lines = downloaded(downloads, 'slow-lines.csv').splitlines()
    expect('CSV', lines == ["line,self,calls,input,calls' input,source", '2,7,0,1,0,{ int a = n;   // </script><b>',
                            '3,400,5000,90,300,   return leaf(a);'], lines)


def check_favourites(browser, page, given, downloads):
    stars = lambda: browser.run('return [...document.querySelectorAll(".star[aria-pressed=true]")].map(s => s.getAttribute("aria-label").slice(11))')
    fragment = lambda: browser.run('return location.hash')
    browser.open(given, 'view=routines')
    expect('of the file', stars() == ['slow'] and 'fav=' not in fragment(), stars())
    browser.click('.star[aria-pressed=true]')
    expect('none of them', stars() == [] and 'fav=none' in fragment(), fragment())
    browser.click('[aria-label="favourite: slow"]')
    expect('as in the file', stars() == ['slow'] and 'fav=' not in fragment(), fragment())
    browser.click('[aria-label="favourite: leaf"]')
    browser.run('[...document.querySelectorAll("button")].find(b => b.textContent === "Save favourites").click()')
    text = downloaded(downloads, 'program.favourites.txt')
    expect('saved', text.splitlines()[1:] == ['slow\t/tmp/program', 'leaf\t/tmp/program'], text)
    browser.open(page, 'view=routines')
    expect('none at first', stars() == [])
    saved = os.path.join(downloads, 'program.favourites.txt')
    with open(saved, 'a') as file:
        file.write('gone\nmain\t/elsewhere/program\nvaried\t/tmp/other\n')
    browser.choose_file('input[type=file]', saved)
    expect('loaded', sorted(stars()) == ['leaf', 'main', 'slow'], stars())
    expect('what is missing', '3 favourites; not in this report: gone, varied' in browser.texts('main')[0], browser.texts('.bar'))
    subprocess.run([APROF, 'html', '-o', given, '--favourites=' + saved, os.path.join(downloads, 'now.report')], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    browser.open(given, 'view=routines')
    expect('given again', sorted(stars()) == ['leaf', 'main', 'slow'], stars())
    expect('other views', browser.run('return document.querySelector("nav a").href').endswith('view=overview'))


def check_hostile(browser, page):
    browser.open(page, 'view=routines')
    names = browser.texts('.name-cell a')
    expect('names as text', '</script><script>document.title = 1</script>' in names and '<img src=x onerror=document.title=2>' in names)
    expect('no element of a name', browser.run('return document.querySelectorAll("main img, main script, [onload], [onerror]").length') == 0
           and browser.run('return document.scripts.length') == 2)
    for view in ('overview', 'contexts', 'flame', 'compare'):
        browser.fragment('view=' + view)
        expect('title in ' + view, browser.run('return document.title') == 'program – aprof')
    text = open(page, encoding='utf-8').read()
    expect('one data element', text.count('</script>') == 2, text.count('</script>'))
    refused = browser.run('''try { const s = document.createElement("script"); s.textContent = "window.ran = true"; document.body.append(s); }
                             catch (e) {} return window.ran === undefined''')
    expect('the policy refuses a script', refused)
    browser.messages()      # of the refusal


def check_controls(browser, page):
    browser.open(page, 'view=routines')
    first = browser.texts('.name-cell a')[0]
    costs = [routine['cost'] for routine in routine_rows(data_of(page)) if routine]
    search = 'const box = document.querySelector("#search"); box.value = arguments[0]; box.dispatchEvent(new Event("input"));'
    for pattern, wanted in (('slo', ['slow']), ('SLO*', ['slow']), ('?ain', ['main']), ('nothing like it', [])):
        browser.run(search, pattern)
        expect('find ' + pattern, browser.texts('.name-cell a') == wanted, browser.texts('.name-cell a'))
    browser.run(search, '')
    for key in ('name', 'object', 'growth', 'worst', 'projected', 'total', 'self', 'calls', 'points', 'largest'):
        browser.click(f'[data-sort={key}]')
        expect('sort by ' + key, f'sort={key}' in browser.run('return location.hash'))
        expect('aria-sort of ' + key, browser.run('return document.querySelectorAll("th[aria-sort=ascending], th[aria-sort=descending]").length') == 1)
    browser.click('[data-sort=total]')
    totals = [number(text.replace('%', '').replace('<', '')) for text in browser.texts('tbody td:nth-child(6)')]
    expect('order by total', totals == sorted(totals, reverse=True), totals)
    titles = browser.run('return [...document.querySelectorAll("tbody td:nth-child(6) .share")].map(bar => bar.title)')
    expect('exact costs', [text.split(' ')[0] for text in titles] == [f'{cost:,}' for cost in sorted(costs, reverse=True)], titles)
    for order in ('dir=up', ''):
        browser.click('[data-sort=total]')
        expect('order ' + order, browser.run('return location.hash').endswith(order or 'view=routines'))
    expect('what hurts first', browser.texts('.name-cell a')[0] == first, browser.texts('.name-cell a'))
    browser.click('[data-key=own]')
    expect('only my code', set(browser.texts('tbody tr:not(.space) td:last-child')) == {'program'}, browser.texts('tbody tr:not(.space) td:last-child'))
    browser.click('[data-key=own]')
    browser.click('.star')
    browser.click('[data-key=starred]')
    expect('favourites', len(browser.texts('.name-cell a')) == 1 and 'fav=' in browser.run('return location.hash'))


def check_plots(browser, page, index):
    browser.open(page, f'view=routine&id={index}')
    for kind in ('total', 'amortized', 'calls', 'spread', 'bound', 'cost'):
        browser.click(f'[data-value={kind}]')
        marks = browser.run('return document.querySelectorAll(".marks path").length')
        expect('marks of ' + kind, marks >= 40, marks)
    zero = '''const box = document.querySelector("svg.plot").getBoundingClientRect();
              return [...document.querySelectorAll(".axes text")].some(t => t.textContent === "0" && t.getAttribute("text-anchor") === "middle")'''
    expect('0 on the linear axis', browser.run(zero))
    linear = browser.run('return document.querySelectorAll(".marks path").length')
    browser.keys('l')
    expect('0 on the logarithmic axis', browser.run(zero) and 'axes=log' in browser.run('return location.hash'))
    expect('as many marks', browser.run('return document.querySelectorAll(".marks path").length') == linear)
    browser.keys('l', 'x')
    expect('prediction', browser.run('return document.querySelectorAll(".plot .band").length') > 0)
    expect('legend', browser.texts('.legend li')[-3:] == ['law', 'predicted', '95\xa0% sure'], browser.texts('.legend li'))
    largest = routine_rows(data_of(page))[index]['largest']
    expect('where measurements end', f'predicted beyond {short(largest)}' in browser.run(
        'return [...document.querySelectorAll(".plot text")].map(text => text.textContent)'))
    browser.keys('w')
    expect('no law', browser.run('return document.querySelectorAll(".plot .curve").length') == 0)
    browser.keys('w', 'x')
    browser.run('document.querySelector("svg.plot").focus()')
    browser.keys(Keys.HOME)
    expect('read off', browser.texts('.read')[0].startswith('n 0: '), browser.texts('.read'))
    browser.keys(Keys.ARROW_RIGHT, '+')
    expect('zoom in the fragment', 'window=' in browser.run('return location.hash'))
    browser.keys('0')
    expect('all', 'window=' not in browser.run('return location.hash'))


def check_exports(browser, page, index, downloads):
    browser.open(page, f'view=routine&id={index}')
    for kind in ('SVG', 'PNG', 'CSV'):
        browser.run('[...document.querySelectorAll(".exports button")].find(b => b.textContent === arguments[0]).click()', kind)
    end = time.time() + 120
    wanted = {'slow.svg', 'slow.png', 'slow.csv'}
    while not wanted <= set(os.listdir(downloads)) and time.time() < end:
        time.sleep(0.1)
    expect('files', wanted <= set(os.listdir(downloads)), os.listdir(downloads))
    text = open(os.path.join(downloads, 'slow.svg')).read()
    expect('SVG stands alone', text.startswith('<svg') and 'class=' not in text and 'url(http' not in text)
    subprocess.run(['python3', '-c', 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])', os.path.join(downloads, 'slow.svg')], check=True)
    expect('PNG', open(os.path.join(downloads, 'slow.png'), 'rb').read(8) == b'\x89PNG\r\n\x1a\n')
    lines = open(os.path.join(downloads, 'slow.csv')).read().splitlines()
    expect('CSV', len(lines) == 42 and lines[0].startswith('n from,n to,calls'), lines[:2])


def downloaded(folder, name):
    end = time.time() + 120
    path = os.path.join(folder, name)
    while not os.path.exists(path) and time.time() < end:
        time.sleep(0.05)
    return open(path).read()


def check_keys(browser, page):
    browser.open(page, 'view=overview')
    for key, view in (('2', 'routines'), ('3', 'contexts'), ('4', 'flame'), ('5', 'compare'), ('1', 'overview')):
        browser.keys(key)
        expect('key ' + key, f'view={view}' in browser.run('return location.hash'))
    browser.keys('?')
    expect('help', browser.run('return document.querySelector("dialog").open'))
    browser.keys(Keys.ESCAPE)
    browser.keys('2', '/', 'slow', Keys.ENTER, Keys.ARROW_DOWN, Keys.ENTER)
    expect('find and open by keys', browser.texts('h1') == ['slow'], browser.texts('h1'))
    browser.run('history.back()')
    browser.wait('return document.querySelector("#search")?.value === "slow"')
    browser.keys('3')
    browser.run('document.querySelector(".filters button:nth-of-type(2)").click()')
    browser.keys('j', Keys.ARROW_RIGHT)
    expect('tree opened', browser.texts('.tree-name')[1].strip().endswith('slow'), browser.texts('.tree-name'))
    objects = set(browser.texts('tbody tr:not(.space) td:last-child'))
    expect('objects in the tree', objects == {os.path.basename(path) for path in objects_of(data_of(page))}, objects)
    browser.keys('h')
    expect('hot path', browser.texts('tr.current .tree-name')[0].strip().endswith('leaf'), browser.texts('tr.current .tree-name'))
    browser.keys('4', Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    expect('flame graph by keys', browser.texts('.read')[0].startswith('slow: '), browser.texts('.read'))
    browser.keys(Keys.ENTER)
    expect('zoomed', 'zoom=' in browser.run('return location.hash'))
    browser.point('.flame canvas', 30, 30)
    tip = browser.run('const tip = document.querySelector(".tip"); return tip.hidden ? "" : tip.innerText')
    expect('beside the mouse', tip.startswith('slow: ') and tip == browser.texts('.read')[0], tip)
    browser.point('.legend', 1, 1)
    expect('not elsewhere', browser.run('return document.querySelector(".tip").hidden'))
    browser.keys('r')
    expect('recursion folded', 'fold=1' in browser.run('return location.hash'))


# The same states, factors and order as `aprof diff` has.
def check_comparison(browser, page, before, now):
    browser.open(page, 'view=compare')
    rows = browser.run('return [...document.querySelectorAll("tbody tr:not(.space)")].map(row => [...row.children].map(cell => cell.innerText))')
    expect('both laws', browser.run('return document.querySelectorAll(".plot .curve").length') == 2 and
           browser.texts('.compare-head .legend li') == ['mean', 'mean, baseline', 'law'], browser.texts('.legend li'))
    slow = next(row for row in rows if row[0] == 'slow')
    expect('classes', slow[2].replace('+', '') == 'n² → n³', slow)
    same = next(row for row in rows if row[0] == 'varied')
    expect('what is the same', same[1] == 'identical' and same[3] == '×1.00', same)
    found = json.loads(subprocess.run([APROF, 'diff', '--format=json', before, now], stdout=subprocess.PIPE, check=True).stdout)
    shown = [(row[1].split(' ')[-1], float(row[3][1:])) for row in rows]
    cases = [(routine['state'], routine['mean']['at_largest'], routine['worst']['at_largest']) for routine in found['routines'][:len(rows)]]
    expect('the rows of aprof diff', len(rows) >= 5 and all(
        state == expected and any(abs(factor - case['value']) <= 0.005 * max(1, factor) for case in both if case)
        for (state, factor), (expected, *both) in zip(shown, cases)), (shown, cases))
    expect('in its order', [row[0] for row in rows[:3]] == [routine['name'] for routine in found['routines'][:3]], rows[:3])


# The test `axe` looks for more, and in all views.
def check_looks(browser, page, index):
    for width in (1280, 400):
        browser.size(width)
        browser.open(page, 'view=compare')
        for view in ('overview', 'routines', f'routine&id={index}', 'contexts', 'flame', 'flame&mode=sandwich', 'compare'):
            browser.go('view=' + view)
            wide = browser.run('return document.documentElement.scrollWidth')
            expect(f'{view}: not wider than {width}', wide <= width, wide)
            if width == 1280 and view in ('overview', 'contexts'):
                expect(f'{view}: accessible', (found := broken_rules(browser)) == [], found[:5])
                expect(f'{view}: tab key', (found := broken_tab_order(browser, Keys.TAB)) == [], found[:5])
    browser.size(1280)
    for dark in (True, False):
        browser.scheme(dark)
        paper = browser.run('return getComputedStyle(document.body).backgroundColor')
        expect('background', (paper == 'rgb(255, 255, 255)') != dark, paper)


def check_silence(browser):
    expect('no request', (found := browser.requests()) == [], found)
    expect('no message on the console', (found := browser.messages()) == [], found)


def main():
    folder = tempfile.mkdtemp()
    try:
        report, before, page = (os.path.join(folder, name) for name in ('now.report', 'before.report', 'page.html'))
        output(MAKE + ['page'], report)
        output(MAKE + ['page', 'slower'], before)
        subprocess.run([APROF, 'html', '-o', page, '--baseline=' + report, report], stdout=subprocess.DEVNULL, check=True)
        compared = os.path.join(folder, 'compared.html')
        subprocess.run([APROF, 'html', '-o', compared, '--baseline=' + report, before], stdout=subprocess.DEVNULL, check=True)
        with open(os.path.join(folder, 'slow.c'), 'w') as file:
            file.write(SOURCE)
        os.utime(os.path.join(folder, 'slow.c'), (1763696400, 1763696400))
        for name, text in (('profile', PROFILE.format(folder=folder)), ('given', 'slow\n')):
            with open(os.path.join(folder, name), 'w') as file:
                file.write(text)
        with_lines, given = os.path.join(folder, 'lines.html'), os.path.join(folder, 'given.html')
        for options in (['-o', with_lines, '--callgrind=' + os.path.join(folder, 'profile')],
                        ['-o', given, '--favourites=' + os.path.join(folder, 'given')]):
            subprocess.run([APROF, 'html', *options, report], stdout=subprocess.DEVNULL, check=True)
        slow = [routine['name'] for routine in routine_rows(data_of(page))].index('slow')
        browser = Browser(downloads=folder)
        try:
            group('values', check_values, browser, page, report)
            group('controls', check_controls, browser, page)
            group('plots', check_plots, browser, page, slow)
            group('exports', check_exports, browser, page, slow, folder)
            group('keys', check_keys, browser, page)
            group('lines', check_lines, browser, with_lines, slow, folder)
            group('favourites', check_favourites, browser, page, given, folder)
            group('first screen', check_first_screen, browser, page, compared, report, folder)
            group('flame graphs', check_flames, browser, page, slow, report, folder)
            group('places', check_places, browser, page)
            group('turned names', check_bidi, browser, report, folder)
            group('print', check_print, browser, page, with_lines, slow)
            group('comparison', check_comparison, browser, compared, report, before)
            group('looks', check_looks, browser, page, slow)
            group('silence', check_silence, browser)
            group('hostile names', check_hostile, browser, page)
        finally:
            browser.close()
    finally:
        shutil.rmtree(folder)


main()
