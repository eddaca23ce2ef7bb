/* Hands a table of options to getopt_long, and what that finds to the subcommand. */

#include "util/arguments.h"

#include <glib.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/caller.h"
#include "util/number.h"
#include "util/problem.h"
#include "util/suggest.h"

#define COMMAND       "aprof"
#define MAX_TIME      10000000
#define LONG_OPTIONS  256        /* the first of their numbers for getopt; letters are below */

/*--- Messages ---*/

const char* usage_subcommand(const Usage* usage)
{
   return usage->name + strlen(COMMAND " ");
}

int print_version(void)
{
   puts("aprof " PACKAGE_VERSION);
   return EXIT_OK;
}

int usage_error(const char* name, const char* format, ...)
{
   if (format != NULL) {
      va_list arguments;
      va_start(arguments, format);
      g_autofree char* text = g_strdup_vprintf(format, arguments);
      va_end(arguments);
      message_print("%s: %s", name, text);
   }
   message_print("`%s%s --help` prints how it is used.", caller_name(), name + strlen(COMMAND));
   return EXIT_USAGE;
}

bool argument_refuse(const Argument* argument, int option, const char* format, ...)
{
   va_list list;
   va_start(list, format);
   g_autofree char* text = g_strdup_vprintf(format, list);
   va_end(list);
   usage_error(argument->usage->name, "--%s=%s: %s", argument->usage->options[option].name, argument->value,
               text);
   return false;
}

char* option_words(const Option* option)
{
   const char* const* words = option->words;
   GString* list = g_string_new(NULL);
   for (size_t i = 0; words[i] != NULL; i++) {
      g_string_append_printf(list, "%s%s", i == 0 ? "" : words[i + 1] == NULL ? " or " : ", ", words[i]);
   }
   return g_string_free(list, FALSE);
}

static bool takes_rest(const Option* option)
{
   return strchr(option->argument, ':') != NULL;
}

static bool refuse_word(const Argument* argument, int number)
{
   const Option* option = &argument->usage->options[number];
   g_autofree char* list = option_words(option);
   g_autofree char* word = takes_rest(option) ? g_strndup(argument->value, strcspn(argument->value, ":"))
                                              : g_strdup(argument->value);
   g_autofree char* meant = suggestion_text("", suggestion_among(word, option->words));
   return argument_refuse(argument, number, "%s is needed%s%s", list,
                          takes_rest(option) ? ", or one of them with a colon and a FILE" : "", meant);
}

bool argument_number(const Argument* argument, int option, uint64_t low, uint64_t high, const char* hint,
                     uint64_t* number)
{
   return g_ascii_string_to_unsigned(argument->value, 10, low, high, number, NULL)
          || argument_refuse(argument, option, "a number from %" PRIu64 " to %" PRIu64 " is needed%s%s", low,
                             high, hint != NULL ? "; " : "", hint != NULL ? hint : "");
}

bool argument_unsigned(const Argument* argument, int option, unsigned low, unsigned high, unsigned* number)
{
   uint64_t value;
   bool     is_right = argument_number(argument, option, low, high, NULL, &value);
   *number = is_right ? (unsigned)value : *number;
   return is_right;
}

bool argument_time(const Argument* argument, int option, unsigned low, unsigned* seconds)
{
   static const struct {
      const char* unit;
      unsigned    seconds;
   } units[] = { { "", 1 }, { "s", 1 }, { "m", 60 }, { "min", 60 }, { "h", 3600 } };
   size_t digits = strspn(argument->value, "0123456789");
   g_autofree char* number = g_strndup(argument->value, digits);
   uint64_t value;
   unsigned factor = 0;
   for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
      factor = strcmp(units[i].unit, argument->value + digits) == 0 ? units[i].seconds : factor;
   }
   bool is_right = factor != 0 && number_parse(number, &value) && value >= low && value <= MAX_TIME / factor;
   *seconds = is_right ? (unsigned)value * factor : 0;
   return is_right || argument_refuse(argument, option, "a time is needed, as 90, 90s, 5m or 2h");
}

bool argument_bytes(const Argument* argument, int option, uint64_t* bytes)
{
   static const char units[] = "kMGT";
   size_t      digits = strspn(argument->value, "0123456789");
   g_autofree char* number = g_strndup(argument->value, digits);
   const char* letter = argument->value + digits;
   const char* unit = *letter == '\0' ? NULL : strchr(units, *letter == 'K' ? 'k' : *letter);
   const char* rest = letter + (unit != NULL);
   bool        is_right = (*rest == '\0' || (unit != NULL && strcmp(rest, "B") == 0))
                          && number_parse(number, bytes) && *bytes > 0;
   for (const char* step = units; is_right && unit != NULL && step <= unit; step++) {
      is_right = !__builtin_mul_overflow(*bytes, 1000, bytes);
   }
   return is_right || argument_refuse(argument, option, "a size is needed, as 500M or 4G");
}

/*--- Words ---*/

char* argument_next_value(const Argument* argument)
{
   return argument_is_last(argument) || argument->words[optind][0] == '-' ? NULL : argument->words[optind++];
}

bool argument_is_last(const Argument* argument)
{
   return optind == argument->count;
}

/* Sets `word` and `rest`. False, with a message, if the value is not a word of the option. */
static bool find_word(Argument* argument, int number)
{
   const Option* option = &argument->usage->options[number];
   const char*   value = argument->value;
   size_t        length = takes_rest(option) ? strcspn(value, ":") : strlen(value);
   argument->rest = value[length] == ':' ? value + length + 1 : NULL;
   for (argument->word = 0; option->words[argument->word] != NULL; argument->word++) {
      const char* word = option->words[argument->word];
      if (strlen(word) == length && strncmp(word, value, length) == 0) {
         return true;
      }
   }
   return refuse_word(argument, number);
}

/*--- For getopt ---*/

static struct option* make_long_options(const Option* options)
{
   GArray* made = g_array_new(TRUE, TRUE, sizeof(struct option));
   for (int i = 0; options[i].name != NULL; i++) {
      const struct option option = { options[i].name, options[i].takes, NULL, LONG_OPTIONS + i };
      g_array_append_val(made, option);
   }
   return (struct option*)(void*)g_array_free(made, FALSE);
}

static char* make_letters(const Option* options, const char* others)
{
   static const char* const colons[] = {
      [no_argument] = "", [required_argument] = ":", [optional_argument] = "::"
   };
   GString* letters = g_string_new(others != NULL ? "+:" : ":");
   for (int i = 0; options[i].name != NULL; i++) {
      if (options[i].letter != 0) {
         g_string_append_printf(letters, "%c%s", options[i].letter, colons[options[i].takes]);
      }
   }
   g_string_append(letters, others != NULL ? others : "");
   return g_string_free(letters, FALSE);
}

/* The number of the option with this letter; -1: there is none. */
static int find_letter(const Option* options, int letter)
{
   for (int i = 0; options[i].name != NULL; i++) {
      if (options[i].letter == letter) {
         return i;
      }
   }
   return -1;
}

/*--- One option after the other ---*/

const char* option_meant(const Option* options, const char* word)
{
   Suggestion suggestion = suggestion_for_option(word + strspn(word, "-"));
   for (; options->name != NULL; options++) {
      suggestion_offer(&suggestion, options->name);
   }
   return suggestion.nearest;
}

const Option* option_named(const Option* options, const char* word)
{
   size_t length = strncmp(word, "--", 2) == 0 ? strcspn(word + 2, "=") : 0;
   for (; options->name != NULL && length > 0; options++) {
      if (strlen(options->name) == length && strncmp(options->name, word + 2, length) == 0) {
         return options;
      }
   }
   return NULL;
}

/* The name of the first option that begins with the letter, and has none of its own; NULL: there is none. */
static const char* option_of_letter(const Option* options, char letter)
{
   for (; options->name != NULL; options++) {
      if (options->name[0] == letter && options->letter == 0) {
         return options->name;
      }
   }
   return NULL;
}

/* Refuses what getopt does not know; it has printed nothing. */
static void refuse(const Argument* argument, int found)
{
   const char* name = argument->usage->name;
   const char* word = argument->words[optind - 1];
   if (found == ':') {
      usage_error(name, "%s: a value is needed", word);
   } else if (optopt >= LONG_OPTIONS) {
      usage_error(name, "%s: this option takes no value", word);
   } else if (optopt == 0) {
      g_autofree char* meant = suggestion_text("--", option_meant(argument->usage->options, word));
      usage_error(name, "%s is not an option%s", word, meant);
   } else {
      const char*      meant_name = option_of_letter(argument->usage->options, (char)optopt);
      g_autofree char* meant = suggestion_text("--", meant_name);
      usage_error(name, "-%c is not an option%s", optopt, meant);
   }
}

/* False if the subcommand ends here, with *status. */
static bool take(const Subcommand* subcommand, void* options, Argument* argument, int number, int* status)
{
   const Option* option = &argument->usage->options[number];
   if (strcmp(option->name, "help") == 0) {
      fputs(argument->usage->help, stdout);
      *status = EXIT_OK;
      return false;
   }
   if (strcmp(option->name, "version") == 0) {
      *status = print_version();
      return false;
   }
   bool is_right = option->words == NULL || find_word(argument, number);
   return is_right && subcommand->take(options, number, argument);
}

/* Takes what getopt found, in the same way. */
static bool take_found(const Subcommand* subcommand, void* options, Argument* argument, int found,
                       int* status)
{
   const char letter[] = { '-', (char)found, '\0' };
   int        number = found >= LONG_OPTIONS ? found - LONG_OPTIONS
                                             : find_letter(argument->usage->options, found);
   if (number >= 0 && argument->value == argument->words[optind - 1] && strcmp(argument->value, "--") == 0) {
      usage_error(argument->usage->name, "--%s: a value is needed before --",
                  argument->usage->options[number].name);
      return false;
   }
   if (number >= 0) {
      return take(subcommand, options, argument, number, status);
   }
   if (found == '?' && optopt == 0 && subcommand->take_other != NULL) {
      return subcommand->take_other(options, argument->words[optind - 1]);
   }
   if (found == '?' || found == ':') {
      refuse(argument, found);
      return false;
   }
   g_assert(subcommand->take_other != NULL);   /* getopt knows other letters from it only */
   return subcommand->take_other(options, letter);
}

int subcommand_run(const Subcommand* subcommand, void* options, int count, char** words)
{
   Argument argument = { .usage = subcommand->usage, .count = count, .words = words };
   g_autofree struct option* long_options = make_long_options(subcommand->usage->options);
   g_autofree char*          letters = make_letters(subcommand->usage->options, subcommand->other_letters);
   int  status = EXIT_USAGE;
   bool goes_on = true;
   int  found;
   optind = 0;   /* getopt begins anew */
   opterr = 0;
   while (goes_on && (found = getopt_long(count, words, letters, long_options, NULL)) != -1) {
      argument.value = optarg;
      goes_on = take_found(subcommand, options, &argument, found, &status);
   }
   if (goes_on && optind == count && subcommand->needs != NULL) {
      return usage_error(subcommand->usage->name, "no report is named: give %s, or - for standard input",
                         subcommand->needs);
   }
   return goes_on ? subcommand->work(options, words + optind, (size_t)(count - optind)) : status;
}
