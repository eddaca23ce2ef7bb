/* Lines of generated code.  Many pieces come from few files. */

#include "code/code_lines.h"

#include "code/paths.h"

static VgHashTable* files;

const HChar* code_lines_file(const HChar* path)
{
   return ((const KeptPath*)paths_kept(&files, path, sizeof(KeptPath)))->text;
}

CodeLines* code_lines_new(UInt most)
{
   return VG_(calloc)("aprof.code_lines", 1, sizeof(CodeLines) + most * sizeof(CodeLine));
}

void code_lines_add(CodeLines* lines, ULong offset, const HChar* file, UInt line)
{
   if (lines->count == 0 || lines->lines[lines->count - 1].offset <= offset) {
      lines->lines[lines->count++] = (CodeLine){ offset, file, line };
   }
}

const CodeLine* code_lines_at(const CodeLines* lines, ULong offset)
{
   UInt low  = 0;
   UInt high = lines->count;
   while (low < high) {
      UInt middle = low + (high - low) / 2;
      if (lines->lines[middle].offset <= offset) {
         low = middle + 1;
      } else {
         high = middle;
      }
   }
   return low == 0 ? NULL : &lines->lines[low - 1];
}

CodeLines* code_lines_use(CodeLines* lines)
{
   if (lines != NULL) {
      lines->users++;
   }
   return lines;
}

void code_lines_release(CodeLines* lines)
{
   if (lines != NULL && --lines->users == 0) {
      VG_(free)(lines);
   }
}
