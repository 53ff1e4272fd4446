import Mimeograph

/// The encoding of a JSON text, detected from its first bytes.
///
/// RFC 8259 requires UTF-8; RFC 4627 also allowed UTF-16 and UTF-32. A byte order mark identifies the encoding. Without one the
/// zeros do: in UTF-8 a JSON text has no zero byte, and its first character is ASCII.
///
/// Source: RFC 4627 §3; RFC 8259 §8.1.
struct JSONTextEncoding {
    /// The size of a code unit in bytes: 1, 2 or 4.
    let unit: Int
    let isBigEndian: Bool
    /// The size in bytes of the byte order mark, which is not part of the text.
    let prefix: Int

    var isUTF8: Bool { unit == 1 }

    init(of body: Span<UInt8>) {
        let first: (UInt8, UInt8, UInt8, UInt8) = (
            body.count > 0 ? body[0] : 1, body.count > 1 ? body[1] : 1, body.count > 2 ? body[2] : 1,
            body.count > 3 ? body[3] : 1
        )
        (unit, isBigEndian, prefix) =
            switch first {
            case (0xEF, 0xBB, 0xBF, _): (1, false, 3)
            case (0, 0, 0xFE, 0xFF): (4, true, 4)
            case (0xFF, 0xFE, 0, 0): (4, false, 4)
            case (0xFE, 0xFF, _, _): (2, true, 2)
            case (0xFF, 0xFE, _, _): (2, false, 2)
            case (0, 0, 0, 1...): (4, true, 0)
            case (1..., 0, 0, 0): (4, false, 0)
            case (0, 1..., _, _) where body.count > 1: (2, true, 0)
            case (1..., 0, _, _): (2, false, 0)
            default: (1, false, 0)
            }
    }

    /// Converts the text to UTF-8.
    ///
    /// - Throws: ``SerializationError/Code/invalidText`` for lone surrogates and values that are not Unicode scalars,
    ///   ``SerializationError/Code/truncated`` if the last code unit is incomplete.
    func utf8(of body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        var result: [UInt8] = []
        // No code unit needs more bytes in UTF-8 than one and a half times its own.
        result.reserveCapacity(body.count / 2 * 3 / (unit / 2))
        var offset = prefix
        while offset < body.count {
            guard let (scalar, length) = scalar(in: body, at: offset) else {
                let isCut = body.count - offset < unit
                throw SerializationError(
                    isCut ? .truncated : .invalidText,
                    isCut
                        ? "The body ends in the middle of a character."
                        : "The text is not valid \(unit == 2 ? "UTF-16" : "UTF-32").",
                    at: SourceLocation(offset: offset, in: body),
                    remedy: "JSON must be sent as UTF-8; ask the sender to encode it so."
                )
            }
            result.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
            offset += length
        }
        return result
    }

    /// Returns the offset in the body of the character at an offset of its UTF-8 form.
    func offset(in body: Span<UInt8>, ofUTF8Offset wanted: Int) -> Int {
        var offset = prefix
        var utf8Offset = 0
        while let (scalar, length) = scalar(in: body, at: offset) {
            utf8Offset += UTF8.width(scalar)
            if utf8Offset > wanted { break }
            offset += length
        }
        return offset
    }

    /// Returns the character at an offset and its length in bytes; nil if there is none.
    private func scalar(in body: Span<UInt8>, at offset: Int) -> (Unicode.Scalar, length: Int)? {
        guard let value = codeUnit(in: body, at: offset) else { return nil }
        if unit == 2, value & 0xFC00 == 0xD800 {
            guard let low = codeUnit(in: body, at: offset + 2), low & 0xFC00 == 0xDC00 else { return nil }
            return Unicode.Scalar(0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)).map { ($0, 4) }
        }
        return Unicode.Scalar(value).map { ($0, unit) }
    }

    private func codeUnit(in body: Span<UInt8>, at offset: Int) -> UInt32? {
        guard body.count - offset >= unit else { return nil }
        var value: UInt32 = 0
        for index in 0..<unit {
            value = value << 8 | UInt32(body[offset + (isBigEndian ? index : unit - 1 - index)])
        }
        return value
    }
}
