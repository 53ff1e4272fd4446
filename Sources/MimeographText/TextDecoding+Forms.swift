import Mimeograph

/// A buffer of UTF-8 that handles invalid sequences by its policy.
struct UTF8Writer {
    let source: TextEncoding
    let policy: TextDecoding.InvalidSequencePolicy
    private(set) var output: [UInt8] = []

    init(source: TextEncoding, policy: TextDecoding.InvalidSequencePolicy) {
        self.source = source
        self.policy = policy
    }

    mutating func reserve(_ count: Int) { output.reserveCapacity(count) }

    @inline(__always)
    mutating func append(ascii byte: UInt8) { output.append(byte) }

    /// Appends a character. The value must not be a surrogate and is at most 0x10FFFF.
    mutating func append(scalar value: UInt32) {
        switch value {
        case 0..<0x80:
            output.append(UInt8(truncatingIfNeeded: value))
        case 0x80..<0x800:
            output.append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
            output.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
        case 0x800..<0x1_0000:
            output.append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
            output.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
            output.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
        default:
            output.append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
            output.append(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3F))
            output.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
            output.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
        }
    }

    /// Appends U+FFFD for an invalid sequence, or throws.
    mutating func invalid(
        at offset: Int,
        in bytes: Span<UInt8>,
        because reason: String
    ) throws(SerializationError) {
        guard policy == .replace else {
            throw TextDecoding.invalid(at: location(of: offset, in: bytes), encoding: source, because: reason)
        }
        append(scalar: 0xFFFD)
    }

    /// Returns the line and column of a byte. In an encoding with units of several bytes, they come from the text written so far.
    private func location(of offset: Int, in bytes: Span<UInt8>) -> SourceLocation {
        let unitLength: Int
        switch source.form {
        case .utf16: unitLength = 2
        case .utf32: unitLength = 4
        default: return SourceLocation(offset: offset, in: bytes)
        }
        let location = SourceLocation(offset: output.count, in: output.span)
        let line = String(decoding: output.suffix(location.column - 1), as: UTF8.self)
        let units = unitLength == 2 ? line.utf16.count : line.unicodeScalars.count
        return SourceLocation(offset: offset, line: location.line, column: units * unitLength + 1)
    }
}

extension TextDecoding {
    /// Returns the error for bytes that are invalid in their encoding.
    static func invalid(
        at location: SourceLocation,
        encoding: TextEncoding,
        because reason: String
    ) -> SerializationError {
        SerializationError(
            .invalidText,
            "The bytes are not valid \(encoding.name): \(reason).",
            at: location,
            remedy: "Check the charset of Content-Type. For text, TextResponseSerializer.onInvalid replaces such bytes."
        )
    }

    /// Copies UTF-8, and replaces invalid sequences if the policy allows it.
    static func validUTF8(
        _ bytes: Span<UInt8>,
        from start: Int,
        policy: InvalidSequencePolicy
    ) throws(SerializationError) -> [UInt8] {
        let copy = [UInt8](bytes.extracting(start..<bytes.count))
        guard let offset = firstInvalidUTF8(in: copy.span) else { return copy }
        guard policy == .replace else {
            let reason = describeUTF8(copy.span, at: offset)
            throw invalid(at: SourceLocation(offset: start + offset, in: bytes), encoding: .utf8, because: reason)
        }
        // The standard library replaces each maximal subpart, as the WHATWG decoder does.
        return Array(String(decoding: copy, as: UTF8.self).utf8)
    }

    /// Returns the offset of the first sequence that is not valid UTF-8, or nil.
    ///
    /// Source: Unicode Standard table 3-7.
    static func firstInvalidUTF8(in bytes: Span<UInt8>) -> Int? {
        var index = 0
        let end = bytes.count
        while index < end {
            let lead = bytes[index]
            if lead < 0x80 {
                index += 1
                continue
            }
            let shape = UTF8Shape(lead: lead)
            guard shape.length > 0, shape.length <= end - index, shape.second.contains(bytes[index + 1]) else {
                return index
            }
            if shape.length > 2, bytes[index + 2] & 0xC0 != 0x80 { return index }
            if shape.length > 3, bytes[index + 3] & 0xC0 != 0x80 { return index }
            index += shape.length
        }
        return nil
    }

    /// Describes the invalid sequence at `offset`.
    private static func describeUTF8(_ bytes: Span<UInt8>, at offset: Int) -> String {
        let shape = UTF8Shape(lead: bytes[offset])
        guard shape.length > 0 else { return "this byte cannot begin a character" }
        guard offset + 1 < bytes.count else { return "they end in the middle of a character" }
        let follows = offset + 2 >= bytes.count || bytes[offset + 2] & 0xC0 == 0x80
        let isCut = shape.length > bytes.count - offset && shape.second.contains(bytes[offset + 1]) && follows
        return isCut ? "they end in the middle of a character" : "a character begins here but is not complete"
    }

    /// The bytes that may follow the first byte of a UTF-8 character.
    private struct UTF8Shape {
        /// The number of bytes of the character, or 0 if the first byte cannot begin one.
        let length: Int
        /// The valid range of the second byte.
        let second: ClosedRange<UInt8>

        init(lead: UInt8) {
            switch lead {
            case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: (length, second) = (0, 0x80...0xBF)
            }
        }
    }

    /// Decodes UTF-16. Source: WHATWG Encoding Standard §14.2.1.
    static func appendUTF16(
        _ bytes: Span<UInt8>,
        from start: Int,
        bigEndian: Bool,
        to writer: inout UTF8Writer
    ) throws(SerializationError) {
        writer.reserve(bytes.count / 2)
        let (high, low) = bigEndian ? (0, 1) : (1, 0)
        var index = start
        while index + 1 < bytes.count {
            let unit = UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + low])
            index += 2
            guard 0xD800...0xDFFF ~= unit else {
                writer.append(scalar: unit)
                continue
            }
            if unit < 0xDC00, index + 1 < bytes.count {
                let next = UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + low])
                if 0xDC00...0xDFFF ~= next {
                    writer.append(scalar: 0x1_0000 + (unit - 0xD800) << 10 + (next - 0xDC00))
                    index += 2
                    continue
                }
            } else if unit < 0xDC00 {
                // Half a pair, with or without half a unit after it, is one error at the end.
                return try writer.invalid(at: index - 2, in: bytes, because: "they end in the middle of a character")
            }
            try writer.invalid(at: index - 2, in: bytes, because: "one half of a surrogate pair is missing")
        }
        if index < bytes.count {
            try writer.invalid(at: index, in: bytes, because: "they end in the middle of a character")
        }
    }

    /// Decodes UTF-32. Source: Unicode Standard §3.9, D90.
    static func appendUTF32(
        _ bytes: Span<UInt8>,
        from start: Int,
        bigEndian: Bool,
        to writer: inout UTF8Writer
    ) throws(SerializationError) {
        writer.reserve(bytes.count / 4)
        var index = start
        while index + 3 < bytes.count {
            var value: UInt32 = 0
            for digit in 0..<4 {
                value = value << 8 | UInt32(bytes[bigEndian ? index + digit : index + 3 - digit])
            }
            if value < 0xD800 || 0xE000...0x10_FFFF ~= value {
                writer.append(scalar: value)
            } else {
                try writer.invalid(at: index, in: bytes, because: "this number is not a character")
            }
            index += 4
        }
        if index < bytes.count {
            try writer.invalid(at: index, in: bytes, because: "they end in the middle of a character")
        }
    }

    /// Decodes an encoding with one byte per character. Source: WHATWG Encoding Standard §9.1.
    static func appendSingleByte(
        _ bytes: Span<UInt8>,
        table: [UInt16],
        to writer: inout UTF8Writer
    ) throws(SerializationError) {
        writer.reserve(bytes.count)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte < 0x80 {
                writer.append(ascii: byte)
                continue
            }
            let point = table[Int(byte & 0x7F)]
            if point == 0xFFFD {
                try writer.invalid(at: index, in: bytes, because: "this byte has no character")
            } else {
                writer.append(scalar: UInt32(point))
            }
        }
    }
}
