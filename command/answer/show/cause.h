/* Finds who is to blame by what a report shows: how the cost of a call grows with its input, and who called
   whom. */

#pragma once

#include "answer/cause.h"
#include "answer/show/request.h"

/* The least share, now or with larger inputs, of what is named because it is steep beyond doubt, if there is
   nothing else. */
#define LEAST_STEEP  0.03

/* Shares are of what the program has cost in this run. */
extern Cause cause_of_report(const Request* request);
