// Only here for the compiler and linker flags of libarchive, where it is installed.

#if __has_include(<archive.h>)
#include <archive.h>
#endif
