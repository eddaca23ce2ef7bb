#!/usr/bin/python3
# damage.py EVERY values DATABASE...    a value of a row of each table becomes nothing, a text, bytes, a huge number
# damage.py EVERY bytes DATABASE...     a byte of the file becomes another one; or the file is cut there
# damage.py EVERY branch                a file of the branch aprof-history is cut, changed, huge or hostile
# damage.py set DATABASE TABLE.COLUMN VALUE   the last row of the table gets this value; Python reads VALUE
#
# Damages histories, one at a time, and shows each in all ways of `aprof history`: of all that is tried, each EVERYth. A
# DATABASE is the cache of a directory, aprof-history.cache, or the history of an older aprof, which is copied. Nothing may
# crash or hang; where something is wrong, there is a message, the exit status says so, and an output that was there before
# stays as it is. Prints what does not hold, and whether damage was found at all.

import ast
import collections
import itertools
import os
import shutil
import sqlite3
import subprocess
import sys

ACTIONS = (['log', '--branches'], ['show', '--branches', 'find'], ['html', '--branches', '--output=page'],
           ['convert', '--branches', '--to=csv', '--output=page'])
SECONDS = 20
MEMORY = 600 * 1000 * 1000

counts = collections.Counter()


def main():
    if sys.argv[1] == 'set':
        set_value(*sys.argv[2:])
        return
    every, kind, *words = sys.argv[1:]
    for database in words:
        {'values': damage_values, 'bytes': damage_bytes}[kind](database, int(every))
    if kind == 'branch':
        damage_branch(int(every))
    print(f'{kind}: ' + ('some are refused' if 0 < counts['refused'] < counts['tried'] else f'WRONG: {counts}'))


# ---- A damaged history

def look_at(what, store, copies_to=None):
    """All ways to look at a store, which must be left as it was; without one, only the copy."""
    counts['tried'] += 1
    said = [run(what, [*action, f'--store={store}']) for action in ACTIONS] if store else []
    if copies_to:
        said.append(run(what, ['copy', *copies_to, 'git:copied']))
        remove_branch('copied')
    counts['refused'] += any(said)


def look_at_database(what, database):
    if database.endswith('.cache'):
        look_at(what, os.path.dirname(database))
    else:
        look_at(what, None, [database])


def remove_branch(name):
    subprocess.run(['git', 'update-ref', '-d', f'refs/heads/{name}'], check=True)
    remove(f'.git/aprof-history-{name}.cache')


def remove(path):
    if os.path.exists(path):
        os.unlink(path)


def run(what, words):
    """Whether the command refused the history."""
    with open('page', 'w', encoding='ascii') as page:
        page.write('former')
    command = f'ulimit -v {MEMORY // 1000}; exec aprof history "$@"'
    try:
        done = subprocess.run(['sh', '-c', command, 'sh', *words], capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        print(f'{what}: {words[0]}: does not end')
        return True
    messages = done.stderr.decode(errors='replace')
    if done.returncode not in (0, 2):
        print(f'{what}: {words[0]}: exit status {done.returncode}: {messages[:300]}')
    if done.returncode == 2 and not messages.startswith('aprof history: '):
        print(f'{what}: {words[0]}: no message but {messages[:300]}')
    if any(byte < 32 and byte != 10 or byte == 127 for byte in done.stderr):
        print(f'{what}: {words[0]}: control characters in {messages!r}')
    if done.returncode == 2:
        with open('page', encoding='utf-8') as page:
            if page.read() != 'former':
                print(f'{what}: {words[0]}: an output in spite of the damage')
        if done.stdout:
            print(f'{what}: {words[0]}: says something of what is damaged: {done.stdout[:200]!r}')
    return done.returncode == 2


# ---- Values

VALUES = (None, 'text', b'\xff\x00', 2 ** 62, -1, 0, 1.5e300, '../../x\n\x1b[31m', 'r\n' + 9000 * 'x')


def damage_values(database, every):
    whole = f'{database}.whole'
    shutil.copy(database, whole)
    ways = itertools.product(columns_of(database), VALUES)
    for (table, column), value in itertools.islice(ways, 0, None, every):
        if change(database, table, column, value):
            look_at_database(f'{os.path.basename(database)}: {table}.{column} = {str(value)[:20]!r}', database)
        shutil.copy(whole, database)
    os.unlink(whole)


def set_value(database, column, value):
    change(database, *column.split('.'), ast.literal_eval(value))


def columns_of(database):
    """Of (table, column)."""
    with sqlite3.connect(database) as handle:
        tables = [row[0] for row in handle.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [(table, row[1]) for table in tables for row in handle.execute(f'PRAGMA table_info({table})')]


def change(database, table, column, value):
    """Sets the value of one row, whatever the schema says. False: there is no row, or SQLite itself cannot have the value."""
    handle = sqlite3.connect(database)
    columns = handle.execute(f'PRAGMA table_info({table})').fetchall()
    schema = handle.execute('SELECT sql FROM sqlite_master WHERE name = ?', (table,)).fetchone()[0]
    version = handle.execute('PRAGMA schema_version').fetchone()[0]
    count = handle.execute(f'SELECT count(*) FROM {table}').fetchone()[0]
    set_schema(handle, table, schema.replace(' NOT NULL', ''), version + 1)
    handle.close()
    handle = sqlite3.connect(database)
    key = ', '.join(column[1] for column in columns if column[5] > 0)
    where = f'WHERE ({key}) = (SELECT {key} FROM {table} ORDER BY 1 DESC LIMIT 1)' if key else ''
    try:
        handle.execute(f'UPDATE {table} SET {column} = ? {where}', (value,))
        handle.commit()
    except (sqlite3.IntegrityError, sqlite3.OperationalError):
        count = 0
    set_schema(handle, table, schema, version)
    handle.close()
    return count > 0


def set_schema(handle, table, text, version):
    handle.execute('PRAGMA writable_schema = ON')
    handle.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (text, table))
    handle.execute(f'PRAGMA schema_version = {version}')
    handle.commit()


# ---- Bytes

def damage_bytes(database, every):
    with open(database, 'rb') as file:
        whole = file.read()
    for place in range(0, len(whole), every):
        other = bytes([whole[place] ^ 0xff])
        for what, data in (('changed', whole[:place] + other + whole[place + 1:]), ('cut', whole[:place])):
            with open(database, 'wb') as file:
                file.write(data)
            look_at_database(f'{os.path.basename(database)}: {what} at byte {place}', database)
            remove(f'{database}-journal')
    with open(database, 'wb') as file:
        file.write(whole)


# ---- Files of a branch

HASH = '0123456789abcdef0123456789abcdef01234567'


def git(*words, data=None):
    return subprocess.run(['git', *words], input=data, capture_output=True, check=True).stdout


def damage_branch(every):
    paths = [path for path in git('ls-tree', '-r', '--name-only', 'aprof-history').decode().split() if '/' in path]
    files = itertools.chain(*(damaged_files(path, git('show', f'aprof-history:{path}')) for path in paths))
    if every == 1:
        files = itertools.chain(files, [('huge', paths[0], 270000000 * b'\n')])
    for what, name, data in itertools.islice(files, 0, None, every):
        put(name, data)
        look_at(f'{what} of {name[-60:]}', 'git:damaged', ['git:damaged'])
        remove('.git/aprof-history-damaged.cache')
    if git('for-each-ref', '--format=%(refname)', 'refs/heads/evil'):
        print('a branch was made by a file')


def put(path, data):
    """A branch `damaged`, where the path has these bytes; git itself checks no names of a tree."""
    blob = git('hash-object', '-w', '--stdin', data=data).decode().strip()
    stream = 'reset refs/heads/damaged\nfrom refs/heads/aprof-history\n\ncommit refs/heads/damaged\n' \
             f'committer a <a@example.invalid> 1 +0000\ndata 1\nx\nM 100644 {blob} {path}\n'
    subprocess.run(['git', 'fast-import', '--quiet', '--force'], input=stream.encode(), check=True)


def damaged_files(path, whole):
    """Of (what, path, contents)."""
    lines = whole.split(b'\n')
    for place in range(0, len(whole), max(1, len(whole) // 20)):
        yield f'cut at {place}', path, whole[:place]
        yield f'byte {place}', path, whole[:place] + bytes([whole[place] ^ 0xff]) + whole[place + 1:]
    for index, line in enumerate(lines[:-1]):
        key = line.split(b' ')[0]
        yield f'line {index} left out', path, b'\n'.join(lines[:index] + lines[index + 1:])
        yield f'line {index} twice', path, b'\n'.join(lines[:index + 1] + lines[index:])
        for value in (b'', b'\x00', b'-1', b'99999999999999999999', b'../../x', b'a\\nM 100644 :1 x', b'\x1b[31m',
                      b'1e999', b'nan', 100000 * b'9 '):
            yield f'line {index} = {value[:20]}', path, b'\n'.join([*lines[:index], key + b' ' + value, *lines[index + 1:]])
    own = path.split('-')[-2].encode()
    for other in (b'--all', b'../../../x', b'x\\nreset refs/heads/evil', b'x\\n\\nreset refs/heads/evil\\nfrom 0'):
        yield f'hash {other}', path, whole.replace(own, other)
    for name in (path.replace(own.decode(), HASH), 'results/"x\\ny"', 'failures/01/' + HASH + '-' + 12 * '0', '"results/a\\033[31m"'):
        yield f'name {name}', name, whole
    run = next((line for line in lines if line.startswith(b'run ')), None)
    if run:
        for name in (b'../../../../x', b'..', b'/x', b'n=1\\n', 300 * b'n', b''):
            yield f'run {name[:20]}', path, whole.replace(run, b'run ' + name)
        yield 'many runs', path, whole + b''.join(b'run n=%d\nsize %d\ncounts 0\nending x\n\n' % (i, i) for i in range(20000))


main()
