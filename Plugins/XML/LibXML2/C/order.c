#include <limits.h>

#include "session.h"

static void *place(int64_t order) { return (void *)(intptr_t)order; }

void mimeograph_xml_number(xmlDoc *document, int64_t built) {
    // The document itself, whose own place is that of nothing, comes before all that stands before the outermost element.
    int64_t before = INT32_MIN;
    int64_t behind = built;
    int is_behind = 0;
    for (xmlNode *node = document->children; node != NULL; node = node->next) {
        if (node->type == XML_ELEMENT_NODE) {
            is_behind = 1;
        } else if (is_behind) {
            behind += 1;
            node->_private = place(behind);
        } else {
            before += 1;
            node->_private = place(before);
        }
    }
}
