/* `git fast-import` writes: the objects, and then the branch, if that is still what our commit follows. */

#include "history/branch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input/file.h"

#define LOCAL         "refs/heads/"
#define REMOTE        "refs/remotes/"
/* Only experiments need version 2; so what has none can be read by an older aprof. */
#define FORMAT        2
#define FIRST_FORMAT  1
#define LOOSE         600                /* objects: some six for each result */
#define FORMAT_FILE   "aprof-history"    /* "version 1" */

struct Branch {
   char*             name;        /* NULL: it is no branch, but the usual ref */
   char*             label;
   char*             ref;
   char*             directory;   /* of the repository, as an option of git */
   const Repository* repository;
   char*             tip;         /* NULL: there is none */
   char*             tree;
   bool              is_local;    /* its name is of this repository */
   bool              is_remote;   /* only as it was fetched, under a name that is of a remote */
   FILE*             stream;      /* for git: objects that wait for the commit; NULL: there are none */
   GString*          changes;     /* lines of the commit */
   unsigned          marks;
   unsigned          needed;      /* the version that the changes need; 0: any */
};

/*--- The branch ---*/

Branch* branch_new(const char* name, const char* label, const Repository* repository)
{
   Branch* branch = g_new0(Branch, 1);
   branch->name = g_strdup(name);
   branch->label = g_strdup(label);
   branch->ref = name == NULL ? g_strdup(BRANCH_USUAL) : g_strconcat(LOCAL, name, NULL);
   branch->directory = g_strconcat("--git-dir=", repository->common, NULL);
   branch->repository = repository;
   branch->changes = g_string_new(NULL);
   return branch;
}

void branch_free(Branch* branch)
{
   if (branch != NULL) {
      branch_forget(branch);
      g_string_free(branch->changes, TRUE);
      g_free(branch->tip);
      g_free(branch->tree);
      g_free(branch->directory);
      g_free(branch->ref);
      g_free(branch->label);
      g_free(branch->name);
      g_free(branch);
   }
}

/* The words of a command of git in the repository; to be freed by g_free. */
static const char** words_for(const Branch* branch, const char* const* words)
{
   guint        count = g_strv_length((char**)words);
   const char** all = g_new0(const char*, count + 2);
   all[0] = branch->directory;
   memcpy(all + 1, words, count * sizeof *words);
   return all;
}

static char* run(const Branch* branch, const char* const* words, Problem* problem)
{
   g_autofree const char** all = words_for(branch, words);
   return git_run(NULL, all, problem);
}

const char* branch_label(const Branch* branch)
{
   return branch->label;
}

const char* branch_tree(const Branch* branch)
{
   return branch->tree;
}

bool branch_is_local(const Branch* branch)
{
   return branch->is_local;
}

/* Not by g_str_has_prefix: of that, some versions of GCC think that the name may be NULL. */
static bool is_ref(const char* name, const char* folder, const char* branch)
{
   size_t length = strlen(folder);
   return strncmp(name, folder, length) == 0 && strcmp(name + length, branch) == 0;
}

static void set_tip(Branch* branch, const char* tip, const char* tree)
{
   g_assert((tip == NULL) == (tree == NULL));
   g_free(branch->tip);
   g_free(branch->tree);
   branch->tip = g_strdup(tip);
   branch->tree = g_strdup(tree);
}

/* Takes a line "REF COMMIT TREE".  Our own branch comes first; without it, one that was fetched is where it
   begins. */
static void take_ref(Branch* branch, char** words, unsigned* remotes)
{
   const char* name = words[0];
   bool is_local = strcmp(name, branch->ref) == 0;
   bool is_same_name = !is_local && is_ref(name, REMOTE, branch->name);
   bool is_of_remote = !is_local && !is_same_name && g_str_has_prefix(name, REMOTE)
                       && g_str_has_suffix(name, branch->name);
   *remotes += is_of_remote;
   if (is_local || (!branch->is_local && (is_same_name || (is_of_remote && *remotes == 1)))) {
      branch->is_local = is_local;
      branch->is_remote = is_same_name;
      set_tip(branch, words[1], words[2]);
   }
}

/* The lines "REF COMMIT TREE" of what may be meant; NULL, with the problem set. */
static char** find_refs(const Branch* branch, Problem* problem)
{
   bool is_usual = branch->name == NULL;
   g_autofree char* same_name = is_usual ? NULL : g_strconcat(REMOTE, branch->name, NULL);
   g_autofree char* of_remotes = is_usual ? NULL : g_strconcat(REMOTE "*/", branch->name, NULL);
   const char* const words[] = { "for-each-ref", "--format=%(refname) %(objectname) %(tree)", branch->ref,
                                 same_name, of_remotes, NULL };
   g_autofree char* out = run(branch, words, problem);
   return out == NULL ? NULL : g_strsplit(out, "\n", -1);
}

/* Finds the branch of this name here or, without it, the one of a remote, if only one has it. */
bool branch_look(Branch* branch, Problem* problem)
{
   g_auto(GStrv) lines = find_refs(branch, problem);
   bool done = lines != NULL;
   unsigned remotes = 0;
   set_tip(branch, NULL, NULL);
   branch->is_local = branch->is_remote = false;
   for (size_t i = 0; lines != NULL && lines[i] != NULL; i++) {
      g_auto(GStrv) parts = g_strsplit(lines[i], " ", 3);
      if (g_strv_length(parts) == 3) {
         take_ref(branch, parts, &remotes);
      }
   }
   if (!branch->is_local && !branch->is_remote && remotes > 1) {
      set_tip(branch, NULL, NULL);
   }
   return done;
}

bool branch_check(const Branch* branch, Problem* problem)
{
   Problem  ignored;
   uint64_t version;
   g_autofree char* file = g_strdup_printf("%s:" FORMAT_FILE, branch->tree);
   const char* const words[] = { "cat-file", "blob", file, NULL };
   g_autofree char* text = run(branch, words, &ignored);
   bool is_one = text != NULL && sscanf(text, "version %" SCNu64, &version) == 1;
   if (!is_one) {
      return problem_set(problem, branch->label, 0, "is a branch, but no history of aprof");
   }
   return version <= FORMAT
          || problem_set(problem, branch->label, 0, "has version %" PRIu64 " of the history, and this aprof"
                         " knows version %d: use the aprof that wrote it, or a newer one", version, FORMAT);
}

/*--- Reading ---*/

bool branch_has_tree(const Branch* branch, const char* tree)
{
   Problem           ignored;
   const char* const words[] = { "cat-file", "-e", tree, NULL };
   g_autofree char* out = run(branch, words, &ignored);
   return out != NULL;
}

/* The tree without files has the same name everywhere, but for the hash that the repository uses. */
static char* empty_tree(const Branch* branch, Problem* problem)
{
   static const char* const words[] = { "hash-object", "-t", "tree", "--stdin", NULL };
   char* out = run(branch, words, problem);
   return out == NULL ? NULL : g_strchomp(out);
}

/* The lines ":MODE MODE BLOB BLOB STATUS\tPATH" of what differs. */
static char** differing_files(const Branch* branch, const char* tree, Problem* problem)
{
   g_autofree char*  empty = tree != NULL && branch->tree != NULL ? NULL : empty_tree(branch, problem);
   const char* const words[] = {
      "diff-tree", "-r", "--no-renames", tree != NULL ? tree : empty,
      branch->tree != NULL ? branch->tree : empty, NULL,
   };
   bool             has_both = words[3] != NULL && words[4] != NULL;
   g_autofree char* out = has_both ? run(branch, words, problem) : NULL;
   return out == NULL ? NULL : g_strsplit(g_strchomp(out), "\n", -1);
}

/* A file that differs: its contents before and now, as hashes. */
typedef struct {
   const char* path;
   char        hashes[2][100];
} Differing;

static bool is_blob(const char* hash)
{
   return hash[strspn(hash, "0")] != '\0';
}

/* False: the line is of no file. */
static bool parse_file(const char* line, Differing* file)
{
   const char* tab = strchr(line, '\t');
   file->path = tab == NULL ? NULL : tab + 1;
   return tab != NULL && sscanf(line, ":%*s %*s %99s %99s", file->hashes[0], file->hashes[1]) == 2;
}

/* Takes a file, whose contents are the next of the output. */
static bool take_file(const Branch* branch, const Differing* file, GitOutput* output, TakeFile take,
                      void* data, Problem* problem)
{
   g_autofree char* before = NULL;
   g_autofree char* now = NULL;
   char** const     contents[] = { &before, &now };
   for (size_t i = 0; i < G_N_ELEMENTS(contents); i++) {
      g_autofree char* hash = NULL;
      if (is_blob(file->hashes[i])
          && (*contents[i] = git_next_object(output->out, "blob", &hash)) == NULL) {
         return problem_set(problem, branch->label, 0, "is damaged: %s cannot be read, or has more than "
                            GIT_OBJECT_LIMIT_IN, file->path);
      }
   }
   return take(data, file->path, before, now, problem);
}

bool branch_compare(const Branch* branch, const char* tree, TakeFile take, void* data, Problem* problem)
{
   static const char* const words[] = { "cat-file", "--batch", NULL };
   g_autofree const char** all = words_for(branch, words);
   g_auto(GStrv)        lines = differing_files(branch, tree, problem);
   g_autoptr(GArray)    files = g_array_new(FALSE, FALSE, sizeof(Differing));
   g_autoptr(GPtrArray) blobs = g_ptr_array_new_with_free_func(g_free);
   for (size_t i = 0; lines != NULL && lines[i] != NULL; i++) {
      Differing file;
      if (parse_file(lines[i], &file)) {
         g_array_append_val(files, file);
         for (size_t k = 0; k < G_N_ELEMENTS(file.hashes); k++) {
            if (is_blob(file.hashes[k])) {
               g_ptr_array_add(blobs, g_strdup(file.hashes[k]));
            }
         }
      }
   }
   g_ptr_array_add(blobs, NULL);
   GitOutput output = { 0 };
   bool      done = lines != NULL
                    && (files->len == 0
                        || git_begin(&output, NULL, all, (const char* const*)blobs->pdata)
                        || problem_set(problem, branch->label, 0, "cannot be read"));
   for (guint i = 0; i < files->len && done; i++) {
      done = take_file(branch, &g_array_index(files, Differing, i), &output, take, data, problem);
   }
   git_end(&output);
   return done;
}

/*--- Writing ---*/

void branch_put(Branch* branch, const char* path, const char* text, gsize length)
{
   if (text == NULL) {
      g_string_append_printf(branch->changes, "D %s\n", path);
      return;
   }
   if (branch->stream == NULL) {
      branch->stream = tmpfile();
   }
   if (branch->stream != NULL) {
      fprintf(branch->stream, "blob\nmark :%u\ndata %" G_GSIZE_FORMAT "\n", ++branch->marks, length);
      fwrite(text, 1, length, branch->stream);
      fputc('\n', branch->stream);
   }
   g_string_append_printf(branch->changes, "M 100644 :%u %s\n", branch->marks, path);
}

void branch_need(Branch* branch, unsigned version)
{
   branch->needed = MAX(branch->needed, version);
}

void branch_forget(Branch* branch)
{
   g_clear_pointer(&branch->stream, fclose);
   g_string_truncate(branch->changes, 0);
   branch->marks = 0;
   branch->needed = 0;
}

/* Who commits; on a machine where git does not know that, aprof. */
static char* committer(const Branch* branch)
{
   static const char* const words[] = { "var", "GIT_COMMITTER_IDENT", NULL };
   Problem ignored;
   char*   out = run(branch, words, &ignored);
   return out != NULL ? g_strchomp(out) : g_strdup_printf("aprof <> %" G_GINT64_FORMAT " +0000",
                                                          g_get_real_time() / G_USEC_PER_SEC);
}

static void write_commit(const Branch* branch, const char* message, const Branch* other)
{
   FILE* stream = branch->stream;
   g_autofree char* name = committer(branch);
   unsigned mark = branch->marks + 1;
   g_assert(branch->needed <= FORMAT);   /* else we could not read it again */
   fprintf(stream, "commit %s\nmark :%u\ncommitter %s\ndata %zu\n%s\n", branch->ref, mark, name,
           strlen(message), message);
   if (branch->tip != NULL) {
      fprintf(stream, "from %s\n", branch->tip);
   }
   if (other != NULL && other->tip != NULL) {
      fprintf(stream, "merge %s\n", other->tip);
   }
   if (branch->tip == NULL || branch->needed > FIRST_FORMAT) {
      g_autofree char* version = g_strdup_printf("version %u\n", MAX(branch->needed, FIRST_FORMAT));
      fprintf(stream, "M 100644 inline " FORMAT_FILE "\ndata %zu\n%s", strlen(version), version);
   }
   fprintf(stream, "%s\nget-mark :%u\nls :%u \"\"\n", branch->changes->str, mark, mark);
}

/* Removes what git writes for its developers if a disk is full, say. */
static void remove_crash(const Branch* branch, GPid process)
{
   g_autofree char* path = g_strdup_printf("%s/fast_import_crash_%d", branch->repository->common,
                                           (int)process);
   unlink(path);
}

/* Takes over what git prints of the commit: "HASH", and "040000 tree HASH\t". */
static bool take_commit(Branch* branch, FILE* out)
{
   char tip[100], tree[100];
   rewind(out);
   if (fscanf(out, "%99[0-9a-f] 040000 tree %99[0-9a-f]", tip, tree) != 2) {
      return false;
   }
   set_tip(branch, tip, tree);
   branch->is_local = true;
   return true;
}

static char* text_in(FILE* messages)
{
   char text[500];
   rewind(messages);
   text[fread(text, 1, sizeof text - 1, messages)] = '\0';
   return g_strdup(text);
}

/* False, with git's messages, if it is not written. */
static bool import(Branch* branch, char** messages)
{
   char* words[] = { (char*)"git", branch->directory, (char*)"-c", (char*)"core.compression=1",
                     (char*)"fast-import", (char*)"--quiet", NULL };
   FILE* out = tmpfile();
   FILE* errors = tmpfile();
   GPid  process;
   int   status = -1;
   bool  ran = out != NULL && errors != NULL
               && g_spawn_async_with_fds(NULL, words, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
                                         NULL, NULL, &process, fileno(branch->stream), fileno(out),
                                         fileno(errors), NULL);
   while (ran && waitpid(process, &status, 0) < 0 && errno == EINTR) {
   }
   bool is_written = status == 0 && take_commit(branch, out);
   *messages = is_written ? NULL : ran ? text_in(errors) : g_strdup("cannot be run");
   if (ran && status != 0) {
      remove_crash(branch, process);
   }
   g_clear_pointer(&errors, fclose);
   g_clear_pointer(&out, fclose);
   return is_written;
}

static bool has_moved(Branch* branch, Problem* problem)
{
   g_autofree char* former = g_strdup(branch->tip);
   bool was_local = branch->is_local;
   return branch_look(branch, problem)
          && (g_strcmp0(former, branch->tip) != 0 || was_local != branch->is_local);
}

/* Guesses, as `git gc --auto` does, by one of 256 directories over which objects are spread evenly. */
static bool may_have_many(const Branch* branch)
{
   Problem              ignored;
   g_autofree char*     path = g_build_filename(branch->repository->common, "objects", "17", NULL);
   g_autoptr(GPtrArray) names = listing_read(path, &ignored);
   return names != NULL && names->len >= LOOSE / 256;
}

/* Packs what was written one by one, if that is much: a result is then a hundredth as large. */
static void pack(const Branch* branch)
{
   static const char* const words[] = {
      "-c", "maintenance.loose-objects.auto=" G_STRINGIFY(LOOSE), "maintenance", "run", "--auto", "--quiet",
      "--task=loose-objects", NULL,
   };
   Problem ignored;
   if (may_have_many(branch)) {
      g_free(run(branch, words, &ignored));
   }
}

static BranchOutcome refuse(Branch* branch, const char* messages, Problem* problem)
{
   if (has_moved(branch, problem)) {
      return BRANCH_MOVED;
   }
   const char* text = g_str_has_prefix(messages, "fatal: ") ? messages + strlen("fatal: ") : messages;
   problem_set(problem, branch->label, 0, "cannot be written: git fast-import: %.*s; the history is as it was"
               " before", (int)strcspn(text, "\n"), text);
   return BRANCH_FAILED;
}

static bool can_be_written(const Branch* branch, Problem* problem)
{
   return !branch->is_remote
          || problem_set(problem, branch->label, 0, "is a branch as it was fetched, and cannot be written");
}

BranchOutcome branch_commit(Branch* branch, const char* message, const Branch* other, Problem* problem)
{
   if (!can_be_written(branch, problem)) {
      return BRANCH_FAILED;
   }
   branch->stream = branch->stream == NULL ? tmpfile() : branch->stream;
   if (branch->stream == NULL) {
      problem_set(problem, branch->label, 0, "cannot be written: there is no temporary file");
      return BRANCH_FAILED;
   }
   g_assert(branch->changes->len > 0 || other != NULL);
   write_commit(branch, message, other);
   bool is_whole = fflush(branch->stream) == 0 && ferror(branch->stream) == 0;
   g_autofree char* messages = is_whole ? NULL : g_strdup("there is no room for a temporary file");
   rewind(branch->stream);
   bool          is_written = is_whole && import(branch, &messages);
   BranchOutcome outcome = is_written ? BRANCH_WRITTEN : refuse(branch, messages, problem);
   if (is_written) {
      pack(branch);
   }
   branch_forget(branch);
   return outcome;
}

/*--- Two branches ---*/

bool branch_is_beside(const Branch* branch, const Branch* other)
{
   return strcmp(branch->directory, other->directory) == 0;
}

bool branch_has(const Branch* branch, const Branch* other)
{
   Problem ignored;
   if (branch->tip == NULL || other->tip == NULL) {
      return other->tip == NULL;
   }
   const char* const words[] = { "merge-base", "--is-ancestor", other->tip, branch->tip, NULL };
   g_autofree char* out = run(branch, words, &ignored);
   return out != NULL;
}

BranchOutcome branch_move(Branch* branch, const Branch* other, Problem* problem)
{
   if (!can_be_written(branch, problem)) {
      return BRANCH_FAILED;
   }
   const char* const words[] = { "update-ref", branch->ref, other->tip,
                                 branch->is_local ? branch->tip : "", NULL };
   g_autofree char* out = run(branch, words, problem);
   if (out == NULL) {
      return has_moved(branch, problem) ? BRANCH_MOVED : BRANCH_FAILED;
   }
   set_tip(branch, other->tip, other->tree);
   branch->is_local = true;
   return BRANCH_WRITTEN;
}
