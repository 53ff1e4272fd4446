import Mimeograph
import MimeographTree
import MimeographText

/// A reader of property lists that are text: XML, or the form of OpenStep.
///
/// The encoding comes from the byte order mark, or else from the `charset` parameter. Without these, zero bytes identify a form
/// of Unicode; otherwise the XML declaration counts, and otherwise it is UTF-8. A declaration of UTF-16 before bytes that are not
/// UTF-16 is ignored: writers that create a text first and then send it as UTF-8 leave such declarations.
///
/// Source: RFC 7303 §3; XML 1.0 §F.1.
enum PropertyListText {
    static func read(
        _ body: Span<UInt8>,
        charset: String?,
        options: PropertyListReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> TapeDocument {
        let (encoding, markLength) = try encoding(of: body, charset: charset)
        if encoding == .utf8 {
            let text = body.extracting(markLength..<body.count)
            let format = try format(of: text, in: body, options: options)
            do throws(PropertyListParseError) {
                return try read(
                    PropertyListReader.paddedCopy(of: text, count: text.count),
                    as: format,
                    limits: limits
                )
            } catch {
                throw error.error(in: body, bodyOffset: error.offset + markLength, format: format, limits: limits)
            }
        }
        let copy = try paddedUTF8(of: body, from: encoding)
        let format = try format(
            of: copy.span.extracting(droppingLast: PaddedBytes.padding),
            in: body,
            options: options
        )
        do throws(PropertyListParseError) {
            return try read(consume copy, as: format, limits: limits)
        } catch {
            // The copy has changed during reading, so the text is converted again to find the offset.
            let text = try TextDecoding.transcodeToUTF8(body, from: encoding)
            let before = String(decoding: text.prefix(error.offset), as: UTF8.self)
            let units: Int
            switch encoding {
            case .utf16LittleEndian, .utf16BigEndian: units = 2 * before.utf16.count
            case .utf32LittleEndian, .utf32BigEndian: units = 4 * before.unicodeScalars.count
            default: units = before.unicodeScalars.count
            }
            throw error.error(in: body, bodyOffset: markLength + units, format: format, limits: limits)
        }
    }

    private static func read(
        _ bytes: consuming [UInt8],
        as format: PropertyListFileFormat,
        limits: DecodingLimits
    ) throws(PropertyListParseError) -> TapeDocument {
        if bytes.count > PropertyListReader.maximumCount { throw .size(at: 0) }
        switch format {
        case .openStep: return try OpenStepReader.read(bytes, limits: limits)
        default: return try XMLPropertyListReader.read(bytes, limits: limits)
        }
    }

    private static func paddedUTF8(
        of body: Span<UInt8>,
        from encoding: TextEncoding
    ) throws(SerializationError) -> [UInt8] {
        var text = try TextDecoding.transcodeToUTF8(body, from: encoding)
        text.append(contentsOf: repeatElement(0, count: PaddedBytes.padding))
        return text
    }

    /// Returns whether a text is XML or the form of OpenStep, by its first character.
    private static func format(
        of text: Span<UInt8>,
        in body: Span<UInt8>,
        options: PropertyListReadingOptions
    ) throws(SerializationError) -> PropertyListFileFormat {
        var offset = 0
        while offset < text.count, isSpace(text[offset]) { offset += 1 }
        let isXML = offset < text.count && text[offset] == UInt8(ascii: "<")
        if options.allowsOpenStep, !isXML || isHexadecimal(text, from: offset + 1) { return .openStep }
        if isXML { return .xml }
        throw SerializationError(
            offset == text.count ? .truncated : .syntax,
            offset == text.count
                ? "The body holds nothing but white space: expected a property list."
                : "The body is neither an XML nor a binary property list.",
            at: SourceLocation(offset: 0, in: body),
            remedy: "Set PropertyListReadingOptions.allowsOpenStep if it may be in the text form of OpenStep."
        )
    }

    /// Whether a body with this beginning may be XML: its first character, in any form of Unicode, is a less-than sign.
    static func mayBeXML(_ prefix: Span<UInt8>) -> Bool {
        for index in prefix.indices {
            switch prefix[index] {
            // Wider forms of Unicode have zeros and byte order marks before it.
            case 0x00, 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF: continue
            case UInt8(ascii: "<"): return true
            default: return false
            }
        }
        return true
    }

    /// Whether OpenStep data follows a less-than sign: no element name consists of hexadecimal digits only.
    private static func isHexadecimal(_ text: Span<UInt8>, from start: Int) -> Bool {
        for index in start..<max(start, text.count) {
            switch text[index] {
            case UInt8(ascii: ">"): return true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"), 0x20, 0x09, 0x0A, 0x0D:
                continue
            default: return false
            }
        }
        return false
    }

    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
}

extension PropertyListText {
    /// Returns the encoding, and the length of the byte order mark.
    private static func encoding(
        of body: Span<UInt8>,
        charset: String?
    ) throws(SerializationError) -> (encoding: TextEncoding, markLength: Int) {
        let told = try TextDecoding.encoding(of: body, charset: charset)
        if told.markLength > 0 || charset != nil { return told }
        let first: (UInt8, UInt8, UInt8, UInt8) = (
            body.count > 0 ? body[0] : 1, body.count > 1 ? body[1] : 1, body.count > 2 ? body[2] : 1,
            body.count > 3 ? body[3] : 1
        )
        switch first {
        case (0, 0, 0, 1...): return (.utf32BigEndian, 0)
        case (1..., 0, 0, 0): return (.utf32LittleEndian, 0)
        case (0, 1..., _, _): return (.utf16BigEndian, 0)
        case (1..., 0, _, _): return (.utf16LittleEndian, 0)
        default: break
        }
        guard let label = XMLDeclaration(in: body).encoding else { return (.utf8, 0) }
        guard let encoding = TextEncoding(label: label) else {
            _ = try TextDecoding.encoding(of: body, charset: label)
            return (.utf8, 0)
        }
        switch encoding {
        case .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian: return (.utf8, 0)
        default: return (encoding, 0)
        }
    }
}

/// Characters of several bytes in UTF-8. Source: RFC 3629 §4.
enum UTF8Sequence {
    /// Returns the number of bytes of the character that begins at an offset, 2 to 4; nil if none does.
    @inline(__always)
    static func length(in bytes: PropertyListBytes, at start: Int) -> Int? {
        let first = bytes[start]
        let second = bytes[start &+ 1]
        let third = bytes[start &+ 2]
        switch first {
        case 0xC2...0xDF: return second & 0xC0 == 0x80 ? 2 : nil
        case 0xE0...0xEF:
            let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
            let high: UInt8 = first == 0xED ? 0x9F : 0xBF
            return second >= low && second <= high && third & 0xC0 == 0x80 ? 3 : nil
        case 0xF0...0xF4:
            let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
            let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
            let fourth = bytes[start &+ 3]
            return second >= low && second <= high && third & 0xC0 == 0x80 && fourth & 0xC0 == 0x80 ? 4 : nil
        default: return nil
        }
    }
}
