-- SPDX-License-Identifier: GPL-2.0-or-later
-- Copyright (C) 2026 The aprof authors
--
-- A quadratic function, called with lists of 60 lengths in a mixed order, and a linear one.

local function count_pairs(list)
   local pairs = 0
   for i = 1, #list do
      for j = 1, i - 1 do if list[i] == list[j] then pairs = pairs + 1 end end
   end
   return pairs
end

local function count_ones(list)
   local ones = 0
   for i = 1, #list do if list[i] == 1 then ones = ones + 1 end end
   return ones
end

local sum = 0
for k = 0, 59 do
   local list = {}
   for i = 1, 60 + 9 * (k * 23 % 60) do list[i] = i % 7 end
   sum = sum + count_pairs(list) + count_ones(list)
end
print(sum)
