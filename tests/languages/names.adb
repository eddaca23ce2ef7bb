with Ada.Text_IO;
with Shapes; use Shapes;

procedure Names is
   List : constant Items := (1 .. 10 => 2);
begin
   Ada.Text_IO.Put_Line (Integer'Image (Total (List + List)));
end Names;
