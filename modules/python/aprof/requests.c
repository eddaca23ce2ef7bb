/* Copyright (C) 2026 The aprof authors.  The licence is in LICENCE.

   What Python cannot do by itself: requests to aprof, which are instructions.  ctypes calls this library,
   which knows nothing of Python. */

#include <stddef.h>

#include <valgrind/aprof.h>

/* Makes any request that may come from a function of its own.  Elsewhere than under Valgrind, the result
   is 0. */
unsigned long aprof_request(unsigned number, const void *a, const void *b, const void *c, const void *d)
{
   return VALGRIND_DO_CLIENT_REQUEST_EXPR(0, number, a, b, c, d, 0);
}

/* Calls Python's PyObject_Call() as a routine of this name; a size of -1 is what it reads.  A region ends
   with the activation that began it, so one function must begin it and end it. */
void *aprof_region(const char *name, long size, void *(*call)(void *, void *, void *), void *callable,
                   void *arguments, void *named)
{
   void *result;
   APROF_REGION_BEGIN(name);
   if (size >= 0)
      APROF_INPUT_SIZE(size);
   result = call(callable, arguments, named);
   APROF_REGION_END(name);
   return result;
}

/* Returns the path of the report that this process has written last; NULL: there is none. */
const char *aprof_report_name(void)
{
   static char   name[4200];
   unsigned long length = APROF_REPORT_NAME(name, sizeof name);
   return 0 < length && length < sizeof name ? name : NULL;
}
