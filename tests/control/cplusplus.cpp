/* The requests of aprof.h from C++: each of them, in expressions and statements, compiled with all warnings. */
// build: $(plain_cpp)
#include <cstdio>
#include <valgrind/aprof.h>

static volatile int values[100];

namespace names {

struct Reader {
   __attribute__((noinline)) int read(int count) const
   {
      APROF_INPUT_SIZE(10 * count);
      int total = 0;
      for (int i = 0; i < count; i++)
         total += values[i];
      return total;
   }
};

}

template <typename Counted> __attribute__((noinline)) Counted counted(Counted count)
{
   APROF_REGION_BEGIN("names::region of a template");
   Counted total = names::Reader().read(static_cast<int>(count));
   if (total == 0)
      APROF_REGION_END("names::region of a template");
   else
      APROF_ZERO;
   return total;
}

int main()
{
   APROF_STOP_INSTRUMENTATION;
   APROF_START_INSTRUMENTATION;
   for (long count = 1; count <= 3; count++)
      counted(count);
   APROF_TOGGLE_COLLECT;
   counted(50);
   APROF_TOGGLE_COLLECT;
   APROF_DUMP("of C++");
   std::puts("done");
   return 0;
}
