// pugixml's tree, a peer for documents, with its default options. It accepts more than XML allows, and ignores namespaces.
#include "CPugixml.h"

#if defined(MIMEOGRAPH_HAS_PUGIXML) && __has_include(<pugixml.hpp>)

#include <pugixml.hpp>
#include <string>

extern "C" const char *mimeograph_pugixml_description(void) {
    // PUGIXML_VERSION is 1130 for version 1.13, and 190 for 1.9.
    const int version = PUGIXML_VERSION >= 1000 ? PUGIXML_VERSION / 10 : PUGIXML_VERSION;
    static const std::string description = "pugixml " + std::to_string(version / 100) + "." + std::to_string(version % 100);
    return description.c_str();
}

extern "C" bool mimeograph_pugixml_parse(const uint8_t *text, size_t count) {
    pugi::xml_document document;
    return document.load_buffer(text, count);
}

#else

extern "C" const char *mimeograph_pugixml_description(void) { return nullptr; }
extern "C" bool mimeograph_pugixml_parse(const uint8_t *, size_t) { return false; }

#endif
