/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The frame of the page.  Names in a report are input from outside.  Data cannot
   become markup (values.c), and the page's code makes text of it and never
   markup.  If something got through nevertheless, the policy in the page's head
   allows no other script than the page's own, by its hash, and no request. */

#include "render/page/page.h"

#include <glib.h>
#include <inttypes.h>
#include <string.h>

#include "render/page/values.h"

/* Returns the hash of the text as a policy names it: 'sha256-...'. To be freed. */
static char* hash_of(const char* text)
{
   guint8    digest[32];
   gsize     size = sizeof digest;
   GChecksum* checksum = g_checksum_new(G_CHECKSUM_SHA256);
   g_checksum_update(checksum, (const guchar*)text, (gssize)strlen(text));
   g_checksum_get_digest(checksum, digest, &size);
   g_checksum_free(checksum);
   char* encoded = g_base64_encode(digest, size);
   char* source = g_strdup_printf("'sha256-%s'", encoded);
   g_free(encoded);
   return source;
}

static void print_policy(FILE* out)
{
   char* script = hash_of(page_script);
   char* style = hash_of(page_style);
   fprintf(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src %s; "
           "style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n", script, style);
   g_free(script);
   g_free(style);
}

static void print_favourites(FILE* out, const GArray* favourites)
{
   fputs("\"favourites\":[", out);
   for (guint i = 0; favourites != NULL && i < favourites->len; i++) {
      value_separate(out, i);
      fprintf(out, "%" PRIu32, g_array_index(favourites, uint32_t, i));
   }
   putc(']', out);
}

/* Prints the program and the run: the head of the answers of aprof show, and what views want beside it. */
static void print_head(FILE* out, const Subject* subject)
{
   const Header*  header = report_header(subject->report);
   Answer*        head = answer_head(subject);
   const Routine* named;
   char*          summary = answer_summary(subject, &named);
   tree_set_count(head, "report_count", header->reports);
   tree_set_flag(head, "has_self_costs", header->has_self_costs);
   tree_set_number(head, "times", subject->ranking.times);
   tree_set_text(head, "summary", summary);
   tree_set(head, "named", named == NULL ? NULL
            : tree_count(report_routine_index(subject->report, named)));
   tree_set(head, "unknown", answer_unknown(subject));
   tree_set(head, "nameless", answer_nameless(subject));
   value_answer(out, head);
   tree_free(head);
   g_free(summary);
}

static void print_data(FILE* out, const PageContents* contents)
{
   const Subject* subject = contents->subject;
   const Subject* baseline = contents->baseline;
   fputs("<script type=\"application/json\" id=\"data\">\n"
         "{\"madeBy\":\"" PACKAGE_VERSION "\",\"classes\":[", out);
   for (int class = 0; class <= GROWTH_NO_TREND; class++) {
      value_separate(out, (size_t)class);
      value_text(out, growth_class_name((GrowthClass)class));
   }
   fputs("],\"levels\":[", out);
   for (int class = 0; class <= GROWTH_NO_TREND; class++) {
      value_separate(out, (size_t)class);
      fprintf(out, "%d", growth_level((GrowthClass)class));
   }
   fputs("],\n", out);
   fprintf(out, "\"columns\":{%s,\n%s,\n%s,\n%s,\n%s},\n\"head\":", section_routine_columns,
           section_law_columns, section_point_columns, section_source_columns, section_comparison_columns);
   print_head(out, subject);
   fputs(",\n", out);
   section_routines(out, subject);
   if (report_context_count(subject->report) > 0) {
      fputs(",\n\"contexts\":", out);
      section_contexts(out, subject);
   }
   fputs(",\n", out);
   section_sources(out, subject, contents->source, contents->profile);
   fputs(",\n", out);
   print_favourites(out, contents->favourites);
   if (baseline != NULL) {
      fputs(",\n\"baseline\":{\"head\":", out);
      print_head(out, baseline);
      fputs(",\n", out);
      section_routines(out, baseline);
      fputs("},\n\"comparison\":", out);
      section_comparison(out, contents->comparison, contents->diff);
   }
   fputs("}\n</script>\n", out);
}

static void print_begin(FILE* out)
{
   fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
   print_policy(out);
   fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         "<meta name=\"generator\" content=\"aprof " PACKAGE_VERSION "\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n"
         "<title>aprof</title>\n<style>", out);
   fputs(page_style, out);
   fputs("</style>\n</head>\n<body>\n"
         "<noscript>This page shows what aprof measured, and needs JavaScript for it.</noscript>\n", out);
}

static void print_end(FILE* out)
{
   fputs("<script>", out);
   fputs(page_script, out);
   fputs("</script>\n</body>\n</html>\n", out);
}

void page_write(FILE* out, const PageContents* contents)
{
   print_begin(out);
   print_data(out, contents);
   print_end(out);
}

/* Writes a page of one answer, which the script finds by the name. */
static void write_answer(FILE* out, const char* name, const Answer* answer)
{
   print_begin(out);
   fprintf(out, "<script type=\"application/json\" id=\"%s\">\n", name);
   value_answer(out, answer);
   fputs("\n</script>\n", out);
   print_end(out);
}

void page_write_experiment(FILE* out, const Answer* grow)
{
   write_answer(out, "experiment", grow);
}

void page_write_history(FILE* out, const Answer* curves)
{
   write_answer(out, "history", curves);
}
