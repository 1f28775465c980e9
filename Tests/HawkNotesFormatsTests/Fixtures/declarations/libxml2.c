// Compiles where the declarations say what the headers say.

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>
#include <stddef.h>

#include "libxml2.h"

#define DECLARE(result, name, ...) result name(__VA_ARGS__);
HAWK_XML_FUNCTIONS(DECLARE, xmlStructuredErrorFunc)

#define SAME(ours, theirs, member) \
    _Static_assert(offsetof(ours, member) == offsetof(theirs, member), #member); \
    _Static_assert(sizeof(((ours *)0)->member) == sizeof(((theirs *)0)->member), #member);
SAME(HawkLibXMLError, xmlError, level)
SAME(HawkLibXMLError, xmlError, line)
SAME(HawkLibXMLDTD, xmlDtd, entities)
SAME(HawkLibXMLDTD, xmlDtd, pentities)
SAME(HawkLibXMLParser, xmlParserCtxt, sax)
SAME(HawkLibXMLHandlers, xmlSAXHandler, entityDecl)
SAME(HawkLibXMLHandlers, xmlSAXHandler, reference)
SAME(HawkLibXMLHandlers, xmlSAXHandler, processingInstruction)
SAME(HawkLibXMLHandlers, xmlSAXHandler, comment)
SAME(HawkLibXMLHandlers, xmlSAXHandler, startElement)
SAME(HawkLibXMLHandlers, xmlSAXHandler, startElementNs)

// Their types, too.
static const HawkLibXMLHandlers handlers;
static const entityDeclSAXFunc *const entity = &handlers.entityDecl;
static const startElementSAXFunc *const html_element = &handlers.startElement;
static const startElementNsSAX2Func *const element = &handlers.startElementNs;

_Static_assert(HAWK_LIBXML_FATAL == XML_ERR_FATAL, "");
_Static_assert(HAWK_LIBXML_RECOVER == XML_PARSE_RECOVER, "");
// The parser of HTML has options of its own, of the same values.
_Static_assert(HAWK_LIBXML_RECOVER == HTML_PARSE_RECOVER, "");
_Static_assert(HAWK_LIBXML_NOERROR == HTML_PARSE_NOERROR, "");
_Static_assert(HAWK_LIBXML_NOWARNING == HTML_PARSE_NOWARNING, "");
_Static_assert(HAWK_LIBXML_NONET == HTML_PARSE_NONET, "");
_Static_assert(HAWK_LIBXML_NOERROR == XML_PARSE_NOERROR, "");
_Static_assert(HAWK_LIBXML_NOWARNING == XML_PARSE_NOWARNING, "");
_Static_assert(HAWK_LIBXML_NONET == XML_PARSE_NONET, "");
_Static_assert(HAWK_LIBXML_NOCDATA == XML_PARSE_NOCDATA, "");
_Static_assert(HAWK_LIBXML_IGNORE_ENC == XML_PARSE_IGNORE_ENC, "");
_Static_assert(HAWK_LIBXML_ELEMENT == XML_READER_TYPE_ELEMENT, "");
_Static_assert(HAWK_LIBXML_TEXT == XML_READER_TYPE_TEXT, "");
_Static_assert(HAWK_LIBXML_CDATA == XML_READER_TYPE_CDATA, "");
_Static_assert(HAWK_LIBXML_DOCUMENT_TYPE == XML_READER_TYPE_DOCUMENT_TYPE, "");
_Static_assert(
    HAWK_LIBXML_SIGNIFICANT_WHITESPACE == XML_READER_TYPE_SIGNIFICANT_WHITESPACE, "");
_Static_assert(HAWK_LIBXML_END_ELEMENT == XML_READER_TYPE_END_ELEMENT, "");
