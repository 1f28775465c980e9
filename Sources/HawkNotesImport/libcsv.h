// The used declarations of libcsv, as in its header: builds need no header, and a test compares
// them.

#ifndef HAWK_IMPORT_LIBCSV_H
#define HAWK_IMPORT_LIBCSV_H

#include <stddef.h>

// A parser, allocated by the caller.
typedef struct {
    int pstate;
    int quoted;
    size_t spaces;
    unsigned char *entry_buf;
    size_t entry_pos;
    size_t entry_size;
    int status;
    unsigned char options;
    unsigned char quote_char;
    unsigned char delim_char;
    int (*is_space)(unsigned char);
    int (*is_term)(unsigned char);
    size_t blk_size;
    void *(*malloc_func)(size_t);
    void *(*realloc_func)(void *, size_t);
    void (*free_func)(void *);
} HawkCSVParser;

#define HAWK_CSV_FUNCTIONS(FUNCTION, Parser) \
    FUNCTION(int, csv_init, Parser *, unsigned char) \
    FUNCTION(void, csv_free, Parser *) \
    FUNCTION(void, csv_set_delim, Parser *, unsigned char) \
    FUNCTION(void, csv_set_blk_size, Parser *, size_t) \
    FUNCTION( \
        size_t, csv_parse, Parser *, const void *, size_t, void (*)(void *, size_t, void *), \
        void (*)(int, void *), void *) \
    FUNCTION( \
        int, csv_fini, Parser *, void (*)(void *, size_t, void *), void (*)(int, void *), void *)

#endif
