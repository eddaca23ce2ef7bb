#!/usr/bin/python3
# check_page.py PAGE LOG
#
# The page of a history, in Chromium: it says what LOG, the JSON of `aprof history log`, says; two clicks lead from a step
# to the comparison of its commit. With --large, PAGE has thousands of commits, and each action must be done in a second
# of the browser's own time. With --experiments, it has two experiments of parse, which becomes n^2, and
# of find. Prints a line for each group of checks, and what is wrong.

import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', 'html'))

from accessibility import broken_rules
from browser import Browser
from judged import expect, group

def rows(browser, label):
    return browser.run('return [...document.querySelectorAll(`[aria-label="${arguments[0]}"] tbody tr`)]'
                       '.map(row => [...row.children].map(cell => cell.innerText))', label)


def check_steps(browser, page, log):
    browser.open(page)
    others = lambda count: '' if count == 0 else '; or the one before' if count == 1 else f'; or one of {count} before'
    said = [[commit['commit'][:10], step['what'], step['text'], commit['subject'] + others(record['unmeasured'])]
            for commit in log['commits'] for record in commit['records'] for step in record['steps']
            if step['kind'] != 'renamed']
    shown = [[row[0], row[2], row[3], row[4]] for row in rows(browser, 'What changed')]
    expect('steps', shown == said[:200], (shown[:5], said[:5]))
    points = browser.run('return document.querySelectorAll(".history-plot circle").length')
    marks = sum(1 for commit in log['commits'] for record in commit['records'] for step in record['steps']
                if step['kind'] not in ('mark', 'renamed'))
    expect('points', points == marks, (points, marks))
    # Of points at one place, the last one is seen: that of the first step, which is the program's if it has one.
    seen = browser.run('return [...new Map([...document.querySelectorAll(".history-plot circle")].map('
                       'point => [point.getAttribute("cx"), [Number(point.getAttribute("cx")), '
                       'point.querySelector("title").textContent]])).values()].sort((a, b) => b[0] - a[0]).map(one => one[1])')
    first = [next((f"{step['what']}: {step['text']}" for step in record['steps'] if step['kind'] not in ('mark', 'renamed')), None)
             for commit in log['commits'] for record in commit['records']]
    expect('the point that is seen', seen == [text for text in first if text], (seen, first))
    measure = browser.texts('header p')[0]
    expect('the measure in words', 'executed basic blocks' in measure and 'bb-count' not in measure, measure)


# What aprof diff says of the reports of a commit and of the one before; names of files are left out.
def said_by_diff(commit):
    before = subprocess.run(['git', 'rev-parse', commit + '^'], capture_output=True, text=True).stdout[:10]
    said = subprocess.run(['aprof', 'diff', before + '.report', commit + '.report'], capture_output=True, text=True,
                          env=os.environ | {'COLUMNS': '110'}).stdout
    return without_names(said)


def without_names(text):
    return [line for line in text.strip().split('\n') if not line.startswith(('Before', 'Now'))]


# The routines cost what the reports say: parse 20 n + n^2 with n = 10, 20, ... 400; before, 20 n.
def check_comparison(browser, page, _log):
    browser.open(page)
    place = browser.run('return [...document.querySelectorAll(`[aria-label="What changed"] tbody tr`)]'
                        '.findIndex(row => row.children[3].innerText === "n -> n^2")') + 1
    browser.click(f'[aria-label="What changed"] tbody tr:nth-child({place}) th a')
    before = sum(20 * n for n in range(10, 401, 10))
    now = before + sum(n * n for n in range(10, 401, 10))
    row = next(row for row in rows(browser, 'Comparison') if row[0] == 'parse')
    expect('costs', row[1:4] == [f'{before / 1000:.0f}k', f'{now / 1e6:.2f}M', f'×{now / before:.3g}'], row)
    text = browser.texts('[aria-label="What aprof diff says"] pre')
    expect('what aprof diff says', len(text) == 1 and without_names(text[0]) == said_by_diff(browser.texts('.history-compared h2')[0][:10]), text)
    browser.click('[aria-label="Comparison"] tbody tr:nth-child(2) a')
    expect('routine', browser.texts('h1') == ['parse'], browser.texts('h1'))
    shown = {row[2] for row in rows(browser, 'What changed')}
    expect('its steps, and marks', 'parse' in shown and 'search' not in shown, shown)


def plot_texts(browser, which):
    return browser.run('return [...document.querySelectorAll(".history-plot text" + arguments[0])].map(text => text.textContent)', which)


# Heights of the ends of the curve above the bottom of the plot, which is 256 down.
def ends_of_curve(browser):
    path = browser.run('return document.querySelector(".history-plot .curve").getAttribute("d")')
    heights = [256 - float(y) for y in re.findall(r'(?:M[0-9.]+ |V)([0-9.]+)', path)]
    return heights[0], heights[-1]


# Costs are those of the largest run, n = 800; the scale begins at 0, or is logarithmic.
def check_experiments(browser, page, _log):
    browser.open(page)
    before, now = 20 * 800, 20 * 800 + 800 ** 2
    shown = {row[0]: row[1:] for row in rows(browser, 'Routines')}
    expect('costs', shown['parse'][:3] == [f'{before / 1000:.1f}k', f'{now / 1000:.0f}k', f'×{now / before:.1f}'], shown['parse'])
    expect('growth', (shown['parse'][4], shown['find'][4]) == ('n², confirmed', 'n, confirmed'), shown)
    expect('the size, and the unit', 'a run of 800' in browser.texts('header p')[0]
           and plot_texts(browser, '.unit') == ['executed basic blocks'], browser.texts('header p'))
    browser.run('[...document.querySelectorAll(`[aria-label="Routines"] tbody a`)].find(a => a.innerText === "parse").click()')
    low, high = ends_of_curve(browser)
    expect('linear', abs(high / low - now / before) < 1, (low, high))
    browser.click('[aria-label="Plot"] input')
    low, high = ends_of_curve(browser)
    expect('logarithmic', 0 < high / low < 12, (low, high))
    ticks = plot_texts(browser, '[text-anchor="end"]')
    expect('ticks', ticks[:5] == ['10k', '30k', '100k', '300k', '1M'], ticks)


# From the page alone to the commit of a change, where the project is kept: two clicks.
def check_clicks(browser, page, log):
    browser.open(page)
    browser.click('[aria-label="What changed"] tbody th a')
    said = browser.run('return document.querySelector(".history-compared h2 a").href')
    expect('the commit', said == 'https://example.invalid/group/words/commit/' + log['commits'][0]['commit'], said)


def check_names(browser, page, _log):
    browser.open(page)
    names = [row[0] for row in rows(browser, 'Routines')]
    expect('a renamed routine is one', 'search' in names and 'find' not in names, names)
    expect('hostile name', '<b>bold</b>' in names, names)
    browser.run('const field = document.querySelector("input[type=search]"); field.value = "sear"; field.dispatchEvent(new Event("input"))')
    expect('filter', [row[0] for row in rows(browser, 'Routines')] == ['search'], rows(browser, 'Routines'))


def check_looks(browser, page, _log):
    for width, dark in ((1280, False), (400, True)):
        browser.size(width)
        browser.scheme(dark)
        browser.open(page)
        browser.click('[aria-label="What changed"] tbody th a')
        expect(f'{width}: accessible', (found := broken_rules(browser)) == [], found[:5])
        wide = browser.run('return document.documentElement.scrollWidth')
        expect(f'{width}: not wider than the window', wide <= width, wide)
        size = browser.run('return document.querySelector(".history-plot text").getBoundingClientRect().height')
        expect(f'{width}: texts of the plot can be read', 10 <= size <= 20, size)
    expect('no request', (found := browser.requests()) == [], found)
    expect('no message on the console', (found := browser.messages()) == [], found)


def task_time(browser):
    metrics = browser.driver.execute_cdp_cmd('Performance.getMetrics', {})['metrics']
    return next(metric['value'] for metric in metrics if metric['name'] == 'TaskDuration')


# Processor time of the page's thread: how long others let it wait does not count.
def check_speed(browser, page, _log):
    browser.driver.execute_cdp_cmd('Performance.enable', {'timeDomain': 'threadTicks'})
    actions = {
        'open': lambda: browser.open(page),
        'a step': lambda: browser.click('[aria-label="What changed"] tbody th a'),
        'a routine': lambda: browser.click('[aria-label="Routines"] tbody a'),
        'back': lambda: browser.click('header a'),
    }
    for name, act in actions.items():
        before = task_time(browser) if name != 'open' else 0
        act()
        seconds = task_time(browser) - before
        if '--figures' in sys.argv:
            print(f'{name}: {seconds:.2f} s')
        expect(name, seconds < (3 if name == 'open' else 1), f'{seconds:.2f} s')


def main():
    page, log = [argument for argument in sys.argv[1:] if not argument.startswith('--')]
    with open(log, encoding='utf-8') as file:
        answer = json.load(file)
    browser = Browser()
    groups = [('steps', check_steps)]
    groups += [('speed', check_speed)] if '--large' in sys.argv else [
        ('experiments', check_experiments), ('looks', check_looks)] if '--experiments' in sys.argv else [
        ('comparison', check_comparison), ('clicks', check_clicks), ('names', check_names), ('looks', check_looks)]
    try:
        for name, function in groups:
            group(name, function, browser, page, answer)
    finally:
        browser.close()


main()
