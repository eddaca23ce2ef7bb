#!/usr/bin/python3
# check_grown_data.py
#
# Lets page/experiment.ts read the data of pages of experiments, without a browser, and compares what it makes of them
# with the JSON of aprof grow; and the shares with costs that are known. Then it takes one name after the other out of
# the data: experiment.ts must miss each of them.

import json
import os
import re
import subprocess
import tempfile

from page_data import experiment_of

APROF = '../../command/aprof'
PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', '..', 'page')
ENTRY = 'export { readExperiment } from "PAGE/experiment"; export { sharesOf } from "PAGE/shares";'
PROGRAM = '''
const { readExperiment, sharesOf } = require(process.argv[2]);
const read = text => {
   try {
      const experiment = readExperiment(text);
      return { experiment, shares: sharesOf(experiment) };
   } catch (error) {
      return error.message;
   }
};
console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map(read)));
'''
OF_PAGE = ('index', 'counted', 'largest', 'namedAt')      # what experiment.ts adds
NOT_READ = ('sizes', 'culprit')                # what it finds in the runs and routines, too


def output(*command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True, text=True).stdout


def read_all(folder, pages):
    entry, bundle, program = (os.path.join(folder, name) for name in ('entry.ts', 'bundle.js', 'program.js'))
    for path, text in ((entry, ENTRY.replace('PAGE', PAGE)), (program, PROGRAM)):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
    output('esbuild', entry, '--bundle', '--format=cjs', '--log-level=warning', '--outfile=' + bundle)
    return json.loads(output('node', program, bundle, text=json.dumps([json.dumps(page) for page in pages])))


def plain(value):
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items() if name not in OF_PAGE}
    return [plain(item) for item in value] if isinstance(value, list) else value


def paths_of(value, path=()):
    """The way to each name of the data; of a list, to those of its last item. Names of sizes are the experiment's."""
    if isinstance(value, list):
        yield from paths_of(value[-1], (*path, len(value) - 1)) if value else ()
    elif isinstance(value, dict) and path[-1:] != ('sizes',):
        for name, item in value.items():
            yield (*path, name)
            yield from paths_of(item, (*path, name))


def without(data, path):
    copy = json.loads(json.dumps(data))
    owner = copy
    for name in path[:-1]:
        owner = owner[name]
    del owner[path[-1]]
    return copy


def made(folder, name, *arguments):
    directory = os.path.join(folder, name)
    output('perl', '../common/make_experiment.pl', *arguments[:-2], directory, *arguments[-2:])
    page = directory + '.html'
    output(APROF, 'html', directory)
    return experiment_of(page), json.loads(output(APROF, 'grow', '--format=json', '--all', directory))


def check_answer(what, read, answer):
    wanted = {name: value for name, value in answer.items() if name not in NOT_READ}
    print(f'{what}: ' + ('the answer of aprof grow' if plain(read['experiment']) == wanted else 'another answer'))
    if [run['name'] for run in read['experiment']['counted']] != [run['name'] for run in answer['runs'] if run['counts']]:
        print(f'{what}: other runs count')


def check_shares(read):
    """Of slow, whose calls cost n each, and n are made of it; of main 1000; there is nothing else."""
    shares, sizes = read['shares'], [100, 200, 300, 400, 500, 600, 700, 800]
    slow = next(share for share in shares['list'] if share['name'] == 'slow')
    right = all(abs(part - n * n / (n * n + 7 * n + 1000)) < 1e-9 for part, n in zip(slow['parts'], sizes))
    sums = [sum(share['parts'][i] for share in shares['list']) for i in range(len(shares['places']))]
    right = right and all(abs(total - 1) < 1e-9 for total in sums)
    right = right and [place['times'] for place in shares['places']] == [0] * 8 + [2, 5, 10]
    print('shares:', 'add up' if right else f'wrong: {slow["parts"]} {sums}')


with tempfile.TemporaryDirectory() as room:
    one, answer_one = made(room, 'one', 'slow=n@n', 'line=7*n')
    two, answer_two = made(room, 'two', '--sizes=10:10,20:10,40:10,80:10,10:20,10:40,10:80,20:20,40:40,80:80', 'slow=a*b', 'line=7*a')
    read_one, read_two = read_all(room, [one, two])
    check_answer('one size', read_one, answer_one)
    check_answer('two sizes', read_two, answer_two)
    check_shares(read_one)
    paths = [path for path in paths_of(one) if path[0] not in NOT_READ]
    missed = [isinstance(read, str) and re.search(rf'no {path[-1]}$', read)
              for path, read in zip(paths, read_all(room, [without(one, path) for path in paths]))]
    for path, is_missed in zip(paths, missed):
        if not is_missed:
            print('nobody misses', path)
    print('names:', 'missed' if len(paths) > 60 and all(missed) else f'not all of {len(paths)} missed')
