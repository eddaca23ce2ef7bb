/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The writers of the formats.  A writer knows one format, and nothing about files and
   options.  Its source file has the format's name.

   If the format cannot hold the report at all, a writer prints a message and returns
   false.  The caller checks whether everything could be written to `out`. */

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
