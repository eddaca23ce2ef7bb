/* Writes the model as a report of version 1.4. */

#pragma once

#include <stdio.h>

#include "model/report.h"

/* The caller checks by ferror whether everything was written. */
extern void writer_write(FILE* out, const Report* report);
