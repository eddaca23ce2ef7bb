/* The time: by the processor's counter, as long as the program lets that be read, and then by the system's
   clock. */

#pragma once

#include "pub_tool.h"

/* Before the program starts, and if the time is wanted. */
extern void clock_init(void);
extern void clock_measure_rate(void);

/* In microseconds, times 2^CLOCK_FRACTION.  Never steps back. */
#define CLOCK_FRACTION  10
extern ULong clock_now(void);

/* Whether it is so long since this was last true that a look at the system's clock is worth it: less than a
   millisecond, or up to 50 on arm64. */
extern Bool clock_has_gone_on(void);

extern void clock_before_system_call(UInt number, const UWord* arguments);
