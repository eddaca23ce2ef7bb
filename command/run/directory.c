/* Making a directory fails if it is there, so two commands that run at the same time never share one. */

#include "run/directory.h"

#include <errno.h>
#include <glib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/file.h"

#define DEFAULT_NAME  "aprof.run"
#define MAX_NUMBER    100000

/*--- Ranks and tasks ---*/

/* A process of a parallel program.  srun also sets its variable for what mpirun starts below it, so it
   comes last. */
static const char* const rank_variables[] = {
   "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID", NULL
};

/* A task of a job array: Slurm, PBS, Torque, LSF, Grid Engine, GNU parallel. */
static const char* const task_variables[] = {
   "SLURM_ARRAY_TASK_ID", "PBS_ARRAY_INDEX", "PBS_ARRAYID", "LSB_JOBINDEX", "SGE_TASK_ID", "PARALLEL_SEQ",
   NULL
};

/* The first that is a number; Grid Engine says "undefined" without an array. */
static const char* value_of_one(const char* const* variables)
{
   for (; *variables != NULL; variables++) {
      const char* value = g_getenv(*variables);
      if (value != NULL && value[0] != '\0' && strspn(value, "0123456789") == strlen(value)) {
         return value;
      }
   }
   return NULL;
}

/* Returns rank-3, task-7 or task-7-rank-3; NULL if this is neither a rank nor a task. */
static char* rank_name(void)
{
   const char* rank = value_of_one(rank_variables);
   const char* task = value_of_one(task_variables);
   if (rank == NULL && task == NULL) {
      return NULL;
   }
   return g_strconcat(task == NULL ? "" : "task-", task == NULL ? "" : task,
                      rank != NULL && task != NULL ? "-" : "",
                      rank == NULL ? "" : "rank-", rank == NULL ? "" : rank, NULL);
}

/*--- Directories ---*/

static bool refuse(Problem* problem, const char* path)
{
   return problem_set(problem, path, 0, "cannot be made: %s", strerror(errno));
}

/* Nothing of an earlier run is overwritten. */
static bool refuse_used(Problem* problem, const char* path)
{
   return problem_set(problem, path, 0, "holds an earlier run: name another directory with --output, or "
                      "remove it");
}

/* Below the wanted directory, or the usual one. */
static bool make_of_rank(RunDirectory* directory, const char* wanted, Problem* problem)
{
   g_autofree char* name = rank_name();
   if (name == NULL) {
      return problem_set(problem, NULL, 0, "--rank: neither a rank nor a task is known; mpirun, srun or a "
                         "job array sets variables such as PMIX_RANK, PMI_RANK, SLURM_PROCID or "
                         "SLURM_ARRAY_TASK_ID");
   }
   const char* base = wanted == NULL ? DEFAULT_NAME : wanted;
   directory->path = g_build_filename(base, name, NULL);
   if (g_mkdir_with_parents(base, 0777) != 0) {
      return refuse(problem, base);
   }
   if (mkdir(directory->path, 0777) != 0) {
      return errno == EEXIST ? refuse_used(problem, directory->path) : refuse(problem, directory->path);
   }
   return true;
}

static bool make_wanted(char** path, const char* wanted, Problem* problem)
{
   *path = g_strdup(wanted);
   if (g_mkdir_with_parents(wanted, 0777) != 0) {
      return refuse(problem, wanted);
   }
   g_autoptr(GPtrArray) names = listing_read(wanted, problem);
   return names != NULL && (names->len == 0 || refuse_used(problem, wanted));
}

/* The usual name, with the first number that is free. */
static bool make_numbered(char** path, const char* usual, Problem* problem)
{
   for (unsigned number = 1; number < MAX_NUMBER; number++) {
      g_free(*path);
      *path = number == 1 ? g_strdup(usual) : g_strdup_printf("%s.%u", usual, number);
      if (mkdir(*path, 0777) == 0) {
         return true;
      }
      if (errno != EEXIST) {
         break;
      }
   }
   return refuse(problem, *path);
}

bool directory_make_new(char** path, const char* wanted, const char* usual, Problem* problem)
{
   *path = NULL;
   bool made = wanted != NULL ? make_wanted(path, wanted, problem) : make_numbered(path, usual, problem);
   g_assert(*path != NULL);   /* made or not: the problem names it */
   return made;
}

bool directory_make(RunDirectory* directory, const char* wanted, bool by_rank, Problem* problem)
{
   *directory = (RunDirectory){ 0 };
   bool made = by_rank ? make_of_rank(directory, wanted, problem)
                       : directory_make_new(&directory->path, wanted, DEFAULT_NAME, problem);
   if (made) {
      g_autofree char* absolute = g_canonicalize_filename(directory->path, NULL);
      directory->processes = g_build_filename(absolute, "processes", NULL);
      directory->maps = g_build_filename(directory->processes, "maps", NULL);
      made = mkdir(directory->processes, 0777) == 0 || refuse(problem, directory->processes);
   }
   return made;
}

void directory_remove(const char* path, int depth)
{
   Problem    ignored;
   g_autoptr(GPtrArray) names = depth > 0 && unlink(path) != 0 ? listing_read(path, &ignored) : NULL;
   for (guint i = 0; names != NULL && i < names->len; i++) {
      g_autofree char* child = g_build_filename(path, g_ptr_array_index(names, i), NULL);
      directory_remove(child, depth - 1);
   }
   if (names != NULL) {
      rmdir(path);
   }
}

void directory_tidy(const RunDirectory* directory)
{
   directory_remove(directory->maps, 2);
   rmdir(directory->processes);
   rmdir(directory->path);
}

void directory_free(RunDirectory* directory)
{
   g_free(directory->path);
   g_free(directory->processes);
   g_free(directory->maps);
}
