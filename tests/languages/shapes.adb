-- A function of a package, one inside it, and an operator.

package body Shapes is
   function Total (List : Items) return Integer is
      function Half (From, To : Positive) return Integer is
         Result : Integer := 0;
      begin
         for I in From .. To loop
            Result := Result + List (I);
         end loop;
         return Result;
      end Half;
   begin
      return Half (1, List'Length / 2) + Half (List'Length / 2 + 1, List'Length);
   end Total;

   function "+" (Left, Right : Items) return Items is
      Result : Items := Left;
   begin
      for I in Result'Range loop
         Result (I) := Result (I) + Right (I);
      end loop;
      return Result;
   end "+";
end Shapes;
