/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A list of findings. */

#include "answer/judge/findings.h"

#include <stdarg.h>
#include <string.h>

static void clear_finding(gpointer data)
{
   Finding* finding = data;
   g_free(finding->text);
}

Findings findings_new(void)
{
   Findings findings = { .list = g_array_new(FALSE, FALSE, sizeof(Finding)) };
   g_array_set_clear_func(findings.list, clear_finding);
   return findings;
}

void findings_free(Findings* findings)
{
   g_array_free(findings->list, TRUE);
   findings->list = NULL;
}

void findings_add(Findings* findings, FindingKind kind, const char* file, unsigned line,
                  unsigned column, const char* format, ...)
{
   Finding finding = { .kind = kind, .file = file, .line = line, .column = column };
   va_list arguments;
   va_start(arguments, format);
   finding.text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   g_array_append_val(findings->list, finding);
}

static int compare_places(gconstpointer left, gconstpointer right)
{
   const Finding* a = left;
   const Finding* b = right;
   int order = strcmp(a->file, b->file);
   order = order != 0 ? order : (a->line > b->line) - (a->line < b->line);
   return order != 0 ? order : (a->column > b->column) - (a->column < b->column);
}

void findings_sort(Findings* findings)
{
   g_array_sort(findings->list, compare_places);
}

size_t findings_count(const Findings* findings, FindingKind kind)
{
   size_t count = 0;
   for (guint i = 0; i < findings->list->len; i++) {
      count += g_array_index(findings->list, Finding, i).kind == kind;
   }
   return count;
}

const char* finding_name(FindingKind kind)
{
   static const char* const names[] = {
      [FINDING_SYNTAX] = "rules-syntax",
      [FINDING_UNUSED] = "rule-matches-nothing",
      [FINDING_EXPIRED] = "exception-is-over",
      [FINDING_FINGERPRINT] = "other-environment",
   };
   return names[kind];
}
