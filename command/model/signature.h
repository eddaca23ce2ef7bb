/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Parameters in the names of routines: those of C++ and D end with them.

      f(int (*)(int)) const                 (int (*)(int)) const
      Table<char>::operator()(char)         (char)
      operator()                            none
      runtime.(*pallocData).summarize       none: a type of Go
      strlen (resolver)                     none */

#ifndef COMMAND_MODEL_SIGNATURE_H
#define COMMAND_MODEL_SIGNATURE_H

/* Returns where the parameters begin in the name; NULL if it has none. */
extern const char* signature_parameters(const char* name);

/* Behind the const, volatile, & and && of a method, at `text`; or `text` itself. */
extern const char* signature_skip_qualifiers(const char* text);

#endif
