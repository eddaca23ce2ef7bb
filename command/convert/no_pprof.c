/* The build without protobuf-c: no profile of pprof can be written. */

#include "convert/conversion.h"
#include "util/problem.h"

bool convert_pprof(Conversion* conversion)
{
   message_print("%s: --to=pprof: aprof was built without protobuf-c", conversion->command);
   return false;
}
