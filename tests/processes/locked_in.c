/* A program that takes files out of its own reach.

      locked_in chroot DIRECTORY [END]           makes an empty directory its root, as some servers do
      locked_in landlock DIRECTORY [END]         forbids itself to open, make, remove and rename files, as xz does
      locked_in landlock_twice DIRECTORY [END]   once more

   END is `fork` if it has a child then, which ends first; or `supported`: status 0 if that can be done here, else 1.
   before is called once before, and after behind, twice by the program and once by the child. */
// build: $(closed_form)
#include <linux/landlock.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../common/expect.h"

ROUTINE int before(int number)
{
   return number;
}

ROUTINE int after(int number)
{
   return number;
}

/* Of the first version of Landlock, all accesses. */
static bool forbid(void)
{
   struct landlock_ruleset_attr rules = { .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1 };
   int file = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
   return file >= 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
          && syscall(SYS_landlock_restrict_self, file, 0) == 0 && close(file) == 0;
}

static bool lock(const char* way, const char* directory)
{
   if (strcmp(way, "chroot") == 0)
      return chroot(directory) == 0 && chdir("/") == 0;
   return forbid() && (strcmp(way, "landlock_twice") != 0 || forbid());
}

int main(int argc, char** argv)
{
   const char* end = argc > 3 ? argv[3] : "";
   if (argc < 3)
      die("usage: locked_in chroot|landlock|landlock_twice DIRECTORY [fork|supported]");
   before(0);
   bool is_locked_in = lock(argv[1], argv[2]);
   if (strcmp(end, "supported") == 0)
      return !is_locked_in;
   if (!is_locked_in)
      die("that cannot be done here");
   if (fopen(argv[0], "r") != NULL)
      die("files are within reach");
   if (strcmp(end, "fork") == 0) {
      if (fork() == 0)
         exit(after(4));
      wait(NULL);
   }
   after(0);
   after(0);
   puts("done");
   return 3;
}
