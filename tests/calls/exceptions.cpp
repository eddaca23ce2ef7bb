/* C++ exceptions end the activations between throw and catch, and no other. The routine that has caught calls `after`,
   which reads as many ints as the depth was; what destructors on the way do is theirs.

   many_frames    through `depth` activations of dive, each with an object whose destructor calls `cleaned`
   same_frame     caught where it is thrown; inside as well
   rethrown       caught and thrown again on each fourth level of dive_and_catch
   from_destructor  thrown by a destructor (noexcept(false)) when its scope is left
   from_library   thrown below qsort, whose frames it goes through
   in_a_loop      caught n times in one activation
   nested         thrown and caught inside a destructor while another one is on its way
   not_my_type    passes a handler for another type
   function_try   a function try block
   from_tail      thrown by what was tail-called */
// build ways:
// build -landings: $(calls_cpp) $(O2) $(landings)

#include "calls.h"

#define CALLS  10
#define DEPTH  40

static int values[256] OWN_PAGE;

extern "C" {

SUM_ROUTINE(after)
SUM_ROUTINE(cleaned)
SUM_ROUTINE(cleaned_2)

struct Object {
   const int* from;
   explicit Object(const int* f) : from(f) {}
   __attribute__((always_inline)) ~Object() { cleaned(from, 3); }
};

ROUTINE void raise_int(int x)
{
   if (never)
      return;
   throw x;
}

ROUTINE int dive(const int* from, int depth)
{
   Object object(from);
   if (depth == 0)
      raise_int(depth);
   else
      dive(from, depth - 1);
   return cleaned_2(from, 1);
}

ROUTINE void many_frames(const int* from, int depth)
{
   try {
      dive(from, depth);
   } catch (int) {
   }
   after(from, depth);
}

#define SAME_FRAME(name, count)          \
   ROUTINE int name(const int* from, int x) \
   {                                     \
      try {                              \
         if (!never)                     \
            throw x;                     \
      } catch (int caught) {             \
         after(from, count);             \
         return caught;                  \
      }                                  \
      return 0;                          \
   }

SAME_FRAME(same_frame, 100)
SAME_FRAME(inside, 101)

ROUTINE int dive_and_catch(const int* from, int depth)
{
   try {
      if (depth == 0)
         raise_int(depth);
      else
         dive_and_catch(from, depth - 1);
   } catch (int) {
      if (depth % 4 == 0) {
         after(from, 110);
         throw;
      }
      raise_int(depth);
   }
   return cleaned_2(from, 1);
}

ROUTINE void rethrown(const int* from)
{
   try {
      dive_and_catch(from, 10);
   } catch (int) {
      after(from, 111);
   }
}

struct Thrower {
   const int* from;
   __attribute__((always_inline)) ~Thrower() noexcept(false) { raise_int(cleaned(from, 3)); }
};

ROUTINE void leave_scope(const int* from)
{
   Thrower thrower = { from };
   cleaned_2(from, 2);
}

ROUTINE void from_destructor(const int* from)
{
   try {
      leave_scope(from);
   } catch (int) {
      after(from, 120);
   }
}

ROUTINE int compare(const void* a, const void* b)
{
   raise_int(0);
   return a < b;
}

ROUTINE void from_library(const int* from)
{
   int two[2] = { 2, 1 };
   try {
      qsort(two, 2, sizeof *two, compare);
   } catch (int) {
      after(from, 130);
   }
}

ROUTINE void in_a_loop(const int* from)
{
   for (int i = 0; i < CALLS; i++)
      try {
         dive(from, i);
      } catch (int) {
         after(from, 140);
      }
}

struct Catcher {
   const int* from;
   __attribute__((always_inline)) ~Catcher() { inside(from, 1); }
};

ROUTINE void with_catcher(const int* from)
{
   Catcher catcher = { from };
   raise_int(1);
}

ROUTINE void nested(const int* from)
{
   try {
      with_catcher(from);
   } catch (int) {
      after(from, 150);
   }
}

ROUTINE int other_type(const int* from)
{
   try {
      raise_int(1);
   } catch (const char*) {
      after(from, 160);
   }
   return cleaned_2(from, 1);
}

ROUTINE void not_my_type(const int* from)
{
   try {
      other_type(from);
   } catch (...) {
      after(from, 161);
   }
}

ROUTINE void function_try(const int* from)
try {
   raise_int(1);
} catch (int) {
   after(from, 170);
}

ROUTINE void tail_2(int x)
{
   raise_int(x);
}

ROUTINE void tail_1(int x)
{
   tail_2(x);
}

ROUTINE void from_tail(const int* from)
{
   try {
      tail_1(1);
   } catch (int) {
      after(from, 180);
   }
}

ROUTINE void scenario(const int* from)
{
   for (int depth = 0; depth < DEPTH; depth++)
      many_frames(from, depth);
   for (int i = 0; i < CALLS; i++) {
      same_frame(from, i);
      rethrown(from);
      from_destructor(from);
      from_library(from);
      nested(from);
      not_my_type(from);
      function_try(from);
      from_tail(from);
   }
   in_a_loop(from);
}

}

int main(int argc, char** argv)
{
   begin(argc, argv);
   scenario(values);

   expect_any("scenario", 1);
   expect_any("many_frames", DEPTH);
   for (int depth = 0; depth < DEPTH; depth++)
      expect("after", depth);
   int dives = DEPTH * (DEPTH + 1) / 2 + CALLS * (CALLS + 1) / 2;
   expect_any("dive", dives);
   expect_calls("cleaned", 3, dives + CALLS);
   expect_calls("cleaned_2", 2, CALLS);
   expect_any("raise_int", DEPTH + CALLS + 7 * CALLS + 8 * CALLS);
   expect_any("dive_and_catch", 11 * CALLS);
   expect_calls("after", 110, 3 * CALLS);
   static const char* const once[] = { "same_frame", "inside", "rethrown", "from_destructor", "leave_scope", "from_library", "compare", "nested",
                                       "with_catcher", "not_my_type", "other_type", "function_try", "from_tail", "tail_1",
                                       "tail_2" };
   for (unsigned i = 0; i < sizeof once / sizeof *once; i++)
      expect_any(once[i], CALLS);
   static const int caught[] = { 100, 101, 111, 120, 130, 140, 150, 161, 170, 180 };
   for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++)
      expect_calls("after", caught[i], CALLS);
   expect_any("in_a_loop", 1);
   expect_line("cost scenario.sum = scenario.self + many_frames.sum + same_frame.sum + rethrown.sum + from_destructor.sum"
               " + from_library.sum + nested.sum + not_my_type.sum + function_try.sum + from_tail.sum + in_a_loop.sum");
   return end();
}
