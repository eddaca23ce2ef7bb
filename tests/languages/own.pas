{ Routines of the program and of its class, and what Pascal's library does for it. }
program own;
{$mode objfpc}
uses sysutils;

type
   TShelf = class
      items: array of integer;
      procedure add(item: integer);
      function unique: integer;
   end;

procedure TShelf.add(item: integer);
begin
   setlength(items, length(items) + 1);
   items[high(items)] := item;
end;

function TShelf.unique: integer;
var i, j: integer; found: boolean;
begin
   result := 0;
   for i := 0 to high(items) do begin
      found := false;
      for j := 0 to i - 1 do found := found or (items[j] = items[i]);
      if not found then inc(result);
   end;
end;

function text_of(number: integer): string;
begin
   text_of := inttostr(number) + lowercase('ABC');
end;

var shelf: TShelf; i: integer;
begin
   shelf := TShelf.create;
   for i := 1 to 100 do shelf.add((i * 37) mod 41);
   writeln(shelf.unique, text_of(shelf.items[3]));
   shelf.free;
end.
