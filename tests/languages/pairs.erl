% SPDX-License-Identifier: GPL-2.0-or-later
% Copyright (C) 2026 The aprof authors
%
% A quadratic function, called with lists of 60 lengths in a mixed order, and a linear one.

-module(pairs).
-export([main/0]).
count_pairs([]) -> 0;
count_pairs([X | Rest]) -> count_equal(X, Rest, 0) + count_pairs(Rest).
count_equal(_, [], N) -> N;
count_equal(X, [X | Rest], N) -> count_equal(X, Rest, N + 1);
count_equal(X, [_ | Rest], N) -> count_equal(X, Rest, N).
count_ones([], N) -> N;
count_ones([1 | Rest], N) -> count_ones(Rest, N + 1);
count_ones([_ | Rest], N) -> count_ones(Rest, N).
main() ->
    Sums = [begin
        Length = 60 + 9 * ((K * 23) rem 60),
        List = [I rem 7 || I <- lists:seq(0, Length - 1)],
        count_pairs(List) + count_ones(List, 0)
    end || K <- lists:seq(0, 59)],
    io:format("~p~n", [lists:sum(Sums)]),
    halt(0).
