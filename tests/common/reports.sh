# shellcheck shell=sh
# For scripts that compare or judge reports: they run in an empty directory, and are themselves in $tests.

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

# try ARGUMENT...: of aprof check, what it prints, each sentence on a line, and its exit status, if it is not 0.
try()
{
   echo "\$ aprof check $*"
   COLUMNS=1000 "$aprof" check "$@" 2>&1
   status=$?
   [ $status -eq 0 ] || echo "[$status]"
}

# rules LINE...: the rules file.
rules()
{
   printf '%s\n' "$@" > .aprof-rules
   printf '   | %s\n' "$@"
}
