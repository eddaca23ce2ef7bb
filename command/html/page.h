/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A report as one HTML page, which needs nothing else. */

#ifndef COMMAND_HTML_PAGE_H
#define COMMAND_HTML_PAGE_H

#include "html/sections.h"

/* The page's own code, which page/ makes. */
extern const char page_script[];
extern const char page_style[];

/* `baseline` is what the report is compared with, and `comparison` what was found; both may be NULL. */
extern void page_write(FILE* out, const Subject* subject, const Subject* baseline,
                       const Comparison* comparison, SourceChoice choice);

#endif
