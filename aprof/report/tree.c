/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The tree of calling contexts in a report. */

#include "report/tree.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "code/routine.h"
#include "files/output.h"
#include "profile/context.h"
#include "report/line.h"

/* The contexts that have points, and those on the path to them from the roots.  In a part, a context may have
   no points because its activations are still running.  Readers expect a point for each context that has an x
   line, so contexts without points are in comments. */
typedef struct {
   PointTable** tables;   /* by context; NULL: no points */
   UInt  end;
   UInt  root;            /* the first root */
   UInt  routines;        /* how many routines have an id */
   struct {
      UInt id;            /* from 1, in preorder, those with points first */
      UInt child;         /* its first child, or CONTEXT_NONE */
      UInt sibling;       /* the next child of its parent, or the next root */
      UInt ancestor;      /* its nearest ancestor with points, or CONTEXT_NONE */
      UInt next;          /* the next context of its routine with points */
   } *contexts;           /* by number */
   struct {
      UInt id;            /* NO_ID as long as it is not in the report */
      UInt first;         /* its first context with points */
   } *by_routine;         /* by number */
} Tree;

#define NO_ID  (~0u)

static Bool has_points(const Tree* tree, UInt context)
{
   return context < tree->end && tree->tables[context] != NULL;
}

/* Parents have smaller numbers than their children.  So this goes from the end: a context is
   done before its parent. */
static void link_contexts(Tree* tree)
{
   for (UInt context = context_count(); context-- > 0; ) {
      const Context* c = context_numbered(context);
      tl_assert(c->parent == CONTEXT_NONE || c->parent < context);
      if (has_points(tree, context) || tree->contexts[context].child != CONTEXT_NONE) {
         UInt* first = c->parent == CONTEXT_NONE ? &tree->root : &tree->contexts[c->parent].child;
         tree->contexts[context].sibling = *first;
         *first = context;
      }
      if (has_points(tree, context)) {
         UInt* first = &tree->by_routine[c->routine->number].first;
         tree->contexts[context].next = *first;
         *first = context;
      }
   }
}

/* Preorder, without recursion: a path may be long. */
static UInt next_in_preorder(const Tree* tree, UInt context)
{
   if (tree->contexts[context].child != CONTEXT_NONE) {
      return tree->contexts[context].child;
   }
   while (context != CONTEXT_NONE && tree->contexts[context].sibling == CONTEXT_NONE) {
      context = context_numbered(context)->parent;
   }
   return context == CONTEXT_NONE ? CONTEXT_NONE : tree->contexts[context].sibling;
}

/* Numbers the contexts that have points, or the others, from `first` on.  Returns the next number. */
static UInt number_contexts(Tree* tree, Bool with_points, UInt first)
{
   for (UInt context = tree->root; context != CONTEXT_NONE; context = next_in_preorder(tree, context)) {
      if (has_points(tree, context) == with_points) {
         tree->contexts[context].id = first++;
      }
   }
   return first;
}

/* Parents first. */
static void find_ancestors(Tree* tree)
{
   for (UInt context = 0; context < context_count(); context++) {
      UInt parent = context_numbered(context)->parent;
      tree->contexts[context].ancestor =
         parent == CONTEXT_NONE || has_points(tree, parent) ? parent : tree->contexts[parent].ancestor;
   }
}

static void for_each_in_preorder(Tree* tree, void (*visit)(Tree* tree, UInt context))
{
   for (UInt context = tree->root; context != CONTEXT_NONE; context = next_in_preorder(tree, context)) {
      visit(tree, context);
   }
}

static Tree make_tree(PointTable** tables, UInt end)
{
   Tree tree = { .tables = tables, .end = end, .root = CONTEXT_NONE };
   tree.contexts   = VG_(malloc)("aprof.report.contexts", (context_count() + 1) * sizeof *tree.contexts);
   tree.by_routine = VG_(malloc)("aprof.report.routines", (routine_count() + 1) * sizeof *tree.by_routine);
   VG_(memset)(tree.contexts, 0xff, context_count() * sizeof *tree.contexts);
   VG_(memset)(tree.by_routine, 0xff, routine_count() * sizeof *tree.by_routine);
   link_contexts(&tree);
   find_ancestors(&tree);
   number_contexts(&tree, False, number_contexts(&tree, True, 1));
   return tree;
}
_Static_assert(CONTEXT_NONE == ~0u && NO_ID == ~0u, "what make_tree fills in");

static void write_contexts_of_routines(Tree* tree)
{
   for (UInt number = 0; number < routine_count(); number++) {
      if (tree->by_routine[number].first == CONTEXT_NONE) {
         continue;
      }
      tree->by_routine[number].id = tree->routines++;
      line_routine("", tree->by_routine[number].id, routine_numbered(number));
      UInt context = tree->by_routine[number].first;
      for (; context != CONTEXT_NONE; context = tree->contexts[context].next) {
         line_points(tree->contexts[context].id, tree->tables[context]);
      }
   }
}

/* The parent of a root is CONTEXT_NONE. */
static void write_context_line(const HChar* comment, const Tree* tree, UInt context, UInt parent)
{
   output_text(comment);
   output_text("x ");
   output_number(tree->by_routine[context_numbered(context)->routine->number].id);
   line_add_number(tree->contexts[context].id);
   if (parent == CONTEXT_NONE) {
      output_text(" -1");
   } else {
      line_add_number(tree->contexts[parent].id);
   }
   output_char('\n');
}

static void write_context(Tree* tree, UInt context)
{
   if (has_points(tree, context)) {
      write_context_line("", tree, context, tree->contexts[context].ancestor);
   }
}

/* The comments for contexts without points, and for the contexts that they called. */
static void write_context_in_comment(Tree* tree, UInt number)
{
   const Context* context = context_numbered(number);
   UInt*          routine = &tree->by_routine[context->routine->number].id;
   if (*routine == NO_ID) {
      *routine = tree->routines++;
      line_routine(LINE_COMMENT, *routine, context->routine);
   }
   if (!has_points(tree, number) || context->parent != tree->contexts[number].ancestor) {
      write_context_line(LINE_COMMENT, tree, number, context->parent);
   }
}

/* A context may have an x line and another in the comments, which says what really called it. */
void tree_write(PointTable** tables, UInt end)
{
   Tree tree = make_tree(tables, end);
   write_contexts_of_routines(&tree);
   for_each_in_preorder(&tree, write_context);
   for_each_in_preorder(&tree, write_context_in_comment);
   VG_(free)(tree.contexts);
   VG_(free)(tree.by_routine);
}
