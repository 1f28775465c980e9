// The table.

#include "functions.h"

#if HAWK_IMPORT_HAS_LIBRARIES

const HawkImportFunctions *hawk_import_functions(void) {
    static HawkImportFunctions functions = {
        .interface_version = HAWK_IMPORT_INTERFACE_VERSION,
        .archive_open = hawk_archive_open,
        .archive_open_bytes = hawk_archive_open_bytes,
        .archive_next = hawk_archive_next,
        .archive_read = hawk_archive_read,
        .archive_close = hawk_archive_close,
        .xml_open = hawk_xml_open,
        .xml_recover = hawk_xml_recover,
        .xml_next = hawk_xml_next,
        .xml_attribute = hawk_xml_attribute,
        .xml_close = hawk_xml_close,
        .csv_open = hawk_csv_open,
        .csv_feed = hawk_csv_feed,
        .csv_pending = hawk_csv_pending,
        .csv_finish = hawk_csv_finish,
        .csv_close = hawk_csv_close,
    };
    functions.missing_package = hawk_csv_missing_package();
    return &functions;
}

#else

const HawkImportFunctions *hawk_import_functions(void) {
    static const HawkMissingLibrary missing[] = {
#if !HAWK_IMPORT_HAS_ARCHIVE
        {"libarchive.so.13", "libarchive-dev"},
#endif
#if !HAWK_IMPORT_HAS_XML
        {"libxml2.so.2", "libxml2-dev"},
#endif
#if !HAWK_IMPORT_HAS_CSV
        {"libcsv.so.3", "libcsv-dev"},
#endif
    };
    static const HawkImportFunctions functions = {
        .interface_version = HAWK_IMPORT_INTERFACE_VERSION,
        .missing = missing,
        .missing_count = sizeof missing / sizeof missing[0],
    };
    return &functions;
}

#endif
