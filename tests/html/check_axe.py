#!/usr/bin/python3
# check_axe.py
#
# What axe-core finds wrong in each view of a page, light and dark, 1280 and 400 pixels wide, all of its rules and best
# practices. Our own rules (accessibility.py) are for machines whose Chromium has none.

import os
import shutil
import subprocess
import tempfile

from browser import Browser
from page_data import data_of, routine_rows

APROF = '../../command/aprof'

RUN = '''
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(found =>
   done([found.passes.length, found.violations.map(rule => `${rule.id} (${rule.nodes.length}): ${rule.nodes[0].html.slice(0, 100)}`)]),
   error => done([0, [String(error)]]));'''

PROFILE = 'events: Bb Rms\nob=/tmp/program\nfl=/tmp/slow.c\nfn=slow\n2 7 1\n3 400 90\ncfn=leaf\ncalls=9 1\n3 5000 300\n'


def check(browser, page, views, axe):
    wrong, passed = set(), 0
    for dark in (False, True):
        browser.scheme(dark)
        for width in (1280, 400):
            browser.size(width)
            browser.open(page)
            browser.run(axe + '\nwindow.axe = axe;')
            for view in views:
                browser.go('view=' + view)
                rules, found = browser.driver.execute_async_script(RUN)
                passed = max(passed, rules)
                wrong.update(f'{view}, {width}, {"dark" if dark else "light"}: {text}' for text in found)
    print('axe-core: ' + ('right' if not wrong and passed > 15 else f'wrong, {passed} rules passed'))
    for text in sorted(wrong):
        print('   ' + text)


def main():
    folder = tempfile.mkdtemp()
    browser = Browser()
    try:
        report, page, profile = (os.path.join(folder, name) for name in ('report', 'page.html', 'profile'))
        with open(report, 'w') as out:
            subprocess.run(['../common/make_report.pl', 'page'], stdout=out, check=True)
        with open(profile, 'w') as file:
            file.write(PROFILE)
        subprocess.run([APROF, 'html', '-o', page, '--baseline=' + report, '--callgrind=' + profile, report],
                       stdout=subprocess.DEVNULL, check=True)
        slow = [routine['name'] for routine in routine_rows(data_of(page))].index('slow')
        axe = subprocess.run(['node', 'extract_axe.js'], stdout=subprocess.PIPE, check=True).stdout.decode()
        check(browser, page, ['routines', 'contexts', 'flame', 'flame&mode=inverted', 'flame&mode=sandwich', 'compare', f'routine&id={slow}', 'overview'], axe)
    finally:
        browser.close()
        shutil.rmtree(folder)


main()
