#include "MimeographXMLPath.h"

#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

struct mimeograph_xml_path {
    xmlXPathContextPtr context;
    xmlXPathCompExprPtr compiled;
    xmlXPathObjectPtr result;
};

static void on_path_error(void *data, mimeograph_xml_error error) {
    mimeograph_xml_report *report = data;
    if (report == NULL || error == NULL || report->failure != MIMEOGRAPH_XML_OK) return;
    int kind = error->code - XML_XPATH_EXPRESSION_OK;
    int is_limit = kind == XPATH_OP_LIMIT_EXCEEDED || kind == XPATH_RECURSION_LIMIT_EXCEEDED;
    report->failure = is_limit ? MIMEOGRAPH_XML_OPERATIONS : MIMEOGRAPH_XML_LIBRARY;
    report->library_domain = error->domain;
    report->library_code = error->code;
    report->offset = error->int1;
}

/// id(), but never a wrong answer: where libxml2's index has not all IDs, it is an error.
static void on_id(xmlXPathParserContextPtr parser, int count) {
    const xmlDoc *document = parser->context->doc;
    if (document != NULL && mimeograph_xml_skipped_identifiers(document)) {
        mimeograph_xml_report *report = parser->context->userData;
        if (report != NULL && report->failure == MIMEOGRAPH_XML_OK) report->failure = MIMEOGRAPH_XML_IDENTIFIERS;
        xmlXPathErr(parser, XPATH_EXPR_ERROR);
        return;
    }
    xmlXPathIdFunction(parser, count);
}

/// libxml2 tries expressions without brackets and attributes as patterns first, which come to something else than the
/// expressions do: `.//.` misses the node it begins at, and `a|` is taken. In parentheses they are compiled as they should be,
/// but for a name after a slash that begins with another letter than one of ASCII, which only a pattern may have.
static xmlXPathCompExprPtr compile(xmlXPathContextPtr context, const char *expression, mimeograph_xml_report *report) {
    size_t length = strlen(expression);
    int is_ascii = 1;
    for (size_t index = 0; index < length; index += 1) is_ascii &= (unsigned char)expression[index] < 0x80;
    if (!is_ascii || strpbrk(expression, "[(@") != NULL) {
        return xmlXPathCtxtCompile(context, (const xmlChar *)expression);
    }
    char *enclosed = malloc(length + 3);
    if (enclosed == NULL) {
        report->failure = MIMEOGRAPH_XML_MEMORY;
        return NULL;
    }
    enclosed[0] = '(';
    memcpy(enclosed + 1, expression, length);
    memcpy(enclosed + 1 + length, ")", 2);
    xmlXPathCompExprPtr compiled = xmlXPathCtxtCompile(context, (const xmlChar *)enclosed);
    free(enclosed);
    // The place is one in the expression that was given.
    if (report->offset > 0) report->offset -= 1;
    return compiled;
}

mimeograph_xml_path *mimeograph_xml_path_make(const char *expression, mimeograph_xml_report *report) {
    memset(report, 0, sizeof *report);
    report->offset = -1;
    mimeograph_xml_path *path = calloc(1, sizeof *path);
    mimeograph_xml_handlers handlers = mimeograph_xml_route_errors(report);
    if (path != NULL) path->context = xmlXPathNewContext(NULL);
    if (path != NULL && path->context != NULL) {
        path->context->error = on_path_error;
        path->context->userData = report;
        // A function that is there is not replaced.
        xmlXPathRegisterFunc(path->context, (const xmlChar *)"id", NULL);
        xmlXPathRegisterFunc(path->context, (const xmlChar *)"id", on_id);
        path->compiled = compile(path->context, expression, report);
        path->context->userData = NULL;
        if (path->compiled == NULL && report->failure == MIMEOGRAPH_XML_OK) report->failure = MIMEOGRAPH_XML_LIBRARY;
    } else {
        report->failure = MIMEOGRAPH_XML_MEMORY;
    }
    if (report->failure != MIMEOGRAPH_XML_OK) {
        mimeograph_xml_path_free(path);
        path = NULL;
    }
    mimeograph_xml_restore_errors(handlers);
    return path;
}

void mimeograph_xml_path_free(mimeograph_xml_path *path) {
    if (path == NULL) return;
    xmlXPathFreeObject(path->result);
    xmlXPathFreeCompExpr(path->compiled);
    xmlXPathFreeContext(path->context);
    free(path);
}

int mimeograph_xml_path_bind(mimeograph_xml_path *path, const char *prefix, const char *uri) {
    return xmlXPathRegisterNs(path->context, (const xmlChar *)prefix, (const xmlChar *)uri) == 0;
}

/// The variable owns its value.
static int set(mimeograph_xml_path *path, const char *name, xmlXPathObjectPtr value) {
    if (value == NULL) return 0;
    if (xmlXPathRegisterVariable(path->context, (const xmlChar *)name, value) == 0) return 1;
    xmlXPathFreeObject(value);
    return 0;
}

int mimeograph_xml_path_set_string(mimeograph_xml_path *path, const char *name, const char *value) {
    return set(path, name, xmlXPathNewCString(value));
}

int mimeograph_xml_path_set_number(mimeograph_xml_path *path, const char *name, double value) {
    return set(path, name, xmlXPathNewFloat(value));
}

int mimeograph_xml_path_set_boolean(mimeograph_xml_path *path, const char *name, int value) {
    return set(path, name, xmlXPathNewBoolean(value));
}

int mimeograph_xml_path_set_nodes(
    mimeograph_xml_path *path, const char *name, const xmlNode *const *nodes, size_t count
) {
    xmlXPathObjectPtr value = xmlXPathNewNodeSet(NULL);
    if (value == NULL || value->nodesetval == NULL) {
        xmlXPathFreeObject(value);
        return 0;
    }
    for (size_t index = 0; index < count; index += 1) {
        if (xmlXPathNodeSetAdd(value->nodesetval, (xmlNode *)nodes[index]) < 0) {
            xmlXPathFreeObject(value);
            return 0;
        }
    }
    return set(path, name, value);
}

int mimeograph_xml_path_evaluate(
    mimeograph_xml_path *path,
    const xmlNode *node,
    uint64_t operations,
    mimeograph_xml_report *report,
    mimeograph_xml_path_result *result
) {
    memset(report, 0, sizeof *report);
    report->offset = -1;
    xmlXPathContextPtr context = path->context;
    mimeograph_xml_handlers handlers = mimeograph_xml_route_errors(report);
    // Nothing is written to the tree; libxml2 has no pointers to const here.
    context->doc = node->doc;
    context->node = (xmlNode *)node;
    context->userData = report;
    context->opLimit = operations;
    context->opCount = 0;
    context->depth = 0;
    xmlXPathFreeObject(path->result);
    path->result = xmlXPathCompiledEval(path->compiled, context);
    context->userData = NULL;
    if (path->result == NULL && report->failure == MIMEOGRAPH_XML_OK) report->failure = MIMEOGRAPH_XML_LIBRARY;
    mimeograph_xml_restore_errors(handlers);
    // While it evaluates, libxml2 does not know where in the expression it is.
    report->offset = -1;
    if (report->failure != MIMEOGRAPH_XML_OK) return 0;

    memset(result, 0, sizeof *result);
    switch (path->result->type) {
        case XPATH_BOOLEAN:
            result->kind = MIMEOGRAPH_XML_PATH_BOOLEAN;
            result->boolean = path->result->boolval;
            return 1;
        case XPATH_NUMBER:
            result->kind = MIMEOGRAPH_XML_PATH_NUMBER;
            result->number = path->result->floatval;
            return 1;
        case XPATH_STRING:
            result->kind = MIMEOGRAPH_XML_PATH_STRING;
            result->string = path->result->stringval;
            return 1;
        case XPATH_NODESET:
            result->kind = MIMEOGRAPH_XML_PATH_NODES;
            if (path->result->nodesetval != NULL) {
                xmlXPathNodeSetSort(path->result->nodesetval);
                result->count = (size_t)path->result->nodesetval->nodeNr;
            }
            return 1;
        default:
            report->failure = MIMEOGRAPH_XML_LIBRARY;
            return 0;
    }
}

/// The declaration in the tree that a copy in a result was made of.
static const xmlNs *declaration_of(const xmlNs *copy, const xmlNode *holder) {
    for (const xmlNode *node = holder; node != NULL && node->type == XML_ELEMENT_NODE; node = node->parent) {
        for (const xmlNs *namespace = node->nsDef; namespace != NULL; namespace = namespace->next) {
            if (xmlStrEqual(namespace->prefix, copy->prefix)) return namespace;
        }
    }
    return holder->doc == NULL ? NULL : holder->doc->oldNs;
}

const xmlNode *mimeograph_xml_path_node(const mimeograph_xml_path *path, size_t index, const xmlNode **holder) {
    *holder = NULL;
    const xmlNode *node = path->result->nodesetval->nodeTab[index];
    if (node == NULL || node->type != XML_NAMESPACE_DECL) return node;
    // A result holds copies of namespaces, which name their element where a declaration names the next one.
    const xmlNs *copy = (const xmlNs *)node;
    const xmlNode *element = (const xmlNode *)copy->next;
    if (element == NULL || element->type != XML_ELEMENT_NODE) return NULL;
    *holder = element;
    return (const xmlNode *)declaration_of(copy, element);
}

void mimeograph_xml_path_reset(mimeograph_xml_path *path) {
    xmlXPathFreeObject(path->result);
    path->result = NULL;
    path->context->doc = NULL;
    path->context->node = NULL;
    xmlXPathRegisteredVariablesCleanup(path->context);
}
