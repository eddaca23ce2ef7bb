/* Compression by zlib. */

#include "util/gzip.h"

#include <glib.h>
#include <zlib.h>

#include "util/memory.h"

#define BLOCK_SIZE  (64 * 1024)

struct Gzip {
   FILE*    out;
   z_stream stream;
   Bytef    packed[BLOCK_SIZE];
};

Gzip* gzip_begin(FILE* out)
{
   Gzip* gzip = g_new0(Gzip, 1);
   gzip->out = out;
   /* The window's size, and 16: with a gzip header. */
   if (deflateInit2(&gzip->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY)
       != Z_OK) {
      memory_exhausted("compression");
   }
   return gzip;
}

static void deflate_all(Gzip* gzip, int flush)
{
   z_stream* stream = &gzip->stream;
   do {
      stream->next_out = gzip->packed;
      stream->avail_out = sizeof gzip->packed;
      deflate(stream, flush);
      fwrite(gzip->packed, 1, sizeof gzip->packed - stream->avail_out, gzip->out);
   } while (stream->avail_out == 0);
}

void gzip_write(Gzip* gzip, const void* bytes, size_t count)
{
   const Bytef* from = bytes;
   for (size_t part; count > 0; from += part, count -= part) {
      part = MIN(count, G_MAXINT);
      gzip->stream.next_in = (Bytef*)from;
      gzip->stream.avail_in = (uInt)part;
      deflate_all(gzip, Z_NO_FLUSH);
      g_assert(gzip->stream.avail_in == 0);
   }
}

void gzip_end(Gzip* gzip)
{
   deflate_all(gzip, Z_FINISH);
   deflateEnd(&gzip->stream);
   g_free(gzip);
}
