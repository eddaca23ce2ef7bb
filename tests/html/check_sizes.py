#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# check_sizes.py
#
# Pages of large reports: how large they are at most, and that every view of them appears. Times are not checked, as
# other things may run on the machine.

import os
import shutil
import subprocess
import tempfile

from browser import Browser

APROF = '../../command/aprof'
REPORTS = (('large 3000 34', 3_000_000), ('large 100000 10', 30_000_000), ('chain 1000000', 30_000_000))


def main():
    folder = tempfile.mkdtemp()
    try:
        browser = Browser()
        try:
            for arguments, limit in REPORTS:
                check(browser, folder, arguments, limit)
        finally:
            browser.close()
    finally:
        shutil.rmtree(folder)


def check(browser, folder, arguments, limit):
    report, page = os.path.join(folder, 'report'), os.path.join(folder, 'page.html')
    with open(report, 'w') as out:
        subprocess.run(['./make_report.py'] + arguments.split(), stdout=out, check=True)
    subprocess.run([APROF, 'html', '-o', page, report], stdout=subprocess.DEVNULL, check=True)
    size = os.path.getsize(page)
    print(f'{arguments}: ' + ('at most ' if size <= limit else f'{size} bytes, more than ') + f'{limit:,} bytes')
    for view in ('overview', 'routines', 'contexts', 'flame', 'flame&fold=1'):
        browser.open(page, 'view=' + view)
        if browser.texts('main')[0] == '':
            print(f'{arguments}: {view} is empty')
    for message in browser.messages():
        print(f'{arguments}: {message}')
    # Only what can be seen is in the document.
    browser.open(page, 'view=routines')
    rows = browser.run('return document.querySelectorAll("tbody tr").length')
    print(f'{arguments}: ' + ('few rows in the document' if rows < 100 else f'{rows} rows in the document'))


main()
