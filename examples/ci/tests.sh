#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# The tests of this example, as a project has them anyway. They begin with small inputs and end with larger ones, so
# aprof sees how costs grow. WORDS in the environment is the program.

set -eu

for count in 50 100 200 400 800 1600 3200
do
   found=$(seq "$count" | "${WORDS:-./words}")
   [ "$found" -eq "$count" ] || { echo "$count words, but $found are found"; exit 1; }
done
echo "all tests passed"
