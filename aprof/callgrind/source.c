/* Source code: which line of which file an instruction comes from. */

#include "callgrind/source.h"

#include "code/perf_map.h"
#include "code/routine.h"
#include "valgrind_version.h"

static VgHashTable* source_files;
static VgHashTable* object_files;

static SourceFile* file_in(VgHashTable** files, const HChar* path)
{
   SourceFile* file = paths_kept(files, path, sizeof *file);
   if (file->number == 0) {
      file->number = VG_(HT_count_nodes)(*files);
   }
   return file;
}

SourceFile* source_file(const HChar* path)
{
   return file_in(&source_files, path);
}

/* Neighbouring instructions mostly come from one file, whose two names Valgrind
   keeps as long as its debug information. */
static SourceFile* file_in_directory(const HChar* directory, const HChar* name)
{
   static const HChar* last_directory;
   static const HChar* last_name;
   static UInt         last_generation;
   static SourceFile*  last;

   UInt generation = VG_(debuginfo_generation)();
   if (last != NULL && directory == last_directory && name == last_name && generation == last_generation) {
      return last;
   }
   SizeT  directory_length = VG_(strlen)(directory);
   HChar* path = VG_(malloc)("aprof.source.path", directory_length + VG_(strlen)(name) + 2);
   if (directory_length == 0 || name[0] == '/') {
      VG_(strcpy)(path, name);
   } else {
      VG_(sprintf)(path, "%s/%s", directory, name);
   }
   last            = file_in(&source_files, path);
   last_directory  = directory;
   last_name       = name;
   last_generation = generation;
   VG_(free)(path);
   return last;
}

/* Neighbouring instructions mostly come from one object, whose path routine.c keeps once. */
static SourceFile* object_of_path(const HChar* path)
{
   static const HChar* last_path;
   static SourceFile*  last;
   if (last == NULL || path != last_path) {
      last_path = path;
      last      = file_in(&object_files, path == NULL ? SOURCE_UNKNOWN : path);
   }
   return last;
}

static void find_line(CodePlace* place, Addr address)
{
   const HChar* name;
   const HChar* directory;
   UInt         line;
   if (VG_(get_filename_linenum)(VG_(current_DiEpoch)(), address, &name, &directory, &line)) {
      place->file = file_in_directory(directory, name);
      place->line = line;
   } else {
      const CodeLine* generated = perf_map_line(address);
      place->file = generated == NULL ? NULL : source_file(generated->file);
      place->line = generated == NULL ? 0 : generated->line;
   }
}

CodePlace source_at(Addr address)
{
   CodePlace    place = { .last_call = NULL };
   const HChar* path;
   place.address = routine_offset_in_object(address, &path);
   place.object  = object_of_path(path);
   find_line(&place, address);
   return place;
}

CodePlace source_near(Addr address, const CodePlace* from, Addr from_address)
{
   CodePlace place = { .object = from->object, .address = from->address + address - from_address };
   find_line(&place, address);
   return place;
}
