// The table of functions.

#include "functions.h"

static bool load(HawkImportPart part, const char *soname, bool only_if_in_process) {
    switch (part) {
    case HAWK_IMPORT_ARCHIVES:
        return hawk_library_load(&hawk_archive_library, soname, only_if_in_process);
    case HAWK_IMPORT_XML: return hawk_library_load(&hawk_xml_library, soname, only_if_in_process);
    case HAWK_IMPORT_TABLES:
        return hawk_library_load(&hawk_csv_library, soname, only_if_in_process);
    }
    return false;
}

const HawkImportFunctions *hawk_import_functions(void) {
    static const HawkImportFunctions functions = {
        .interface_version = HAWK_IMPORT_INTERFACE_VERSION,
        .load = load,
        .archive_open = hawk_archive_open,
        .archive_open_bytes = hawk_archive_open_bytes,
        .archive_next = hawk_archive_next,
        .archive_read = hawk_archive_read,
        .archive_close = hawk_archive_close,
        .xml_open = hawk_xml_open,
        .xml_recover = hawk_xml_recover,
        .html_open = hawk_html_open,
        .xml_next = hawk_xml_next,
        .xml_attribute = hawk_xml_attribute,
        .xml_close = hawk_xml_close,
        .csv_open = hawk_csv_open,
        .csv_feed = hawk_csv_feed,
        .csv_pending = hawk_csv_pending,
        .csv_finish = hawk_csv_finish,
        .csv_close = hawk_csv_close,
    };
    return &functions;
}
