// Only here for the compiler and linker flags of WebKitGTK, where it is installed.

#if __has_include(<webkit/webkit.h>)
#include <webkit/webkit.h>
#endif
