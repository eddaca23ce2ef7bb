# shellcheck shell=sh
# refused COMMAND: what a wrong use says, in one line: the status, the sentences, and "(--help)" if a last line says so.

refused()
{
   said=$("$@" 2>&1)
   echo "$? $said" | sed ':next; N; $!b next; s/\n`aprof [a-z -]*--help` prints how it is used\.$/ (--help)/; s/\n */ /g'
}
