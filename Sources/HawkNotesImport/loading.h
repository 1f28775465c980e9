// Libraries that are opened when they are first needed: the program starts without them, and runs on
// systems that have others, or none.

#ifndef HAWK_IMPORT_LOADING_H
#define HAWK_IMPORT_LOADING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// A function that is looked up by its name.
typedef struct {
    const char *name;
    void **place;
} HawkSymbol;

typedef struct {
    const HawkSymbol *symbols;
    size_t symbol_count;
    // All of its functions have been found. They may be called once this is true.
    atomic_bool is_loaded;
} HawkLibrary;

// Opens a library by its soname and looks its functions up; does nothing when it is loaded. With
// `only_if_in_process` it is taken only where something else has opened it before.
bool hawk_library_load(HawkLibrary *library, const char *soname, bool only_if_in_process);

// What a list of functions, such as HAWK_CSV_FUNCTIONS, makes of each: a member of a struct named after
// the library, and its symbol.
#define HAWK_MEMBER(result, name, ...) result(*name)(__VA_ARGS__);
#define HAWK_SYMBOL(library, name) {#name, (void **)&library.name},

#endif
