/* What makes a cell input is its first access alone: small routines whose accesses, in order, are the
   routine's text (all objects are volatile).  The numbers below are for an object in a cell of its own; an
   int has the cells of 4 bytes: `one`, which is 4, 1 and 1 at the resolutions 1, 4 and 16.

   worked example: call f; read x; write y; call g; read x; read y; read z; write w; return; read w; return.
      g reads x, y and z first: 3.  f has x and z: y was first written by f itself, w by its callee g: 2. */
// build: $(closed_form) -static
#include "../common/expect.h"

static volatile int x OWN_CELL, y OWN_CELL, z OWN_CELL, w OWN_CELL;
static volatile char byte_x OWN_CELL, byte_y OWN_CELL, byte_z OWN_CELL, byte_w OWN_CELL;
static volatile int array[64] OWN_PAGE;

/* --- the worked example, once with ints and once with bytes, which have one cell at any resolution ----- */

ROUTINE int worked_g(void)
{
   int total = x + y + z;
   w = total;
   return total;
}

ROUTINE int worked_f(void)
{
   int total = x;
   y = total;
   total += worked_g();
   total += w;
   return total;
}

ROUTINE int worked_byte_g(void)
{
   int total = byte_x + byte_y + byte_z;
   byte_w = (char)total;
   return total;
}

ROUTINE int worked_byte_f(void)
{
   int total = byte_x;
   byte_y = (char)total;
   total += worked_byte_g();
   total += byte_w;
   return total;
}

/* --- one activation ------------------------------------------------------------------------------------ */

ROUTINE int nothing(int argument)
{
   return argument + 1;
}

ROUTINE void write_only(void)
{
   x = 1;
}

ROUTINE int write_then_read(void)
{
   x = 1;
   return x;
}

ROUTINE int read_then_write(void)
{
   int value = x;
   x = 1;
   return value;
}

ROUTINE int read_write_read(void)
{
   int value = x;
   x = 1;
   return value + x;
}

ROUTINE int read_many_times(void)
{
   int total = 0;
   for (int i = 0; i < 100; i++)
      total += x;
   return total;
}

ROUTINE void increment(void)
{
   x += 1;
}

ROUTINE int fill_then_sum(int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      array[i] = i;
   for (int i = 0; i < count; i++)
      total += array[i];
   return total;
}

/* Writes the even elements: the odd ones remain to be read, in cells of their own below resolution 8. */
ROUTINE int fill_half_then_sum(int count)
{
   int total = 0;
   for (int i = 0; i < count; i += 2)
      array[i] = i;
   for (int i = 0; i < count; i++)
      total += array[i];
   return total;
}

/* --- accesses that overlap in part --------------------------------------------------------------------- */

#define OVERLAP(name, first, second)                                                               \
   ROUTINE long name(volatile char* p)                                                             \
   {                                                                                               \
      first;                                                                                       \
      return second;                                                                               \
   }

OVERLAP(write_4_read_8, *(volatile int*)p = 1, *(volatile long*)p)
OVERLAP(write_1_read_8, *p = 1, *(volatile long*)p)
OVERLAP(write_8_read_4, *(volatile long*)p = 1, *(volatile int*)p)
OVERLAP(write_8_read_8_above, *(volatile long*)p = 1, *(volatile long*)(p + 4))
OVERLAP(write_2_inside_read_8, *(volatile short*)(p + 3) = 1, *(volatile long*)p)
OVERLAP(read_4_read_8, long low = *(volatile int*)p, low + *(volatile long*)p)
OVERLAP(read_1_write_8_read_8, long low = *p; *(volatile long*)p = low, *(volatile long*)p)

static void expect_overlap(const char* name, const char* p, int write_at, int write_size,
                           int read_at, int read_size)
{
   model_begin();
   if (write_size > 0)
      model_write(p + write_at, write_size);
   model_read(p + read_at, read_size);
   expect(name, model_rms());
}

static void check_overlaps(char* p)
{
   write_4_read_8(p);
   expect_overlap("write_4_read_8", p, 0, 4, 0, 8);
   write_1_read_8(p);
   expect_overlap("write_1_read_8", p, 0, 1, 0, 8);
   write_8_read_4(p);
   expect_overlap("write_8_read_4", p, 0, 8, 0, 4);
   write_8_read_8_above(p);
   expect_overlap("write_8_read_8_above", p, 0, 8, 4, 8);
   write_2_inside_read_8(p);
   expect_overlap("write_2_inside_read_8", p, 3, 2, 0, 8);
   read_4_read_8(p);
   expect_overlap("read_4_read_8", p, 0, 0, 0, 8);
   read_1_write_8_read_8(p);
   expect("read_1_write_8_read_8", 1);
}

/* --- activations above and below ------------------------------------------------------------------------ */

ROUTINE int child_read(void)
{
   return x;
}

ROUTINE void child_write(void)
{
   x = 1;
}

ROUTINE int child_read_then_parent(void)
{
   int value = child_read();
   return value + x;
}

ROUTINE int parent_read_then_child(void)
{
   int value = x;
   return value + child_read();
}

ROUTINE int child_write_then_parent(void)
{
   child_write();
   return x;
}

/* The child's read is its own input, though its parent wrote the cell. */
ROUTINE int parent_write_then_child(void)
{
   x = 1;
   return child_read() + 1;
}

ROUTINE int child_twice(void)
{
   int value = child_read();
   return value + child_read();
}

ROUTINE int child_read_child_write_parent_read(void)
{
   int value = child_read();
   child_write();
   return value + x;
}

ROUTINE int child_write_child_read(void)
{
   child_write();
   return child_read() + 1;
}

/* Two levels down and back: the grandchild's first access decides for all above it. */
ROUTINE int middle_write_then_read(void)
{
   child_write();
   return x + y;
}

ROUTINE int top_of_three(void)
{
   int value = z;
   value += middle_write_then_read();
   return value + x + y + z;
}

/* Reads an element, calls itself for the rest and reads the element again. */
ROUTINE int read_around_call(int depth)
{
   if (depth == 0)
      return 0;
   int value = array[depth];
   value += read_around_call(depth - 1);
   return value + array[depth];
}

PART void check_single(unsigned long one)
{
   nothing(1);
   expect("nothing", 0);
   write_only();
   expect("write_only", 0);
   write_then_read();
   expect("write_then_read", 0);
   read_then_write();
   expect("read_then_write", one);
   read_write_read();
   expect("read_write_read", one);
   read_many_times();
   expect("read_many_times", one);
   increment();
   increment();
   expect_calls("increment", one, 2);
   for (int n = 0; n <= 64; n += 8) {
      fill_then_sum(n);
      expect("fill_then_sum", 0);
      fill_half_then_sum(n);
      expect("fill_half_then_sum", resolution >= 8 ? 0 : n / 2 * one);
   }
}

PART void check_overlapping(void)
{
   for (int offset = 0; offset < 80; offset++)
      check_overlaps((char*)array + offset);
   model_begin();
   model_write((char*)array, 4);
   model_read((char*)array, 8);
   require(model_rms() == (resolution == 1 ? 4 : resolution == 4 ? 1 : resolution == 16 ? 0 : model_rms()),
           "writing 4 bytes and reading 8: 4, 1, 0");
}

PART void check_calls(unsigned long one)
{
   child_read_then_parent();
   expect("child_read_then_parent", one);
   parent_read_then_child();
   expect("parent_read_then_child", one);
   child_write_then_parent();
   expect("child_write_then_parent", 0);
   parent_write_then_child();
   expect("parent_write_then_child", 0);
   child_twice();
   expect("child_twice", one);
   child_read_child_write_parent_read();
   expect("child_read_child_write_parent_read", one);
   child_write_child_read();
   expect("child_write_child_read", 0);
   top_of_three();
   expect("middle_write_then_read", one);
   expect("top_of_three", 2 * one);
   expect_calls("child_read", one, 1 + 1 + 1 + 2 + 1 + 1);
   expect_calls("child_write", 0, 1 + 1 + 1 + 1);
}

int main(int argc, char** argv)
{
   start(argc, argv);
   unsigned long one = cells((void*)&x, 4);

   worked_f();
   expect("worked_g", 3 * one);
   expect("worked_f", 2 * one);
   worked_byte_f();
   expect("worked_byte_g", 3);
   expect("worked_byte_f", 2);

   check_single(one);
   check_overlapping();
   check_calls(one);
   read_around_call(40);
   for (int depth = 0; depth <= 40; depth++)
      expect("read_around_call", cells((void*)&array[1], 4ul * depth));
   return finish();
}
