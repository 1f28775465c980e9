// Only here for the compiler and linker flags of libxml2, where it is installed.

#if __has_include(<libxml/xmlreader.h>)
#include <libxml/xmlreader.h>
#endif
