--  SPDX-License-Identifier: GPL-2.0-or-later
--  Copyright (C) The aprof authors
--
--  Ada: nested subprograms, an exception, a generic, an operator.

with Ada.Text_IO;

procedure Queens is

   Size : constant := 6;
   type Column is range 1 .. Size;
   type Board is array (Column) of Integer;

   Not_Possible : exception;
   Solutions    : Natural := 0;

   type Count is record
      Number : Natural := 0;
   end record;

   function "+" (Left : Count; Right : Natural) return Count is
   begin
      return (Number => Left.Number + Right);
   end "+";

   generic
      type Item is private;
      with function Less (Left, Right : Item) return Boolean;
   function Smaller (Left, Right : Item) return Item;

   function Smaller (Left, Right : Item) return Item is
   begin
      if Less (Left, Right) then
         return Left;
      end if;
      return Right;
   end Smaller;

   function Smaller_Number is new Smaller (Integer, "<");

   Tried : Count;

   procedure Place (Rows : in out Board; Next : Column) is

      procedure Check (Row : Integer) is
      begin
         Tried := Tried + 1;
         for Other in Column'First .. Next loop
            exit when Other = Next;
            if Rows (Other) = Row or else abs (Rows (Other) - Row) = Integer (Next - Other) then
               raise Not_Possible;
            end if;
         end loop;
      end Check;

   begin
      for Row in 1 .. Size loop
         begin
            Check (Row);
            Rows (Next) := Row;
            if Next = Column'Last then
               Solutions := Solutions + 1;
            else
               Place (Rows, Next + 1);
            end if;
         exception
            when Not_Possible => null;
         end;
      end loop;
   end Place;

   Rows : Board := (others => 0);

begin
   Place (Rows, Column'First);
   Ada.Text_IO.Put_Line (Solutions'Image & Smaller_Number (Tried.Number, 1_000)'Image);
end Queens;
