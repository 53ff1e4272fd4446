import Mimeograph

extension QueryEncoder {
    /// A name with what stands behind it, neither of them escaped.
    struct Field: Hashable {
        let name: String
        /// Nil for a bare name.
        let value: [UInt8]?
    }

    /// The pairs of a value, for what sends them in another way than as a query.
    ///
    /// Names, order and texts are those of a query, but for line ends, which are CRLF. `Data` that would be Base64 there is its
    /// bytes here.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, as for a query.
    func fields(of value: some Encodable) throws(SerializationError) -> [Field] {
        // A query is taken apart again: whatever the options say, it is told by its `&`, `=` and `%`, which stand for
        // themselves nowhere.
        var encoder = self
        encoder.allowedCharacters = .unreserved
        encoder.spaces = .percentEscaped
        if case .base64 = data { encoder.data = .percentEscaped }
        encoder.endsLinesWithCRLF = true
        return try encoder.bytes(of: value).split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(decoding: Self.unescaped(parts[0]), as: UTF8.self)
            return Field(name: name, value: parts.count > 1 ? Self.unescaped(parts[1]) : nil)
        }
    }

    /// Undoes the escapes of what this encoder has written, which are whole.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let high = rest.popFirst(), let low = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            bytes.append(digit(high) << 4 | digit(low))
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8 { character < 0x41 ? character &- 0x30 : character &- 0x37 }
}
