// The interface of the import library: a table of functions over libarchive, libxml2 and libcsv.
//
// The program loads the library when a file that needs it is first imported, and looks up the table
// by name. It is linked with none of the three, so that each can be used without the others. It
// makes no decisions: the caller determines where the three are, the size limits, the safe names
// and the messages.
//
// All functions may be called on any thread; an object stays on the thread that made it. Texts are
// UTF-8 and borrowed until the next call with the same object. The library opens no files and
// downloads nothing.

#ifndef HAWK_NOTES_IMPORT_H
#define HAWK_NOTES_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Incremented with every change below: the program rejects a library of another version.
#define HAWK_IMPORT_INTERFACE_VERSION 4

// The only function that is looked up by name; its type is HawkImportEntry.
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
    // The name in the archive, usually UTF-8; NULL if there is none.
    const char *name;
    // Not a folder, link or device.
    bool is_file;
    bool is_encrypted;
    // The size that the archive declares; -1 if it declares none.
    int64_t size;
} HawkArchiveEntry;

// MARK: XML

// A reader of a document.
typedef struct HawkXML HawkXML;

typedef enum {
    HAWK_XML_ELEMENT,
    HAWK_XML_ELEMENT_END,
    HAWK_XML_TEXT,
    HAWK_XML_END,
    // The end of a well-formed document. The node has the line.
    HAWK_XML_DAMAGED,
    // The document declares entities, and is not read.
    HAWK_XML_ENTITIES,
    HAWK_XML_TOO_DEEP,
    // An element exceeds the maximum number of attributes.
    HAWK_XML_TOO_MANY_ATTRIBUTES,
    // A document that is parsed into a tree exceeds the maximum number of parts.
    HAWK_XML_TOO_MANY_PARTS,
} HawkXMLStep;

typedef struct {
    int depth;
    // Of an element.
    int attribute_count;
    // Elements and attributes of a document that is parsed into a tree.
    int part_count;
} HawkXMLLimits;

typedef struct {
    // The name without its prefix, declared or not; NULL for a text.
    const char *name;
    bool has_undeclared_prefix;
    // The namespace of the name; NULL if it has none.
    const char *space;
    // The content of a text.
    const char *text;
    // An element without an end tag.
    bool is_empty;
    int line;
} HawkXMLNode;

// MARK: Tables

// A parser for a delimiter-separated table.
typedef struct HawkCSV HawkCSV;

typedef struct {
    // The next field of the row.
    void (*field)(void *context, const char *bytes, size_t count);
    // The end of the row.
    void (*row)(void *context);
} HawkCSVEvents;

// MARK: The table

// The parts of the functions; each part uses a library of its own.
typedef enum {
    HAWK_IMPORT_ARCHIVES,
    HAWK_IMPORT_XML,
    HAWK_IMPORT_TABLES,
} HawkImportPart;

typedef struct {
    int interface_version;
    // Loads the library of a part by its soname, such as `libxml2.so.2`; it stays loaded. With
    // `only_if_in_process`, it is only used if other code has loaded it before. True if the part
    // can be used, with this library or one of an earlier call; may be called again after a
    // failure.
    bool (*load)(HawkImportPart part, const char *soname, bool only_if_in_process);

    // Opens the archive of a descriptor, which the caller closes afterwards; NULL if it is not an
    // archive, or without the library.
    HawkArchive *(*archive_open)(int descriptor);
    // Opens the archive of some bytes, which must stay valid until it is closed.
    HawkArchive *(*archive_open_bytes)(const void *bytes, size_t count);
    HawkArchiveStep (*archive_next)(HawkArchive *archive, HawkArchiveEntry *entry);
    // Reads the content of the current entry: the number of bytes, 0 at its end, -1 if it is
    // damaged.
    int64_t (*archive_read)(HawkArchive *archive, void *buffer, size_t count);
    void (*archive_close)(HawkArchive *archive);

    // Reads UTF-8 or another encoding that includes ASCII, from bytes that must stay valid until
    // the reader is closed; NULL if out of memory, or without the library. The encoding that the
    // document declares is used, unless the bytes are said to be UTF-8.
    HawkXML *(*xml_open)(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
    // The same for a damaged document: as far as it can be recovered, it is read as if it were
    // well-formed.
    HawkXML *(*xml_recover)(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
    // The same for HTML of any kind, in which nothing is damage.
    HawkXML *(*html_open)(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits);
    HawkXMLStep (*xml_next)(HawkXML *document, HawkXMLNode *node);
    // The next attribute of the current element; false if there is none. Sets only the name of
    // `node`, and its text, which is the value.
    bool (*xml_attribute)(HawkXML *document, HawkXMLNode *node);
    void (*xml_close)(HawkXML *document);

    // NULL if out of memory, or without the library. `events` must stay valid until the parser is
    // closed.
    HawkCSV *(*csv_open)(char separator, const HawkCSVEvents *events, void *context);
    // Calls `events` for complete fields and rows. False if out of memory.
    bool (*csv_feed)(HawkCSV *table, const void *bytes, size_t count);
    // The number of bytes of the incomplete field.
    size_t (*csv_pending)(HawkCSV *table);
    // Calls `events` for the rest. False if the table ends within a quoted field.
    bool (*csv_finish)(HawkCSV *table);
    void (*csv_close)(HawkCSV *table);
} HawkImportFunctions;

typedef const HawkImportFunctions *(*HawkImportEntry)(void);

#endif
