// Libraries that are loaded on first use: the program starts without them, and runs on systems that
// have other versions, or none.

#ifndef HAWK_IMPORT_LOADING_H
#define HAWK_IMPORT_LOADING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// A function that is looked up by name.
typedef struct {
    const char *name;
    void **place;
} HawkSymbol;

typedef struct {
    const HawkSymbol *symbols;
    size_t symbol_count;
    // All of its functions were found. They may be called once this is true.
    atomic_bool is_loaded;
} HawkLibrary;

// Loads a library by its soname and looks up its functions; does nothing if it is loaded. With
// `only_if_in_process`, it is only used if other code has loaded it before.
bool hawk_library_load(HawkLibrary *library, const char *soname, bool only_if_in_process);

// Expands to a member of a struct named after the library, and its symbol, for each entry of a list
// of functions such as HAWK_CSV_FUNCTIONS.
#define HAWK_MEMBER(result, name, ...) result(*name)(__VA_ARGS__);
#define HAWK_SYMBOL(library, name) {#name, (void **)&library.name},

#endif
