#include "bounds.h"

#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
    TEXT,
    /// After "<".
    OPEN,
    /// After "<!", or within the characters that make it a comment or a CDATA section.
    BANG,
    TAG,
    END_TAG,
    COMMENT,
    CDATA,
    INSTRUCTION,
    /// In a document type outside its internal subset, or in any other "<!".
    TYPE,
    SUBSET,
    SUBSET_OPEN,
    SUBSET_BANG,
    DECLARATION,
    SUBSET_COMMENT,
    SUBSET_INSTRUCTION,
    QUOTED,
};

static const char cdata[] = "[CDATA[";

static int begin(mimeograph_xml_bounds *bounds, int64_t position) {
    if (bounds->start_count == bounds->start_capacity) {
        size_t capacity = bounds->start_capacity == 0 ? 1024 : bounds->start_capacity * 2;
        int64_t *grown = realloc(bounds->starts, capacity * sizeof(int64_t));
        if (grown == NULL) return 0;
        bounds->starts = grown;
        bounds->start_capacity = capacity;
    }
    bounds->starts[bounds->start_count] = position;
    bounds->start_count += 1;
    bounds->start = position;
    return 1;
}

void mimeograph_xml_bounds_drop(mimeograph_xml_bounds *bounds) {
    size_t kept = 0;
    while (kept < bounds->start_count && bounds->starts[bounds->start_count - 1 - kept] >= bounds->boundary) kept += 1;
    memmove(bounds->starts, bounds->starts + bounds->start_count - kept, kept * sizeof(int64_t));
    bounds->start_count = kept;
}

int mimeograph_xml_bounds_are_in_markup(const mimeograph_xml_bounds *bounds) { return bounds->state != TEXT; }

static void enter_quote(mimeograph_xml_bounds *bounds, uint8_t quote) {
    bounds->state_after_quote = bounds->state;
    bounds->state = QUOTED;
    bounds->quote = quote;
}

/// Finds the end of a piece that ends with a mark, once or twice, and ">", such as "-->" or "?>". Returns the byte after it.
static const uint8_t *find_end(
    mimeograph_xml_bounds *bounds, const uint8_t *next, const uint8_t *end, uint8_t mark, uint8_t times, int *is_found
) {
    while (next < end) {
        if (bounds->matched == 0) {
            next = memchr(next, mark, (size_t)(end - next));
            if (next == NULL) return end;
        }
        uint8_t byte = *next;
        next += 1;
        if (byte == mark) {
            if (bounds->matched < times) bounds->matched += 1;
        } else if (byte == '>' && bounds->matched == times) {
            *is_found = 1;
            return next;
        } else {
            bounds->matched = 0;
        }
    }
    return end;
}

/// The bytes with a meaning in a tag.
static const uint8_t in_tag[256] = {['"'] = 1, ['\''] = 1, ['>'] = 1, ['='] = 1};

static const uint8_t *skip_in_tag(const uint8_t *next, const uint8_t *end) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i apostrophe = _mm_set1_epi8('\'');
    const __m128i equals = _mm_set1_epi8('=');
    const __m128i greater = _mm_set1_epi8('>');
    for (; end - next >= 16; next += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)next);
        __m128i found = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, apostrophe)),
            _mm_or_si128(_mm_cmpeq_epi8(bytes, equals), _mm_cmpeq_epi8(bytes, greater))
        );
        unsigned mask = (unsigned)_mm_movemask_epi8(found);
        if (mask != 0) return next + __builtin_ctz(mask);
    }
#endif
    while (next < end && !in_tag[*next]) next += 1;
    return next;
}

/// Returns the first such byte before `end`, or NULL. Most are near, so a call of memchr would cost more than the search.
static inline const uint8_t *find_near(const uint8_t *next, const uint8_t *end, uint8_t byte) {
#if defined(__SSE2__)
    const __m128i wanted = _mm_set1_epi8((char)byte);
    for (int step = 0; step < 4 && end - next >= 16; step += 1) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)next);
        unsigned mask = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
        if (mask != 0) return next + __builtin_ctz(mask);
        next += 16;
    }
#endif
    return memchr(next, byte, (size_t)(end - next));
}

/// Returns the length of the start tag at `tag` if it uses one kind of quotes and no ">" is inside them; else 0.
static inline int64_t plain_tag(const uint8_t *tag, const uint8_t *end) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i apostrophe = _mm_set1_epi8('\'');
    const __m128i greater = _mm_set1_epi8('>');
    unsigned quotes = 0;
    unsigned apostrophes = 0;
    // Only the parity of the number of quotes matters, and the exclusive or of all words has the same parity.
    unsigned odd = 0;
    for (const uint8_t *next = tag; end - next >= 16; next += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)next);
        unsigned double_mask = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, quote));
        unsigned single_mask = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, apostrophe));
        unsigned close = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, greater));
        // All bits below the lowest bit that is set, or all bits if none is set.
        unsigned before = ~close & (close - 1);
        double_mask &= before;
        single_mask &= before;
        quotes |= double_mask;
        apostrophes |= single_mask;
        odd ^= double_mask ^ single_mask;
        if (close == 0) continue;
        if ((quotes != 0 && apostrophes != 0) || __builtin_parity(odd)) return 0;
        return next + __builtin_ctz(close) + 1 - tag;
    }
#else
    (void)tag, (void)end;
#endif
    return 0;
}

/// Returns the length of the start tag at `tag`; 0 if it does not end before `end`, or has too many attributes.
static int64_t whole_tag(const mimeograph_xml_bounds *bounds, const uint8_t *tag, const uint8_t *end) {
    // A tag has no more attributes than bytes.
    int64_t length = plain_tag(tag, end);
    if (length != 0 && length <= bounds->attribute_limit) return length;
    int64_t attributes = 0;
    const uint8_t *next = tag + 1;
    while (1) {
        next = skip_in_tag(next, end);
        if (next == end) return 0;
        uint8_t byte = *next;
        next += 1;
        if (byte == '>') return attributes > bounds->attribute_limit ? 0 : next - tag;
        if (byte == '=') {
            attributes += 1;
            continue;
        }
        next = find_near(next, end, byte);
        if (next == NULL) return 0;
        next += 1;
    }
}

/// Returns the length of a section that ends with a mark twice and ">" after its opening; 0 if it does not end before `end`.
static int64_t whole_section(const uint8_t *markup, size_t opening, uint8_t mark, const uint8_t *end) {
    if ((size_t)(end - markup) < opening + 3) return 0;
    const uint8_t *next = markup + opening + 2;
    while ((next = find_near(next, end, '>')) != NULL) {
        if (next[-1] == mark && next[-2] == mark) return next + 1 - markup;
        next += 1;
    }
    return 0;
}

/// Returns the length of the comment or CDATA section at `markup`; 0 if it is neither, or does not end before `end`.
static int64_t whole_bang(const uint8_t *markup, const uint8_t *end) {
    if (end - markup < 9) return 0;
    if (markup[2] == '-' && markup[3] == '-') return whole_section(markup, 4, '-', end);
    return memcmp(markup + 2, cdata, 7) == 0 ? whole_section(markup, 9, ']', end) : 0;
}

/// Scans complete texts and markup, and stops before an incomplete piece. Returns the first byte of that piece.
static const uint8_t *scan_whole_pieces(
    mimeograph_xml_bounds *bounds, const uint8_t *bytes, const uint8_t *first, const uint8_t *end, int64_t enough
) {
    const uint8_t *next = first;
    const int64_t base = bounds->position;
    const int64_t limit = bounds->input_limit;
    int64_t *start = bounds->starts + bounds->start_count;
    int64_t *last_start = bounds->starts + bounds->start_capacity;
    // Incomplete pieces are scanned byte by byte elsewhere. Each piece here starts unread.
    while (next < end && base + (next - bytes) < enough && last_start - start >= 2) {
        const uint8_t *markup = *next == '<' ? next : find_near(next + 1, end, '<');
        if (markup == NULL || end - markup < 2 || markup - next > limit) break;
        int64_t length = 0;
        uint8_t second = markup[1];
        if (second == '/') {
            const uint8_t *close = find_near(markup + 2, end, '>');
            if (close != NULL) length = close + 1 - markup;
        } else if (second == '!') {
            length = whole_bang(markup, end);
        } else if (second != '?') {
            length = whole_tag(bounds, markup, end);
        }
        if (length == 0 || length > limit) break;
        // An empty text is not a piece: the next start overwrites its start.
        *start = base + (next - bytes);
        start += markup != next;
        *start = base + (markup - bytes);
        start += 1;
        next = markup + length;
    }
    if (next != first) {
        bounds->start_count = (size_t)(start - bounds->starts);
        bounds->boundary = base + (next - bytes);
        bounds->start = bounds->boundary;
    }
    return next;
}

mimeograph_xml_bounds_status mimeograph_xml_bounds_scan(
    mimeograph_xml_bounds *bounds, const uint8_t *bytes, size_t count, int64_t enough
) {
    const uint8_t *next = bytes;
    const uint8_t *end = bytes + count;
    int64_t base = bounds->position;
    bounds->is_document_type = 0;
    while (next < end) {
        int is_complete = 0;
        switch (bounds->state) {
            case TEXT: {
                if (base + (next - bytes) == bounds->boundary) {
                    next = scan_whole_pieces(bounds, bytes, next, end, enough);
                    if (bounds->boundary >= enough && bounds->boundary == base + (next - bytes) && next > bytes) {
                        bounds->position = bounds->boundary;
                        return MIMEOGRAPH_XML_BOUNDS_ENOUGH;
                    }
                    if (next == end) break;
                }
                const uint8_t *found = memchr(next, '<', (size_t)(end - next));
                int64_t offset = base + ((found == NULL ? end : found) - bytes);
                if (found != next && bounds->start == bounds->boundary
                    && (bounds->start_count == 0 || bounds->starts[bounds->start_count - 1] != bounds->start)) {
                    if (!begin(bounds, bounds->boundary)) return MIMEOGRAPH_XML_BOUNDS_MEMORY;
                }
                if (offset - bounds->start > bounds->input_limit) return MIMEOGRAPH_XML_BOUNDS_INPUT;
                if (found == NULL) {
                    next = end;
                    break;
                }
                if (!begin(bounds, offset)) return MIMEOGRAPH_XML_BOUNDS_MEMORY;
                bounds->state = OPEN;
                next = found + 1;
                break;
            }
            case OPEN:
                bounds->matched = 0;
                bounds->attributes = 0;
                switch (*next) {
                    case '!': bounds->state = BANG; next += 1; break;
                    case '?': bounds->state = INSTRUCTION; next += 1; break;
                    case '/': bounds->state = END_TAG; next += 1; break;
                    default: bounds->state = TAG; break;
                }
                break;
            case BANG:
                // One "-" counts as 1, and "[" and the rest of "[CDATA[" count from 0x11 on.
                if (bounds->matched == 0 && *next == '-') {
                    bounds->matched = 1;
                    next += 1;
                } else if (bounds->matched == 1 && *next == '-') {
                    bounds->matched = 0;
                    bounds->state = COMMENT;
                    next += 1;
                } else if ((bounds->matched == 0 || bounds->matched > 0x10)
                           && *next == (uint8_t)cdata[bounds->matched & 0x0F]) {
                    bounds->matched = (uint8_t)(0x10 | ((bounds->matched & 0x0F) + 1));
                    next += 1;
                    if (bounds->matched == 0x17) {
                        bounds->matched = 0;
                        bounds->state = CDATA;
                    }
                } else {
                    // A document type is parsed separately, because its contents must be checked.
                    bounds->state = TYPE;
                }
                break;
            case TAG:
                next = skip_in_tag(next, end);
                if (next == end) break;
                if (*next == '>') {
                    is_complete = 1;
                } else if (*next == '=') {
                    bounds->attributes += 1;
                    if (bounds->attributes > bounds->attribute_limit) return MIMEOGRAPH_XML_BOUNDS_ATTRIBUTES;
                } else {
                    enter_quote(bounds, *next);
                }
                next += 1;
                break;
            case END_TAG:
                next = memchr(next, '>', (size_t)(end - next));
                is_complete = next != NULL;
                next = next == NULL ? end : next + 1;
                break;
            case COMMENT: next = find_end(bounds, next, end, '-', 2, &is_complete); break;
            case CDATA: next = find_end(bounds, next, end, ']', 2, &is_complete); break;
            case INSTRUCTION: next = find_end(bounds, next, end, '?', 1, &is_complete); break;
            case TYPE:
                if (*next == '>') {
                    is_complete = 1;
                    bounds->is_document_type = 1;
                } else if (*next == '[') {
                    bounds->state = SUBSET;
                } else if (*next == '"' || *next == '\'') {
                    enter_quote(bounds, *next);
                }
                next += 1;
                break;
            case SUBSET:
                if (*next == ']') bounds->state = TYPE;
                else if (*next == '<') bounds->state = SUBSET_OPEN;
                next += 1;
                break;
            case SUBSET_OPEN:
                bounds->matched = 0;
                if (*next == '!') bounds->state = SUBSET_BANG;
                else if (*next == '?') bounds->state = SUBSET_INSTRUCTION;
                else bounds->state = DECLARATION;
                if (bounds->state != DECLARATION) next += 1;
                break;
            case SUBSET_BANG:
                if (*next != '-') {
                    bounds->state = DECLARATION;
                    break;
                }
                next += 1;
                bounds->matched += 1;
                if (bounds->matched == 2) {
                    bounds->matched = 0;
                    bounds->state = SUBSET_COMMENT;
                }
                break;
            case DECLARATION:
                if (*next == '>') bounds->state = SUBSET;
                else if (*next == '"' || *next == '\'') enter_quote(bounds, *next);
                next += 1;
                break;
            case SUBSET_COMMENT:
            case SUBSET_INSTRUCTION: {
                int is_over = 0;
                int is_comment = bounds->state == SUBSET_COMMENT;
                next = find_end(bounds, next, end, is_comment ? '-' : '?', is_comment ? 2 : 1, &is_over);
                if (is_over) bounds->state = SUBSET;
                break;
            }
            default:
                next = memchr(next, bounds->quote, (size_t)(end - next));
                if (next != NULL) bounds->state = bounds->state_after_quote;
                next = next == NULL ? end : next + 1;
                break;
        }
        if (bounds->state == TEXT) continue;
        int64_t position = base + (next - bytes);
        if (position - bounds->start > bounds->input_limit) return MIMEOGRAPH_XML_BOUNDS_INPUT;
        if (!is_complete) continue;
        bounds->state = TEXT;
        bounds->boundary = position;
        bounds->start = position;
        if (position >= enough || bounds->is_document_type) {
            bounds->position = position;
            return MIMEOGRAPH_XML_BOUNDS_ENOUGH;
        }
    }
    bounds->position = base + (int64_t)count;
    return MIMEOGRAPH_XML_BOUNDS_MORE;
}
