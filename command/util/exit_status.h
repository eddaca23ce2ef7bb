/* The exit status of every subcommand. */

#pragma once

enum {
   EXIT_OK        = 0,
   EXIT_FINDING   = 1,   /* check or check-report found a violation */
   EXIT_USAGE     = 2,   /* wrong use, unreadable input, unwritable output */
   EXIT_OPEN = 3,   /* check could decide nothing */
};
