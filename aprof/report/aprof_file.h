/* The aprof report, version 1.4. */

#pragma once

/* Adds the report to the outputs (report.h), as the first.  The program's executable is looked at: it may be
   replaced later. */
extern void aprof_file_init(void);
