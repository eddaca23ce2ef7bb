/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Checks whether texts are valid JSON, by recursive descent. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   const char* at;
   int values;
   int depth;
} Parser;

static int parse_value(Parser* parser);

static void skip_space(Parser* parser)
{
   while (*parser->at == ' ' || *parser->at == '\n' || *parser->at == '\t')
      parser->at++;
}

static int take(Parser* parser, char c)
{
   skip_space(parser);
   if (*parser->at != c)
      return 0;
   parser->at++;
   return 1;
}

static int parse_word(Parser* parser, const char* word)
{
   size_t length = strlen(word);
   if (strncmp(parser->at, word, length) != 0)
      return 0;
   parser->at += length;
   return 1;
}

static void skip_digits(Parser* parser)
{
   while (isdigit((unsigned char)*parser->at))
      parser->at++;
}

static int parse_number(Parser* parser)
{
   const char* begin = parser->at;
   if (*parser->at == '-')
      parser->at++;
   skip_digits(parser);
   if (*parser->at == '.') {
      parser->at++;
      skip_digits(parser);
   }
   return parser->at > begin;
}

static int parse_string(Parser* parser)
{
   if (!take(parser, '"'))
      return 0;
   for (; *parser->at != '"'; parser->at++) {
      if (*parser->at == '\0')
         return 0;
      if (*parser->at == '\\')
         parser->at++;
   }
   parser->at++;
   return 1;
}

static int parse_array(Parser* parser)
{
   if (take(parser, ']'))
      return 1;
   do {
      if (!parse_value(parser))
         return 0;
   } while (take(parser, ','));
   return take(parser, ']');
}

static int parse_object(Parser* parser)
{
   if (take(parser, '}'))
      return 1;
   do {
      skip_space(parser);
      if (!parse_string(parser) || !take(parser, ':') || !parse_value(parser))
         return 0;
   } while (take(parser, ','));
   return take(parser, '}');
}

static int parse_value(Parser* parser)
{
   if (parser->depth > 100)
      return 0;
   parser->depth++;
   parser->values++;
   skip_space(parser);
   int valid;
   switch (*parser->at) {
      case '{': parser->at++; valid = parse_object(parser); break;
      case '[': parser->at++; valid = parse_array(parser); break;
      case '"': valid = parse_string(parser); break;
      case 't': valid = parse_word(parser, "true"); break;
      case 'f': valid = parse_word(parser, "false"); break;
      case 'n': valid = parse_word(parser, "null"); break;
      default: valid = parse_number(parser);
   }
   parser->depth--;
   return valid;
}

static char* make_text(int records)
{
   char* text = malloc(records * 120 + 40);
   char* end = text + sprintf(text, "{ \"records\": [\n");
   for (int i = 0; i < records; i++)
      end += sprintf(end, "%s   { \"id\": %d, \"name\": \"n\\\"%d\", "
                     "\"tags\": [true, null, [%d.5, -1]], \"on\": {} }",
                     i > 0 ? ",\n" : "", i, i * 31, i);
   strcpy(end, " ] }\n");
   return text;
}

int main(void)
{
   for (int records = 4; records <= 1500; records += records / 3 + 1) {
      char* text = make_text(records);
      Parser parser = { text, 0, 0 };
      int valid = parse_value(&parser);
      printf("%d records: %s, %d values\n", records, valid ? "valid" : "invalid", parser.values);
      free(text);
   }
   return 0;
}
