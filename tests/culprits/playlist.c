/* Reads playlists, with GLib around.  The mistake: read_songs appends to a GList, which walks all of it
   each time. */

#include <glib.h>

typedef struct {
   char* title;
   int   seconds;
} Song;

static char* make_playlist(int songs)
{
   GString* text = g_string_new(NULL);
   for (int i = 0; i < songs; i++) {
      g_string_append_printf(text, "Song number %d\t%d\n", i, 100 + i * 37 % 300);
   }
   return g_string_free(text, FALSE);
}

static GList* read_songs(const char* text)
{
   GList* songs = NULL;
   char** lines = g_strsplit(text, "\n", -1);
   for (int i = 0; lines[i] != NULL && *lines[i] != '\0'; i++) {
      char** fields = g_strsplit(lines[i], "\t", 2);
      Song*  song = g_new(Song, 1);
      song->title = g_strdup(fields[0]);
      song->seconds = (int)g_ascii_strtoll(fields[1], NULL, 10);
      songs = g_list_append(songs, song);
      g_strfreev(fields);
   }
   g_strfreev(lines);
   return songs;
}

static int compare_seconds(gconstpointer left, gconstpointer right)
{
   return ((const Song*)left)->seconds - ((const Song*)right)->seconds;
}

static void free_song(gpointer song)
{
   g_free(((Song*)song)->title);
   g_free(song);
}

static void show_playlist(int length)
{
   char*  text = make_playlist(length);
   GList* songs = g_list_sort(read_songs(text), compare_seconds);
   g_print("%d songs, the shortest is %s\n", length, ((Song*)songs->data)->title);
   g_list_free_full(songs, free_song);
   g_free(text);
}

int main(void)
{
   for (int length = 100; length <= 1600; length += 100) {
      show_playlist(length);
   }
   return 0;
}
