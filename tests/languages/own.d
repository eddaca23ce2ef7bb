// Functions of the program in templates, delegates and structs, and templates of D's library with its types.
module own;

import std.algorithm : map, sort;
import std.conv : to;
import std.stdio : writeln;

struct Item
{
    int number;
    pragma(inline, false) int opCmp(const Item other) const { return number - other.number; }
}

pragma(inline, false) T[] unique(T)(T[] items)
{
    T[] result;
    foreach (item; items)
    {
        bool found = false;
        foreach (other; result)
            found = found || other == item;
        if (!found)
            result ~= item;
    }
    return result;
}

pragma(inline, false) string text(int number) { return to!string(number); }

void main()
{
    Item[] items;
    int[] numbers;
    foreach (i; 0 .. 60)
    {
        items ~= Item((i * 37) % 41);
        numbers ~= (i * 37) % 41;
    }
    sort(items);
    sort!((left, right) => left > right)(numbers);
    writeln(unique(numbers).length, " ", unique(items).length, " ", text(items[0].number));
}
