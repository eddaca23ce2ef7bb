# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# What the scripts of this folder share: they run in an empty directory, in which they are in $tests.

tests=$(cd "$(dirname "$0")" && pwd)
aprof=${APROF_COMMAND:-../../command/aprof}
case $aprof in /*) ;; *) aprof=$tests/$aprof ;; esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

# report FILE SPEC...
report()
{
   file=$1
   shift
   "$tests/../common/make_report.pl" formulas "$@" > "$file"
}

# try ARGUMENT...: of aprof check, what it prints, and its exit status.
try()
{
   echo "\$ aprof check $*"
   "$aprof" check "$@" 2>&1
   echo "   exit status $?"
   echo
}

# rules LINE...: the rules file.
rules()
{
   printf '%s\n' "$@" > .aprof-rules
   printf '   | %s\n' "$@"
}
