#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# check_terminal.py COMMAND...
#
# Runs COMMAND on a terminal of 60 columns, and prints what stands there at the end: characters go where a terminal puts
# them. So what one program has overwritten of another's is not there. Lines that say how far the work is are counted,
# because that depends on time; blank lines are left out.

import fcntl
import os
import pty
import re
import struct
import sys
import termios

COLUMNS = 60


def run(command):
    """All that the command writes to its terminal, standard output and standard error alike."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('HHHH', 24, COLUMNS, 0, 0))
        os.execvp(command[0], command)
    written = b''
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        written += part
    return written.decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def screen(text):
    """The lines of the terminal. A character behind the last column goes to the next line."""
    lines, column = [''], 0
    for character in text:
        if character == '\r':
            column = 0
        elif character == '\n':
            lines.append('')
        else:
            if column == COLUMNS:
                lines.append('')
                column = 0
            lines[-1] = lines[-1].ljust(column)[:column] + character + lines[-1][column + 1:]
            column += 1
    return [line.rstrip() for line in lines]


text, status = run(sys.argv[1:])
shown = screen(text)
progress = [line for line in shown if re.fullmatch(r'aprof: running, \d+ of \d+ done', line)]
for line in shown:
    if line not in progress and line != '':
        print(line)
print(f'progress was told: {"yes" if progress else "no"}; status {status}')
