# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# Arithmetic, strings, arrays, recursion and a function with local variables; builtins only, so that there is no other
# process.

sum=0
for ((i = 0; i < 2000; i++)); do
   ((sum = (sum * 31 + i) % 1000003))
done
echo "$sum"

text=
for ((i = 0; i < 300; i++)); do
   text="item$i-${text:0:60}"
   text=${text//1/one}
   case $text in
      *one*one*) ((sum += ${#text})) ;;
      item2*) ((sum += 2)) ;;
   esac
done
echo "$sum $text"

declare -A count
declare -a values
for ((i = 0; i < 800; i++)); do
   values[i]=$((i * 7919 % 101))
   ((count[k${values[i]}]++))
done
echo "${#values[@]} ${#count[@]} ${count[k17]}"

# Leaves its result in $result: a command substitution would be another process.
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
fibonacci 12
printf '%s %5.2f %x\n' "$result" 3.14159 "$sum"
exit 3
