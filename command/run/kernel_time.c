#include "run/kernel_time.h"

#include <math.h>

#include "run/jobs.h"
#include "util/text.h"

/* Less is one of the many things that make times differ from costs, as caches do. */
#define LEAST_SHARE  0.2

double kernel_share(double processor_seconds, double kernel_seconds)
{
   return processor_seconds >= SHORT_NATIVE_RUN ? kernel_seconds / processor_seconds : NAN;
}

bool kernel_matters(double share)
{
   return share >= LEAST_SHARE;
}

void kernel_append(GString* text, double share)
{
   ShortText part;
   g_string_append_printf(text, "%s of the time natively is spent in the kernel, which the cost does not"
                          " count", text_percent(share, part));
}
