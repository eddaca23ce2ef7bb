/* "Did you mean": which of the words that are known is nearest to one that is not.

      Suggestion suggestion = suggestion_for("shiw");
      suggestion_offer(&suggestion, "show");
      suggestion.nearest                              "show" */

#pragma once

#include <stddef.h>

typedef struct {
   const char* word;
   size_t      length;     /* of what is compared of it: for "--limt=3", without the value */
   const char* nearest;    /* NULL: nothing is near */
   size_t      distance;   /* of that; before there is one, the least that is too far */
} Suggestion;

extern Suggestion suggestion_for(const char* word);

/* For an option: what follows an equals sign is not compared. */
extern Suggestion suggestion_for_option(const char* option);

/* Takes the candidate if it is nearer than those before. It must stay as long as the suggestion. */
extern void suggestion_offer(Suggestion* suggestion, const char* candidate);

/* The nearest of the words up to NULL; NULL: none is near. */
extern const char* suggestion_among(const char* word, const char* const* candidates);

/* The end of a message: "; did you mean --limit?" for the prefix "--"; nothing if nothing is near. To be
   freed by g_free. */
extern char* suggestion_text(const char* prefix, const char* nearest);
