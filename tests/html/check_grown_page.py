#!/usr/bin/python3
# check_grown_page.py
#
# The page of an experiment, in Chromium: it says what `aprof grow` says, and its table, plots and keys do what they
# should. Prints a line for each group of checks, and what is wrong.

import json
import os
import re
import subprocess
import tempfile

from accessibility import broken_rules, broken_tab_order
from browser import Browser
from judged import expect, group
from selenium.webdriver.common.keys import Keys

APROF = '../../command/aprof'
SUPERSCRIPT = str.maketrans('0123456789.', '⁰¹²³⁴⁵⁶⁷⁸⁹·')
HOSTILE = '</script><b>'


def made(folder, name, *arguments):
    directory = os.path.join(folder, name)
    options = [argument for argument in arguments if argument.startswith('--')]
    subprocess.run(['perl', '../common/make_experiment.pl', *options, directory, *[a for a in arguments if a not in options]], check=True)
    answer = subprocess.run([APROF, 'grow', '--html', '--format=json', directory], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return directory + '.html', json.loads(answer.stdout)


def percent(share):
    return '0\xa0%' if share == 0 else '<0.1\xa0%' if share < 0.0005 else f'{100 * min(share, 1):.1f}\xa0%'


def rows(browser):
    return browser.run('return [...document.querySelectorAll(".grown .rows tbody tr:not(.space)")].map(row => [...row.children].map(cell => cell.innerText))')


def check_answer(browser, page, answer):
    browser.open(page)
    expect('headline', browser.texts('h1') == [answer['headline'].replace('n^2', 'n²').replace('`', '')], browser.texts('h1'))
    shown = rows(browser)
    expect('rows', len(shown) == len(answer['routines']) >= 3, shown)
    for row, routine in zip(shown, answer['routines']):
        total = routine['total']
        wanted = [routine['readable'] or routine['name'], percent(routine['share']), percent(routine['far_share']), percent(routine['far_self_share'])]
        expect(routine['name'], row[:4] == wanted, (row, wanted))
        expect('class', row[5] == re.sub(r'\^([\d.]+)', lambda power: power[1].translate(SUPERSCRIPT), total['class']) + ('?' if total['state'] == 'open' else ''), row)
        expect('state', row[6].endswith(total['state']) and row[6][0] in '●◐○', row)
    areas = [browser.run(f'return document.querySelectorAll(".area{kind}").length') for kind in ('', '.forecast')]
    expect('areas, half of them forecasts', areas[0] == 2 * areas[1] >= 6, areas)
    marks = browser.run('return document.querySelectorAll("[aria-label=\'Predicted and measured\'] .marks path:not(.whisker)").length')
    expect('a mark for each that was checked', marks == sum(r['total']['check'] is not None for r in answer['routines']), marks)
    browser.run('document.querySelector(".dominance svg").focus()')
    browser.keys(Keys.END)
    slow = answer['routines'][0]
    text = browser.texts('.dominance .read')[0]
    expect('shares read off', text.startswith('forecast for n = 8,000: ') and f'{slow["name"]} {percent(slow["far_self_share"])}' in text, text)
    expect('names as text', HOSTILE in [row[0] for row in shown] and browser.run('return document.querySelectorAll("main b").length') == 0)


def check_choosing(browser, page, answer):
    browser.open(page)
    first = answer['routines'][0]
    expect('the first is shown', browser.texts('.trend h2') == [first['name']], browser.texts('.trend h2'))
    facts = ' '.join(browser.texts('.trend .fact'))
    expect('what was predicted', first['total']['check']['words'] in facts, facts)
    sizes = len(answer['sizes'])
    marks = browser.run('return [...document.querySelectorAll(".trend .marks")].map(group => group.querySelectorAll("path:not(.whisker)").length)')
    expect('measured, predicted, forecast', marks == [sizes, 1, 3], marks)
    expect('interval', browser.run('return document.querySelectorAll(".trend svg.plot .band").length') == 1)
    expect('logarithmic axes', browser.texts('.trend [aria-pressed=true]') == ['Cost', 'log'], browser.texts('.trend [aria-pressed=true]'))
    browser.keys('n')
    expect('the next one', browser.texts('.trend h2') == [answer['routines'][1]['name']] and 'id=1' in browser.run('return location.hash'))
    browser.run('document.querySelectorAll(".grown .rows a")[2].click()')
    expect('by a click', browser.texts('.trend h2') == [answer['routines'][2]['readable']], browser.texts('.trend h2'))
    browser.keys('l', 'p')
    expect('own cost, linear axes', browser.texts('.trend [aria-pressed=true]') == ['Own cost', 'linear'], browser.texts('.trend [aria-pressed=true]'))
    browser.click('[data-sort=name]')
    browser.click('[data-sort=name]')
    names = [row[0] for row in rows(browser)]
    expect('sorted by name', names == sorted(names, key=str.lower, reverse=True) or names == sorted(names, key=str.lower), names)
    browser.keys('2')
    runs = browser.texts('main tbody tr')
    expect('runs', len(runs) == len(answer['runs']), runs)


def check_two(browser, page, answer):
    browser.open(page)
    bars = browser.run('return [document.querySelectorAll(".stacked-bar").length, document.querySelectorAll(".stacked-bar.forecast").length]')
    expect('a bar for each run and each forecast', bars == [len(answer['sizes']) + 3, 3], bars)
    expect('no curve', browser.run('return document.querySelectorAll(".trend svg.plot").length') == 0)
    expect('it says so', 'no curve over one size' in browser.texts('.trend')[0], browser.texts('.trend'))


def check_looks(browser, pages):
    for width, dark in ((1280, False), (400, True)):
        browser.size(width)
        browser.scheme(dark)
        for page in pages:
            for view in ('overview', 'runs'):
                browser.open(page, 'view=' + view)
                place = f'{os.path.basename(page)} {view}, {width}'
                browser.run('document.querySelectorAll("details").forEach(details => { details.open = true; })')
                expect(place + ': accessible', (found := broken_rules(browser)) == [], found[:5])
                wide = browser.run('return document.documentElement.scrollWidth')
                expect(place + ': not wider than the window', wide <= width, wide)
                if width == 1280 and view == 'overview':
                    expect(place + ': tab key', (found := broken_tab_order(browser, Keys.TAB)) == [], found[:5])
    browser.size(1280)
    browser.scheme(False)


def check_silence(browser, few, none):
    for page in (few, none):
        browser.open(page)
        text = browser.texts('main')[0]
        expect(os.path.basename(page), 'NaN' not in text and 'undefined' not in text and 'null' not in text, text[:200])
    expect('no request', (found := browser.requests()) == [], found)
    expect('no message on the console', (found := browser.messages()) == [], found)


with tempfile.TemporaryDirectory() as room:
    one, answer = made(room, 'one', 'slow=n@n', 'line=700*n', 'camlMain__visit=300*n', 'wild=(n*7919%97+20)*900', HOSTILE + '=70000')
    two, answer_two = made(room, 'two', '--sizes=10:10,20:10,40:10,80:10,10:20,10:40,10:80,20:20,40:40,80:80', 'slow=a*b', 'line=7*a')
    few, _ = made(room, 'few', '--sizes=10,20', 'slow=n@n')
    nothing, _ = made(room, 'same', '--sizes=10,20,40,80,160', 'still=5')
    browser = Browser()
    try:
        group('answer', check_answer, browser, one, answer)
        group('choosing', check_choosing, browser, one, answer)
        group('two sizes', check_two, browser, two, answer_two)
        group('looks', check_looks, browser, (one, two))
        group('silence', check_silence, browser, few, nothing)
    finally:
        browser.close()
