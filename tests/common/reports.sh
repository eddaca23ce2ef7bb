# shellcheck shell=sh
# For tests that compare or judge reports, in the folder $tests: they go on in an empty directory.

tests=$PWD
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

# rules LINE...: the rules file.
rules()
{
   printf '%s\n' "$@" > .aprof-rules
}
