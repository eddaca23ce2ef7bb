/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The aprof authors
 *
 * Parses YAML from standard input by libyaml, as any program that uses it: cc -o read_yaml read_yaml.c -lyaml
 */

#include <stdio.h>
#include <yaml.h>

int main(void)
{
   yaml_parser_t parser;
   if (!yaml_parser_initialize(&parser))
      return 2;
   yaml_parser_set_input_file(&parser, stdin);
   yaml_event_t event;
   yaml_event_type_t type;
   int events = 0;
   do {
      if (!yaml_parser_parse(&parser, &event)) {
         printf("%s after %d events\n", parser.problem, events);
         return 1;
      }
      type = event.type;
      events++;
      yaml_event_delete(&event);
   } while (type != YAML_STREAM_END_EVENT);
   yaml_parser_delete(&parser);
   printf("%d events\n", events);
   return 0;
}
