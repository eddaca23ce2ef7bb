package Shapes is
   type Items is array (Positive range <>) of Integer;
   function Total (List : Items) return Integer;
   function "+" (Left, Right : Items) return Items;
end Shapes;
