/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof convert: a report for other viewers.  The formats are in
   convert/; here are the table of them, and the options. */

#include "cli/subcommands.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "convert/formats.h"
#include "model/incomplete.h"
#include "model/loader.h"
#include "util/message.h"
#include "util/number.h"
#include "util/output.h"
#include "util/text.h"
#include "util/usage.h"

/* What the format needs in a report, and what it is. */
enum {
   NEEDS_SELF_COSTS = 1 << 0,
   NEEDS_CONTEXTS   = 1 << 1,
   IS_BINARY        = 1 << 2,   /* of no use in a terminal */
   HAS_SCALE        = 1 << 3,   /* costs can be divided */
};

typedef struct {
   const char* name;
   bool        (*write)(Conversion* conversion);
   unsigned    flags;
   const char* summary;
} Format;

static const Format formats[] = {
   { "callgrind",  convert_callgrind,  NEEDS_SELF_COSTS,
     "for KCachegrind, callgrind_annotate and others" },
   { "webgrind4",  convert_webgrind4,  NEEDS_SELF_COSTS | IS_BINARY,
     "for webgrind 0.4: its file ORIGINAL.prep" },
   { "webgrind5",  convert_webgrind5,  NEEDS_SELF_COSTS | IS_BINARY,
     "for versions of webgrind between 0.4 and 0.5: its file ORIGINAL.prep" },
   { "webgrind6",  convert_webgrind6,  NEEDS_SELF_COSTS | IS_BINARY,
     "for webgrind 0.5 to 1.1: its file ORIGINAL.webgrind" },
   { "webgrind7",  convert_webgrind7,  NEEDS_SELF_COSTS | IS_BINARY,
     "for webgrind 1.2 and later: its file ORIGINAL.webgrind" },
   { "hpctoolkit", convert_hpctoolkit, NEEDS_SELF_COSTS,
     "HPCToolkit's PROFILE (XML), for old versions of hpcviewer" },
   { "json",       convert_json,       0,
     "everything, with growth, in the layout of aprof show --format=json" },
   { "csv",        convert_csv,        0,
     "all points as a table (RFC 4180)" },
   { "folded",     convert_folded,     NEEDS_SELF_COSTS | NEEDS_CONTEXTS | HAS_SCALE,
     "stacks, one a line, for flame graphs; needs contexts" },
   { "speedscope", convert_speedscope, NEEDS_SELF_COSTS | NEEDS_CONTEXTS,
     "for speedscope; needs contexts" },
};

#define FORMATS  (sizeof formats / sizeof *formats)

typedef struct {
   const Format*      format;
   const char*        out;
   bool               force;
   uint64_t           scale;        /* 0: not given */
   const char* const* paths;
   size_t             path_count;
} ConvertOptions;

/*------------------------------------------------------------------*/
/*--- One conversion                                             ---*/
/*------------------------------------------------------------------*/

/* Whether the report has what the format needs.  If not, prints a message. */
static bool has_needs(const Report* report, const Format* format, const char* command)
{
   const Header* header = report_header(report);
   if ((format->flags & NEEDS_SELF_COSTS) != 0 && !header->has_self_costs) {
      message_print("%s: --to=%s needs self costs, which the report (of version 1.%" PRIu64 ") does not "
                    "have: its points end before self-sum", command, format->name, header->version);
      return false;
   }
   if ((format->flags & NEEDS_CONTEXTS) != 0 && report_context_count(report) == 0) {
      message_print("%s: --to=%s needs calling contexts, which the report does not have: "
                    "profile with --collect-cct=yes", command, format->name);
      return false;
   }
   return true;
}

/* Whether the output would replace a report that is read. */
static bool is_same_file(const char* out, const char* report)
{
   struct stat a, b;
   if (stat(out, &a) != 0 || !S_ISREG(a.st_mode)) {
      return false;
   }
   bool found = strcmp(report, "-") == 0 ? fstat(STDIN_FILENO, &b) == 0 : stat(report, &b) == 0;
   return found && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static bool write_converted(Report* report, const ConvertOptions* options, const char* command)
{
   Problem problem;
   Output  output;
   bool    converted = output_open(&output, options->out, &problem);
   if (converted) {
      Conversion conversion = {
         .report = report,
         .paths = options->paths,
         .path_count = options->path_count,
         .out = output.file,
         .command = command,
         .texts = g_string_chunk_new(TEXTS_BLOCK_SIZE),
         .scale = options->scale > 0 ? options->scale : 1,
      };
      bool written = options->format->write(&conversion);
      g_string_chunk_free(conversion.texts);
      if (!written) {
         output_abandon(&output);
         return false;
      }
      converted = output_close(&output, &problem);
   }
   if (!converted) {
      problem_print(&problem, command);
   }
   return converted;
}

static int convert(const ConvertOptions* options, const char* command)
{
   Problem problem;
   Report* report = report_load(options->paths, options->path_count,
                                (LoadOptions){ .force = options->force }, &problem);
   if (report == NULL) {
      problem_print(&problem, command);
      return EXIT_USAGE;
   }
   incomplete_warn(report_header(report), command);
   bool converted = has_needs(report, options->format, command) && write_converted(report, options, command);
   report_free(report);
   return converted ? EXIT_OK : EXIT_USAGE;
}

/*------------------------------------------------------------------*/
/*--- The subcommand                                             ---*/
/*------------------------------------------------------------------*/

static void print_formats(FILE* out)
{
   for (size_t i = 0; i < FORMATS; i++) {
      fprintf(out, "  %-12s%s\n", formats[i].name, formats[i].summary);
   }
}

static void print_help(void)
{
   puts("Usage: aprof convert --to=FORMAT --output=OUT REPORT...\n"
        "\n"
        "Writes a report, or the sum of several, as a file for another viewer.  If the format\n"
        "cannot hold something, a note on standard error says so.  \"-\" is standard input,\n"
        "or standard output.\n"
        "\n"
        "Formats:");
   print_formats(stdout);
   puts("\n"
        "  -t, --to=FORMAT      write this format; required\n"
        "  -o, --output=OUT     write to OUT, which is replaced only by a complete file; required\n"
        "  -s, --scale=N        divide all costs by N: for --to=folded, and readers that keep a sample\n"
        "                       for each unit of cost, such as the Firefox Profiler\n"
        "  -f, --force          also add up reports of different programs, metrics or cell sizes\n"
        "  -h, --help           print this text\n"
        "  -V, --version        print the version of aprof\n"
        "\n"
        "Exit status: 0 converted; 2 wrong use, a REPORT cannot be read, or OUT cannot be\n"
        "written.");
}

static const Format* find_format(const char* name)
{
   for (size_t i = 0; i < FORMATS; i++) {
      if (strcmp(name, formats[i].name) == 0) {
         return &formats[i];
      }
   }
   return NULL;
}

static int refuse_format(const char* command, const char* name)
{
   if (name == NULL) {
      message_print("%s: --to=FORMAT is missing.  Formats:", command);
   } else {
      message_print("%s: --to=%s: there is no such format.  Formats:", command, name);
   }
   print_formats(stderr);
   return usage_error(command, NULL);
}

int convert_main(int count, char** arguments)
{
   static const struct option long_options[] = {
      { "to",      required_argument, NULL, 't' },
      { "output",  required_argument, NULL, 'o' },
      { "scale",   required_argument, NULL, 's' },
      { "force",   no_argument,       NULL, 'f' },
      { "help",    no_argument,       NULL, 'h' },
      { "version", no_argument,       NULL, 'V' },
      { 0 },
   };
   const char* command = arguments[0];
   ConvertOptions options = { 0 };
   int option;
   while ((option = getopt_long(count, arguments, "t:o:s:fhV", long_options, NULL)) != -1) {
      switch (option) {
         case 't':
            options.format = find_format(optarg);
            if (options.format == NULL) {
               return refuse_format(command, optarg);
            }
            break;
         case 'o': options.out = optarg; break;
         case 's':
            if (!number_parse(optarg, &options.scale) || options.scale == 0) {
               return usage_error(command, "--scale=%s: the scale is a whole number from 1 to 2^64-1",
                                  optarg);
            }
            break;
         case 'f': options.force = true; break;
         case 'h': print_help(); return EXIT_OK;
         case 'V': return print_version();
         default:  return usage_error(command, NULL);
      }
   }
   if (options.format == NULL) {
      return refuse_format(command, NULL);
   }
   if (options.scale > 0 && (options.format->flags & HAS_SCALE) == 0) {
      return usage_error(command, "--scale=%" PRIu64 ": only --to=folded has a scale, --to=%s has none",
                         options.scale, options.format->name);
   }
   if (options.out == NULL || options.out[0] == '\0') {
      return usage_error(command, "no output is named: --output=OUT says which file to write, "
                         "- for standard output");
   }
   if (strcmp(options.out, "-") == 0 && (options.format->flags & IS_BINARY) != 0 && isatty(STDOUT_FILENO)) {
      return usage_error(command, "--to=%s is binary, nothing for a terminal: give a file by --output=OUT",
                         options.format->name);
   }
   if (optind == count) {
      return usage_error(command, "no report is named: give the REPORTs to convert, or - for standard input");
   }
   for (int i = optind; i < count; i++) {
      if (is_same_file(options.out, arguments[i])) {
         return usage_error(command, "--output=%s: this is a report that is to be converted", options.out);
      }
   }
   options.paths = (const char* const*)arguments + optind;
   options.path_count = (size_t)(count - optind);
   return convert(&options, command);
}
