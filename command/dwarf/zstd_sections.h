/* Debug information that is compressed by zstd, for versions of libelf that only know zlib. */

#pragma once

/* Returns a descriptor of the same object without such sections: the same one if it has none, or if they
   cannot be decompressed; else one of a file in memory, and closes the first. */
extern int zstd_sections_expand(int fd);
