/* Finds who is to blame by what a report shows: what is read again and again, how the cost of a call grows
   with its input, and who called whom. */

#pragma once

#include "answer/cause.h"
#include "answer/show/request.h"

/* Shares are of what the program has cost in this run. */
extern Cause cause_of_report(const Request* request);
