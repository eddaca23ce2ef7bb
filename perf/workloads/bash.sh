#--------------------------------------------------------------------#
#--- Loops, strings, arrays and recursion in bash.        bash.sh ---#
#--------------------------------------------------------------------#

# usage: bash bash.sh [SCALE [PERCENT]]
#
# shellcheck shell=bash
#
# Builtins only: the shell itself is the load, and there is no child process. PERCENT is how long the loops are, 100 by
# default: the tests in tests/real, where this is bash.bash, take less.

percent=${2:-100}

arithmetic()
{
   local i sum=0 count=$((210 * percent))
   for ((i = 0; i < count; i++)); do
      ((sum = (sum * 31 + i) % 1000003))
   done
   echo "arithmetic $sum"
}

strings()
{
   local i text='' result=0 count=$((21 * percent))
   for ((i = 0; i < count; i++)); do
      text="item$i-${text:0:60}"
      text=${text//1/one}
      case $text in
         *one*one*) ((result += ${#text})) ;;
         item2*) ((result += 2)) ;;
      esac
   done
   echo "strings $result"
}

arrays()
{
   local -A counts=()
   local -a values=()
   local i count=$((56 * percent))
   for ((i = 0; i < count; i++)); do
      values[i]=$((i * 7919 % 1009))
      # shellcheck disable=SC1105,SC2211,SC2086  # it does not know an index with an expansion
      ((counts[k${values[i]}]++))
   done
   echo "arrays ${#values[@]} ${#counts[@]} ${counts[k17]}"
}

# Leaves its result in $result: a command substitution would fork.
fibonacci()
{
   if (($1 < 2)); then
      result=$1
      return
   fi
   local first
   fibonacci $(($1 - 1))
   first=$result
   fibonacci $(($1 - 2))
   ((result += first))
}

for ((round = 0; round < ${1:-1}; round++)); do
   arithmetic
   strings
   arrays
   fibonacci $((percent < 100 ? 12 : 15))
   printf 'fibonacci %s %5.2f %x\n' "$result" 3.14159 "$result"
done
