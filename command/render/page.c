/* The frame of the page.  Names in a report are input from outside.  Data cannot
   become markup, because it has no `<`, and the page's code makes text of it and never
   markup.  If something got through nevertheless, the policy in the page's head
   allows no other script than the page's own, by its hash, and no request. */

#define _GNU_SOURCE   /* fopencookie */

#include "render/page.h"

#include <glib.h>
#include <string.h>
#include <sys/types.h>

#include "util/json.h"
#include "util/memory.h"

/* Returns the hash of the text as a policy names it: 'sha256-...'. To be freed. */
static char* hash_of(const char* text)
{
   guint8    digest[32];
   gsize     size = sizeof digest;
   GChecksum* checksum = g_checksum_new(G_CHECKSUM_SHA256);
   g_checksum_update(checksum, (const guchar*)text, (gssize)strlen(text));
   g_checksum_get_digest(checksum, digest, &size);
   g_checksum_free(checksum);
   g_assert(size == sizeof digest);
   g_autofree char* encoded = g_base64_encode(digest, size);
   return g_strdup_printf("'sha256-%s'", encoded);
}

static void print_policy(FILE* out)
{
   g_autofree char* script = hash_of(page_script);
   g_autofree char* style = hash_of(page_style);
   fprintf(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src %s; "
           "style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n", script, style);
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

/* A stream that writes to another, and writes `<` as an escape of JSON.  In JSON, `<` is in strings only. */
static ssize_t write_escaped(void* to, const char* bytes, size_t size)
{
   for (size_t at = 0; at < size;) {
      const char* found = memchr(bytes + at, '<', size - at);
      size_t      length = found == NULL ? size - at : (size_t)(found - bytes) - at;
      fwrite(bytes + at, 1, length, to);
      if (found != NULL) {
         fputs("\\u003c", to);
      }
      at += length + (found != NULL);
   }
   return (ssize_t)size;
}

static void print_answer(FILE* out, const Answer* answer)
{
   FILE* escaped = memory_checked(fopencookie(out, "w", (cookie_io_functions_t){ .write = write_escaped }));
   json_print(escaped, answer);
   fclose(escaped);
}

void page_write(FILE* out, const char* what, const Answer* answer)
{
   print_begin(out);
   fprintf(out, "<script type=\"application/json\" id=\"%s\">\n", what);
   print_answer(out, answer);
   fputs("</script>\n", out);
   print_end(out);
}
