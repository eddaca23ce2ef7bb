/* The observer of blocks. */

#include "translate/observer.h"

#include "pub_tool_libcassert.h"

const BlockObserver* observer;

void observer_register(const BlockObserver* it)
{
   tl_assert(observer == NULL);
   observer = it;
}
