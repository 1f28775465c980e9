// XML and HTML by libxml2: without network, without a DTD, and without entities.
//
// A well-formed document is read as a stream. The stream ends at the first error, whatever its
// options, so a damaged document is recovered as a tree, which the same reader then traverses. HTML
// is parsed into such a tree by libxml2's own parser for it, to which nothing is an error.

#include "functions.h"
#include "libxml2.h"

#include <stdlib.h>
#include <string.h>

static struct {
    HAWK_XML_FUNCTIONS(HAWK_MEMBER, HawkLibXMLErrorHandler)
} libxml2;

#define SYMBOL(result, name, ...) HAWK_SYMBOL(libxml2, name)
static const HawkSymbol symbols[] = {HAWK_XML_FUNCTIONS(SYMBOL, HawkLibXMLErrorHandler)};

HawkLibrary hawk_xml_library = {symbols, sizeof symbols / sizeof symbols[0], false};

struct HawkXML {
    struct _xmlTextReader *reader;
    HawkXMLLimits limits;
    // Of a recovered document.
    bool is_tree;
    int part_count;
    bool has_error;
    // Of the first error.
    int error_line;
    // Why reading ends after the current data; otherwise HAWK_XML_END.
    HawkXMLStep refusal;
    HawkLibXMLErrorHandler other_handler;
    void *other_context;
};

// Errors of a document are not printed; they only affect the next step.
static void note_error(void *context, const struct _xmlError *given) {
    HawkXML *document = context;
    const HawkLibXMLError *error = (const void *)given;
    if (error == NULL || error->level != HAWK_LIBXML_FATAL || document->has_error) return;
    document->has_error = true;
    document->error_line = error->line;
}

// Errors without a reader, or at a lower level, would be printed. The handler belongs to the
// thread, which may parse for other code as well: so it is restored.
static void catch_errors(HawkXML *document) {
    document->other_handler = *libxml2.__xmlStructuredError();
    document->other_context = *libxml2.__xmlStructuredErrorContext();
    libxml2.xmlSetStructuredErrorFunc(document, note_error);
}

static void release_errors(HawkXML *document) {
    libxml2.xmlSetStructuredErrorFunc(document->other_context, document->other_handler);
}

// MARK: Checks before parsing

// True if the bytes declare an entity. Checked before anything is parsed: an entity costs nothing
// until it is used, but the declarations themselves may use it.
static bool declares_entities(const unsigned char *bytes, size_t count) {
    static const char word[] = "<!ENTITY";
    const size_t length = sizeof word - 1;
    for (size_t start = 0; start + length <= count; start++) {
        if (bytes[start] == '<' && memcmp(bytes + start, word, length) == 0) return true;
    }
    return false;
}

// True if an element may exceed the maximum number of attributes: each has an equals sign, and none
// extends past the next element. The parser compares each with all others before it reports them.
static bool has_too_many_attributes(const unsigned char *bytes, size_t count, int most) {
    int found = 0;
    for (size_t place = 0; place < count; place++) {
        if (bytes[place] == '<') found = 0;
        if (bytes[place] == '=' && ++found > most) return true;
    }
    return false;
}

static HawkXML *new_document(const void *bytes, size_t count, HawkXMLLimits limits) {
    if (!hawk_xml_library.is_loaded || count > INT32_MAX) return NULL;
    HawkXML *document = calloc(1, sizeof *document);
    if (document == NULL) return NULL;
    document->limits = limits;
    document->refusal = HAWK_XML_END;
    if (declares_entities(bytes, count)) document->refusal = HAWK_XML_ENTITIES;
    else if (has_too_many_attributes(bytes, count, limits.attribute_count))
        document->refusal = HAWK_XML_TOO_MANY_ATTRIBUTES;
    return document;
}

static int options_for(bool is_utf8) {
    return HAWK_LIBXML_NONET | HAWK_LIBXML_NOCDATA | HAWK_LIBXML_NOERROR | HAWK_LIBXML_NOWARNING
        | (is_utf8 ? HAWK_LIBXML_IGNORE_ENC : 0);
}

// MARK: As a stream

HawkXML *hawk_xml_open(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits) {
    HawkXML *document = new_document(bytes, count, limits);
    if (document == NULL || document->refusal != HAWK_XML_END) return document;
    catch_errors(document);
    const char *encoding = is_utf8 ? "UTF-8" : NULL;
    document->reader =
        libxml2.xmlReaderForMemory(bytes, (int)count, NULL, encoding, options_for(is_utf8));
    release_errors(document);
    if (document->reader == NULL) {
        free(document);
        return NULL;
    }
    libxml2.xmlTextReaderSetStructuredErrorHandler(document->reader, note_error, document);
    return document;
}

// MARK: As a tree

// The document that this thread parses as a tree: only newer versions have a function to attach
// data to a parser.
static _Thread_local HawkXML *recovered;

static void refuse(void *parser, HawkXMLStep step) {
    recovered->refusal = step;
    libxml2.xmlStopParser(parser);
}

// Counts parts of the tree; false if there are too many.
static bool add_parts(void *parser, int count) {
    recovered->part_count += count;
    if (recovered->part_count <= recovered->limits.part_count) return true;
    refuse(parser, HAWK_XML_TOO_MANY_PARTS);
    return false;
}

static HawkLibXMLHandlers *handlers_of(struct _xmlParserCtxt *parser) {
    HawkLibXMLHandlers *handlers = ((HawkLibXMLParser *)(void *)parser)->sax;
    // They are not used, and each would be a part that is not counted.
    handlers->comment = NULL;
    handlers->processingInstruction = NULL;
    return handlers;
}

// The traversal of the tree limits the depth. The parser has a limit of its own.
static void start_element(
    void *parser, const unsigned char *name, const unsigned char *prefix,
    const unsigned char *space, int space_count, const unsigned char **spaces,
    int attribute_count, int defaulted_count, const unsigned char **attributes) {
    if (!add_parts(parser, 1 + space_count + attribute_count)) return;
    libxml2.xmlSAX2StartElementNs(
        parser, name, prefix, space, space_count, spaces, attribute_count, defaulted_count,
        attributes);
}

static void refuse_entity(
    void *parser, const unsigned char *name, int type, const unsigned char *public_id,
    const unsigned char *system_id, unsigned char *content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    refuse(parser, HAWK_XML_ENTITIES);
}

static struct _xmlDoc *recovered_tree(
    HawkXML *document, const void *bytes, int count, bool is_utf8) {
    struct _xmlParserCtxt *parser = libxml2.xmlNewParserCtxt();
    if (parser == NULL) return NULL;
    HawkLibXMLHandlers *handlers = handlers_of(parser);
    handlers->startElementNs = start_element;
    handlers->entityDecl = refuse_entity;
    handlers->reference = NULL;
    const char *encoding = is_utf8 ? "UTF-8" : NULL;
    recovered = document;
    struct _xmlDoc *tree = libxml2.xmlCtxtReadMemory(
        parser, bytes, count, NULL, encoding, options_for(is_utf8) | HAWK_LIBXML_RECOVER);
    recovered = NULL;
    libxml2.xmlFreeParserCtxt(parser);
    return tree;
}

static void start_html_element(
    void *parser, const unsigned char *name, const unsigned char **attributes) {
    int count = 1;
    for (const unsigned char **pair = attributes; pair != NULL && *pair != NULL; pair += 2) count++;
    if (add_parts(parser, count)) libxml2.xmlSAX2StartElement(parser, name, attributes);
}

static struct _xmlDoc *html_tree(HawkXML *document, const void *bytes, int count, bool is_utf8) {
    struct _xmlParserCtxt *parser = libxml2.htmlNewParserCtxt();
    if (parser == NULL) return NULL;
    handlers_of(parser)->startElement = start_html_element;
    const char *encoding = is_utf8 ? "UTF-8" : NULL;
    recovered = document;
    struct _xmlDoc *tree = libxml2.htmlCtxtReadMemory(
        parser, bytes, count, NULL, encoding, options_for(false) | HAWK_LIBXML_RECOVER);
    recovered = NULL;
    libxml2.htmlFreeParserCtxt(parser);
    return tree;
}

typedef struct _xmlDoc *TreeParser(HawkXML *, const void *, int, bool);

static HawkXML *open_tree(
    TreeParser *parse, const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits) {
    HawkXML *document = new_document(bytes, count, limits);
    if (document == NULL || document->refusal != HAWK_XML_END) return document;
    document->is_tree = true;
    catch_errors(document);
    struct _xmlDoc *tree = parse(document, bytes, (int)count, is_utf8);
    if (tree != NULL) document->reader = libxml2.xmlReaderWalker(tree);
    if (tree != NULL && document->reader == NULL) libxml2.xmlFreeDoc(tree);
    release_errors(document);
    // The errors are known, and the recoverable part is there.
    document->has_error = document->reader == NULL;
    return document;
}

HawkXML *hawk_xml_recover(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits) {
    return open_tree(recovered_tree, bytes, count, is_utf8, limits);
}

HawkXML *hawk_html_open(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits) {
    return open_tree(html_tree, bytes, count, is_utf8, limits);
}

// MARK: Reading

static const char *text(const unsigned char *characters) { return (const char *)characters; }

// The name without its prefix, which a name keeps if the prefix is not declared.
static void set_name(HawkXMLNode *node, const unsigned char *characters) {
    const char *name = text(characters);
    const char *colon = name == NULL ? NULL : strrchr(name, ':');
    node->has_undeclared_prefix = colon != NULL && colon != name && colon[1] != '\0';
    node->name = node->has_undeclared_prefix ? colon + 1 : name;
}

static int line(HawkXML *document) {
    if (!document->is_tree) return libxml2.xmlTextReaderGetParserLineNumber(document->reader);
    return (int)libxml2.xmlGetLineNo(libxml2.xmlTextReaderCurrentNode(document->reader));
}

static HawkXMLStep next(HawkXML *document, HawkXMLNode *node) {
    while (libxml2.xmlTextReaderRead(document->reader) == 1) {
        memset(node, 0, sizeof *node);
        node->line = line(document);
        if (libxml2.xmlTextReaderDepth(document->reader) > document->limits.depth)
            return HAWK_XML_TOO_DEEP;
        switch (libxml2.xmlTextReaderNodeType(document->reader)) {
        case HAWK_LIBXML_ELEMENT:
            node->is_empty = libxml2.xmlTextReaderIsEmptyElement(document->reader) == 1;
            set_name(node, libxml2.xmlTextReaderConstLocalName(document->reader));
            node->space = text(libxml2.xmlTextReaderConstNamespaceUri(document->reader));
            return HAWK_XML_ELEMENT;
        case HAWK_LIBXML_END_ELEMENT:
            set_name(node, libxml2.xmlTextReaderConstLocalName(document->reader));
            node->space = text(libxml2.xmlTextReaderConstNamespaceUri(document->reader));
            return HAWK_XML_ELEMENT_END;
        case HAWK_LIBXML_TEXT:
        case HAWK_LIBXML_CDATA:
        case HAWK_LIBXML_SIGNIFICANT_WHITESPACE:
            node->text = text(libxml2.xmlTextReaderConstValue(document->reader));
            if (node->text != NULL) return HAWK_XML_TEXT;
            break;
        case HAWK_LIBXML_DOCUMENT_TYPE: {
            // The document's encoding hid it in the bytes.
            struct _xmlDoc *tree = libxml2.xmlTextReaderCurrentDoc(document->reader);
            const HawkLibXMLDTD *types =
                tree == NULL ? NULL : (const void *)libxml2.xmlGetIntSubset(tree);
            if (types != NULL && (types->entities != NULL || types->pentities != NULL)) {
                document->refusal = HAWK_XML_ENTITIES;
                return HAWK_XML_ENTITIES;
            }
            break;
        }
        default:
            break;
        }
    }
    node->line = document->error_line;
    return document->has_error ? HAWK_XML_DAMAGED : document->refusal;
}

HawkXMLStep hawk_xml_next(HawkXML *document, HawkXMLNode *node) {
    if (document->reader == NULL || document->refusal == HAWK_XML_ENTITIES)
        return document->has_error ? HAWK_XML_DAMAGED : document->refusal;
    catch_errors(document);
    HawkXMLStep step = next(document, node);
    release_errors(document);
    return step;
}

bool hawk_xml_attribute(HawkXML *document, HawkXMLNode *node) {
    if (libxml2.xmlTextReaderMoveToNextAttribute(document->reader) != 1) {
        libxml2.xmlTextReaderMoveToElement(document->reader);
        return false;
    }
    memset(node, 0, sizeof *node);
    set_name(node, libxml2.xmlTextReaderConstLocalName(document->reader));
    node->text = text(libxml2.xmlTextReaderConstValue(document->reader));
    return node->name != NULL && node->text != NULL;
}

void hawk_xml_close(HawkXML *document) {
    if (document->reader != NULL) {
        struct _xmlDoc *tree = libxml2.xmlTextReaderCurrentDoc(document->reader);
        libxml2.xmlFreeTextReader(document->reader);
        // The reader does not free a document that was requested from it.
        if (tree != NULL) libxml2.xmlFreeDoc(tree);
    }
    free(document);
}
