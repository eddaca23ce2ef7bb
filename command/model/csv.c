/* Fields of tables. */

#include "model/csv.h"

#include <inttypes.h>
#include <string.h>

#include "util/text.h"

void csv_text(FILE* out, const char* text)
{
   const char* quote = strpbrk(text, ",\"") == NULL ? "" : "\"";
   fputs(quote, out);
   while (*text != '\0') {
      fputs(*text == '"' ? "\"" : "", out);
      text += text_print_character(out, text);
   }
   fputs(quote, out);
}

void csv_point(FILE* out, const Point* point, bool has_real_sum, bool has_self_costs)
{
   fprintf(out, ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",",
           point->rms, point->calls, point->min, point->max, point->sum, point->squares);
   if (has_real_sum) {
      fprintf(out, "%" PRIu64, point->real_sum);
   }
   if (has_self_costs) {
      fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
              point->self_sum, point->self_min, point->self_max, point->self_squares);
   } else {
      fputs(",,,,", out);
   }
}
