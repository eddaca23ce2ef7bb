-- SPDX-License-Identifier: GPL-2.0-or-later
-- Copyright (C) 2026 The aprof authors

package Shapes is
   type Items is array (Positive range <>) of Integer;
   function Total (List : Items) return Integer;
   function "+" (Left, Right : Items) return Items;
end Shapes;
