#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# A small test suite: it runs a program once for each test.

for words in 50 200 800
do
   seq $words | tr 0-9 a-j > text.$words
   ./wordcount text.$words
done
