# Chromium for tests, driven by WebDriver.

import json
import os
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains


class Browser:
    def __init__(self, width=1280, height=860, dark=False, downloads=None):
        options = webdriver.ChromeOptions()
        for argument in ('--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--enable-precise-memory-info',
                         f'--window-size={width},{height}'):
            options.add_argument(argument)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL', 'performance': 'ALL'})
        options.add_experimental_option('perfLoggingPrefs', {'enableNetwork': True, 'enablePage': False})
        self.driver = webdriver.Chrome(service=Service('/usr/bin/chromedriver'), options=options)
        self.driver.set_script_timeout(120)     # axe-core, on a busy machine
        self.size(width, height)
        self.scheme(dark)
        if downloads:
            self.driver.execute_cdp_cmd('Browser.setDownloadBehavior', {'behavior': 'allow', 'downloadPath': downloads})

    def size(self, width, height=860):
        self.driver.execute_cdp_cmd('Emulation.setDeviceMetricsOverride',
                                    {'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': False})

    def scheme(self, dark):
        self.driver.execute_cdp_cmd('Emulation.setEmulatedMedia',
                                    {'features': [{'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}]})

    def open(self, path, fragment=''):
        self.driver.get('about:blank')
        self.driver.get('file://' + os.path.abspath(path) + '#' + fragment)
        self.wait('return document.querySelector("main > *") !== null')

    def fragment(self, text):
        self.run('location.hash = arguments[0]', text)
        self.settle()

    def settle(self):
        """Until the page has done what an event let it do, and has drawn that."""
        self.driver.execute_async_script('const done = arguments[arguments.length - 1];'
                                         'requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));')

    def go(self, fragment):
        """To another view, as soon as it is there: its text."""
        return self.driver.execute_async_script(
            'const done = arguments[arguments.length - 1];'
            'addEventListener("hashchange", () => requestAnimationFrame(() => setTimeout(() => done(document.querySelector("main").innerText))),'
            '                 { once: true });'
            'location.hash = arguments[0];', fragment)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, seconds=120):
        end = time.time() + seconds
        while not self.run(script):
            if time.time() > end:
                raise Exception('not in time: ' + script)
            time.sleep(0.02)

    def keys(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()
        self.settle()

    def press(self, key):
        """Without waiting for what it does."""
        ActionChains(self.driver).send_keys(key).perform()

    def choose_file(self, selector, path):
        self.driver.find_element('css selector', selector).send_keys(os.path.abspath(path))
        self.settle()

    def texts(self, selector):
        return self.run('return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)', selector)

    def click(self, selector):
        self.run('document.querySelector(arguments[0]).click()', selector)
        self.settle()

    def point(self, selector, x, y):
        """The mouse to a place in an element, from its corner."""
        box = self.run('const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.left, box.top]', selector)
        self.driver.execute_cdp_cmd('Input.dispatchMouseEvent', {'type': 'mouseMoved', 'x': box[0] + x, 'y': box[1] + y})
        self.settle()

    def requests(self):
        """Addresses that the page asked for, other than itself and what is inside it."""
        found = []
        for entry in self.driver.get_log('performance'):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                address = message['params']['request']['url']
                if not address.startswith(('file:', 'data:', 'blob:', 'about:')):
                    found.append(address)
        return found

    def messages(self):
        return [entry['message'] for entry in self.driver.get_log('browser')]

    def heap(self):
        """Bytes that the page's objects need."""
        self.driver.execute_cdp_cmd('HeapProfiler.collectGarbage', {})
        return self.run('return performance.memory.usedJSHeapSize')

    def close(self):
        self.driver.quit()
