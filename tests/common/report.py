"""A report as Report.pm reads it, for scripts in Python."""

import json
import os
import subprocess


def read(path):
    """Returns a dictionary:

    total
    routines    by number: {name, image, symbol}, which are bytes; the symbol may be None
    contexts    by number: (number of the routine, parent), in the order of the file; the parent is None above a root
    points      a list of (in_context, owner, numbers); the owner is the number of a routine or, if in_context, of a
                context; the first number is the rms, and the others are in the order of the format
    """
    script = os.path.join(os.path.dirname(os.path.realpath(__file__)), 'report.pl')
    report = json.loads(subprocess.run([script, 'json', path], check=True, stdout=subprocess.PIPE).stdout)
    return {
        'total': int(report['total'] or 0),
        'routines': {int(routine['id']): {key: routine[key] and routine[key].encode('latin-1')
                                          for key in ('name', 'image', 'symbol')} for routine in report['routines']},
        'contexts': {int(context['id']): (int(context['routine']), None if int(context['parent']) == -1 else int(context['parent']))
                     for context in report['contexts']},
        'points': [(bool(point['in_context']), int(point['owner']), [int(point['rms']), *map(int, point['numbers'])])
                   for point in report['points']],
    }
