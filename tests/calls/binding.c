/* A routine that calls five functions of the C library, two of them IFUNCs, and is called twice. They are bound at
   the first call. With `nested`, a signal handler does the same in the middle. */
// build -lazy -ibt: $(calls) -O1 -fno-builtin -fPIE -pie -Wl,-z,lazy
// build -lazy: $(no_landings)
// build -ibt: $(landings)

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile size_t sink;

__attribute__((noinline)) void five(const char* text)
{
   sink += getppid() > 0;
   sink += strspn(text, "a");
   sink += strlen(text);
   sink += atoi(text);
   sink += getpagesize();
}

/* Other functions than those of five. */
__attribute__((noinline)) void two(int signal)
{
   sink += strcspn("text", "t") + getpgrp() + signal;
}

int main(int argc, char** argv)
{
   static const char text[] = "12";
   if (argc > 1 && strcmp(argv[1], "nested") == 0) {
      signal(SIGUSR1, two);
      raise(SIGUSR1);
      raise(SIGUSR1);
   }
   five(text);
   five(text);
   return 0;
}
