#!/usr/bin/python3
# check_outputs.py JSON MARKDOWN JUNIT SARIF ANNOTATIONS
#
# Whether the outputs of one aprof check keep the rules of their formats, as far as those matter to consumers, and tell
# the same as the JSON. Prints what is wrong, and how much was compared. If the environment has SARIF_SCHEMA, SARIF is
# also compared with that file, the schema of OASIS, by python3-jsonschema.

import json
import os
import re
import sys
import urllib.parse
import xml.etree.ElementTree

problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def check_json(data):
    expect(data['outcome'] in ('passed', 'violated', 'open', 'unreadable'), 'JSON: outcome')
    for verdict, count in data['counts'].items():
        expect(count == sum(result['verdict'] == verdict for result in data['results']), f'JSON: count of {verdict}')
    order = [list(data['counts']).index(result['verdict']) for result in data['results']]
    expect(order == sorted(order), 'JSON: order')


# Attributes that the schema of Jenkins and the one of Ant have; counts; no control characters.
def check_junit(path, data):
    root = xml.etree.ElementTree.parse(path).getroot()
    expect(root.tag == 'testsuites' and [child.tag for child in root] == ['testsuite'], 'JUnit: suites')
    suite = root[0]
    cases = list(suite)
    expect(set(root.attrib) == {'name', 'tests', 'failures', 'errors'}, 'JUnit: attributes of testsuites')
    expect(set(suite.attrib) == {'name', 'tests', 'failures', 'errors', 'skipped'}, 'JUnit: attributes of testsuite')
    for name, tag in (('failures', 'failure'), ('errors', 'error'), ('skipped', 'skipped')):
        expect(int(suite.get(name)) == len(suite.findall(f'testcase/{tag}')), f'JUnit: number of {name}')
    expect(int(suite.get('tests')) == len(cases) == len(data['results']) + len(data['findings']), 'JUnit: number of tests')
    for case in cases:
        expect(case.tag == 'testcase' and set(case.attrib) == {'classname', 'name'}, 'JUnit: test case')
        expect(len(case) <= 1 and all(set(child.attrib) == {'type', 'message'} for child in case), 'JUnit: what a case has')
    for result, case in zip(data['results'], cases):
        expect(case.get('classname') == result['object'] + '.' + result['name'], f'JUnit: class of {result["name"]}')
        expected = {'violated': ['failure'], 'passed': []}.get(result['verdict'], ['skipped'])
        expect([child.tag for child in case] == expected, f'JUnit: verdict of {result["name"]}')
        expect(all(child.get('message') == result['message'] for child in case), 'JUnit: message')
    try:
        import junitparser
        suites = junitparser.JUnitXml.fromfile(path)
        expect((suites.tests, suites.failures) == (len(cases), data['counts']['violated']), 'JUnit: junitparser')
    except ImportError:
        pass


# Rules of SARIF 2.1.0: 3.19.23 ruleIndex, 3.27.9 kind, 3.27.10 level, 3.35 suppressions, 3.4.3 uri.
def check_sarif_result(result, rules):
    expect(rules[result['ruleIndex']]['id'] == result['ruleId'], 'SARIF: ruleIndex')
    expect(result['kind'] in ('fail', 'open'), 'SARIF: kind')
    expect((result['kind'] == 'fail') == (result['level'] in ('warning', 'error')), 'SARIF: only failures have a level')
    expect(result['message']['text'] != '', 'SARIF: message')
    expect(all(re.fullmatch('[0-9a-f]{64}', value) for value in result['partialFingerprints'].values()), 'SARIF: fingerprint')
    for location in result['locations']:
        physical = location['physicalLocation']
        uri = urllib.parse.urlparse(physical['artifactLocation']['uri'])
        expect(uri.scheme == ('' if 'uriBaseId' in physical['artifactLocation'] else 'file'), 'SARIF: uri')
        expect(re.fullmatch(r"[\w.~!$&'()*+,;=:@/%-]+", physical['artifactLocation']['uri'], re.ASCII), 'SARIF: characters of a uri')
        expect(all(value >= 1 for value in physical['region'].values()), 'SARIF: region')
    for suppression in result.get('suppressions', []):
        expect(suppression['kind'] in ('inSource', 'external') and suppression['status'] == 'accepted', 'SARIF: suppression')


def check_sarif(log, data):
    expect(log['version'] == '2.1.0' and len(log['runs']) == 1, 'SARIF: version')
    run = log['runs'][0]
    rules = run['tool']['driver']['rules']
    expect(len({rule['id'] for rule in rules}) == len(rules), 'SARIF: ids of rules')
    expect(run['invocations'][0]['exitCode'] == data['exit_status'], 'SARIF: exit code')
    for result in run['results']:
        check_sarif_result(result, rules)
    told = [result for result in data['results'] if result['verdict'] in ('violated', 'maybe', 'ignored')]
    texts = [result['message']['text'] for result in run['results'] if 'logicalLocations' in result['locations'][0]]
    expect(texts == [f'{result["name"]}: {result["message"]}' for result in told], 'SARIF: results')
    prints = [json.dumps(result['partialFingerprints']) for result in run['results']]
    expect(len(set(prints)) == len(prints), 'SARIF: two results have one fingerprint')
    if 'SARIF_SCHEMA' in os.environ:
        import jsonschema
        jsonschema.validate(log, json.load(open(os.environ['SARIF_SCHEMA'], encoding='utf-8')))


def check_annotations(text, data):
    lines = text.splitlines()
    commands = [line for line in lines if line.startswith('::')]
    expect(len(commands) <= 10, 'annotations: more than ten')
    levels = [line.split()[0] for line in commands]
    expect(levels == sorted(levels), 'annotations: errors come first')
    unescape = lambda escaped: urllib.parse.unquote(escaped)
    violated = [result for result in data['results'] if result['verdict'] == 'violated']
    for line, result in zip([line for line in commands if line.startswith('::error')], violated):
        match = re.fullmatch(r'::error file=([^:,]*),line=(\d+)(?:,col=\d+)?,title=([^:,]*)::(.*)', line)
        expect(match is not None, f'annotations: {line}')
        if match:
            expect(unescape(match[3]) == result['name'] and unescape(match[4]) == result['message'], 'annotations: text')
    expect(len(lines) - len(commands) <= 1, 'annotations: other lines')


# A cell ends at a bar that is not escaped; nothing in a name is markup.
def check_markdown(text, data):
    rows = [line for line in text.splitlines() if line.startswith('|')][2:]
    told = [result for result in data['results'] if result['verdict'] in ('violated', 'maybe', 'ignored')]
    expect(len(rows) == len(told), f'Markdown: {len(rows)} rows of {len(told)}')
    for row in rows:
        expect(len(re.split(r'(?<!\\)\|', row)) == 6, f'Markdown: cells of {row}')
        plain = re.sub(r'(`+)(.*?)\1', '', row.replace('<br>', ''))
        expect(not re.search(r'(?<!\\)[<@]', plain), f'Markdown: markup in {row}')


def main():
    paths = sys.argv[1:]
    data = json.loads(read(paths[0]))
    check_json(data)
    check_markdown(read(paths[1]), data)
    check_junit(paths[2], data)
    check_sarif(json.loads(read(paths[3])), data)
    check_annotations(read(paths[4]), data)
    for problem in problems:
        print(problem)
    print(f'{len(data["results"])} results, {len(data["findings"])} findings: {len(problems)} problems')


main()
