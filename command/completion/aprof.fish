# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) 2026 The aprof authors
#
# Completion of the command aprof for fish.

complete -c aprof -s h -l help -d 'Print how it is used'
complete -c aprof -s V -l version -d 'Print the version'

set -l first __fish_use_subcommand
complete -c aprof -n $first -f -a show -d 'Print routines, and how their cost grows'
complete -c aprof -n $first -f -a html -d 'Write a report as a page for a browser'
complete -c aprof -n $first -f -a diff -d 'Compare two versions'
complete -c aprof -n $first -f -a check -d 'Say whether a report keeps the rules of a file'
complete -c aprof -n $first -f -a merge -d 'Add up reports of several runs'
complete -c aprof -n $first -f -a convert -d 'Write a report in the format of another viewer'
complete -c aprof -n $first -f -a check-report -d 'Check reports against every rule of the format'

set -l show '__fish_seen_subcommand_from show'
complete -c aprof -n $show -s r -l routine -x -d 'Show one routine in depth'
complete -c aprof -n $show -s c -l contexts -d 'Show the tree of calling contexts'
complete -c aprof -n $show -s l -l limit -x -d 'Print so many; 0 is all'
complete -c aprof -n $show -s s -l sort -x -a 'projected total self calls points growth name object' -d 'Order'
complete -c aprof -n $show -s P -l project -x -a '10 100' -d 'Order by the cost with larger inputs'
complete -c aprof -n $show -l at -x -d 'Predict the cost of calls with this input'
complete -c aprof -n $show -s m -l min-points -x -d 'Only routines with so many points'
complete -c aprof -n $show -s n -l name -x -d 'Only routines of such names'
complete -c aprof -n $show -s o -l object -x -d 'Only routines of such objects'
complete -c aprof -n '__fish_seen_subcommand_from show html diff check' -l own -x -d 'Objects that have your code'
complete -c aprof -n $show -s p -l plot -x -a 'worst mean best amortized calls' -d 'What to plot of a routine'
complete -c aprof -n $show -s a -l axes -x -a 'linear log' -d 'Axes of the plot'
complete -c aprof -n $show -s F -l format -x -a 'text json csv' -d 'Format of the output'
complete -c aprof -n $show -l color -x -a 'auto always never' -d 'Whether to use colours'

set -l diff '__fish_seen_subcommand_from diff'
complete -c aprof -n $diff -s a -l all -d 'Print all routines'
complete -c aprof -n $diff -s F -l format -x -a 'text json csv markdown' -d 'Format of the output'
complete -c aprof -n $diff -s M -l map -x -d 'How routines of the old side are called now: s/old/new/'
complete -c aprof -n $diff -s t -l threshold -x -d 'Costs that differ by less are the same'
complete -c aprof -n $diff -l least-share -x -d 'So are differences up to this percentage of the cost'
complete -c aprof -n $diff -l other-build -d 'Compiled with other options'
complete -c aprof -n $diff -l color -x -a 'auto always never' -d 'Whether to use colours'

set -l check '__fish_seen_subcommand_from check'
complete -c aprof -n $check -s r -l rules -r -d 'The rules'
complete -c aprof -n $check -s u -l update-baseline -d 'Bring the baseline up to date'
complete -c aprof -n $check -s a -l accept -x -d 'Replace also what is worse'
complete -c aprof -n $check -l undecided -x -a 'pass warn fail' -d 'What to make of what is not known'
complete -c aprof -n $check -s F -l format -x -a 'text json markdown junit sarif annotations' -d 'Format of the output'
complete -c aprof -n $check -l all -d 'Print all limits'

set -l convert '__fish_seen_subcommand_from convert'
complete -c aprof -n $convert -s t -l to -x -d 'The format' \
   -a 'callgrind webgrind4 webgrind5 webgrind6 webgrind7 hpctoolkit json csv folded speedscope'

complete -c aprof -n '__fish_seen_subcommand_from html check merge convert' -s o -l output -r -d 'The file to write'
complete -c aprof -n '__fish_seen_subcommand_from html' -l source -x -a 'none own all' -d 'Whose source lines are in the page'
complete -c aprof -n '__fish_seen_subcommand_from html check' -s b -l baseline -r -d 'What to compare with'
complete -c aprof -n '__fish_seen_subcommand_from show html diff check merge convert' -s f -l force -d 'Add up reports that differ'
complete -c aprof -n '__fish_seen_subcommand_from check-report' -s v -l verbose -d 'Say something of correct reports too'
