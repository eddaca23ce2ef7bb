# shellcheck shell=sh
# Shell functions for histories of repositories that tests make. Hashes depend on the commits, and on nothing else.

tests=$(cd ../common && pwd)
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.invalid GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.invalid
clock=1700000000
machine=m

# An empty repository in the directory, which then is the working directory.
new_repository()
{
   rm -rf "$1" && git init -q -b main "$1" && cd "$1" || exit
}

# commit SUBJECT: commits, an hour after the commit before.
commit()
{
   clock=$((clock + 3600))
   GIT_AUTHOR_DATE="$clock +0000" GIT_COMMITTER_DATE="$clock +0000" git commit -q --allow-empty -m "$1"
}

# merge SUBJECT BRANCH: merges the branch.
merge()
{
   clock=$((clock + 3600))
   GIT_AUTHOR_DATE="$clock +0000" GIT_COMMITTER_DATE="$clock +0000" git merge -q --no-ff -m "$1" "$2" 2>&1
}

# add [OPTION]... NAME=COST...: adds the report of a program whose routines cost that.
add()
{
   options=
   while case $1 in -*) true;; *) false;; esac
   do
      options="$options $1"
      shift
   done
   "$tests/make_report.pl" formulas --libc="${libc:-glibc 2.36}" "$@" > .git/made.report
   # shellcheck disable=SC2086 # several words
   aprof history add --machine="$machine" $options .git/made.report 2>&1 | sed 's/History: \w*: //'
}

# step SUBJECT NAME=COST...: a commit, and what it costs.
step()
{
   commit "$1" && shift && add "$@" | grep -v '^1 added$'
}

# make_history DIRECTORY: a repository with a history of reports and one of experiments, and a branch with both. It is then the
# working directory.
make_history()
{
   new_repository "$1"
   step 'Begins' 'parse=20*n' 'find=90*n' > .git/said
   step 'Is slow' 'parse=20*n+n*n' 'find=90*n' >> .git/said
   step 'Renames' 'parse=20*n+n*n' 'search=90*n' >> .git/said
   for find in '90*n' '90*n+n*n'
   do
      rm -rf .git/grown && "$tests/make_experiment.pl" --sizes=100,200,400,800 .git/grown "find=$find" 'print=7*n'
      commit "Experiment, $find"
      aprof history add --store=.git/grown.git --machine=m .git/grown 2>> .git/said
   done
   for store in .git .git/grown.git
   do
      aprof history copy $store git:aprof-history 2>> .git/said
      aprof history log --store=$store >> .git/said
   done
}
