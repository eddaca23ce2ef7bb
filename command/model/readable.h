/* Names that no demangler of the tool knows, as their languages write them:

      camlStdlib__List__fold_left_275        Stdlib.List.fold_left_275
      camlStdlib__$40_197                    Stdlib.@_197
      P$UNTAB_$$_NEXTFIELD$LONGINT$$INT64    UNTAB.NEXTFIELD(LONGINT)
      CLASSES$_$TBITS_$__$$_COPYBITS$TBITS   CLASSES.TBITS.COPYBITS(TBITS)
      base_GHCziList_zdwznzn_info            GHC.List.$w!!

   OCaml's numbers tell functions of one name apart, so they stay. */

#pragma once

/* To be freed with g_free; NULL: it is a name of another language. */
extern char* name_readable(const char* name);
