# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# Completion of the command aprof for bash.

_aprof()
{
   local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
   local subcommands='run show html diff check merge convert check-report'
   local common='--help --version'
   local option= value= options= words=
   COMPREPLY=()

   if [ "$COMP_CWORD" -eq 1 ]
   then
      mapfile -t COMPREPLY < <(compgen -W "$subcommands $common" -- "$word")
      return
   fi

   # `--option=value` arrives as three words.
   if [ "$word" = = ]
   then
      option=$before
   elif [ "$before" = = ]
   then
      option=${COMP_WORDS[COMP_CWORD - 2]} value=$word
   else
      option=$before value=$word
   fi

   case ${COMP_WORDS[1]} in
      run)
         options='--each --sizes= --input-size= --jobs= --timeout= --only= --output= --rank --keep --html --check --error-exitcode=
                  --valgrind='
         case $option in
            --input-size) words='file lines number' ;;
            --sizes|--jobs|--timeout|--only|--error-exitcode|-[jt]) return ;;
         esac ;;
      show)
         options='--routine= --contexts --limit= --sort= --project= --at= --min-points= --name= --object= --own= --plot= --axes=
                  --format= --color= --fold-generics --force'
         case $option in
            --sort|-s)    words='projected total self calls points growth name object' ;;
            --project|-P) words='10 100' ;;
            --plot|-p)    words='worst mean best amortized calls' ;;
            --axes|-a)    words='linear log' ;;
            --format|-F)  words='text json csv' ;;
            --color)      words='auto always never' ;;
            --routine|--limit|--at|--min-points|--name|--object|--own|-[rlmno]) return ;;
         esac ;;
      html)
         options='--output= --baseline= --callgrind= --favourites= --own= --source= --fold-generics --force'
         case $option in
            --source) words='none own all' ;;
            --own)    return ;;
         esac ;;
      diff)
         options='--all --format= --map= --threshold= --least-share= --own= --other-build --color= --force'
         case $option in
            --format|-F) words='text json csv markdown' ;;
            --color)     words='auto always never' ;;
            --map|--threshold|--least-share|--own|-[Mt]) return ;;
         esac ;;
      check)
         options='--rules= --baseline= --update-baseline --accept= --undecided= --format= --output= --all --own= --force'
         case $option in
            --undecided)       words='pass warn fail' ;;
            --format|-F)       words='text json markdown junit sarif annotations' ;;
            --accept|--own|-a) return ;;
         esac ;;
      merge)
         options='--output= --force' ;;
      convert)
         options='--to= --output= --scale= --force'
         case $option in
            --to|-t) words='callgrind webgrind4 webgrind5 webgrind6 webgrind7 hpctoolkit json csv folded speedscope' ;;
         esac ;;
      check-report)
         options='--verbose' ;;
      *)
         return ;;
   esac

   if [ -n "$words" ]
   then
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$value")
   elif [[ $word == -* ]]
   then
      mapfile -t COMPREPLY < <(compgen -W "$options $common" -- "$word")
      if [ "${#COMPREPLY[@]}" -eq 1 ] && [[ ${COMPREPLY[0]} == *= ]]
      then
         compopt -o nospace 2> /dev/null
      fi
   else
      compopt -o filenames 2> /dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$value")
   fi
}

complete -F _aprof aprof
