# The data in a page of aprof html.

import json
import re


def data_of(page):
    return json.loads(re.search(r'id="report">\n(.*?)\n</script>', open(page, encoding='utf-8').read(), re.S).group(1))


def rows_of(data, table, rows):
    """The rows of a table as dictionaries, by the names of the columns."""
    names = data['columns'][table].split()
    return [dict(zip(names, row or ())) for row in rows]


def routine_rows(data):
    return rows_of(data, 'routine', data['routines'])


def objects_of(data):
    """The object files of the routines."""
    return {data['texts'][row['object']] for row in routine_rows(data) if row}


def experiment_of(page):
    """The answer in the page of an experiment."""
    return json.loads(re.search(r'id="experiment">\n(.*?)\n</script>', open(page, encoding='utf-8').read(), re.S).group(1))
