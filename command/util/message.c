/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "util/message.h"

#include <glib.h>
#include <stdarg.h>
#include <stdio.h>

#include "util/text.h"

void message_print(const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   char* text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   GStringChunk* texts = g_string_chunk_new(256);
   fprintf(stderr, "%s\n", text_printable(text, texts));
   g_string_chunk_free(texts);
   g_free(text);
}
