(* Functions of the program, polymorphic, in functors and passed to OCaml's library. *)

module Shelf (Item : sig type t val compare : t -> t -> int end) = struct
  let unique items =
    List.fold_left (fun found item ->
      if List.exists (fun other -> Item.compare other item = 0) found then found else item :: found) [] items
end

module Int_shelf = Shelf (struct type t = int let compare (left : int) right = compare left right end)
module Numbers = Map.Make (Int)

let rec range first last = if first > last then [] else first :: range (first + 1) last

let () =
  let numbers = List.map (fun number -> number * 37 mod 41) (range 1 200) in
  let sorted = List.sort (fun left right -> right - left) numbers in
  let counted = List.fold_left (fun map number -> Numbers.add number 1 map) Numbers.empty numbers in
  let words = List.map string_of_int sorted in
  Printf.printf "%d %d %s\n" (List.length (Int_shelf.unique sorted)) (Numbers.cardinal counted) (String.concat "," words)
