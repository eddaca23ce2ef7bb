/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines grouped by their object file. */

#define _GNU_SOURCE   /* qsort_r */

#include "convert/objects.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

static int compare_objects(const void* left, const void* right, void* report)
{
   uint32_t a = *(const uint32_t*)left;
   uint32_t b = *(const uint32_t*)right;
   const char* image_a = report_routine(report, a)->image;
   const char* image_b = report_routine(report, b)->image;
   /* Many routines share the very text. */
   int order = image_a == image_b ? 0 : strcmp(image_a, image_b);
   return order != 0 ? order : a < b ? -1 : a > b;
}

Objects objects_find(const Report* report)
{
   uint32_t routines = report_routine_count(report);
   Objects objects = {
      .routine_objects = memory_resize(NULL, (size_t)routines + 1, sizeof(uint32_t)),
      .routines = memory_resize(NULL, (size_t)routines + 1, sizeof(uint32_t)),
      .first = memory_resize(NULL, (size_t)routines + 1, sizeof(uint32_t)),
   };
   for (uint32_t i = 0; i < routines; i++) {
      objects.routines[i] = i;
   }
   qsort_r(objects.routines, routines, sizeof *objects.routines, compare_objects, (void*)report);

   const char* image = NULL;
   for (uint32_t i = 0; i < routines; i++) {
      const Routine* routine = report_routine(report, objects.routines[i]);
      if (image == NULL || strcmp(image, routine->image) != 0) {
         image = routine->image;
         objects.first[objects.count++] = i;
      }
      objects.routine_objects[objects.routines[i]] = objects.count - 1;
   }
   objects.first[objects.count] = routines;
   return objects;
}

void objects_free(Objects* objects)
{
   free(objects->routine_objects);
   free(objects->routines);
   free(objects->first);
   *objects = (Objects){ 0 };
}
