#!/usr/bin/python3
# check_unusual.py EVERY
#
# Pages of all correct reports that other tests have, in Chromium: each EVERYth view, of each report others. There is no
# exception, no request, and a routine can be opened. Prints what is wrong.

import glob
import os
import subprocess
import sys
import tempfile

from browser import Browser
from judged import expect, group
from page_data import data_of

APROF = '../../command/aprof'
PLOTS = 'cost&axes=log', 'calls', 'bound'
VIEWS = ['contexts', 'flame&fold=1&colour=object', 'flame&mode=inverted', 'flame&mode=sandwich', 'compare', 'routine&id=99999']


def views_of(data):
    first = next(iter(data['order']), None)
    return VIEWS + ([] if first is None else [f'routine&id={first}&plot={plot}&far=1' for plot in PLOTS])


def check_unusual(browser, folder, every):
    reports = sorted(glob.glob('../command/good_*.report') + glob.glob('../convert/*.report'))
    expect('reports', len(reports) > 15, len(reports))
    for place, report in enumerate(reports):
        page = os.path.join(folder, 'unusual.html')
        subprocess.run([APROF, 'html', '-o', page, report], stdout=subprocess.DEVNULL, check=True)
        data = data_of(page)
        browser.open(page)
        for view in views_of(data)[place % every::every] + ['routines']:
            shown = browser.go('view=' + view)
            expect(f'{report} {view}', shown != '' and 'NaN' not in shown and 'undefined' not in shown, shown[:80])
        expect(f'{report} rows', browser.texts('.count')[0].startswith(f"{len(data['order']):,} "), browser.texts('.count'))
        expect(report, (found := browser.messages()) == [], found)
    shown = browser.go('view=nonsense')
    expect('a view that is none', shown != '' and 'undefined' not in shown, shown[:80])
    expect('no request', (found := browser.requests()) == [], found)


def main():
    browser = Browser(640, 480)      # the browser draws less
    try:
        with tempfile.TemporaryDirectory() as folder:
            group('unusual reports', check_unusual, browser, folder, int(sys.argv[1]))
    finally:
        browser.close()


main()
