// XML by libxml2's reader: without network, without a DTD, and without entities.
//
// A document that is as it should be is read as a stream. The stream ends at the first damage, whatever it
// is told, so that a damaged document is recovered as a tree, which the same reader then walks through.

#include "functions.h"

#if HAWK_IMPORT_HAS_LIBRARIES

#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>
#include <stdlib.h>
#include <string.h>

struct HawkXML {
    xmlTextReaderPtr reader;
    HawkXMLLimits limits;
    // Of a document that is recovered.
    bool is_tree;
    int part_count;
    bool has_error;
    // Of the first error.
    int error_line;
    // Why nothing more is read, after what there is; else HAWK_XML_END.
    HawkXMLStep refusal;
    xmlStructuredErrorFunc other_handler;
    void *other_context;
};

// From 2.12 on libxml2 hands its errors out to be read only, and its handlers have another type.
#if LIBXML_VERSION >= 21200
typedef const xmlError *XMLError;
#else
typedef xmlError *XMLError;
#endif

// What is wrong with a document goes nowhere but into the next step.
static void note_error(void *context, XMLError error) {
    HawkXML *document = context;
    if (error == NULL || error->level != XML_ERR_FATAL || document->has_error) return;
    document->has_error = true;
    document->error_line = error->line;
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

// MARK: Before anything is parsed

// True when the bytes declare an entity. Looked for before the first of them is parsed: an entity costs
// nothing until it is used, but that may be in the declarations themselves.
static bool declares_entities(const unsigned char *bytes, size_t count) {
    static const char word[] = "<!ENTITY";
    const size_t length = sizeof word - 1;
    for (size_t start = 0; start + length <= count; start++) {
        if (bytes[start] == '<' && memcmp(bytes + start, word, length) == 0) return true;
    }
    return false;
}

// True when an element could have more attributes than are allowed: each has a sign of its own, and none
// goes on beyond the next element. The parser compares each with all others before it hands them on.
static bool has_too_many_attributes(const unsigned char *bytes, size_t count, int most) {
    int found = 0;
    for (size_t place = 0; place < count; place++) {
        if (bytes[place] == '<') found = 0;
        if (bytes[place] == '=' && ++found > most) return true;
    }
    return false;
}

static HawkXML *new_document(const void *bytes, size_t count, HawkXMLLimits limits) {
    if (count > INT32_MAX) return NULL;
    HawkXML *document = calloc(1, sizeof *document);
    if (document == NULL) return NULL;
    document->limits = limits;
    document->refusal = HAWK_XML_END;
    if (declares_entities(bytes, count)) document->refusal = HAWK_XML_ENTITIES;
    else if (has_too_many_attributes(bytes, count, limits.attribute_count))
        document->refusal = HAWK_XML_TOO_MANY;
    return document;
}

static int options_for(bool is_utf8) {
    return XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_NOERROR | XML_PARSE_NOWARNING
        | (is_utf8 ? XML_PARSE_IGNORE_ENC : 0);
}

// MARK: As a stream

HawkXML *hawk_xml_open(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits) {
    HawkXML *document = new_document(bytes, count, limits);
    if (document == NULL || document->refusal != HAWK_XML_END) return document;
    catch_errors(document);
    const char *encoding = is_utf8 ? "UTF-8" : NULL;
    document->reader = xmlReaderForMemory(bytes, (int)count, NULL, encoding, options_for(is_utf8));
    release_errors(document);
    if (document->reader == NULL) {
        free(document);
        return NULL;
    }
    xmlTextReaderSetStructuredErrorHandler(document->reader, note_error, document);
    return document;
}

// MARK: As a tree

static void refuse(xmlParserCtxtPtr parser, HawkXML *document, HawkXMLStep step) {
    document->refusal = step;
    xmlStopParser(parser);
}

static void start_element(
    void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *space,
    int space_count, const xmlChar **spaces, int attribute_count, int defaulted_count,
    const xmlChar **attributes) {
    xmlParserCtxtPtr parser = context;
    HawkXML *document = parser->_private;
    document->part_count += 1 + space_count + attribute_count;
    if (document->part_count > document->limits.part_count) {
        refuse(parser, document, HAWK_XML_TOO_MANY);
    } else if (parser->nodeNr > document->limits.depth) {
        refuse(parser, document, HAWK_XML_TOO_DEEP);
    } else {
        xmlSAX2StartElementNs(
            context, name, prefix, space, space_count, spaces, attribute_count, defaulted_count,
            attributes);
    }
}

static void refuse_entity(
    void *context, const xmlChar *name, int type, const xmlChar *public_id,
    const xmlChar *system_id, xmlChar *content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    xmlParserCtxtPtr parser = context;
    refuse(parser, parser->_private, HAWK_XML_ENTITIES);
}

static xmlDocPtr recovered_tree(HawkXML *document, const void *bytes, int count, bool is_utf8) {
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (parser == NULL) return NULL;
    parser->_private = document;
    parser->sax->startElementNs = start_element;
    parser->sax->entityDecl = refuse_entity;
    // Nothing else is asked for, and each would be a part that is not counted.
    parser->sax->comment = NULL;
    parser->sax->processingInstruction = NULL;
    parser->sax->reference = NULL;
    const char *encoding = is_utf8 ? "UTF-8" : NULL;
    xmlDocPtr tree = xmlCtxtReadMemory(
        parser, bytes, count, NULL, encoding, options_for(is_utf8) | XML_PARSE_RECOVER);
    xmlFreeParserCtxt(parser);
    return tree;
}

HawkXML *hawk_xml_recover(const void *bytes, size_t count, bool is_utf8, HawkXMLLimits limits) {
    HawkXML *document = new_document(bytes, count, limits);
    if (document == NULL || document->refusal != HAWK_XML_END) return document;
    document->is_tree = true;
    catch_errors(document);
    xmlDocPtr tree = recovered_tree(document, bytes, (int)count, is_utf8);
    if (tree != NULL) document->reader = xmlReaderWalker(tree);
    if (tree != NULL && document->reader == NULL) xmlFreeDoc(tree);
    release_errors(document);
    // What was wrong is known, and what could be made of it is there.
    document->has_error = document->reader == NULL;
    return document;
}

// MARK: Reading

static const char *text(const xmlChar *characters) { return (const char *)characters; }

// Without the prefix, which a name keeps when nothing has declared it.
static void set_name(HawkXMLNode *node, const xmlChar *characters) {
    const char *name = text(characters);
    const char *colon = name == NULL ? NULL : strrchr(name, ':');
    node->has_undeclared_prefix = colon != NULL && colon != name && colon[1] != '\0';
    node->name = node->has_undeclared_prefix ? colon + 1 : name;
}

static int line(HawkXML *document) {
    if (!document->is_tree) return xmlTextReaderGetParserLineNumber(document->reader);
    return (int)xmlGetLineNo(xmlTextReaderCurrentNode(document->reader));
}

static HawkXMLStep next(HawkXML *document, HawkXMLNode *node) {
    while (xmlTextReaderRead(document->reader) == 1) {
        memset(node, 0, sizeof *node);
        node->line = line(document);
        if (xmlTextReaderDepth(document->reader) > document->limits.depth) return HAWK_XML_TOO_DEEP;
        switch (xmlTextReaderNodeType(document->reader)) {
        case XML_READER_TYPE_ELEMENT:
            node->is_empty = xmlTextReaderIsEmptyElement(document->reader) == 1;
            set_name(node, xmlTextReaderConstLocalName(document->reader));
            node->space = text(xmlTextReaderConstNamespaceUri(document->reader));
            return HAWK_XML_ELEMENT;
        case XML_READER_TYPE_END_ELEMENT:
            set_name(node, xmlTextReaderConstLocalName(document->reader));
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
    if (xmlTextReaderMoveToNextAttribute(document->reader) != 1) {
        xmlTextReaderMoveToElement(document->reader);
        return false;
    }
    memset(node, 0, sizeof *node);
    set_name(node, xmlTextReaderConstLocalName(document->reader));
    node->text = text(xmlTextReaderConstValue(document->reader));
    return node->name != NULL && node->text != NULL;
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
