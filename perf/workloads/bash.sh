#--------------------------------------------------------------------#
#--- Loops, strings, arrays and recursion in bash.        bash.sh ---#
#--------------------------------------------------------------------#

# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The aprof authors
#
# usage: bash bash.sh [SCALE]
#
# Builtins only: the shell itself is the load, and there is no child process.

arithmetic()
{
   local i sum=0
   for ((i = 0; i < 21000; i++)); do
      ((sum = (sum * 31 + i) % 1000003))
   done
   echo "arithmetic $sum"
}

strings()
{
   local i text= result=0
   for ((i = 0; i < 2100; i++)); do
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
   local i
   for ((i = 0; i < 5600; i++)); do
      values[i]=$((i * 7919 % 1009))
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
   fibonacci 15
   echo "fibonacci $result"
done
