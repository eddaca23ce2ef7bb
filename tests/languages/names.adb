-- SPDX-License-Identifier: GPL-2.0-or-later
-- Copyright (C) 2026 The aprof authors

with Ada.Text_IO;
with Shapes; use Shapes;

procedure Names is
   List : constant Items := (1 .. 10 => 2);
begin
   Ada.Text_IO.Put_Line (Integer'Image (Total (List + List)));
end Names;
