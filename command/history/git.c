#define _GNU_SOURCE   /* memfd_create, memrchr, pipe2 */

#include "history/git.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/*--- Hashes ---*/

bool hash_is_one(const char* text)
{
   size_t length = strspn(text, "0123456789abcdef");
   return text[length] == '\0' && (length == 40 || length == 64);   /* SHA-1's and SHA-256's */
}

bool hash_are_some(const char* text)
{
   g_auto(GStrv) words = g_strsplit(text, " ", -1);
   bool are = true;
   for (size_t i = 0; words[i] != NULL; i++) {
      are = are && hash_is_one(words[i]);
   }
   return are;
}

/*--- Running it ---*/

static GPtrArray* command_line(const char* const* words)
{
   GPtrArray* line = g_ptr_array_new();
   g_ptr_array_add(line, (gpointer)"git");
   g_ptr_array_add(line, (gpointer)"--no-optional-locks");   /* git status would write the index */
   for (size_t i = 0; words[i] != NULL; i++) {
      g_ptr_array_add(line, (gpointer)words[i]);
   }
   g_ptr_array_add(line, NULL);
   return line;
}

/* The first line, without "fatal: ". */
static void refuse(const char* subcommand, char* messages, Problem* problem)
{
   const char* text = g_str_has_prefix(messages, "fatal: ") ? messages + strlen("fatal: ") : messages;
   problem_set(problem, NULL, 0, "git %s: %.*s", subcommand, (int)strcspn(text, "\n"), text);
}

char* git_run(const char* directory, const char* const* words, Problem* problem)
{
   g_autofree char*     out = NULL;
   g_autofree char*     messages = NULL;
   g_autoptr(GError)    error = NULL;
   g_autoptr(GPtrArray) line = command_line(words);
   int status = 0;
   if (!g_spawn_sync(directory, (char**)line->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &messages,
                     &status, &error)) {
      problem_set(problem, NULL, 0, "git cannot be run: %s", error->message);
      return NULL;
   }
   if (status != 0) {
      refuse(words[*words[0] == '-' ? 1 : 0], messages, problem);   /* an option may be first */
      return NULL;
   }
   return g_steal_pointer(&out);
}

static char* first_line(const char* directory, const char* const* words)
{
   Problem ignored;
   char*   out = git_run(directory, words, &ignored);
   if (out != NULL) {
      out[strcspn(out, "\n")] = '\0';
   }
   return out;
}

/*--- The repository ---*/

bool repository_find(Repository* repository, Problem* problem)
{
   static const char* const words[] = { "rev-parse", "--show-toplevel", "--git-common-dir",
                                        "--is-shallow-repository", NULL };
   *repository = (Repository){ 0 };
   g_autofree char* out = git_run(NULL, words, problem);
   if (out == NULL) {
      return false;
   }
   g_auto(GStrv) lines = g_strsplit(out, "\n", 4);
   bool is_whole = g_strv_length(lines) == 4;
   if (is_whole) {
      repository->top = g_strdup(lines[0]);
      repository->common = g_strdup(lines[1]);
      repository->is_shallow = strcmp(lines[2], "true") == 0;
   }
   return is_whole || problem_set(problem, NULL, 0, "git rev-parse: the answer is not as expected");
}

void repository_clear(Repository* repository)
{
   g_free(repository->top);
   g_free(repository->common);
   *repository = (Repository){ 0 };
}

char* git_branch(const Repository* repository)
{
   static const char* const words[] = { "symbolic-ref", "--quiet", "--short", "HEAD", NULL };
   char* branch = first_line(repository->top, words);
   return branch == NULL ? g_strdup("") : branch;
}

bool git_has_changes(const Repository* repository)
{
   static const char* const words[] = { "status", "--porcelain", "--untracked-files=no", NULL };
   g_autofree char* out = first_line(repository->top, words);
   return out != NULL && *out != '\0';
}

/* The name of the server and the path behind a user, who may have a password.  NULL: the address has none. */
static char* place_in(const char* remote)
{
   const char* scheme = strstr(remote, "://");
   const char* place = scheme == NULL ? remote : scheme + strlen("://");
   size_t      length = strcspn(place, "/");
   const char* user = memrchr(place, '@', length);
   place = user == NULL ? place : user + 1;
   size_t      host = strcspn(place, ":/");
   bool        is_web = g_str_has_prefix(remote, "http");
   const char* path = is_web ? place + strcspn(place, "/") : place + host;
   if (!is_web && *path == ':' && scheme != NULL) {   /* a port of ssh */
      path += strcspn(path, "/");
   }
   bool is_server = scheme != NULL || (*path == ':' && (user != NULL || memchr(place, '.', host) != NULL));
   return !is_server || host == 0 || *path == '\0' ? NULL
          : g_strdup_printf("%.*s/%s", (int)(is_web ? (size_t)(path - place) : host), place,
                            path + strspn(path, ":/"));
}

char* git_commit_url(const Repository* repository)
{
   static const char* const words[] = { "config", "--get", "remote.origin.url", NULL };
   static const char allowed[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-._~/:%+";
   g_autofree char* remote = first_line(repository->top, words);
   g_autofree char* place = remote == NULL || g_str_has_prefix(remote, "file:") ? NULL : place_in(remote);
   char* url = NULL;
   if (place != NULL && strspn(place, allowed) == strlen(place)) {
      size_t length = strlen(place);
      length -= place[length - 1] == '/';
      length -= length > 4 && strncmp(place + length - 4, ".git", 4) == 0 ? 4 : 0;
      url = g_strdup_printf("%s://%.*s/commit/", g_str_has_prefix(remote, "http:") ? "http" : "https",
                            (int)length, place);
   }
   return url;
}

/*--- Much output ---*/

/* A file in memory with a line for each of the texts. -1: there is none. */
static int lines_file(const char* const* lines)
{
   int   file = memfd_create("lines", MFD_CLOEXEC);
   FILE* stream = file < 0 ? NULL : fdopen(dup(file), "w");
   if (stream == NULL) {
      return file;
   }
   for (size_t i = 0; lines[i] != NULL; i++) {
      fprintf(stream, "%s\n", lines[i]);
   }
   fclose(stream);
   lseek(file, 0, SEEK_SET);
   return file;
}

bool git_begin(GitOutput* output, const char* directory, const char* const* words, const char* const* lines)
{
   int in = lines_file(lines);
   int ends[2];
   g_autoptr(GPtrArray) line = command_line(words);
   *output = (GitOutput){ 0 };
   if (in >= 0 && pipe2(ends, O_CLOEXEC) == 0) {
      bool ran = g_spawn_async_with_fds(directory, (char**)line->pdata, NULL,
                                        G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD
                                           | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output->process, in,
                                        ends[1], -1, NULL);
      close(ends[1]);
      output->out = ran ? fdopen(ends[0], "r") : NULL;
   }
   if (in >= 0) {
      close(in);
   }
   return output->out != NULL;
}

bool git_end(GitOutput* output)
{
   int status = -1;
   if (output->out != NULL) {
      fclose(output->out);
      waitpid(output->process, &status, 0);
   }
   *output = (GitOutput){ 0 };
   return status == 0;
}

char* git_next_object(FILE* out, const char* kind, char** hash)
{
   char*    line = NULL;
   size_t   size = 0;
   char     name[100], its_kind[16];
   uint64_t length = 0;
   bool     is_there = getline(&line, &size, out) > 0
                       && sscanf(line, "%99s %15s %" SCNu64, name, its_kind, &length) == 3
                       && strcmp(its_kind, kind) == 0 && length <= GIT_OBJECT_LIMIT;
   char*    bytes = is_there ? g_try_malloc(length + 1) : NULL;
   if (bytes != NULL && fread(bytes, 1, length + 1, out) != length + 1) {   /* a newline follows */
      g_clear_pointer(&bytes, g_free);
   }
   if (bytes != NULL) {
      bytes[length] = '\0';
      *hash = g_strdup(name);
   }
   free(line);
   return bytes;
}

/*--- A commit ---*/

/* "committer NAME <ADDRESS> SECONDS ZONE". */
static int64_t date_in(const char* line)
{
   const char* end = strrchr(line, '>');
   return end == NULL ? 0 : g_ascii_strtoll(end + 1, NULL, 10);
}

/* Reads the object itself: what git log prints of parents depends on what a shallow clone has. */
static void read_commit(Commit* commit, const char* text)
{
   GPtrArray*  parents = g_ptr_array_new();
   const char* body = strstr(text, "\n\n");
   g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
   for (size_t i = 0; lines[i] != NULL && *lines[i] != '\0'; i++) {
      if (g_str_has_prefix(lines[i], "parent ")) {
         g_ptr_array_add(parents, g_strdup(lines[i] + strlen("parent ")));
      } else if (g_str_has_prefix(lines[i], "committer ")) {
         commit->date = date_in(lines[i]);
      }
   }
   g_ptr_array_add(parents, NULL);
   body = body == NULL ? "" : body + 2;
   body += strspn(body, "\n");
   g_autofree char* subject = g_strndup(body, strcspn(body, "\n"));
   commit->subject = g_utf8_make_valid(subject, -1);
   commit->parents = (char**)g_ptr_array_free(parents, FALSE);
}

bool git_commit(const Repository* repository, const char* revision, Commit* commit, Problem* problem)
{
   static const char* const words[] = { "cat-file", "--batch", NULL };
   g_autofree char* wanted = g_strdup_printf("%s^{commit}", revision);
   const char* const lines[] = { wanted, NULL };
   GitOutput         output;
   *commit = (Commit){ 0 };
   g_autofree char* text = git_begin(&output, repository->top, words, lines)
                           ? git_next_object(output.out, "commit", &commit->hash) : NULL;
   git_end(&output);
   if (text == NULL) {
      return problem_set(problem, NULL, 0, "%s is no commit of this repository", revision);
   }
   read_commit(commit, text);
   return true;
}

void commit_clear(Commit* commit)
{
   g_free(commit->hash);
   g_free(commit->subject);
   g_strfreev(commit->parents);
   *commit = (Commit){ 0 };
}

/*--- Many commits ---*/

char** git_independent(const Repository* repository, const GPtrArray* hashes)
{
   Problem ignored;
   g_autoptr(GPtrArray) words = g_ptr_array_new();
   g_assert(hashes->len > 0);   /* git asks for one */
   g_ptr_array_add(words, (gpointer)"merge-base");
   g_ptr_array_add(words, (gpointer)"--independent");
   for (guint i = 0; i < hashes->len; i++) {
      g_ptr_array_add(words, g_ptr_array_index(hashes, i));
   }
   g_ptr_array_add(words, NULL);
   g_autofree char* out = git_run(repository->top, (const char* const*)words->pdata, &ignored);
   return g_strsplit(out == NULL ? "" : g_strchomp(out), "\n", -1);
}

void git_walk(const Repository* repository, const char* const* revisions, WalkOrder order, TakeCommit take,
              void* data)
{
   const char* const words[] = { "rev-list", "--parents", "--ignore-missing", "--stdin",
                                 order == CHILDREN_FIRST ? "--topo-order" : NULL, NULL };
   GitOutput output;
   char*     line = NULL;
   size_t    size = 0;
   bool      goes_on = git_begin(&output, repository->top, words, revisions);
   while (goes_on && getline(&line, &size, output.out) > 0) {
      line[strcspn(line, "\n")] = '\0';
      g_auto(GStrv) hashes = g_strsplit(line, " ", -1);
      goes_on = hashes[0] == NULL || take(data, hashes[0], hashes + 1);
   }
   free(line);
   git_end(&output);
}
