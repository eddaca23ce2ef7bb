/* Finds parts of names: of those of generic routines (C++'s templates, Rust's and Go's generics, D's
   templates), and parameters.  All instances of a generic routine have the same folded name, in which the
   arguments are left out:

      int* find<int>(int const*, int)                      find<>
      Table<char>::{lambda(char)#1}::operator()(char)      Table<>::{lambda#1}::operator()
      <list::List<i32> as core::fmt::Debug>::fmt           <list::List<> as core::fmt::Debug>::fmt
      main.Sum[go.shape.int]                               main.Sum[]
      list.find!(int).find(const(int)[])                   list.find!().find

   Overloads of a template have parameters that may depend on its arguments, so they get one name, too. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The folded name, to be freed with g_free; NULL if the routine is not generic.  `mangled` is its symbol,
   or NULL if that is not known. */
extern char* generics_fold(const char* name, const char* mangled);

/* Returns the name as its language writes it (readable.h), if it has at most so many bytes.  If it is longer,
   returns it folded and without its parameters; if that is longer, too, without paths of types
   (`<Address as PartialEq>::eq`), or without what encloses the routine, the outermost first:
   `...::Table<>::find<>`.  The routine's own name stays.  To be freed with g_free. */
extern char* name_shorten(const char* symbol, const char* mangled, size_t length);

/* Returns the routine's own name: without parameters, and without what encloses it.  To be freed with
   g_free. */
extern char* name_own(const char* name);

/* Returns the name behind the type of the result, with which C++ begins the names of function templates:

      std::vector<int> find<int>(int)      find<int>(int)
      main::{lambda(int)#1}::operator()    the same */
extern const char* name_behind_result(const char* name);

/* Whether it is a symbol of Rust that looks like one of C++. */
extern bool symbol_is_of_older_rust(const char* symbol);

/* Parameters in names: those of C++ and D end with them.

      f(int (*)(int)) const                 (int (*)(int)) const
      Table<char>::operator()(char)         (char)
      operator()                            none
      runtime.(*pallocData).summarize       none: a type of Go
      strlen (resolver)                     none

   Returns where the parameters begin in the name; NULL if it has none. */
extern const char* signature_parameters(const char* name);
