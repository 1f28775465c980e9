// Loads libraries, and never unloads them.

#include "loading.h"

#include <dlfcn.h>
#include <pthread.h>

static bool find_symbols(HawkLibrary *library, const char *soname, bool only_if_in_process) {
    // RTLD_NOW, so that a library without some function fails here and does not end the program
    // later. RTLD_LOCAL, so that another version of it in the process keeps its own functions.
    int mode = RTLD_NOW | RTLD_LOCAL | (only_if_in_process ? RTLD_NOLOAD : 0);
    void *handle = dlopen(soname, mode);
    if (handle == NULL) return false;
    for (size_t index = 0; index < library->symbol_count; index++) {
        const HawkSymbol *symbol = &library->symbols[index];
        *symbol->place = dlsym(handle, symbol->name);
        if (*symbol->place == NULL) {
            dlclose(handle);
            return false;
        }
    }
    return true;
}

bool hawk_library_load(HawkLibrary *library, const char *soname, bool only_if_in_process) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (!library->is_loaded)
        library->is_loaded = find_symbols(library, soname, only_if_in_process);
    bool is_loaded = library->is_loaded;
    pthread_mutex_unlock(&lock);
    return is_loaded;
}
