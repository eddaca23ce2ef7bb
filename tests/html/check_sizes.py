#!/usr/bin/python3
# check_sizes.py [--figures]
#
# Pages of large reports, in Chromium: how large they are, how long it takes to write them, to load them, and to go to
# each view, and how much memory Chromium's heap then has. Prints whether that is within the limits; with --figures, also
# the figures. Times are of this machine, while nothing else runs.

import os
import shutil
import subprocess
import sys
import tempfile
import time

from browser import Browser

APROF = '../../command/aprof'
VIEWS = ('overview', 'routines', 'contexts', 'flame', 'flame&fold=1', 'flame&mode=inverted', 'flame&mode=sandwich', 'routine&id=1')

# Report; limits: megabytes of the page, seconds to write it, to load it, and for any view, megabytes of heap.
CASES = (
    ('large 3000 34', 3, 1, 1, 1, 50),
    ('many 100000 10 wide', 30, 8, 3, 3, 400),
    ('many 100000 10 deep', 30, 8, 3, 3, 400),
)

VIEW = '''
const done = arguments[arguments.length - 1], begin = performance.now();
addEventListener("hashchange", () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin))), { once: true });
location.hash = arguments[0];'''


def make(arguments, folder):
    report = os.path.join(folder, 'report')
    with open(report, 'w') as out:
        subprocess.run(['../common/make_report.pl'] + arguments.split(), stdout=out, check=True)
    return report


def written(report, page):
    begin = time.time()
    subprocess.run([APROF, 'html', '-o', page, report], stdout=subprocess.DEVNULL, check=True)
    return time.time() - begin


def check(browser, arguments, limits, folder, with_figures):
    report, page = make(arguments, folder), os.path.join(folder, 'page.html')
    seconds = written(report, page)
    browser.open(page)
    loaded = browser.run('return performance.getEntriesByType("navigation")[0].loadEventEnd') / 1000
    slowest = (0, '')
    for view in VIEWS:
        slowest = max(slowest, (browser.driver.execute_async_script(VIEW, 'view=' + view) / 1000, view))
        if browser.texts('main')[0] == '':
            print(f'{arguments}: {view} is empty')
    heap = browser.heap() / 1e6
    figures = (('size', os.path.getsize(page) / 1e6, 'MB'), ('written', seconds, 's'), ('loaded', loaded, 's'),
               ('slowest view', slowest[0], 's'), ('heap', heap, 'MB'))
    for (what, value, unit), limit in zip(figures, limits):
        print(f'{arguments}: {what} ' + ('within the limit' if value <= limit else f'{value:.2f} {unit}, more than {limit} {unit}'))
    if with_figures:
        print('   ' + ', '.join(f'{what} {value:.2f} {unit}' for what, value, unit in figures) + f' ({slowest[1]})')
    for message in browser.messages():
        print(f'{arguments}: {message}')
    # Only what can be seen is in the document.
    browser.open(page, 'view=routines')
    rows = browser.run('return document.querySelectorAll("tbody tr").length')
    print(f'{arguments}: ' + ('few rows in the document' if rows < 100 else f'{rows} rows in the document'))


def main():
    folder = tempfile.mkdtemp()
    browser = Browser()
    try:
        for arguments, *limits in CASES:
            check(browser, arguments, limits, folder, '--figures' in sys.argv)
    finally:
        browser.close()
        shutil.rmtree(folder)


main()
