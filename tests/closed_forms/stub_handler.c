/* A signal handler that is a library's function. In a program at a fixed address, the function's address is
   that of the stub in the program's linkage table: so the handler's first activation begins in a stub, and
   has no caller.

   work    4 ints, between the signals. That the costs of all add up is what `aprof check-report` looks at */
// build: $(closed_form)
#include <signal.h>
#include "../common/expect.h"

static int values[4] OWN_PAGE;

ROUTINE int work(void)
{
   return values[0] + values[1] + values[2] + values[3];
}

int main(int argc, char** argv)
{
   start(argc, argv);
   signal(SIGUSR1, (void (*)(int))srand);   /* one integer is what both take */
   for (int i = 0; i < 3; i++) {
      work();
      raise(SIGUSR1);
   }
   expect_calls("work", cells(values, sizeof values), 3);
   expect_any("main", 1);
   return finish();
}
