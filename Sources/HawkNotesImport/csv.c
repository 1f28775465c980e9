// Tables, parsed by libcsv.

#include "functions.h"
#include "libcsv.h"

#include <stdlib.h>

static struct {
    HAWK_CSV_FUNCTIONS(HAWK_MEMBER, HawkCSVParser)
} libcsv;

#define SYMBOL(result, name, ...) HAWK_SYMBOL(libcsv, name)
static const HawkSymbol symbols[] = {HAWK_CSV_FUNCTIONS(SYMBOL, HawkCSVParser)};

HawkLibrary hawk_csv_library = {symbols, sizeof symbols / sizeof symbols[0], false};

struct HawkCSV {
    HawkCSVParser parser;
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
    if (!hawk_csv_library.is_loaded) return NULL;
    HawkCSV *table = calloc(1, sizeof *table);
    if (table == NULL) return NULL;
    if (libcsv.csv_init(&table->parser, 0) != 0) {
        free(table);
        return NULL;
    }
    libcsv.csv_set_delim(&table->parser, (unsigned char)separator);
    // The growth step of a field.
    libcsv.csv_set_blk_size(&table->parser, 4096);
    table->events = events;
    table->context = context;
    return table;
}

bool hawk_csv_feed(HawkCSV *table, const void *bytes, size_t count) {
    return libcsv.csv_parse(&table->parser, bytes, count, tell_field, tell_row, table) == count;
}

size_t hawk_csv_pending(HawkCSV *table) { return table->parser.entry_pos; }

bool hawk_csv_finish(HawkCSV *table) {
    // The parser's states are not in its header: in the third, a field has begun.
    bool is_whole = !(table->parser.quoted && table->parser.pstate == 2);
    return libcsv.csv_fini(&table->parser, tell_field, tell_row, table) == 0 && is_whole;
}

void hawk_csv_close(HawkCSV *table) {
    libcsv.csv_free(&table->parser);
    free(table);
}
