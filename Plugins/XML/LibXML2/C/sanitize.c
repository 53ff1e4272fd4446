#include "sanitize.h"

#include <string.h>

/// Returns the length of the character at `bytes`; 0 if it is invalid, -1 if it is truncated.
static int character(const uint8_t *bytes, size_t count) {
    uint8_t first = bytes[0];
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    uint8_t least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    uint8_t most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    for (int index = 1; index < length; index += 1) {
        if ((size_t)index >= count) return -1;
        if (bytes[index] < least || bytes[index] > most) return 0;
        least = 0x80;
        most = 0xBF;
    }
    return length;
}

size_t mimeograph_xml_invalid_utf8(const uint8_t *bytes, size_t count, int may_be_cut) {
    size_t index = 0;
    while (index < count) {
        if (bytes[index] < 0x80) {
            while (index + 32 <= count) {
                uint64_t words[4];
                memcpy(words, bytes + index, 32);
                if ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080u) break;
                index += 32;
            }
            while (index < count && bytes[index] < 0x80) index += 1;
            continue;
        }
        int length = character(bytes + index, count - index);
        if (length < 0) return may_be_cut ? count : index;
        if (length == 0) return index;
        index += (size_t)length;
    }
    return count;
}

static int is_space(uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

void mimeograph_xml_sanitize_subset(uint8_t *bytes, size_t count) {
    uint8_t quote = 0;
    int is_in_subset = 0;
    for (size_t index = 0; index < count; index += 1) {
        uint8_t byte = bytes[index];
        if (quote != 0) {
            if (byte == quote) quote = 0;
        } else if (byte == '"' || byte == '\'') {
            quote = byte;
        } else if (byte == '[') {
            is_in_subset = 1;
        } else if (is_in_subset && byte == '<' && index + 1 < count) {
            int is_comment = count - index >= 4 && memcmp(bytes + index, "<!--", 4) == 0;
            if (!is_comment && bytes[index + 1] != '?') continue;
            index += is_comment ? 4 : 2;
            // A target is unchanged, so that libxml2 detects an invalid one.
            while (!is_comment && index < count && !is_space(bytes[index]) && bytes[index] != '?') index += 1;
            for (; index < count; index += 1) {
                if (is_comment && count - index >= 3 && memcmp(bytes + index, "-->", 3) == 0) break;
                if (!is_comment && count - index >= 2 && memcmp(bytes + index, "?>", 2) == 0) break;
                if (strchr("\"'[]<", bytes[index]) != NULL && bytes[index] != 0) bytes[index] = ' ';
            }
        }
    }
}
