/* Keeping each path once. */

#include "code/paths.h"

/* FNV-1a. */
UWord paths_hash(UWord hash, const HChar* text)
{
   for (; *text != '\0'; text++) {
      hash = (hash ^ (UChar)*text) * 0x100000001b3ULL;
   }
   return hash;
}

static Word compare_paths(const void* left, const void* right)
{
   return !VG_STREQ(((const KeptPath*)left)->text, ((const KeptPath*)right)->text);
}

void* paths_kept(VgHashTable** table, const HChar* text, SizeT size)
{
   if (*table == NULL) {
      *table = VG_(HT_construct)("aprof.paths");
   }
   KeptPath  probe = { .node.key = paths_hash(PATHS_NO_HASH, text), .text = text };
   KeptPath* path  = VG_(HT_gen_lookup)(*table, &probe, compare_paths);
   if (path == NULL) {
      path           = VG_(calloc)("aprof.paths", 1, size);
      path->node.key = probe.node.key;
      path->text     = VG_(strdup)("aprof.paths.text", text);
      VG_(HT_add_node)(*table, path);
   }
   return path;
}
