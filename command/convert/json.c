/* Everything in a report as JSON, in the layout of aprof show, with all routines and
   contexts in depth. */

#include "answer/show/show.h"
#include "convert/conversion.h"
#include "growth/far.h"
#include "util/json.h"

bool convert_json(Conversion* conversion)
{
   const SubjectOptions options = { .times = FAR_TIMES, .keep_growth = true };
   Request request = {
      .paths = conversion->paths, .path_count = conversion->path_count, .detail = DETAIL_POINTS
   };
   request_init(&request, conversion->report, &options);
   g_autoptr(Answer) answer = answer_whole(&request);
   json_print(conversion->out, answer);
   request_free(&request);
   return true;
}
