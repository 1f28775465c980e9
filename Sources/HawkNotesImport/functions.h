// What the table of functions is made of.

#ifndef HAWK_IMPORT_FUNCTIONS_H
#define HAWK_IMPORT_FUNCTIONS_H

#include "HawkNotesImport.h"

// Each is what the machine has that builds this, unless the build says otherwise.
#ifndef HAWK_IMPORT_HAS_ARCHIVE
#define HAWK_IMPORT_HAS_ARCHIVE __has_include(<archive.h>)
#endif
#ifndef HAWK_IMPORT_HAS_XML
#define HAWK_IMPORT_HAS_XML __has_include(<libxml/xmlreader.h>)
#endif
#ifndef HAWK_IMPORT_HAS_CSV
#define HAWK_IMPORT_HAS_CSV __has_include(<csv.h>)
#endif

#if HAWK_IMPORT_HAS_ARCHIVE && HAWK_IMPORT_HAS_XML && HAWK_IMPORT_HAS_CSV
#define HAWK_IMPORT_HAS_LIBRARIES 1
#else
#define HAWK_IMPORT_HAS_LIBRARIES 0
#endif

const HawkImportFunctions *hawk_import_functions(void);

HawkArchive *hawk_archive_open(int descriptor);
HawkArchive *hawk_archive_open_bytes(const void *bytes, size_t count);
HawkArchiveStep hawk_archive_next(HawkArchive *archive, HawkArchiveEntry *entry);
int64_t hawk_archive_read(HawkArchive *archive, void *buffer, size_t count);
void hawk_archive_close(HawkArchive *archive);

HawkXML *hawk_xml_open(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
HawkXML *hawk_xml_recover(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
HawkXMLStep hawk_xml_next(HawkXML *document, HawkXMLNode *node);
bool hawk_xml_attribute(HawkXML *document, HawkXMLNode *node);
void hawk_xml_close(HawkXML *document);

// NULL when it is there.
const char *hawk_csv_missing_package(void);
HawkCSV *hawk_csv_open(char separator, const HawkCSVEvents *events, void *context);
bool hawk_csv_feed(HawkCSV *table, const void *bytes, size_t count);
size_t hawk_csv_pending(HawkCSV *table);
bool hawk_csv_finish(HawkCSV *table);
void hawk_csv_close(HawkCSV *table);

#endif
