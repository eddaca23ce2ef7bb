#!/usr/bin/python3
# check_axe.py
#
# What axe-core finds wrong in each view of a page, light and dark, 1280 and 400 pixels wide; and that what is wrong in a
# small page is found.

import os
import shutil
import subprocess
import tempfile

from accessibility import broken_rules, broken_tab_order
from browser import Browser
from page_data import data_of, routine_rows
from selenium.webdriver.common.keys import Keys

APROF = '../../command/aprof'

PROFILE = 'events: Bb Rms\nob=/tmp/program\nfl=/tmp/slow.c\nfn=slow\n2 7 1\n3 400 90\ncfn=leaf\ncalls=9 1\n3 5000 300\n'

SMALL_PAGE = '''<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page</title>
<style>
   html { background: #fff; }
   body { color: #222; background: #fff; }
   .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
   :focus-visible { outline: 2px solid #06c; }
   p a { text-decoration: underline; }
</style></head><body>
<a class="skip" href="#main">to the content</a>
<header><nav aria-label="Views"><a href="#a">Overview</a> <a href="#b">Routines</a></nav></header>
<main id="main"><h1>Page</h1><div id="here"><h2>Part</h2></div><button type="button" id="last">last</button></main>
</body></html>'''

BROKEN = [
    ('color-contrast', '<p style="color: #999">text</p>'),
    ('color-contrast', '<svg role="img" aria-label="plot" width="90" height="20"><text y="15" fill="#aaa">text</text></svg>'),
    ('button-name', '<button type="button"></button>'),
    ('landmark-main-is-top-level', '<main>text</main>'),
]

BROKEN_TABS = [
    ('order', 'document.querySelector("#last").onfocus = () => document.querySelector("nav a").focus()'),
    ('focus not visible', 'document.querySelector("#last").style.outline = "none"'),
    ('focus not visible', 'document.querySelector("#last").style.cssText = "position: absolute; top: -999px"'),
    ('only', 'document.querySelector("header").remove()'),
]


def check(browser, page, views):
    wrong = set()
    for dark in (False, True):
        browser.scheme(dark)
        for width in (1280, 400):
            browser.size(width)
            browser.open(page)
            for view in views:
                browser.go('view=' + view)
                found = broken_rules(browser) + (broken_tab_order(browser, Keys.TAB) if width == 1280 and not dark else [])
                wrong.update(f'{view}, {width}, {"dark" if dark else "light"}: {text}' for text in found)
    print('axe-core: ' + ('wrong' if wrong else 'right'))
    for text in sorted(wrong):
        print('   ' + text)


def change(browser, broken):
    browser.run('document.open(); document.write(arguments[0]); document.close()', SMALL_PAGE)
    if broken.startswith('<'):
        browser.run('document.querySelector("#here").insertAdjacentHTML("beforeend", arguments[0])', broken)
    else:
        browser.run(broken)


def check_finds(browser):
    browser.size(1280)
    browser.scheme(False)
    browser.driver.get('about:blank')    # without the policy of a page, which refuses styles
    for broken, function, *arguments in [(BROKEN, broken_rules), (BROKEN_TABS, broken_tab_order, Keys.TAB)]:
        for rule, change_of_page in [('', ''), *broken]:
            change(browser, change_of_page)
            found = function(browser, *arguments)
            if not (any(text.startswith(rule) for text in found) if rule else found == []):
                print(f'{change_of_page}: {found}')
    print('finds what is wrong')


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
        check(browser, page, ['routines', 'contexts', 'flame', 'flame&mode=inverted', 'flame&mode=sandwich', 'compare', f'routine&id={slow}', 'overview'])
        check_finds(browser)
    finally:
        browser.close()
        shutil.rmtree(folder)


main()
