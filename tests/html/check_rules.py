#!/usr/bin/python3
# check_rules.py
#
# Each rule of accessibility.py finds what breaks it, and nothing else: in a small page that keeps all rules, and in that
# page with one thing changed for each. Prints the rules that have no such case, and what the rules said otherwise.

import re

import accessibility
from browser import Browser
from selenium.webdriver.common.keys import Keys

PAGE = '''<!DOCTYPE html>
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

# A rule, and what breaks it: markup, which is put before the button, or a script.
BROKEN = [
    ('button-name', '<button type="button"></button>'),
    ('link-name', '<a href="#x" style="padding: 9px"></a>'),
    ('label', '<input type="search">'),
    ('label', '<textarea></textarea>'),
    ('select-name', '<select><option>one</option></select>'),
    ('summary-name', '<details><summary></summary>text</details>'),
    ('role-img-alt', '<canvas role="img" width="20" height="20"></canvas>'),
    ('role-img-alt', '<svg width="20" height="20"><rect width="9" height="9"/></svg>'),
    ('aria-dialog-name', '<dialog open></dialog>'),
    ('region-name', '<div role="region" style="height: 9px"></div>'),
    ('table-name', '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><th scope="row">1</th></tr></tbody></table>'),
    ('group-name', '<div role="group" style="height: 9px"></div>'),
    ('color-contrast', '<p style="color: #999">text</p>'),
    ('color-contrast', '<div style="background: #000"><p style="background: #fffa; color: #888">text</p></div>'),
    ('color-contrast', '<svg role="img" aria-label="plot" width="90" height="20"><text y="15" fill="#aaa">text</text></svg>'),
    ('link-in-text-block', '<p>See the <a href="#x" style="text-decoration: none; color: #333">other part</a>, too.</p>'),
    ('duplicate-id', '<p id="twice">one</p><p id="twice">two</p>'),
    ('aria-valid-attr-value', '<p aria-describedby="nobody">text</p>'),
    ('aria-valid-attr-value', '<label for="nobody">text</label>'),
    ('aria-valid-attr-value', '<button type="button" aria-pressed="maybe">text</button>'),
    ('scope-attr-valid', '<table aria-label="t"><thead><tr><th>a</th></tr></thead><tbody><tr><th scope="row">1</th></tr></tbody></table>'),
    ('empty-table-header',
     '<table aria-label="t"><thead><tr><th scope="col"></th></tr></thead><tbody><tr><th scope="row">1</th></tr></tbody></table>'),
    ('td-has-header', '<table aria-label="t"><thead><tr><th scope="col">a</th></tr></thead>'
                      '<tbody><tr><th scope="row">1</th><td>2</td></tr></tbody></table>'),
    ('th-has-data-cells', '<table aria-label="t"><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'),
    ('aria-roles', '<div role="grouping">text</div>'),
    ('aria-valid-attr', '<p aria-labeled="x">text</p>'),
    ('aria-allowed-attr', '<p aria-label="x">text</p>'),
    ('aria-allowed-attr', '<a href="#x" aria-pressed="true">text</a>'),
    ('aria-hidden-focus', '<div aria-hidden="true"><button type="button">text</button></div>'),
    ('nested-interactive', 'const a = document.createElement("a"); a.href = "#x"; a.append("text", document.createElement("button"));'
                           'a.lastChild.append("b"); here.append(a);'),
    ('nested-interactive', '<div role="img" aria-label="plot"><button type="button">text</button></div>'),
    ('tabindex', '<button type="button" tabindex="2">text</button>'),
    ('scrollable-region-focusable', '<div style="height: 20px; overflow: auto"><p>one</p><p>two</p></div>'),
    ('list', '<ul><li>one</li><p>two</p></ul>'),
    ('definition-list', '<dl><dt>one</dt><p>two</p></dl>'),
    ('heading-order', '<h4>text</h4>'),
    ('empty-heading', '<h2></h2>'),
    ('page-has-heading-one', '<h1>second</h1>'),
    ('page-has-heading-one', 'document.querySelectorAll("h1, h2").forEach(heading => heading.remove())'),
    ('landmark-one-main', '<main>text</main>'),
    ('landmark-unique', '<section aria-label="Plot">one</section><section aria-label="Plot">two</section>'),
    ('region', 'document.body.append("outside")'),
    ('html-has-lang', 'document.documentElement.lang = ""'),
    ('document-title', 'document.title = ""'),
    ('meta-viewport', 'document.querySelector("meta[name=viewport]").content += ", user-scalable=no"'),
    ('bypass', 'document.querySelector(".skip").href = "#nowhere"'),
]

BROKEN_TABS = [
    ('order', 'document.querySelector("#last").onfocus = () => document.querySelector("nav a").focus()'),
    ('focus not visible', 'document.querySelector("#last").style.outline = "none"'),
    ('focus not visible', 'document.querySelector("#last").style.cssText = "position: absolute; top: -999px"'),
    ('only', 'document.querySelector("header").remove()'),
]


def rules_of(text):
    """The names that can be told: keys of `named`, and what `tell` and `wrong.push` begin with."""
    named = re.search(r'const named = {(.*?)};', text, re.S)[1]
    return set(re.findall(r'"([a-z-]+)":', named)) | set(re.findall(r'(?:tell\(|wrong\.push\()[`"]([a-z-]+)', text))


def change(browser, broken):
    browser.run('document.open(); document.write(arguments[0]); document.close()', PAGE)
    if broken.startswith('<'):
        browser.run('document.querySelector("#here").insertAdjacentHTML("beforeend", arguments[0])', broken)
    else:
        browser.run('const here = document.querySelector("#here");' + broken)


def check(what, rules, found):
    """One line for each rule that is broken, and it is the one."""
    if {text.split(':')[0].split(' ')[0] for text in found} != rules:
        print(f'{what}: {found}')


def main():
    browser = Browser()
    try:
        change(browser, '')
        check('the page as it is', set(), accessibility.broken_rules(browser))
        check('its tab order', set(), accessibility.broken_tab_order(browser, Keys.TAB))
        for rule, broken in BROKEN:
            change(browser, broken)
            check(f'{rule}, {broken}', {rule}, accessibility.broken_rules(browser))
        for rule, broken in BROKEN_TABS:
            change(browser, broken)
            check(f'{rule}, {broken}', {rule.split(' ')[0]}, accessibility.broken_tab_order(browser, Keys.TAB))
    finally:
        browser.close()
    for rule in sorted(rules_of(accessibility.RULES) ^ {rule for rule, _ in BROKEN}):
        print(f'{rule}: no case, or no rule')
    print(f'{len(BROKEN) + len(BROKEN_TABS)} cases')


main()
