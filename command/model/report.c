/* Answers from the model. */

#include "model/report.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/number.h"

struct Report {
   Contents  contents;
   PointRoom room;           /* for report_routine_points */
};

Report* report_make(Contents* contents)
{
   Report* report = g_new(Report, 1);
   assert(contents->point_kind != POINTS_OF_CONTEXTS || contents->point_count == 0
          || contents->context_count > 0);
   *report = (Report){ .contents = *contents };
   *contents = (Contents){ 0 };
   return report;
}

void report_free(Report* report)
{
   contents_free(&report->contents);
   g_free(report->room.points);
   g_free(report);
}

const Header* report_header(const Report* report)
{
   return &report->contents.header;
}

void report_add_comment(Report* report, const char* text)
{
   header_add_comment(&report->contents.header, text, strlen(text));
}

void report_set_sample(Report* report, uint64_t measured, uint64_t begun)
{
   report->contents.header.measured = measured;
   report->contents.header.begun = begun;
}

bool routine_is_named(const Routine* routine, const char* name)
{
   return strcmp(routine->name, name) == 0
          || (routine->mangled != NULL && strcmp(routine->mangled, name) == 0);
}

/* The costliest routine calls all others in most programs, but threads have one each. */
static uint64_t least_total(const Report* report)
{
   uint64_t costliest = 0;
   uint64_t self = 0;
   for (uint32_t i = 0; i < report->contents.routine_count; i++) {
      const Totals* totals = &report->contents.routines[i].totals;
      costliest = totals->real_sum > costliest ? totals->real_sum : costliest;
      self = add_saturating(self, totals->self_sum);
   }
   return costliest > self ? costliest : self;
}

uint64_t report_total_cost(const Report* report)
{
   const Header* header = &report->contents.header;
   return header->has_total ? header->total : least_total(report);
}

size_t report_point_count(const Report* report)
{
   return report->contents.point_count;
}

uint32_t report_routine_count(const Report* report)
{
   return report->contents.routine_count;
}

const Routine* report_routine(const Report* report, uint32_t index)
{
   assert(index < report->contents.routine_count);
   return &report->contents.routines[index];
}

uint32_t report_routine_index(const Report* report, const Routine* routine)
{
   uint32_t index = (uint32_t)(routine - report->contents.routines);
   assert(index < report->contents.routine_count);
   return index;
}

uint32_t report_context_count(const Report* report)
{
   return report->contents.context_count;
}

const Context* report_context(const Report* report, uint32_t index)
{
   assert(index < report->contents.context_count);
   return &report->contents.contexts[index];
}

static int compare_rms(const void* left, const void* right)
{
   const Point* a = left;
   const Point* b = right;
   return a->rms != b->rms ? (a->rms < b->rms ? -1 : 1) : 0;
}

const Point* report_points_in_room(const Report* report, const Routine* routine, PointRoom* room,
                                   size_t* count)
{
   const Point* points = report_stored_points(report, routine, count);
   bool has_one_owner = routine->points == 0 || points[0].owner == points[routine->points - 1].owner;
   if (has_one_owner) {
      return points;
   }
   if (room->capacity < routine->points) {
      room->capacity = routine->points;
      room->points = g_renew(Point, room->points, room->capacity);
   }
   memcpy(room->points, points, routine->points * sizeof *points);
   qsort(room->points, routine->points, sizeof *points, compare_rms);
   for (size_t i = 0; i < routine->points; i++) {
      room->points[i].owner = points[0].owner;
   }
   assert(room->capacity >= routine->points);
   TooLarge ignored;
   *count = points_add_equal(room->points, routine->points, &ignored);
   return room->points;
}

const Point* report_routine_points(Report* report, const Routine* routine, size_t* count)
{
   return report_points_in_room(report, routine, &report->room, count);
}

const Point* report_stored_points(const Report* report, const Routine* routine, size_t* count)
{
   *count = routine->points;
   return routine->points == 0 ? NULL : report->contents.points + routine->first_point;
}

const Point* report_context_points(const Report* report, const Context* context, size_t* count)
{
   *count = context->points;
   return context->points == 0 ? NULL : report->contents.points + context->first_point;
}

/*--- The contents ---*/

/* Functions on the contents that builder.c, order.c and report.c share. */

uint32_t contents_routine(const Contents* contents, uint32_t owner)
{
   return contents->point_kind == POINTS_OF_CONTEXTS ? contents->contexts[owner].routine : owner;
}

void contents_change_owners(Contents* contents, size_t first, size_t end, const uint32_t* owners)
{
   for (size_t i = first; i < end; i++) {
      contents->points[i].owner = owners[contents->points[i].owner];
   }
}

void contents_free(Contents* contents)
{
   header_free(&contents->header);
   g_clear_pointer(&contents->texts, g_string_chunk_free);
   g_free(contents->routines);
   g_free(contents->contexts);
   g_free(contents->points);
   *contents = (Contents){ 0 };
}
