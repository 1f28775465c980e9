// XML by libxml2's reader: without network, without a DTD, and without entities.

#include "functions.h"

#if HAWK_IMPORT_HAS_LIBRARIES

#include <libxml/xmlreader.h>
#include <stdlib.h>
#include <string.h>

struct HawkXML {
    xmlTextReaderPtr reader;
    int depth;
    bool has_error;
    bool has_entities;
    xmlStructuredErrorFunc other_handler;
    void *other_context;
};

// What is wrong with a document goes nowhere but into the next step.
static void note_error(void *context, xmlErrorPtr error) {
    HawkXML *document = context;
    if (error != NULL && error->level == XML_ERR_FATAL) document->has_error = true;
}

// What happens before there is a reader, or below it, would be printed. The handler belongs to the thread,
// which may parse for others as well: so it is given back.
static void catch_errors(HawkXML *document) {
    document->other_handler = xmlStructuredError;
    document->other_context = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(document, note_error);
}

static void release_errors(HawkXML *document) {
    xmlSetStructuredErrorFunc(document->other_context, document->other_handler);
}

// True when the bytes declare an entity, in UTF-8 or UTF-16. Looked for before the first of them is parsed:
// an entity costs nothing until it is used, but that may be in the declarations themselves.
static bool declares_entities(const unsigned char *bytes, size_t count) {
    static const char word[] = "<!ENTITY";
    const size_t length = sizeof word - 1;
    for (size_t width = 1; width <= 2; width++) {
        for (size_t start = 0; start + length * width <= count; start++) {
            size_t matched = 0;
            while (matched < length) {
                const unsigned char *unit = bytes + start + matched * width;
                if (unit[0] != (unsigned char)word[matched]) break;
                if (width == 2 && matched + 1 < length && unit[1] != 0) break;
                matched++;
            }
            if (matched == length) return true;
        }
    }
    return false;
}

HawkXML *hawk_xml_open(const void *bytes, size_t count, int depth) {
    HawkXML *document = calloc(1, sizeof *document);
    if (document == NULL) return NULL;
    document->depth = depth;
    document->has_entities = declares_entities(bytes, count);
    if (document->has_entities) return document;
    if (count > INT32_MAX) {
        free(document);
        return NULL;
    }
    catch_errors(document);
    int options =
        XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    document->reader = xmlReaderForMemory(bytes, (int)count, NULL, NULL, options);
    release_errors(document);
    if (document->reader == NULL) {
        free(document);
        return NULL;
    }
    xmlTextReaderSetStructuredErrorHandler(document->reader, note_error, document);
    return document;
}

static const char *text(const xmlChar *characters) { return (const char *)characters; }

static HawkXMLStep next(HawkXML *document, HawkXMLNode *node) {
    while (xmlTextReaderRead(document->reader) == 1) {
        memset(node, 0, sizeof *node);
        node->line = xmlTextReaderGetParserLineNumber(document->reader);
        if (xmlTextReaderDepth(document->reader) > document->depth) return HAWK_XML_TOO_DEEP;
        switch (xmlTextReaderNodeType(document->reader)) {
        case XML_READER_TYPE_ELEMENT:
            node->is_empty = xmlTextReaderIsEmptyElement(document->reader) == 1;
            node->name = text(xmlTextReaderConstLocalName(document->reader));
            node->space = text(xmlTextReaderConstNamespaceUri(document->reader));
            return HAWK_XML_ELEMENT;
        case XML_READER_TYPE_END_ELEMENT:
            node->name = text(xmlTextReaderConstLocalName(document->reader));
            node->space = text(xmlTextReaderConstNamespaceUri(document->reader));
            return HAWK_XML_ELEMENT_END;
        case XML_READER_TYPE_TEXT:
        case XML_READER_TYPE_CDATA:
        case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
            node->text = text(xmlTextReaderConstValue(document->reader));
            if (node->text != NULL) return HAWK_XML_TEXT;
            break;
        case XML_READER_TYPE_DOCUMENT_TYPE: {
            // In an encoding in which the bytes did not show it.
            xmlDocPtr tree = xmlTextReaderCurrentDoc(document->reader);
            if (tree != NULL && tree->intSubset != NULL
                && (tree->intSubset->entities != NULL || tree->intSubset->pentities != NULL)) {
                document->has_entities = true;
                return HAWK_XML_ENTITIES;
            }
            break;
        }
        default:
            break;
        }
    }
    return document->has_error ? HAWK_XML_DAMAGED : HAWK_XML_END;
}

HawkXMLStep hawk_xml_next(HawkXML *document, HawkXMLNode *node) {
    if (document->has_entities) return HAWK_XML_ENTITIES;
    catch_errors(document);
    HawkXMLStep step = next(document, node);
    release_errors(document);
    return step;
}

bool hawk_xml_attribute(HawkXML *document, const char **name, const char **value) {
    if (xmlTextReaderMoveToNextAttribute(document->reader) != 1) {
        xmlTextReaderMoveToElement(document->reader);
        return false;
    }
    *name = text(xmlTextReaderConstLocalName(document->reader));
    *value = text(xmlTextReaderConstValue(document->reader));
    return *name != NULL && *value != NULL;
}

void hawk_xml_close(HawkXML *document) {
    if (document->reader != NULL) {
        xmlDocPtr tree = xmlTextReaderCurrentDoc(document->reader);
        xmlFreeTextReader(document->reader);
        // The reader leaves alone what has been asked for.
        if (tree != NULL) xmlFreeDoc(tree);
    }
    free(document);
}

#endif
