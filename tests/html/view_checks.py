# Checks of views by check_page.py: the first screen, flame graphs, that Back leads to where one was, names that would turn
# round what is behind them, and the print.

import base64
import json
import os
import re
import subprocess

from judged import expect
from page_data import data_of, routine_rows
from selenium.webdriver.common.keys import Keys

APROF = '../../command/aprof'
OBEYED = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u2028'


def share_of(page, name):
    data = data_of(page)
    return 100 * next(row['cost'] for row in routine_rows(data) if row and row['name'] == name) / data['head']['whole']


def answer_of(report):
    return json.loads(subprocess.run([APROF, 'show', '--format=json', '--limit=0', report], stdout=subprocess.PIPE, check=True).stdout)


def changed(report, path, *changes):
    """A copy of the report with other names."""
    text = open(report, encoding='utf-8').read()
    for before, after in changes:
        text = text.replace(before, after)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    subprocess.run([APROF, 'html', '-o', path + '.html', path], stdout=subprocess.DEVNULL, check=True)
    return path + '.html'


def check_first_screen(browser, page, compared, report, folder):
    browser.open(page, 'view=overview')
    unknown = answer_of(report)['unknown']
    found = browser.texts('.finding')
    # Whoever calls aprof by another path is told that path.
    expected = f"{unknown['words']} {re.sub('^.*?aprof ', 'aprof ', unknown['command'])}"
    expect('what is not known, and the command', re.sub(': .*?aprof ', ': aprof ', found[0]) == expected, (found, unknown))
    spread = browser.run('''const plot = document.querySelector(".card .plot").getBoundingClientRect();
        const boxes = [...document.querySelectorAll(".card .marks path")].map(mark => mark.getBoundingClientRect());
        return (Math.max(...boxes.map(box => box.right)) - Math.min(...boxes.map(box => box.left))) / plot.width''')
    expect('measured points have room', spread > 0.3, spread)
    rising = browser.run('return [...document.querySelectorAll(".rise")].map(rise => [...rise.querySelectorAll(".share-text")].map(s => parseFloat(s.innerText)))')
    # The first card is of the routine that the headline names, whatever becomes of it.
    expect('shares that rise', rising[1:] and all(now <= later for now, later in rising[1:]), rising)
    browser.open(compared)
    expect('comparison first', browser.texts('h1') == ['What changed'] and browser.texts('nav a')[0] == 'Comparison', browser.texts('h1'))
    lead = browser.texts('.lead')[0]
    expect('times, not percent', 'times as much' in lead and '% of it' not in browser.texts('.compare-head')[0], lead)
    nameless = changed(report, os.path.join(folder, 'nameless'), ('"leaf" "/tmp/program"', '"0x1234" "/usr/bin/env"'))
    browser.open(nameless)
    found = browser.texts('.finding')
    expect('who names it', any('routines without a name in env: the package coreutils-dbgsym would name them' in text for text in found), found)
    browser.size(1920)
    for view in ('overview', 'routines', 'flame'):
        browser.go('view=' + view)
        width = browser.run('return document.querySelector("main").clientWidth')
        expect(f'{view} uses a wide screen', width > 1850, width)
    browser.size(1280)


def tip(browser, x, y, canvas='.flame canvas'):
    browser.point('nav', 1, 1)
    browser.point(canvas, x, y)
    return browser.run('const tip = [...document.querySelectorAll(".tip")].find(tip => !tip.hidden); return tip ? tip.innerText : ""')


def check_flames(browser, page, index, report, folder):
    browser.open(page, 'view=flame')
    browser.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    expect('the ancestor stays', [tip(browser, 600, y).split(':')[0] for y in (10, 30, 50)] == ['main', 'slow', 'leaf'], tip(browser, 600, 10))
    browser.run('const box = document.querySelector("#search"); box.value = "slow"; box.dispatchEvent(new Event("input"));')
    found = browser.texts('.filters [role=status]')[0]
    expect('what was found costs', abs(float(re.sub('[^0-9.]', '', found)) - share_of(page, 'slow')) < 0.06, found)
    browser.open(page, 'view=flame')
    browser.keys('i')
    expect('inverted', 'mode=inverted' in browser.run('return location.hash'))
    expect('callers below', [tip(browser, 30, y).split(':')[0] for y in (10, 30, 50)] == ['leaf', 'slow', 'main'], [tip(browser, 30, 10), tip(browser, 30, 30)])
    browser.keys('i', Keys.ARROW_DOWN, Keys.ARROW_DOWN, 's')
    expect('sandwich', f'of={index}' in browser.run('return location.hash') and 'mode=sandwich' in browser.run('return location.hash'))
    labels = browser.run('return [...document.querySelectorAll("canvas")].map(canvas => canvas.getAttribute("aria-label"))')
    expect('named for those who do not see', [label.split(',')[0] for label in labels] == ['Callers', 'Callees'], labels)
    rooms = browser.run('return [...document.querySelectorAll(".flame-room")].map(room => room.clientHeight)')
    expect('callers above', [tip(browser, 30, rooms[0] - y).split(':')[0] for y in (10, 30)] == ['slow', 'main'], tip(browser, 30, 30))
    expect('callees below', tip(browser, 30, 30, '.flame-room + .flame-room canvas').startswith('leaf: '))
    begun = changed(report, os.path.join(folder, 'begun'), ('"main" ', '"_start" '))
    browser.open(begun, 'view=flame')
    expect('begins below what every program has', tip(browser, 30, 10).startswith('slow: '), tip(browser, 30, 10))
    expect('what is left out', any(text.startswith('before main') for text in browser.texts('.legend li')), browser.texts('.legend li'))
    browser.go('view=contexts')
    expect('so does the tree', 'slow' in browser.texts('.tree-name')[0] and
           browser.run('return document.querySelector("tbody tr:not(.space)").getAttribute("aria-level")') == '1', browser.texts('.tree-name'))


def check_places(browser, page):
    browser.size(1280, 420)
    browser.open(page, 'view=routines&sort=name&dir=up')
    top = 'return document.querySelector(".table-room").scrollTop'
    browser.run('document.querySelector(".table-room").scrollTop = 130')
    browser.wait('return document.querySelector(".table-room").scrollTop === 130')
    browser.settle()
    name = browser.texts('.name-cell a')[12]
    browser.run('[...document.querySelectorAll("tbody tr:not(.space)")][12].querySelector("td").click()')
    browser.wait('return document.querySelector(".title h1") !== null')
    browser.run('history.back()')
    browser.wait('return document.querySelector(".table-room")?.scrollTop === 130')   # the table is where it was
    expect('and so is the row', browser.texts('tr.current .name-cell a') == [name], browser.texts('tr.current .name-cell a'))
    expect('and the order', browser.run('return document.querySelector("th[aria-sort=ascending]").innerText').startswith('Routine'))
    browser.go('view=routines')
    expect('a link leads to the top', browser.run(top) == 0, browser.run(top))
    browser.size(1280)
    narrow = browser.run('''return [...document.querySelectorAll("thead th:has(button)")].filter(head => {
        const box = head.getBoundingClientRect();
        return [box.left + 1, box.right - 1].some(x => !document.elementFromPoint(x, box.top + 16)?.closest("button"));
    }).map(head => head.innerText)''')
    expect('headers sort over their whole width', narrow == [], narrow)


def check_bidi(browser, report, folder):
    page = changed(report, os.path.join(folder, 'turned'), ('"slow"', '"slow\u202egnp.\u2066x"'))
    index = [row['name'][:4] for row in routine_rows(data_of(page))].index('slow')
    seen = '''const read = [document.title, document.body.innerText];
        for (const element of document.querySelectorAll("[title], [aria-label]")) read.push(element.title, element.getAttribute("aria-label"));
        return read.join("\\n")'''
    for view in ('overview', 'routines', f'routine&id={index}', 'contexts', 'flame&mode=sandwich'):
        browser.open(page, 'view=' + view)
        text = browser.run(seen)
        expect(f'{view}: shown', '⟨U+202E⟩' in text and not any(sign in text for sign in OBEYED))


def sheets(browser):
    found = browser.driver.execute_cdp_cmd('Page.printToPDF', {'printBackground': True, 'paperWidth': 8.27, 'paperHeight': 11.69})
    return len(re.findall(rb'/Type\s*/Page\b', base64.b64decode(found['data'])))


def check_print(browser, page, with_lines, index):
    browser.open(page, 'view=overview')
    expect('the overview on one sheet', sheets(browser) == 1, sheets(browser))
    for place in (page, with_lines):
        browser.open(place, f'view=routine&id={index}')
        expect('a routine on two', sheets(browser) <= 2, sheets(browser))
