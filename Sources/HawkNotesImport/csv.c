// Tables by libcsv. The package has no pkg-config file, so that the linker cannot be told of it where it
// is installed and only there: its five functions are looked up when they are needed.

#include "functions.h"

#if HAWK_IMPORT_HAS_LIBRARIES

#include <csv.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static struct {
    int (*init)(struct csv_parser *, unsigned char);
    void (*free)(struct csv_parser *);
    void (*set_delim)(struct csv_parser *, unsigned char);
    void (*set_blk_size)(struct csv_parser *, size_t);
    size_t (*parse)(
        struct csv_parser *, const void *, size_t, void (*)(void *, size_t, void *),
        void (*)(int, void *), void *);
    int (*fini)(
        struct csv_parser *, void (*)(void *, size_t, void *), void (*)(int, void *), void *);
} library;

static bool is_loaded;

static void load(void) {
    void *handle = dlopen("libcsv.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) return;
    *(void **)&library.init = dlsym(handle, "csv_init");
    *(void **)&library.free = dlsym(handle, "csv_free");
    *(void **)&library.set_delim = dlsym(handle, "csv_set_delim");
    *(void **)&library.set_blk_size = dlsym(handle, "csv_set_blk_size");
    *(void **)&library.parse = dlsym(handle, "csv_parse");
    *(void **)&library.fini = dlsym(handle, "csv_fini");
    is_loaded = library.init != NULL && library.free != NULL && library.set_delim != NULL
        && library.set_blk_size != NULL && library.parse != NULL && library.fini != NULL;
}

const char *hawk_csv_missing_package(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? NULL : "libcsv3";
}

struct HawkCSV {
    struct csv_parser parser;
    const HawkCSVEvents *events;
    void *context;
};

static void tell_field(void *bytes, size_t count, void *context) {
    HawkCSV *table = context;
    table->events->field(table->context, bytes, count);
}

static void tell_row(int separator, void *context) {
    (void)separator;
    HawkCSV *table = context;
    table->events->row(table->context);
}

HawkCSV *hawk_csv_open(char separator, const HawkCSVEvents *events, void *context) {
    if (hawk_csv_missing_package() != NULL) return NULL;
    HawkCSV *table = calloc(1, sizeof *table);
    if (table == NULL) return NULL;
    if (library.init(&table->parser, 0) != 0) {
        free(table);
        return NULL;
    }
    library.set_delim(&table->parser, (unsigned char)separator);
    // One field grows by so much at a time.
    library.set_blk_size(&table->parser, 4096);
    table->events = events;
    table->context = context;
    return table;
}

bool hawk_csv_feed(HawkCSV *table, const void *bytes, size_t count) {
    return library.parse(&table->parser, bytes, count, tell_field, tell_row, table) == count;
}

size_t hawk_csv_pending(HawkCSV *table) { return table->parser.entry_pos; }

bool hawk_csv_finish(HawkCSV *table) {
    // The parser's own states are not in its header: a field has begun in the third.
    bool is_whole = !(table->parser.quoted && table->parser.pstate == 2);
    return library.fini(&table->parser, tell_field, tell_row, table) == 0 && is_whole;
}

void hawk_csv_close(HawkCSV *table) {
    library.free(&table->parser);
    free(table);
}

#endif
