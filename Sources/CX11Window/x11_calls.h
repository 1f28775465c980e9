// How this module calls Xlib.

#ifndef X11_CALLS_H
#define X11_CALLS_H

#include <dlfcn.h>
#include <stddef.h>

// GTK loads libX11 and libXi itself; looking their calls up keeps them out of this program's own libraries.
static inline void *find(const char *name) {
    static void *program;
    if (program == NULL) program = dlopen(NULL, RTLD_LAZY);
    return program == NULL ? NULL : dlsym(program, name);
}

#define FIND(function) __typeof__(&function) function##_ = (__typeof__(&function))find(#function)

#endif
