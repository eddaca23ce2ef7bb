#!/usr/bin/python3
# Whether the workflows of .github/ are what GitHub can run, as far as that can be said without it: YAML with jobs of
# steps, scripts that the shell can parse and programs of ours that are there, and no value of a matrix that the matrix
# does not have. The templates of issues must begin with their names. Prints what is wrong.

import os
import re
import subprocess

import yaml

TOP = os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', '..')
TRIGGERS = {'push', 'pull_request', 'schedule', 'workflow_dispatch'}


def check_step(where, step):
    if ('run' in step) == ('uses' in step):
        print(f'{where}: a step has either run or uses')
    if '@' not in step.get('uses', '@'):
        print(f'{where}: {step["uses"]} has no version')
    script = re.sub(r'\$\{\{.*?\}\}', 'value', step.get('run', ''))
    said = subprocess.run(['sh', '-n', '-c', script], capture_output=True, text=True)
    if said.returncode != 0:
        print(f'{where}: {script}: {said.stderr.strip()}')
    for program in re.findall(r'(?<![\w/])\.[\w.]*/[\w/]+', script):
        if not os.access(program, os.X_OK):
            print(f'{where}: {program} cannot be executed')


def check_job(where, job):
    if 'runs-on' not in job or not job.get('steps'):
        print(f'{where}: a job has runs-on and steps')
    matrix = job.get('strategy', {}).get('matrix', {})
    for name in re.findall(r'\$\{\{ *matrix\.([\w-]+)', yaml.dump(job)):
        if name not in matrix:
            print(f'{where}: the matrix has no {name}')
    for step in job.get('steps', []):
        check_step(where, step)


def check_workflow(name):
    with open(name, encoding='utf-8') as file:
        workflow = yaml.safe_load(file)
    # YAML takes the key `on` for a truth value.
    triggers = set(workflow.get(True, []))
    if not triggers or triggers - TRIGGERS:
        print(f'{name}: it runs on {sorted(triggers)}, which is not in {sorted(TRIGGERS)}')
    for job in workflow['jobs']:
        check_job(f'{name}, {job}', workflow['jobs'][job])


def check_template(name):
    with open(name, encoding='utf-8') as file:
        _, head, text = file.read().split('---\n', 2)
    if set(yaml.safe_load(head)) != {'name', 'about'} or not text.strip():
        print(f'{name}: a template has name and about, and a text')


os.chdir(TOP)
for entry in sorted(os.listdir('.github/workflows')):
    check_workflow(f'.github/workflows/{entry}')
for entry in sorted(os.listdir('.github/ISSUE_TEMPLATE')):
    check_template(f'.github/ISSUE_TEMPLATE/{entry}')
