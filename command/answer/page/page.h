/* The answer that is the page of reports: all that its views show. */

#pragma once

#include <glib.h>

#include "answer/page/sections.h"

typedef struct {
   Request*     request;
   Request*     baseline;     /* what it is compared with; NULL: nothing */
   Comparison*  comparison;   /* with the baseline; NULL without one */
   Answer*      diff;         /* of the comparison */
   SourceChoice source;
   Profile*     profile;      /* what lines cost; NULL: not known */
   GArray*      favourites;   /* indices of routines, as uint32_t; NULL: none */
} PageContents;

/* The contents must stay until the answer is freed.  It is read once, from the first member to the last. */
extern Answer* answer_page(const PageContents* contents);
