/* Whether somebody reads files, whoever it is, as the kernel tells. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct Watch Watch;

extern Watch* watch_new(void);

extern void watch_free(Watch* watch);

/* Adds a file, and returns its number.  What happened before plays no part. */
extern guint watch_add(Watch* watch, const char* path);

/* Looks at what has happened since then.  What happens later plays no part. */
extern void watch_end(Watch* watch);

/* Whether it is sure that nobody has read the file, or mapped it.  Who has only opened it has not read it. */
extern bool watch_is_unread(const Watch* watch, guint number);
