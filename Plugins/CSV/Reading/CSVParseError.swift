import Mimeograph

/// An error in a row, and its offset.
struct CSVParseError: Error {
    enum Kind {
        case quoteInField, afterQuote, carriageReturn, openQuote, lineEndCut, invalidText
        case inputBytes, elements
        case fieldCount(found: Int, wanted: Int)
        case emptyName(column: Int)
        case repeatedName(column: Int, first: Int)
        case incomparableName
    }

    let kind: Kind
    /// The offset from the first byte of the row.
    let offset: Int

    init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// Returns the error for callers.
    func error(at location: SourceLocation, row: Int, limits: DecodingLimits) -> SerializationError {
        func error(_ code: SerializationError.Code, _ message: String, _ remedy: String) -> SerializationError {
            SerializationError(code, message, at: location, remedy: remedy)
        }
        let sender = "Ask the sender to write the table as RFC 4180 says"
        switch kind {
        case .quoteInField:
            return error(
                .syntax,
                "A field that does not begin with a quote contains one, in row \(row).",
                "\(sender), or set CSVFormat.hasQuotes to false if quotes mean nothing in it."
            )
        case .afterQuote:
            return error(
                .syntax,
                "Something other than a delimiter follows the closing quote of a field, in row \(row).",
                "\(sender), with a quote in a field doubled, or set CSVFormat.delimiter to the one that the table has."
            )
        case .carriageReturn:
            return error(
                .syntax,
                "A carriage return has no line feed after it, in row \(row).",
                "\(sender): lines end in CRLF or LF, and a field with a carriage return has quotes."
            )
        case .openQuote:
            return error(
                .truncated,
                "The body ends in a quoted field, in row \(row).",
                "Read the body again, or ask the sender to close the quote."
            )
        case .lineEndCut:
            return error(
                .truncated,
                "The body ends between a carriage return and a line feed, in row \(row).",
                "Read the body again: its last byte is missing."
            )
        case .invalidText:
            return error(
                .invalidText,
                "A field is not valid UTF-8, in row \(row).",
                "Ask the sender for UTF-8, or for a charset parameter that names the encoding of the text."
            )
        case .inputBytes: return .limitExceeded(.inputBytes, allowed: limits.inputBytes, at: location)
        case .elements: return .limitExceeded(.elements, allowed: limits.elements, at: location)
        case .fieldCount(let found, let wanted):
            return error(
                .syntax,
                "Row \(row) has \(found) field\(found == 1 ? "" : "s"), and there are \(wanted) columns.",
                "\(sender): all rows have as many fields as the first. Or set CSVFormat.delimiter to the one that the table has."
            )
        case .emptyName(let column):
            return error(
                .syntax,
                "Column \(column + 1) has no name in the header.",
                "Ask the sender to name it, set CSVFormat.header to absent if the first line is a row, or read [[String]]."
            )
        case .repeatedName(let column, let first):
            return error(
                .syntax,
                "Columns \(first + 1) and \(column + 1) have the same name in the header.",
                "Ask the sender for another name, set CSVFormat.header to absent if the first line is a row, or read [[String]]."
            )
        case .incomparableName: return .keyNotStreamSafe(at: location)
        }
    }
}

/// A validation of UTF-8.
enum CSVText {
    /// Returns the offset of the first byte that is not valid UTF-8; nil if all are valid. Source: RFC 3629 §4.
    static func firstInvalid(_ bytes: Span<UInt8>) -> Int? {
        var offset = 0
        let count = bytes.count
        while offset < count {
            let lead = bytes[offset]
            if lead < 0x80 {
                offset &+= 1
                while offset &+ 8 <= count {
                    // SAFETY: eight bytes exist, and any bytes are a word.
                    let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
                    let high = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
                    offset &+= high == 0 ? 8 : high.trailingZeroBitCount &>> 3
                    if high != 0 { break }
                }
                continue
            }
            if lead >= 0xC2, lead < 0xE0, count &- offset >= 2, bytes[offset &+ 1] & 0xC0 == 0x80 {
                offset &+= 2
                continue
            }
            let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
            guard length > 0, count &- offset >= length else { return offset }
            let second = bytes[offset &+ 1]
            let isGood =
                switch lead {
                case 0xE0: second >= 0xA0 && second <= 0xBF
                case 0xED: second >= 0x80 && second <= 0x9F
                case 0xF0: second >= 0x90 && second <= 0xBF
                case 0xF4: second >= 0x80 && second <= 0x8F
                default: second & 0xC0 == 0x80
                }
            if !isGood || length > 2 && bytes[offset &+ 2] & 0xC0 != 0x80 { return offset }
            if length > 3, bytes[offset &+ 3] & 0xC0 != 0x80 { return offset }
            offset &+= length
        }
        return nil
    }
}
