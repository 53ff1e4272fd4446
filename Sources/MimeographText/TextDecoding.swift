public import Mimeograph

/// A decoder of text: it finds the encoding of bytes, then decodes them.
///
/// The encoding comes from the byte order mark, else from the `charset` parameter, else from the default of the format. A
/// declaration inside a document is left to its format, which calls ``transcodeToUTF8(_:from:onInvalid:)``.
///
/// It decodes UTF-8, UTF-16, UTF-32 and every single-byte encoding of the WHATWG Encoding Standard. Each byte of input becomes at
/// most three bytes of UTF-8, so a limit on the input also limits the output.
public enum TextDecoding {
    /// The treatment of bytes that are invalid in their encoding.
    public enum InvalidSequencePolicy: Hashable, Sendable {
        /// Throw ``SerializationError/Code/invalidText`` with the location of the first invalid byte.
        case refuse
        /// Replace each invalid sequence with U+FFFD, as browsers do. Source: WHATWG Encoding Standard §4.1; Unicode Standard
        /// §3.9, "maximal subpart".
        case replace
    }

    /// Decodes bytes to text.
    ///
    /// - Parameters:
    ///   - bytes: The bytes. A byte order mark at their start is not part of the text.
    ///   - label: The `charset` parameter, if there is one. A byte order mark overrides it, even if it is unknown.
    ///   - defaultEncoding: The encoding if there is neither a mark nor a label.
    ///   - policy: The treatment of invalid bytes.
    /// - Returns: The text and its encoding.
    /// - Throws: ``SerializationError/Code/unsupportedCharset`` for a label that is unknown or whose encoding cannot be decoded,
    ///   ``SerializationError/Code/invalidText`` with the location.
    public static func decode(
        _ bytes: Span<UInt8>,
        charset label: String? = nil,
        default defaultEncoding: TextEncoding = .utf8,
        onInvalid policy: InvalidSequencePolicy = .refuse
    ) throws(SerializationError) -> (text: String, encoding: TextEncoding) {
        let found = try encoding(of: bytes, charset: label, default: defaultEncoding)
        if found.encoding == .utf8 {
            // The standard library's check is the fastest. The location is searched only if the check fails.
            let copy = [UInt8](bytes.extracting(found.markLength..<bytes.count))
            if let text = String(validating: copy, as: UTF8.self) { return (text, .utf8) }
        }
        let utf8 = try transcode(bytes, from: found.encoding, skipping: found.markLength, onInvalid: policy)
        return (String(decoding: utf8, as: UTF8.self), found.encoding)
    }

    /// Returns the encoding of bytes.
    ///
    /// - Returns: The encoding, and the length of the byte order mark in bytes, which is 0 without one.
    /// - Throws: ``SerializationError/Code/unsupportedCharset`` for an unknown label. A known encoding that cannot be decoded is
    ///   returned: see ``TextEncoding/isSupported``.
    public static func encoding(
        of bytes: Span<UInt8>,
        charset label: String? = nil,
        default defaultEncoding: TextEncoding = .utf8
    ) throws(SerializationError) -> (encoding: TextEncoding, markLength: Int) {
        let labelled = label.flatMap { TextEncoding(label: $0) }
        if let mark = byteOrderMark(of: bytes, labelled: labelled) { return mark }
        if let labelled { return (labelled, 0) }
        if let label { throw unknown(label: label) }
        return (defaultEncoding, 0)
    }

    /// Converts bytes of a known encoding to UTF-8.
    ///
    /// A byte order mark of that encoding at the start is removed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - encoding: The encoding of the bytes.
    ///   - policy: The treatment of invalid bytes.
    /// - Returns: Valid UTF-8.
    /// - Throws: ``SerializationError/Code/unsupportedCharset``, ``SerializationError/Code/invalidText``.
    public static func transcodeToUTF8(
        _ bytes: Span<UInt8>,
        from encoding: TextEncoding,
        onInvalid policy: InvalidSequencePolicy = .refuse
    ) throws(SerializationError) -> [UInt8] {
        let mark = byteOrderMark(of: bytes, labelled: encoding)
        let skipped = mark?.encoding == encoding ? mark?.markLength ?? 0 : 0
        return try transcode(bytes, from: encoding, skipping: skipped, onInvalid: policy)
    }

    /// Returns the encoding of a byte order mark, and the mark's length in bytes.
    ///
    /// FF FE 00 00 is the mark of UTF-32LE, but also the mark of UTF-16LE followed by U+0000. With a UTF-16 label, these bytes
    /// mean UTF-16LE.
    private static func byteOrderMark(
        of bytes: Span<UInt8>,
        labelled: TextEncoding?
    ) -> (encoding: TextEncoding, markLength: Int)? {
        guard bytes.count >= 2 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xEF, 0xBB) where bytes.count >= 3 && bytes[2] == 0xBF:
            return (.utf8, 3)
        case (0xFE, 0xFF):
            return (.utf16BigEndian, 2)
        case (0xFF, 0xFE):
            let isUTF16 = labelled == .utf16LittleEndian || labelled == .utf16BigEndian
            let isLong = bytes.count >= 4 && bytes[2] == 0 && bytes[3] == 0
            return isLong && !isUTF16 ? (.utf32LittleEndian, 4) : (.utf16LittleEndian, 2)
        case (0, 0) where bytes.count >= 4 && bytes[2] == 0xFE && bytes[3] == 0xFF:
            return (.utf32BigEndian, 4)
        default:
            return nil
        }
    }

    private static func transcode(
        _ bytes: Span<UInt8>,
        from encoding: TextEncoding,
        skipping markLength: Int,
        onInvalid policy: InvalidSequencePolicy
    ) throws(SerializationError) -> [UInt8] {
        var writer = UTF8Writer(source: encoding, policy: policy)
        switch encoding.form {
        case .utf8:
            return try validUTF8(bytes, from: markLength, policy: policy)
        case .utf16(let bigEndian):
            try appendUTF16(bytes, from: markLength, bigEndian: bigEndian, to: &writer)
        case .utf32(let bigEndian):
            try appendUTF32(bytes, from: markLength, bigEndian: bigEndian, to: &writer)
        case .singleByte(let definition):
            try appendSingleByte(bytes, table: TextEncoding.definitions[definition].upperHalf, to: &writer)
        case .nameOnly:
            throw unsupported(encoding)
        }
        return writer.output
    }
}

extension TextDecoding {
    /// Decodes any collection of bytes to text: `[UInt8]`, a slice, `Data`.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedCharset``, ``SerializationError/Code/invalidText``.
    public static func decode(
        _ bytes: some Collection<UInt8>,
        charset label: String? = nil,
        default defaultEncoding: TextEncoding = .utf8,
        onInvalid policy: InvalidSequencePolicy = .refuse
    ) throws(SerializationError) -> (text: String, encoding: TextEncoding) {
        try withBytes(of: bytes) { (span) throws(SerializationError) in
            try decode(span, charset: label, default: defaultEncoding, onInvalid: policy)
        }
    }

    /// Returns the error for an unknown label.
    static func unknown(label: String) -> SerializationError {
        return SerializationError(
            .unsupportedCharset,
            "The charset \"\(label.visible(atMost: 40))\" is not a known encoding.",
            remedy: "If you know the encoding, read the bytes and decode them with TextDecoding.transcodeToUTF8."
        )
    }

    /// Returns the error for an encoding that is known by name only.
    static func unsupported(_ encoding: TextEncoding) -> SerializationError {
        SerializationError(
            .unsupportedCharset,
            "Text in \(encoding.name) cannot be decoded here.",
            remedy:
                "Request UTF-8 from the server, or decode the bytes with a library that supports \(encoding.name)."
        )
    }
}
