--  Subprograms of the program, in a generic package of its own and in an instance of one of Ada's library.
with Ada.Containers.Generic_Array_Sort;
with Ada.Containers.Vectors;
with Ada.Text_IO;

procedure Own is
   type Numbers is array (Positive range <>) of Integer;

   generic
      type Item is private;
      type Items is array (Positive range <>) of Item;
   package Uniques is
      function Count (From : Items) return Natural;
   end Uniques;

   package body Uniques is
      function Count (From : Items) return Natural is
         Result : Natural := 0;
      begin
         for I in From'Range loop
            if (for all J in From'First .. I - 1 => From (J) /= From (I)) then
               Result := Result + 1;
            end if;
         end loop;
         return Result;
      end Count;
   end Uniques;

   function Less (Left, Right : Integer) return Boolean is (Left < Right);

   package Of_Numbers is new Uniques (Integer, Numbers);
   package Lists is new Ada.Containers.Vectors (Positive, Integer);
   procedure Sort is new Ada.Containers.Generic_Array_Sort (Positive, Integer, Numbers, Less);

   All_Of : Numbers (1 .. 100);
   List   : Lists.Vector;
begin
   for I in All_Of'Range loop
      All_Of (I) := I * 37 mod 41;
      List.Append (All_Of (I));
   end loop;
   Sort (All_Of);
   Ada.Text_IO.Put_Line (Natural'Image (Of_Numbers.Count (All_Of)) & Natural'Image (Natural (List.Length)));
end Own;
