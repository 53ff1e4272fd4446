// Private to the files that read plain XML.
#ifndef MIMEOGRAPH_XML_PLAIN_BYTES_H
#define MIMEOGRAPH_XML_PLAIN_BYTES_H

#include "plain.h"

/// The classes of a byte, and whether it stops the reading of a text or a value.
enum { NAME_START = 1, NAME = 2, SPACE = 4, STOPS_TEXT = 8, STOPS_VALUE = 16, CONTROL = 32 };

#define LETTER (NAME_START | NAME)
#define LETTERS(a, b, c, d, e, f, g) \
    [a] = LETTER, [b] = LETTER, [c] = LETTER, [d] = LETTER, [e] = LETTER, [f] = LETTER, [g] = LETTER
#define BAD (STOPS_TEXT | STOPS_VALUE | CONTROL)
#define BAD_BYTES(a, b, c, d) [a] = BAD, [b] = BAD, [c] = BAD, [d] = BAD

static const uint8_t classes[256] = {
    LETTERS('a', 'b', 'c', 'd', 'e', 'f', 'g'), LETTERS('h', 'i', 'j', 'k', 'l', 'm', 'n'),
    LETTERS('o', 'p', 'q', 'r', 's', 't', 'u'), LETTERS('v', 'w', 'x', 'y', 'z', '_', 'A'),
    LETTERS('B', 'C', 'D', 'E', 'F', 'G', 'H'), LETTERS('I', 'J', 'K', 'L', 'M', 'N', 'O'),
    LETTERS('P', 'Q', 'R', 'S', 'T', 'U', 'V'), ['W'] = LETTER, ['X'] = LETTER, ['Y'] = LETTER, ['Z'] = LETTER,
    ['0'] = NAME, ['1'] = NAME, ['2'] = NAME, ['3'] = NAME, ['4'] = NAME, ['5'] = NAME, ['6'] = NAME, ['7'] = NAME,
    ['8'] = NAME, ['9'] = NAME, ['-'] = NAME, ['.'] = NAME, [':'] = NAME,
    [' '] = SPACE, ['\t'] = SPACE | STOPS_VALUE, ['\n'] = SPACE | STOPS_VALUE, ['\r'] = SPACE | STOPS_TEXT | STOPS_VALUE,
    ['<'] = STOPS_TEXT | STOPS_VALUE, ['&'] = STOPS_TEXT | STOPS_VALUE, [']'] = STOPS_TEXT,
    // The first byte of U+FFFE and U+FFFF, which are not characters, and of other characters.
    [0xEF] = STOPS_TEXT | STOPS_VALUE,
    BAD_BYTES(0, 1, 2, 3), BAD_BYTES(4, 5, 6, 7), [8] = BAD, [11] = BAD, [12] = BAD,
    BAD_BYTES(14, 15, 16, 17), BAD_BYTES(18, 19, 20, 21), BAD_BYTES(22, 23, 24, 25), BAD_BYTES(26, 27, 28, 29),
    [30] = BAD, [31] = BAD,
};

static inline int is(uint8_t byte, int class) { return classes[byte] & class; }

/// Whether U+FFFE or U+FFFF begins here.
static inline int is_no_character(const uint8_t *next, const uint8_t *end) {
    return *next == 0xEF && end - next >= 3 && next[1] == 0xBF && next[2] >= 0xBE;
}

/// Skips white space. It stops at the end of the text.
static inline const uint8_t *skip_space(mimeograph_xml_plain *plain, const uint8_t *next) {
    for (; next < plain->end && is(*next, SPACE); next += 1) plain->lines += *next == '\n';
    return next;
}

#undef LETTER
#undef LETTERS
#undef BAD
#undef BAD_BYTES

/// Reads a name; returns NULL if it is unusual. It must end before the end of the text.
const uint8_t *mimeograph_xml_plain_read_name(mimeograph_xml_plain *plain, const uint8_t *start, uint32_t *number);

#endif
