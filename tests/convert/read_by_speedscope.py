#!/usr/bin/python3
# read_by_speedscope.py DIRECTORY FILE...
#
# Lets speedscope, whose page is in DIRECTORY, read each file, and export what it has read: in FILE.exported, in its own
# format. Of a file that it does not know, prints what it says.

import base64
import json
import os
import sys
import time

from selenium.common.exceptions import UnexpectedAlertPresentException

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'html'))
from browser import Browser   # noqa: E402

# What the button "Export" hands to the browser.
CATCH = 'window.exported = null; URL.createObjectURL = blob => { blob.text().then(text => { window.exported = text; }); return "#"; };'
EXPORT = '''const button = [...document.querySelectorAll("div")].filter(
   element => element.children.length < 3 && /Export$/.test(element.textContent.trim())).pop();
if (button) button.click();
return window.exported;'''


def read(browser, page, path):
    script = path + '.js'
    with open(path, 'rb') as file, open(script, 'w', encoding='utf-8') as out:
        content = base64.b64encode(file.read()).decode()
        out.write(f'speedscope.loadFileFromBase64({json.dumps(os.path.basename(path))}, "{content}")')
    try:
        browser.driver.get('about:blank')
        browser.driver.get(f'file://{page}#localProfilePath={os.path.abspath(script)}')
        browser.run(CATCH)
        end = time.time() + 60
        while (text := browser.run(EXPORT)) is None:
            if time.time() > end:
                sys.exit(f'{path}: speedscope has read nothing')
            time.sleep(0.1)
        with open(path + '.exported', 'w', encoding='utf-8') as out:
            out.write(text)
    except UnexpectedAlertPresentException as alert:
        print(f'{os.path.basename(path)}: {alert.alert_text}')
    finally:
        os.unlink(script)


def main():
    browser = Browser()
    try:
        for path in sys.argv[2:]:
            read(browser, os.path.join(os.path.realpath(sys.argv[1]), 'index.html'), path)
    finally:
        browser.driver.quit()


main()
