/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Everything in a report as JSON, in the layout of aprof show, with all routines and
   contexts in depth. */

#include "convert/formats.h"

#include "render/show/outputs.h"

bool convert_json(Conversion* conversion)
{
   const ShowOptions options = {
      .paths = conversion->paths,
      .path_count = conversion->path_count,
      .ranking = { .times = SHOW_DEFAULT_TIMES, .keep_growth = true },
   };
   Show show = {
      .options = &options,
      .report = conversion->report,
      .analysis = growth_new(),
      .out = conversion->out,
   };
   show.ranking = ranking_make(show.report, show.analysis, &options.ranking);
   show_json_whole(&show);
   ranking_free(&show.ranking);
   growth_free(show.analysis);
   return true;
}
