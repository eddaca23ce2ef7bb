/* Generators of C++20, which have no stack of their own: the compiler makes a routine of the generator's body (GCC names
   it .actor), and each resumption is a call of that routine by the one that resumes. Another one (.destroy) ends it, by a
   call of the first. */
// build gcc-ways: -std=gnu++20
#include <coroutine>
#include <exception>
#include "calls.h"

#define YIELDS      20
#define GENERATORS  5

static int values[64] OWN_PAGE;

struct Generator {
   struct promise_type {
      Generator get_return_object() { return { std::coroutine_handle<promise_type>::from_promise(*this) }; }
      std::suspend_always initial_suspend() { return {}; }
      std::suspend_always final_suspend() noexcept { return {}; }
      std::suspend_always yield_value(int) { return {}; }
      void return_void() {}
      void unhandled_exception() { std::terminate(); }
   };
   std::coroutine_handle<promise_type> handle;
};

extern "C" {

SUM_ROUTINE(work)
SUM_ROUTINE(between)

}

ROUTINE Generator generate(const int* from)
{
   for (int i = 1; i <= YIELDS; i++) {
      work(from, i);
      co_yield i;
   }
}

extern "C" ROUTINE void resume_all(const int* from)
{
   Generator all[GENERATORS];
   for (Generator& one : all)
      one = generate(from);
   while (!all[0].handle.done())
      for (Generator& one : all) {
         one.handle.resume();
         between(from, 7);
      }
   for (Generator& one : all)
      one.handle.destroy();
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   resume_all(values);

   expect_line("alias generate generate(int const*)");
#if defined __clang__ || __GNUC__ < 16
#define BODY "generate(generate(int const*)::_Z8generatePKi.Frame*)"
#else
#define BODY "generate(_Z8generatePKi.Frame*)"
#endif
   expect_line("alias actor " BODY " [clone .actor]");
   expect_line("alias destroy " BODY " [clone .destroy]");
   expect_any("generate", GENERATORS);
   for (int i = 1; i <= YIELDS; i++)
      expect_calls("work", i, GENERATORS);
   expect_calls("between", 7, GENERATORS * (YIELDS + 1));
   expect_any("resume_all", 1);

   /* `generate` itself calls it once, up to the first suspension; destroy calls it, too. */
   expect_any("actor", GENERATORS * (1 + YIELDS + 1 + 1));
   expect_any("destroy", GENERATORS);
   expect_line("cost actor.self + work.sum <= actor.sum");
   expect_line("cost generate.self + actor.self + work.sum + between.sum + resume_all.self <= resume_all.sum");
   return end();
}
