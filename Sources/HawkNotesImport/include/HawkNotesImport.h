// What the import library offers the program: a table of functions over libarchive, libxml2 and libcsv.
//
// The program opens the library when a file that needs it is first imported, and asks for the table by
// name. It is linked with none of the three, so that each can be used where the others are not. Nothing is
// decided in here: where the three are, which sizes are too large, which names are safe and what a person is
// told comes from the caller.
//
// Everything may be called on any thread; what one thing is made with stays on one thread. Texts are
// UTF-8 and borrowed until the next call with the same thing. No file is opened in here, and nothing is
// fetched.

#ifndef HAWK_NOTES_IMPORT_H
#define HAWK_NOTES_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Raised with every change of what follows: the program refuses a library of another version.
#define HAWK_IMPORT_INTERFACE_VERSION 3

// The one function that is looked up by name; its type is HawkImportEntry.
#define HAWK_IMPORT_ENTRY_NAME "hawk_import_functions"

// MARK: Archives

// A ZIP archive.
typedef struct HawkArchive HawkArchive;

typedef enum {
    HAWK_ARCHIVE_ENTRY,
    HAWK_ARCHIVE_END,
    // Nothing after this can be read.
    HAWK_ARCHIVE_DAMAGED,
} HawkArchiveStep;

typedef struct {
    // As it stands in the archive, mostly UTF-8; NULL when there is none.
    const char *name;
    // Neither a folder nor a link nor a device.
    bool is_file;
    bool is_encrypted;
    // What the archive says; -1 when it says nothing.
    int64_t size;
} HawkArchiveEntry;

// MARK: XML

// A document that is read from its start to its end.
typedef struct HawkXML HawkXML;

typedef enum {
    HAWK_XML_ELEMENT,
    HAWK_XML_ELEMENT_END,
    HAWK_XML_TEXT,
    HAWK_XML_END,
    // What came before is as it should be, and there is no more. The node has the line.
    HAWK_XML_DAMAGED,
    // It declares entities, and is not read.
    HAWK_XML_ENTITIES,
    HAWK_XML_TOO_DEEP,
    // An element has more attributes, or a recovered document more parts, than were allowed.
    HAWK_XML_TOO_MANY,
} HawkXMLStep;

typedef struct {
    int depth;
    // Of one element.
    int attribute_count;
    // Elements and attributes of a document that is recovered.
    int part_count;
} HawkXMLLimits;

typedef struct {
    // The name without prefix, declared or not; of a text NULL.
    const char *name;
    bool has_undeclared_prefix;
    // The name's namespace; NULL when it has none.
    const char *space;
    // Of a text.
    const char *text;
    // An element without an end of its own.
    bool is_empty;
    int line;
} HawkXMLNode;

// MARK: Tables

// A table with separators.
typedef struct HawkCSV HawkCSV;

typedef struct {
    // The next field of the row.
    void (*field)(void *context, const char *bytes, size_t count);
    // The row ends.
    void (*row)(void *context);
} HawkCSVEvents;

// MARK: The table

// What can be read, each by a library of its own.
typedef enum {
    HAWK_IMPORT_ARCHIVES,
    HAWK_IMPORT_XML,
    HAWK_IMPORT_TABLES,
} HawkImportPart;

typedef struct {
    int interface_version;
    // Opens the library for a part by its soname, such as `libxml2.so.2`, which stays open. With
    // `only_if_in_process` it is taken only where something else has opened it before. True when the part can
    // be read, by this library or by one of an earlier call; after a failure it may be tried again.
    bool (*load)(HawkImportPart part, const char *soname, bool only_if_in_process);

    // Reads what a descriptor has, which the caller closes afterwards; NULL when it is no archive, or without
    // the library.
    HawkArchive *(*archive_open)(int descriptor);
    // The same for bytes, which must stay until it is closed.
    HawkArchive *(*archive_open_bytes)(const void *bytes, size_t count);
    HawkArchiveStep (*archive_next)(HawkArchive *archive, HawkArchiveEntry *entry);
    // Reads what the current entry holds: how many bytes, 0 at its end, -1 when it is damaged.
    int64_t (*archive_read)(HawkArchive *archive, void *buffer, size_t count);
    void (*archive_close)(HawkArchive *archive);

    // Reads UTF-8 or another encoding with ASCII in it, which must stay until it is closed; NULL without
    // memory, or without the library. An encoding that the document declares counts unless it is said to be
    // UTF-8.
    HawkXML *(*xml_open)(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
    // The same for a document that is damaged: what can be made of it, read as if it were as it should be.
    HawkXML *(*xml_recover)(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
    HawkXMLStep (*xml_next)(HawkXML *document, HawkXMLNode *node);
    // The next attribute of the current element; false when there is none. Of `node` only the name is set,
    // and the text, which is the value.
    bool (*xml_attribute)(HawkXML *document, HawkXMLNode *node);
    void (*xml_close)(HawkXML *document);

    // NULL without memory, or without the library. `events` must stay until it is closed.
    HawkCSV *(*csv_open)(char separator, const HawkCSVEvents *events, void *context);
    // Calls `events` for what is complete. False without memory.
    bool (*csv_feed)(HawkCSV *table, const void *bytes, size_t count);
    // How many bytes the field has that is not complete.
    size_t (*csv_pending)(HawkCSV *table);
    // Calls `events` for the rest. False when it ends in the middle of a quoted field.
    bool (*csv_finish)(HawkCSV *table);
    void (*csv_close)(HawkCSV *table);
} HawkImportFunctions;

typedef const HawkImportFunctions *(*HawkImportEntry)(void);

#endif
