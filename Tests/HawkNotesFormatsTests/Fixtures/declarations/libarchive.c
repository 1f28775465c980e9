// Compiles where the declarations say what the header says.

#include <archive.h>
#include <archive_entry.h>

#include "libarchive.h"

#include <sys/stat.h>

#define DECLARE(result, name, ...) result name(__VA_ARGS__);
HAWK_ARCHIVE_FUNCTIONS(DECLARE)

_Static_assert(HAWK_LIBARCHIVE_EOF == ARCHIVE_EOF, "");
_Static_assert(HAWK_LIBARCHIVE_OK == ARCHIVE_OK, "");
_Static_assert(HAWK_LIBARCHIVE_WARN == ARCHIVE_WARN, "");
_Static_assert(S_IFREG == AE_IFREG, "");
