// simdjson's document parser, the peer for parsing. The padded text is made once and the parser is reused, as its authors
// recommend, so that only parsing is timed.
#include "CSimdjson.h"

#if defined(MIMEOGRAPH_HAS_SIMDJSON) && __has_include(<simdjson.h>)

#include <simdjson.h>
#include <string>

namespace {
struct Prepared {
    simdjson::dom::parser parser;
    simdjson::padded_string text;
};
}

extern "C" const char *mimeograph_simdjson_description(void) {
    static const std::string description = "simdjson " + std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "."
        + std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." + std::to_string(simdjson::SIMDJSON_VERSION_REVISION)
        + ", " + simdjson::get_active_implementation()->name();
    return description.c_str();
}

extern "C" void *mimeograph_simdjson_prepare(const uint8_t *text, size_t count) {
    auto prepared = new Prepared;
    prepared->text = simdjson::padded_string(reinterpret_cast<const char *>(text), count);
    return prepared;
}

extern "C" bool mimeograph_simdjson_parse(void *prepared) {
    auto self = static_cast<Prepared *>(prepared);
    simdjson::dom::element root;
    return self->parser.parse(self->text).get(root) == simdjson::SUCCESS;
}

#else

extern "C" const char *mimeograph_simdjson_description(void) { return nullptr; }
extern "C" void *mimeograph_simdjson_prepare(const uint8_t *, size_t) { return nullptr; }
extern "C" bool mimeograph_simdjson_parse(void *) { return false; }

#endif
