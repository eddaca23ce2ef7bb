/* The observer of blocks. */

#include "translate/observer.h"

const BlockObserver* observer;

void observer_register(const BlockObserver* it)
{
   tl_assert(observer == NULL);
   observer = it;
}
