/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The tree of calling contexts in a report. */

#include "report/tree.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_mallocfree.h"

#include "code/routine.h"
#include "files/output.h"
#include "profile/context.h"
#include "report/line.h"

static UInt* new_numbers(UInt count, UInt value)
{
   UInt* numbers = VG_(malloc)("aprof.report.numbers", (count + 1) * sizeof *numbers);
   for (UInt i = 0; i < count; i++) {
      numbers[i] = value;
   }
   return numbers;
}

/* The contexts that have points, and those on the path to them from the roots.  In a part, a context may have
   no points because its activations are still running.  Readers expect a point for each context that has an x
   line, so contexts without points are in comments. */
typedef struct {
   PointTable** tables;   /* by context; NULL: no points */
   UInt  end;
   UInt  count;
   UInt* id;            /* by context: from 1, in preorder, those with points first; 0: not in the report */
   UInt* child;         /* by context: its first child, or CONTEXT_NONE */
   UInt* sibling;       /* by context: the next child of its parent, or the next root */
   UInt  root;          /* the first root */
   UInt* ancestor;      /* by context: its nearest ancestor with points, or CONTEXT_NONE */
   UInt* first_context; /* by routine number: its first context with points */
   UInt* next;          /* by context: the next context of its routine */
   UInt* routine_id;    /* by routine number; NO_ID as long as it is not in the report */
   UInt  routines;      /* how many routines have an id */
} Tree;

#define NO_ID  (~0u)

static void put_first(UInt* list, UInt* next, UInt context)
{
   next[context] = *list;
   *list         = context;
}

static Bool has_points(const Tree* tree, UInt context)
{
   return context < tree->end && tree->tables[context] != NULL;
}

/* Parents have smaller numbers than their children.  So this goes from the end: a context is
   done before its parent. */
static void link_contexts(Tree* tree)
{
   for (UInt context = tree->count; context-- > 0; ) {
      const Context* c = context_numbered(context);
      tl_assert(c->parent == CONTEXT_NONE || c->parent < context);
      if (has_points(tree, context) || tree->child[context] != CONTEXT_NONE) {
         put_first(c->parent == CONTEXT_NONE ? &tree->root : &tree->child[c->parent], tree->sibling, context);
      }
      if (has_points(tree, context)) {
         put_first(&tree->first_context[c->routine->number], tree->next, context);
      }
   }
}

/* Preorder, without recursion: a path may be long. */
static UInt next_in_preorder(const Tree* tree, UInt context)
{
   if (tree->child[context] != CONTEXT_NONE) {
      return tree->child[context];
   }
   while (context != CONTEXT_NONE && tree->sibling[context] == CONTEXT_NONE) {
      context = context_numbered(context)->parent;
   }
   return context == CONTEXT_NONE ? CONTEXT_NONE : tree->sibling[context];
}

/* Numbers the contexts that have points, or the others, from `first` on.  Returns the next number. */
static UInt number_contexts(Tree* tree, Bool with_points, UInt first)
{
   for (UInt context = tree->root; context != CONTEXT_NONE; context = next_in_preorder(tree, context)) {
      if (has_points(tree, context) == with_points) {
         tree->id[context] = first++;
      }
   }
   return first;
}

/* Parents first. */
static void find_ancestors(Tree* tree)
{
   for (UInt context = 0; context < tree->count; context++) {
      UInt parent = context_numbered(context)->parent;
      tree->ancestor[context] = parent == CONTEXT_NONE || has_points(tree, parent) ? parent
                              : tree->ancestor[parent];
   }
}

static void for_each_in_preorder(Tree* tree, void (*visit)(Tree* tree, UInt context))
{
   for (UInt context = tree->root; context != CONTEXT_NONE; context = next_in_preorder(tree, context)) {
      visit(tree, context);
   }
}

static void make_tree(Tree* tree, PointTable** tables, UInt end)
{
   tree->tables     = tables;
   tree->end        = end;
   tree->count      = context_count();
   tree->id         = new_numbers(tree->count, 0);
   tree->child      = new_numbers(tree->count, CONTEXT_NONE);
   tree->sibling    = new_numbers(tree->count, CONTEXT_NONE);
   tree->ancestor   = new_numbers(tree->count, CONTEXT_NONE);
   tree->root       = CONTEXT_NONE;
   tree->first_context = new_numbers(routine_count(), CONTEXT_NONE);
   tree->next       = new_numbers(tree->count, CONTEXT_NONE);
   tree->routine_id = new_numbers(routine_count(), NO_ID);
   tree->routines   = 0;
   link_contexts(tree);
   find_ancestors(tree);
   number_contexts(tree, False, number_contexts(tree, True, 1));
}

static void free_tree(Tree* tree)
{
   VG_(free)(tree->id);
   VG_(free)(tree->child);
   VG_(free)(tree->sibling);
   VG_(free)(tree->ancestor);
   VG_(free)(tree->first_context);
   VG_(free)(tree->next);
   VG_(free)(tree->routine_id);
}

static void write_contexts_of_routines(Tree* tree)
{
   for (UInt number = 0; number < routine_count(); number++) {
      if (tree->first_context[number] == CONTEXT_NONE) {
         continue;
      }
      tree->routine_id[number] = tree->routines++;
      line_routine("", tree->routine_id[number], routine_numbered(number));
      UInt context = tree->first_context[number];
      for (; context != CONTEXT_NONE; context = tree->next[context]) {
         line_points(tree->id[context], tree->tables[context]);
      }
   }
}

/* The parent of a root is CONTEXT_NONE. */
static void write_context_line(const HChar* comment, const Tree* tree, UInt context, UInt parent)
{
   output_text(comment);
   output_text("x ");
   output_number(tree->routine_id[context_numbered(context)->routine->number]);
   line_add_number(tree->id[context]);
   if (parent == CONTEXT_NONE) {
      output_text(" -1");
   } else {
      line_add_number(tree->id[parent]);
   }
   output_char('\n');
}

static void write_context(Tree* tree, UInt context)
{
   if (has_points(tree, context)) {
      write_context_line("", tree, context, tree->ancestor[context]);
   }
}

/* The comments for contexts without points, and for the contexts that they called. */
static void write_context_in_comment(Tree* tree, UInt number)
{
   const Context* context = context_numbered(number);
   UInt*          routine = &tree->routine_id[context->routine->number];
   if (*routine == NO_ID) {
      *routine = tree->routines++;
      line_routine(LINE_COMMENT, *routine, context->routine);
   }
   if (!has_points(tree, number) || context->parent != tree->ancestor[number]) {
      write_context_line(LINE_COMMENT, tree, number, context->parent);
   }
}

/* A context may have an x line and another in the comments, which says what really called it. */
void tree_write(PointTable** tables, UInt end)
{
   Tree tree;
   make_tree(&tree, tables, end);
   write_contexts_of_routines(&tree);
   for_each_in_preorder(&tree, write_context);
   for_each_in_preorder(&tree, write_context_in_comment);
   free_tree(&tree);
}
