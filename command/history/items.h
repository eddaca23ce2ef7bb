/* The list of a record's items: which row each name has; and changes of it. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Rows by name, both as numbers; a row of 0 says that the name is not there any more. */
typedef struct {
   int64_t name;
   int64_t row;
} ItemRow;

/* Applies changes to a list; both by ascending names. The result is a new list. */
extern GArray* items_apply(const GArray* items, const GArray* changes);

/* The changes that make `now` of `before`. */
extern GArray* items_changes(const GArray* before, const GArray* now);
