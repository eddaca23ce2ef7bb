/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The writers of the formats.  A writer knows one format, and nothing of files and
   options; its file has the format's name.

   Each returns false, with a message, if the format cannot hold the report at all.
   Their caller finds out whether all could be written to `out`. */

#ifndef COMMAND_CONVERT_FORMATS_H
#define COMMAND_CONVERT_FORMATS_H

#include "convert/conversion.h"

extern bool convert_callgrind(Conversion* conversion);
extern bool convert_webgrind4(Conversion* conversion);
extern bool convert_webgrind5(Conversion* conversion);
extern bool convert_webgrind6(Conversion* conversion);
extern bool convert_webgrind7(Conversion* conversion);
extern bool convert_csv(Conversion* conversion);
extern bool convert_json(Conversion* conversion);
extern bool convert_hpctoolkit(Conversion* conversion);
extern bool convert_folded(Conversion* conversion);
extern bool convert_speedscope(Conversion* conversion);

#endif
