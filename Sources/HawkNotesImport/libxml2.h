// The used declarations of libxml2, as in its headers: builds need no headers, and a test compares
// them. They are the same in `libxml2.so.2` and `libxml2.so.16`.

#ifndef HAWK_IMPORT_LIBXML2_H
#define HAWK_IMPORT_LIBXML2_H

struct _xmlDoc;
struct _xmlDtd;
struct _xmlError;
struct _xmlNode;
struct _xmlParserCtxt;
struct _xmlTextReader;

// MARK: Constants

enum {
    HAWK_LIBXML_FATAL = 3,
};

enum {
    HAWK_LIBXML_RECOVER = 1 << 0,
    HAWK_LIBXML_NOERROR = 1 << 5,
    HAWK_LIBXML_NOWARNING = 1 << 6,
    HAWK_LIBXML_NONET = 1 << 11,
    HAWK_LIBXML_NOCDATA = 1 << 14,
    HAWK_LIBXML_IGNORE_ENC = 1 << 21,
};

enum {
    HAWK_LIBXML_ELEMENT = 1,
    HAWK_LIBXML_TEXT = 3,
    HAWK_LIBXML_CDATA = 4,
    HAWK_LIBXML_DOCUMENT_TYPE = 10,
    HAWK_LIBXML_SIGNIFICANT_WHITESPACE = 14,
    HAWK_LIBXML_END_ELEMENT = 15,
};

// MARK: The first members of structs, for values without accessor functions

typedef struct {
    int domain;
    int code;
    char *message;
    int level;
    char *file;
    int line;
} HawkLibXMLError;

typedef struct {
    void *_private;
    int type;
    const unsigned char *name;
    struct _xmlNode *children, *last;
    struct _xmlDoc *parent;
    struct _xmlNode *next, *prev;
    struct _xmlDoc *doc;
    void *notations, *elements, *attributes, *entities;
    const unsigned char *ExternalID, *SystemID;
    void *pentities;
} HawkLibXMLDTD;

typedef void (*HawkLibXMLHandler)(void);

// The callbacks of a parser.
typedef struct {
    HawkLibXMLHandler internalSubset, isStandalone, hasInternalSubset, hasExternalSubset;
    HawkLibXMLHandler resolveEntity, getEntity;
    void (*entityDecl)(
        void *, const unsigned char *, int, const unsigned char *, const unsigned char *,
        unsigned char *);
    HawkLibXMLHandler notationDecl, attributeDecl, elementDecl, unparsedEntityDecl;
    HawkLibXMLHandler setDocumentLocator, startDocument, endDocument;
    void (*startElement)(void *, const unsigned char *, const unsigned char **);
    HawkLibXMLHandler endElement;
    HawkLibXMLHandler reference, characters, ignorableWhitespace, processingInstruction, comment;
    HawkLibXMLHandler warning, error, fatalError, getParameterEntity, cdataBlock, externalSubset;
    unsigned int initialized;
    void *_private;
    void (*startElementNs)(
        void *, const unsigned char *, const unsigned char *, const unsigned char *, int,
        const unsigned char **, int, int, const unsigned char **);
} HawkLibXMLHandlers;

typedef struct {
    HawkLibXMLHandlers *sax;
} HawkLibXMLParser;

// MARK: Functions

typedef void (*HawkLibXMLErrorHandler)(void *context, const struct _xmlError *error);

#define HAWK_XML_FUNCTIONS(FUNCTION, ErrorHandler) \
    FUNCTION(ErrorHandler *, __xmlStructuredError, void) \
    FUNCTION(void **, __xmlStructuredErrorContext, void) \
    FUNCTION(void, xmlSetStructuredErrorFunc, void *, ErrorHandler) \
    FUNCTION(struct _xmlParserCtxt *, xmlNewParserCtxt, void) \
    FUNCTION( \
        struct _xmlDoc *, xmlCtxtReadMemory, struct _xmlParserCtxt *, const char *, int, \
        const char *, const char *, int) \
    FUNCTION(void, xmlStopParser, struct _xmlParserCtxt *) \
    FUNCTION(void, xmlFreeParserCtxt, struct _xmlParserCtxt *) \
    FUNCTION( \
        void, xmlSAX2StartElementNs, void *, const unsigned char *, const unsigned char *, \
        const unsigned char *, int, const unsigned char **, int, int, const unsigned char **) \
    FUNCTION(void, xmlSAX2StartElement, void *, const unsigned char *, const unsigned char **) \
    FUNCTION(struct _xmlParserCtxt *, htmlNewParserCtxt, void) \
    FUNCTION( \
        struct _xmlDoc *, htmlCtxtReadMemory, struct _xmlParserCtxt *, const char *, int, \
        const char *, const char *, int) \
    FUNCTION(void, htmlFreeParserCtxt, struct _xmlParserCtxt *) \
    FUNCTION(struct _xmlDtd *, xmlGetIntSubset, const struct _xmlDoc *) \
    FUNCTION(long, xmlGetLineNo, const struct _xmlNode *) \
    FUNCTION(void, xmlFreeDoc, struct _xmlDoc *) \
    FUNCTION( \
        struct _xmlTextReader *, xmlReaderForMemory, const char *, int, const char *, \
        const char *, int) \
    FUNCTION(struct _xmlTextReader *, xmlReaderWalker, struct _xmlDoc *) \
    FUNCTION( \
        void, xmlTextReaderSetStructuredErrorHandler, struct _xmlTextReader *, ErrorHandler, \
        void *) \
    FUNCTION(int, xmlTextReaderRead, struct _xmlTextReader *) \
    FUNCTION(int, xmlTextReaderNodeType, struct _xmlTextReader *) \
    FUNCTION(int, xmlTextReaderDepth, struct _xmlTextReader *) \
    FUNCTION(int, xmlTextReaderIsEmptyElement, struct _xmlTextReader *) \
    FUNCTION(int, xmlTextReaderGetParserLineNumber, struct _xmlTextReader *) \
    FUNCTION(const unsigned char *, xmlTextReaderConstLocalName, struct _xmlTextReader *) \
    FUNCTION(const unsigned char *, xmlTextReaderConstNamespaceUri, struct _xmlTextReader *) \
    FUNCTION(const unsigned char *, xmlTextReaderConstValue, struct _xmlTextReader *) \
    FUNCTION(int, xmlTextReaderMoveToNextAttribute, struct _xmlTextReader *) \
    FUNCTION(int, xmlTextReaderMoveToElement, struct _xmlTextReader *) \
    FUNCTION(struct _xmlNode *, xmlTextReaderCurrentNode, struct _xmlTextReader *) \
    FUNCTION(struct _xmlDoc *, xmlTextReaderCurrentDoc, struct _xmlTextReader *) \
    FUNCTION(void, xmlFreeTextReader, struct _xmlTextReader *)

#endif
