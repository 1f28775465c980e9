// Compiles where the declarations say what the header says.

#include <csv.h>

#include "libcsv.h"

typedef struct csv_parser Parser;
#define DECLARE(result, name, ...) result name(__VA_ARGS__);
HAWK_CSV_FUNCTIONS(DECLARE, Parser)

_Static_assert(sizeof(HawkCSVParser) == sizeof(Parser), "");
#define SAME(member) \
    _Static_assert(offsetof(HawkCSVParser, member) == offsetof(Parser, member), #member);
SAME(pstate)
SAME(quoted)
SAME(entry_pos)
