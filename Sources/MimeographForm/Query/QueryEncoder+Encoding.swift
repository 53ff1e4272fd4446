public import Mimeograph
import MimeographTree

extension QueryEncoder {
    /// Encodes a value that has names at its root.
    ///
    /// - Parameter value: A ``QueryValue``, a dictionary, or any `Encodable` type with members. One that encodes nothing
    ///   or null gives an empty text.
    /// - Returns: ASCII text without a leading `?`; empty where there is nothing to write.
    /// - Throws: ``SerializationError/Code/unencodableValue`` where the root has no names or the value itself throws.
    public func encode(_ value: some Encodable) throws(SerializationError) -> String {
        String(decoding: try bytes(of: value), as: UTF8.self)
    }

    /// The same as bytes, for a body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``.
    public func bytes<Value: Encodable>(of value: Value) throws(SerializationError) -> [UInt8] {
        try bytes(of: value, strategies())
    }

    func bytes<Value: Encodable>(
        of value: Value,
        _ strategies: CodingStrategies?
    ) throws(SerializationError) -> [UInt8] {
        var context = TreeEncodingContext.begin(.form, strategies)
        defer { TreeEncodingContext.end(&context) }
        do {
            try context.encode(value)
        } catch {
            throw TreeFormat.form.errors.encoding(error, of: Value.self)
        }
        var writer = QueryWriter(self)
        if !writer.write(context.view, repeatsNames: context.repeatsNames) {
            throw SerializationError(
                .unencodableValue,
                "\(Value.self) has no names at its root, and a query is made of named values.",
                remedy: "Put it into a dictionary or a type with members, or write the query yourself."
            )
        }
        return writer.finish()
    }

    /// Encodes pairs of texts in the order in which they come, whatever ``order`` says.
    ///
    /// - Returns: ASCII text without a leading `?`.
    public func encode(pairs: some Sequence<(String, String)>) -> String {
        String(decoding: bytes(ofPairs: pairs), as: UTF8.self)
    }

    /// The same as bytes, for a body.
    public func bytes(ofPairs pairs: some Sequence<(String, String)>) -> [UInt8] {
        var writer = QueryWriter(self, capacity: 64 * (pairs.underestimatedCount + 1))
        // Going over a sequence whose type is known here costs half as much.
        if let pairs = pairs as? [(String, String)] {
            let span = pairs.span
            for index in span.indices { writer.write(span[index].0, span[index].1) }
        } else {
            for (name, value) in pairs { writer.write(name, value) }
        }
        return writer.finish()
    }

    /// A text as it stands in a query, for a caller that puts one together itself.
    public func escape(_ text: String) -> String {
        var escaped = QueryText(
            capacity: 3 * text.utf8.count,
            allowed: allowedCharacters,
            spacesArePluses: spaces == .plusReplaced
        )
        escaped.append(escaping: text)
        return String(decoding: escaped.finish(), as: UTF8.self)
    }

    /// A text of UTF-16 code units as it stands in a query. A lone surrogate becomes U+FFFD.
    public func escape(utf16 units: some Sequence<UInt16>) -> String {
        escape(String(decoding: Array(units), as: UTF16.self))
    }
}

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
        // A query is split again: whatever the options say, it is told by its `&`, `=` and `%`, which stand for
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

extension RequestMessage {
    /// Adds a query to the URL: behind one that is there, and before a fragment.
    ///
    /// ```swift
    /// var message = RequestMessage(url: "https://example.com/search?lang=en#results")
    /// message.appendQuery("q=swift")   // https://example.com/search?lang=en&q=swift#results
    /// ```
    /// - Parameter query: Escaped text without a leading `?`; an empty one changes nothing.
    ///
    /// Source: RFC 3986 §3.4, §3.5. AFNetworking puts the query behind the fragment, where no server ever sees it.
    public mutating func appendQuery(_ query: String) {
        if query.isEmpty { return }
        let bytes = url.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let beforeFragment = bytes[..<end]
        var separator = "?"
        if beforeFragment.contains(UInt8(ascii: "?")) {
            // A query that is empty or ends with the separator needs no other.
            let last = beforeFragment.last
            separator = last == UInt8(ascii: "?") || last == UInt8(ascii: "&") ? "" : "&"
        }
        url = "\(url[..<end])\(separator)\(query)\(url[end...])"
    }
}
