/* Programs that lose sight of files by chroot(2), forbid themselves files by Landlock or system calls by
   seccomp(2), and so do it to aprof, too. */

#pragma once

#include "pub_tool.h"

/* If the system call will forbid aprof to write files, writes a checkpoint, and says so.  If it may forbid to
   make files, makes those that are written at the end.  If names will lead elsewhere, keeps what they lead to
   now. */
extern void sandbox_before_system_call(UInt number, const UWord* arguments);

/* If it has forbidden aprof to write files: from then on, files_are_forbidden, and nothing is measured. */
extern void sandbox_after_system_call(UInt number, Bool failed);
