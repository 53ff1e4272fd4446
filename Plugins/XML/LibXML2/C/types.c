// Checks the declarations in MimeographXMLTypes.h against libxml2's.
#include "MimeographXMLTypes.h"
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <stddef.h>

#define SAME_CODE(name) _Static_assert((int)MIMEOGRAPH_##name == (int)name, #name)
#define SAME_PLACE(ours, theirs, field)                                                                                       \
    _Static_assert(offsetof(struct ours, field) == offsetof(theirs, field), #theirs "." #field);                             \
    _Static_assert(sizeof(((struct ours *)0)->field) == sizeof(((theirs *)0)->field), #theirs "." #field " in size")

SAME_PLACE(mimeograph_xml_node, xmlNode, _private);
SAME_PLACE(mimeograph_xml_node, xmlNode, type);
SAME_PLACE(mimeograph_xml_node, xmlNode, name);
SAME_PLACE(mimeograph_xml_node, xmlNode, children);
SAME_PLACE(mimeograph_xml_node, xmlNode, last);
SAME_PLACE(mimeograph_xml_node, xmlNode, parent);
SAME_PLACE(mimeograph_xml_node, xmlNode, next);
SAME_PLACE(mimeograph_xml_node, xmlNode, prev);
SAME_PLACE(mimeograph_xml_node, xmlNode, doc);
SAME_PLACE(mimeograph_xml_node, xmlNode, ns);
SAME_PLACE(mimeograph_xml_node, xmlNode, content);
SAME_PLACE(mimeograph_xml_node, xmlNode, properties);
SAME_PLACE(mimeograph_xml_node, xmlNode, nsDef);

SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, _private);
SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, type);
SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, name);
SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, children);
SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, last);
SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, parent);
SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, next);
SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, prev);
SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, doc);
SAME_PLACE(mimeograph_xml_attribute_node, xmlAttr, ns);

SAME_PLACE(mimeograph_xml_document, xmlDoc, _private);
SAME_PLACE(mimeograph_xml_document, xmlDoc, type);
SAME_PLACE(mimeograph_xml_document, xmlDoc, name);
SAME_PLACE(mimeograph_xml_document, xmlDoc, children);
SAME_PLACE(mimeograph_xml_document, xmlDoc, last);
SAME_PLACE(mimeograph_xml_document, xmlDoc, parent);
SAME_PLACE(mimeograph_xml_document, xmlDoc, next);
SAME_PLACE(mimeograph_xml_document, xmlDoc, prev);
SAME_PLACE(mimeograph_xml_document, xmlDoc, doc);
SAME_PLACE(mimeograph_xml_document, xmlDoc, standalone);
SAME_PLACE(mimeograph_xml_document, xmlDoc, intSubset);
SAME_PLACE(mimeograph_xml_document, xmlDoc, oldNs);
SAME_PLACE(mimeograph_xml_document, xmlDoc, version);

SAME_PLACE(mimeograph_xml_document_type, xmlDtd, _private);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, type);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, name);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, children);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, last);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, parent);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, next);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, prev);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, doc);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, ExternalID);
SAME_PLACE(mimeograph_xml_document_type, xmlDtd, SystemID);

SAME_PLACE(mimeograph_xml_namespace, xmlNs, next);
SAME_PLACE(mimeograph_xml_namespace, xmlNs, type);
SAME_PLACE(mimeograph_xml_namespace, xmlNs, href);
SAME_PLACE(mimeograph_xml_namespace, xmlNs, prefix);

SAME_CODE(XML_ELEMENT_NODE);
SAME_CODE(XML_ATTRIBUTE_NODE);
SAME_CODE(XML_TEXT_NODE);
SAME_CODE(XML_CDATA_SECTION_NODE);
SAME_CODE(XML_PI_NODE);
SAME_CODE(XML_COMMENT_NODE);
SAME_CODE(XML_DOCUMENT_NODE);
SAME_CODE(XML_NAMESPACE_DECL);
SAME_CODE(XML_ERR_DOCUMENT_EMPTY);
SAME_CODE(XML_ERR_DOCUMENT_END);
SAME_CODE(XML_ERR_INVALID_HEX_CHARREF);
SAME_CODE(XML_ERR_INVALID_DEC_CHARREF);
SAME_CODE(XML_ERR_INVALID_CHARREF);
SAME_CODE(XML_ERR_INVALID_CHAR);
SAME_CODE(XML_ERR_ENTITYREF_NO_NAME);
SAME_CODE(XML_ERR_ENTITYREF_SEMICOL_MISSING);
SAME_CODE(XML_ERR_UNDECLARED_ENTITY);
SAME_CODE(XML_WAR_UNDECLARED_ENTITY);
SAME_CODE(XML_ERR_UNPARSED_ENTITY);
SAME_CODE(XML_ERR_UNKNOWN_ENCODING);
SAME_CODE(XML_ERR_UNSUPPORTED_ENCODING);
SAME_CODE(XML_ERR_STRING_NOT_STARTED);
SAME_CODE(XML_ERR_STRING_NOT_CLOSED);
SAME_CODE(XML_ERR_LT_IN_ATTRIBUTE);
SAME_CODE(XML_ERR_ATTRIBUTE_NOT_STARTED);
SAME_CODE(XML_ERR_ATTRIBUTE_NOT_FINISHED);
SAME_CODE(XML_ERR_ATTRIBUTE_WITHOUT_VALUE);
SAME_CODE(XML_ERR_ATTRIBUTE_REDEFINED);
SAME_CODE(XML_ERR_LITERAL_NOT_FINISHED);
SAME_CODE(XML_ERR_COMMENT_NOT_FINISHED);
SAME_CODE(XML_ERR_PI_NOT_STARTED);
SAME_CODE(XML_ERR_PI_NOT_FINISHED);
SAME_CODE(XML_ERR_XMLDECL_NOT_STARTED);
SAME_CODE(XML_ERR_XMLDECL_NOT_FINISHED);
SAME_CODE(XML_ERR_EXT_SUBSET_NOT_FINISHED);
SAME_CODE(XML_ERR_DOCTYPE_NOT_FINISHED);
SAME_CODE(XML_ERR_MISPLACED_CDATA_END);
SAME_CODE(XML_ERR_CDATA_NOT_FINISHED);
SAME_CODE(XML_ERR_RESERVED_XML_NAME);
SAME_CODE(XML_ERR_SPACE_REQUIRED);
SAME_CODE(XML_ERR_NAME_REQUIRED);
SAME_CODE(XML_ERR_LT_REQUIRED);
SAME_CODE(XML_ERR_GT_REQUIRED);
SAME_CODE(XML_ERR_LTSLASH_REQUIRED);
SAME_CODE(XML_ERR_EQUAL_REQUIRED);
SAME_CODE(XML_ERR_TAG_NAME_MISMATCH);
SAME_CODE(XML_ERR_TAG_NOT_FINISHED);
SAME_CODE(XML_ERR_STANDALONE_VALUE);
SAME_CODE(XML_ERR_ENCODING_NAME);
SAME_CODE(XML_ERR_HYPHEN_IN_COMMENT);
SAME_CODE(XML_ERR_INVALID_ENCODING);
SAME_CODE(XML_ERR_NOT_WELL_BALANCED);
SAME_CODE(XML_ERR_EXTRA_CONTENT);
SAME_CODE(XML_ERR_ENTITY_LOOP);
SAME_CODE(XML_ERR_ENTITY_BOUNDARY);
SAME_CODE(XML_ERR_VERSION_MISSING);
SAME_CODE(XML_ERR_NOTATION_PROCESSING);
SAME_CODE(XML_ERR_UNKNOWN_VERSION);
SAME_CODE(XML_ERR_NAME_TOO_LONG);
SAME_CODE(XML_NS_ERR_XML_NAMESPACE);
SAME_CODE(XML_NS_ERR_UNDEFINED_NAMESPACE);
SAME_CODE(XML_NS_ERR_QNAME);
SAME_CODE(XML_NS_ERR_ATTRIBUTE_REDEFINED);
SAME_CODE(XML_NS_ERR_EMPTY);
SAME_CODE(XML_NS_ERR_COLON);
SAME_CODE(XML_I18N_CONV_FAILED);
