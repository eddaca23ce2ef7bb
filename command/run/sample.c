/* The words of a process may name the directory of the run, or temporary files, which are others in the next
   run.  They do not count.  Processes with the same words differ by how many there were before. */

#include "run/sample.h"

#include <string.h>

/* A process of the sample. */
typedef struct {
   guint64  place;    /* the smallest stay */
   unsigned number;   /* under which it is measured */
} Member;

/* The processes of one executable. */
typedef struct {
   unsigned    begun;
   GArray*     members;    /* of Member */
   GHashTable* repeated;   /* by digest of the words: how many there were */
} Processes;

struct Sample {
   unsigned    wanted;
   char*       directory;
   GHashTable* programs;    /* by path and date: Processes */
   GHashTable* numbers;     /* a set: the numbers of all members */
   Processes*  last;        /* of what was wanted last */
   guint64     last_place;
};

/*--- All programs ---*/

static void free_processes(gpointer data)
{
   g_autofree Processes* processes = data;
   g_array_unref(processes->members);
   g_hash_table_unref(processes->repeated);
}

Sample* sample_new(unsigned per_program)
{
   g_autofree char* directory = g_get_current_dir();
   Sample*          sample = g_new0(Sample, 1);
   g_assert(per_program > 0);
   sample->wanted = per_program;
   sample->directory = g_str_equal(directory, "/") ? g_strdup("//") : g_strdup(directory);
   sample->programs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_processes);
   sample->numbers = g_hash_table_new(NULL, NULL);
   return sample;
}

void sample_free(Sample* sample)
{
   g_hash_table_unref(sample->programs);
   g_hash_table_unref(sample->numbers);
   g_free(sample->directory);
   g_free(sample);
}

static char* key_of(const char* path, const char* modified)
{
   return g_strconcat(path, "\n", modified, NULL);
}

static Processes* processes_of(Sample* sample, const char* path, const char* modified)
{
   g_autofree char* key = key_of(path, modified);
   Processes* processes = g_hash_table_lookup(sample->programs, key);
   if (processes != NULL) {
      return processes;
   }
   processes = g_new0(Processes, 1);
   processes->members = g_array_new(FALSE, FALSE, sizeof(Member));
   processes->repeated = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
   g_hash_table_insert(sample->programs, g_steal_pointer(&key), processes);
   return processes;
}

/*--- Places ---*/

/* Removes what differs from run to run. */
static char* lasting_word(const Sample* sample, const char* word)
{
   g_autofree char* temporary = g_strconcat(g_get_tmp_dir(), "/", NULL);
   g_auto(GStrv)    parts = g_strsplit(word, sample->directory, -1);
   char* text = g_strjoinv(".", parts);
   char* begin = strstr(text, temporary);
   if (begin != NULL) {
      begin[strlen(temporary)] = '\0';
   }
   return text;
}

static guint64 digest_of(GChecksum* sum)
{
   guint8  bytes[32];
   gsize   length = sizeof bytes;
   guint64 digest;
   g_checksum_get_digest(sum, bytes, &length);
   memcpy(&digest, bytes, sizeof digest);
   return digest;
}

/* The program is what the sample is of, so what it is called does not count. */
static guint64 digest_of_words(const Sample* sample, char* const* words)
{
   g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
   for (size_t i = 1; words[0] != NULL && words[i] != NULL; i++) {
      g_autofree char* text = lasting_word(sample, words[i]);
      g_checksum_update(sum, (const guchar*)text, (gssize)strlen(text) + 1);
   }
   return digest_of(sum);
}

static guint64 place_of(const Sample* sample, Processes* processes, char* const* words)
{
   guint64  pair[2] = { digest_of_words(sample, words), 0 };
   unsigned before = GPOINTER_TO_UINT(g_hash_table_lookup(processes->repeated, &pair[0]));
   guint64* key = g_new(guint64, 1);
   *key = pair[0];
   g_hash_table_replace(processes->repeated, key, GUINT_TO_POINTER(before + 1));
   pair[1] = before;
   g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
   g_checksum_update(sum, (const guchar*)pair, sizeof pair);
   return digest_of(sum);
}

/*--- Members ---*/

/* The index of the one that leaves first. */
static guint largest(const Processes* processes)
{
   guint index = 0;
   g_assert(processes->members->len > 0);
   for (guint i = 1; i < processes->members->len; i++) {
      if (g_array_index(processes->members, Member, i).place
          > g_array_index(processes->members, Member, index).place) {
         index = i;
      }
   }
   return index;
}

static void remove_member(Sample* sample, Processes* processes, guint index)
{
   unsigned number = g_array_index(processes->members, Member, index).number;
   g_hash_table_remove(sample->numbers, GUINT_TO_POINTER(number + 1));
   g_array_remove_index_fast(processes->members, index);
}

bool sample_wants(Sample* sample, const char* path, gint64 modified, char* const* words)
{
   g_autofree char* date = g_strdup_printf("%" G_GINT64_FORMAT, modified);
   Processes* processes = processes_of(sample, path, date);
   processes->begun++;
   g_assert(processes->members->len <= sample->wanted);
   sample->last = processes;
   sample->last_place = place_of(sample, processes, words);
   return processes->members->len < sample->wanted
          || sample->last_place < g_array_index(processes->members, Member, largest(processes)).place;
}

void sample_take(Sample* sample, unsigned number)
{
   const Member member = { sample->last_place, number };
   g_assert(sample->last->members->len <= sample->wanted);
   if (sample->last->members->len == sample->wanted) {
      remove_member(sample, sample->last, largest(sample->last));
   }
   g_array_append_val(sample->last->members, member);
   g_assert(sample->last->members->len <= sample->last->begun);
   g_hash_table_add(sample->numbers, GUINT_TO_POINTER(number + 1));
}

void sample_lose(Sample* sample, unsigned number)
{
   GHashTableIter iterator;
   gpointer       value;
   g_hash_table_iter_init(&iterator, sample->programs);
   while (g_hash_table_iter_next(&iterator, NULL, &value)) {
      Processes* processes = value;
      for (guint i = 0; i < processes->members->len; i++) {
         if (g_array_index(processes->members, Member, i).number == number) {
            remove_member(sample, processes, i);
            return;
         }
      }
   }
}

bool sample_has(const Sample* sample, unsigned number)
{
   return g_hash_table_contains(sample->numbers, GUINT_TO_POINTER(number + 1));
}

unsigned sample_begun(const Sample* sample, const char* path, const char* modified)
{
   g_autofree char* key = key_of(path, modified);
   const Processes* processes = g_hash_table_lookup(sample->programs, key);
   return processes == NULL ? 0 : processes->begun;
}
