/* The model of a report, or of several reports added up.  It has everything that is in
   the files, in about 90 bytes for each point.  These promises hold:

   - Every point belongs to a routine or context in the model, and has at least one
     call.  A routine or context has one point for each rms.
   - Every routine has a name and an image.  Every context has a routine.  From parent
     to parent, every context leads to one that has no parent.
   - A parent has at most one context of each routine.  Contexts are in preorder: a
     context's descendants directly follow it.
   - If there are contexts, every point belongs to one.  A routine's points are then the
     sums over its contexts.

   format_rules/ has the finer rules of the format, for check-report. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/header.h"
#include "model/points.h"

#define NO_ROUTINE  UINT32_MAX
#define NO_CONTEXT  UINT32_MAX

/* The place where a routine is defined, as aprof run has found it in debug information. */
typedef enum {
   DEFINED_AS_NAMED,   /* its name tells, or nothing is known */
   DEFINED_OWN,        /* by the user, as a special case of a library's template */
   DEFINED_ELSEWHERE   /* not by the user: in a header or an archive of the system, or in another package */
} Definition;

/* A routine, and below a calling context that it ran in. */
typedef struct {
   const char* name;
   const char* image;
   const char* mangled;        /* NULL if there is no u line */
   size_t      first_point;    /* the first point of all its contexts */
   uint32_t    points;         /* the number of points of all its contexts */
   uint32_t    first_context;  /* index of the first of its contexts, or NO_CONTEXT */
   bool        has_instances;  /* several instances of a generic routine have become this one */
   uint8_t     definition;     /* Definition */
   bool        cost_is_bound;  /* its real_sum may count calls among these twice (folding.c) */
   Totals      totals;
} Routine;

/* Whether this is the routine's name or its symbol. */
extern bool routine_is_named(const Routine* routine, const char* name);

typedef struct {
   uint32_t routine;           /* index */
   uint32_t parent;            /* index, or NO_CONTEXT */
   uint32_t first_child;       /* index, or NO_CONTEXT */
   uint32_t next_sibling;      /* index, or NO_CONTEXT */
   uint32_t next_of_routine;   /* index, or NO_CONTEXT */
   uint32_t points;
   size_t   first_point;
   Totals   totals;            /* of its own points; costs in `sum` and `real_sum` are inclusive */
} Context;

typedef struct Report Report;

extern void report_free(Report* report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Report, report_free)

extern const Header* report_header(const Report* report);

/* Adds a comment, as `KEY: text`. */
extern void report_add_comment(Report* report, const char* text);

/* Says that so many of all processes that have begun were measured. */
extern void report_set_sample(Report* report, uint64_t measured, uint64_t begun);

/* The cost that is 100 %: the k line.  Without one, the cost of the costliest routine, or what all self costs
   add up to.  In a part, a routine may cost more: k is what was spent in the activations that ended, without
   what they called if that is in an earlier part. */
extern uint64_t report_total_cost(const Report* report);

extern size_t report_point_count(const Report* report);

/* Routines of a single file are in the order in which the file mentions them.  Routines of
   several files are sorted by image and name. */
extern uint32_t report_routine_count(const Report* report);
extern const Routine* report_routine(const Report* report, uint32_t index);
extern uint32_t report_routine_index(const Report* report, const Routine* routine);

extern uint32_t report_context_count(const Report* report);
extern const Context* report_context(const Report* report, uint32_t index);

/* The points of a routine, added up over its contexts, one for each rms, in ascending order.
   A sum that does not fit stays at 2^64-1.  Valid until the next call. */
extern const Point* report_routine_points(Report* report, const Routine* routine, size_t* count);

/* Room for points that are added up; begins as all zeros. */
typedef struct {
   Point* points;
   size_t capacity;
} PointRoom;

/* Returns the points of a routine, for threads, each with its own room. Valid until the room is used again,
   or freed by its owner. */
extern const Point* report_points_in_room(const Report* report, const Routine* routine, PointRoom* room,
                                          size_t* count);

/* The points as they are stored: of a report without contexts, the routine's. */
extern const Point* report_stored_points(const Report* report, const Routine* routine, size_t* count);

/* The points of a context, in ascending order of rms. */
extern const Point* report_context_points(const Report* report, const Context* context, size_t* count);

/*--- For builder.c, order.c and folding.c, which make a report ---*/

/* Invariant of a report: contexts are in preorder; points are ordered by routine,
   then context, then rms; `first_point` and `points` of each routine and context
   give its points. */

/* Whether points belong to contexts; unknown as long as there are no points and no contexts. */
typedef enum { POINTS_OF_UNKNOWN, POINTS_OF_ROUTINES, POINTS_OF_CONTEXTS } PointKind;

typedef struct {
   Header        header;
   GStringChunk* texts;           /* names; NULL as long as there are none */
   Routine*      routines;
   uint32_t      routine_count;
   Context*      contexts;
   uint32_t      context_count;
   Point*        points;
   size_t        point_count;
   PointKind     point_kind;
} Contents;

/* Texts are allocated by so many bytes. */
#define TEXTS_BLOCK_SIZE  (64 * 1024)

/* The routine that owns a point. */
extern uint32_t contents_routine(const Contents* contents, uint32_t owner);

/* In the points from `first` to before `end`, owner o becomes owners[o]. */
extern void contents_change_owners(Contents* contents, size_t first, size_t end, const uint32_t* owners);

extern void contents_free(Contents* contents);

/* Makes a report of what builder.c has put together, and takes it over. */
extern Report* report_make(Contents* contents);

/* Sorts the routines of several files by image, name and mangled name, and routines that have all three in
   common by their ordinal.  So the order of the files does not matter. */
extern void order_routines(Contents* contents, const uint32_t* ordinals);

/* Brings contexts into preorder, with their points.  Siblings keep their order or, if `by_routine`, get the
   order of their routines. */
extern void order_contexts(Contents* contents, bool by_routine);

/* Settles what generic routines cost whose instances call each other (folding.c): corrects the points, and
   notes the routines whose cost stays a bound.  To be called when the contexts are in preorder, and before
   anything is added up. */
extern void folding_settle(Contents* contents);
