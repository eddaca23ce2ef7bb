# Accessibility: what axe-core finds wrong in the page that the browser shows, and the order of the tab key.

import os
import subprocess

RUN = '''
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(found =>
   done((found.passes.length > 15 ? [] : [`${found.passes.length} rules passed`]).concat(
      found.violations.map(rule => `${rule.id} (${rule.nodes.length}): ${rule.nodes[0].html.slice(0, 100)}`))),
   error => done([String(error)]));'''

# The contrast of text in a plot with the page behind it, which axe-core does not look at.
PLOTS = r'''
const rgb = text => (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
const channel = c => { c /= 255; return c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4); };
const luminance = c => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
const paper = luminance(rgb(getComputedStyle(document.body).backgroundColor));
return [...document.querySelectorAll("svg text")].filter(text => text.textContent.trim() !== "" && text.checkVisibility()).filter(text => {
   const ink = luminance(rgb(getComputedStyle(text).fill));
   return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05) < 4.5;
}).map(text => "color-contrast: " + text.outerHTML.slice(0, 90));
'''

# The element that has the keyboard, or null at the end of the page: its place among all, and whether it can be seen.
FOCUSED = r'''
const element = document.activeElement;
if (element === null || element === document.body || element === document.documentElement) return null;
const style = getComputedStyle(element);
const box = element.getBoundingClientRect();
const outline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
return { order: [...document.querySelectorAll("*")].indexOf(element), text: element.outerHTML.slice(0, 60),
         visible: outline && box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight };
'''


def axe():
    """The source of axe-core, as Debian's Chromium has it, or '' where there is none."""
    try:
        return subprocess.run(['node', os.path.join(os.path.dirname(os.path.realpath(__file__)), 'extract_axe.js')],
                              stdout=subprocess.PIPE, check=False).stdout.decode()
    except FileNotFoundError:
        return ''


AXE = axe()


def broken_rules(browser):
    """What axe-core finds wrong, all of its rules and best practices, and texts of plots that cannot be read."""
    wrong = browser.run(PLOTS)
    if AXE and not browser.run('return "axe" in window'):
        browser.run(AXE + '\nwindow.axe = axe;')
    return wrong + (browser.driver.execute_async_script(RUN) if AXE else [])


def broken_tab_order(browser, tab, most=60):
    """What is wrong with the elements that the tab key reaches, one after the other, from the beginning of the page."""
    wrong, last, reached = [], -1, 0
    browser.run('document.activeElement.blur(); window.getSelection().removeAllRanges(); document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute("tabindex")')
    while reached < most:
        browser.press(tab)
        element = browser.run(FOCUSED)
        if element is None or element['order'] < last and reached > 3:
            break
        if element['order'] <= last:
            wrong.append('order: ' + element['text'])
        if not element['visible']:
            wrong.append('focus not visible: ' + element['text'])
        last, reached = element['order'], reached + 1
    return wrong if reached > 3 else wrong + [f'only {reached} elements']
