// The functions in the table.

#ifndef HAWK_IMPORT_FUNCTIONS_H
#define HAWK_IMPORT_FUNCTIONS_H

#include "HawkNotesImport.h"

#include "loading.h"

const HawkImportFunctions *hawk_import_functions(void);

extern HawkLibrary hawk_archive_library;
HawkArchive *hawk_archive_open(int descriptor);
HawkArchive *hawk_archive_open_bytes(const void *bytes, size_t count);
HawkArchiveStep hawk_archive_next(HawkArchive *archive, HawkArchiveEntry *entry);
int64_t hawk_archive_read(HawkArchive *archive, void *buffer, size_t count);
void hawk_archive_close(HawkArchive *archive);

extern HawkLibrary hawk_xml_library;
HawkXML *hawk_xml_open(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
HawkXML *hawk_xml_recover(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
HawkXML *hawk_html_open(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
HawkXMLStep hawk_xml_next(HawkXML *document, HawkXMLNode *node);
bool hawk_xml_attribute(HawkXML *document, HawkXMLNode *node);
void hawk_xml_close(HawkXML *document);

extern HawkLibrary hawk_csv_library;
HawkCSV *hawk_csv_open(char separator, const HawkCSVEvents *events, void *context);
bool hawk_csv_feed(HawkCSV *table, const void *bytes, size_t count);
size_t hawk_csv_pending(HawkCSV *table);
bool hawk_csv_finish(HawkCSV *table);
void hawk_csv_close(HawkCSV *table);

#endif
