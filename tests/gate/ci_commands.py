#!/usr/bin/python3
# ci_commands.py [--comment] FILE
#
# Prints the shell commands of a configuration for GitHub Actions or GitLab CI, but for those that install packages. Files
# that the configuration gives to the server must be written by some command. With --comment, prints the commands that
# write the comment on a change request.

import sys
import yaml


def of_github(data):
    jobs = list(data['jobs'].values())
    assert True in data or 'on' in data, 'GitHub: on'     # YAML 1.1 takes `on` for a boolean
    assert all('runs-on' in job for job in jobs), 'GitHub: runs-on'
    commands = []
    for step in jobs[0]['steps']:
        assert ('run' in step) != ('uses' in step), 'GitHub: a step runs or uses something'
        if 'run' in step and step['name'] != 'Install aprof':
            commands.append(step['run'].strip())
    # The summary is made even if the check has failed.
    check = next(i for i, command in enumerate(commands) if 'run_gate' in command)
    commands[check] += ' || status=$?'
    return ['status=0'] + commands + ['exit $status'], [step['with']['sarif_file'] for step in jobs[0]['steps'] if 'upload' in str(step.get('uses'))]


def of_gitlab(data):
    job = next(iter(data.values()))
    artifacts = job['artifacts']
    return job['script'], [artifacts['reports']['junit'], *artifacts['paths']]


def of_comment(data):
    if 'jobs' not in data:
        return next(iter(data.values()))['after_script']
    step = next(step for job in data['jobs'].values() for step in job['steps'] if step.get('name') == 'Comment')
    assert {'APROF_TOKEN', 'NUMBER'} <= set(step['env']), 'GitHub: env of the comment'
    return [step['run'].strip()]


with open(sys.argv[-1], encoding='utf-8') as file:
    data = yaml.safe_load(file)
if sys.argv[1] == '--comment':
    print('\n'.join(of_comment(data)))
    sys.exit()
commands, files = of_github(data) if 'jobs' in data else of_gitlab(data)
assert all(any(name in command for command in commands) for name in files), f'{sys.argv[-1]}: {files}'
print('\n'.join(commands))
