public import Mimeograph
import MimeographTree

extension QueryEncoder {
    /// Encodes a value that has names at its root.
    ///
    /// - Parameter value: A ``QueryValue``, a dictionary, or any `Encodable` type with members. A value that encodes nothing or
    ///   null results in an empty string.
    /// - Returns: ASCII text without a leading `?`.
    /// - Throws: ``SerializationError/Code/unencodableValue`` if the root has no names or the value itself throws.
    public func encode(_ value: some Encodable) throws(SerializationError) -> String {
        String(decoding: try bytes(of: value), as: UTF8.self)
    }

    /// Encodes a value to the bytes of a body, as ``encode(_:)`` does.
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
                "\(Value.self) has no names at its root, and a query consists of named values.",
                remedy: "Put the value into a dictionary or a type with members, or write the query yourself."
            )
        }
        return writer.finish()
    }

    /// Encodes pairs of strings in the order of the sequence. This ignores ``order``.
    ///
    /// - Returns: ASCII text without a leading `?`.
    public func encode(pairs: some Sequence<(String, String)>) -> String {
        String(decoding: bytes(ofPairs: pairs), as: UTF8.self)
    }

    /// Encodes pairs of strings to the bytes of a body.
    public func bytes(ofPairs pairs: some Sequence<(String, String)>) -> [UInt8] {
        var writer = QueryWriter(self, capacity: 64 * (pairs.underestimatedCount + 1))
        // Iterating over a sequence of a known type takes half the time.
        if let pairs = pairs as? [(String, String)] {
            for index in pairs.indices { writer.write(pairs[index].0, pairs[index].1) }
        } else {
            for (name, value) in pairs { writer.write(name, value) }
        }
        return writer.finish()
    }

    /// Escapes a string for a query that the caller builds itself.
    public func escape(_ text: String) -> String {
        var escaped = QueryText(
            capacity: 3 * text.utf8.count,
            allowed: allowedCharacters,
            spacesArePluses: spaces == .plusReplaced
        )
        escaped.append(escaping: text)
        return String(decoding: escaped.finish(), as: UTF8.self)
    }

    /// Escapes a string of UTF-16 code units for a query. A lone surrogate becomes U+FFFD.
    public func escape(utf16 units: some Sequence<UInt16>) -> String {
        escape(String(decoding: Array(units), as: UTF16.self))
    }
}

extension QueryEncoder {
    /// A name and its value, both without escapes.
    struct Field: Hashable {
        let name: String
        /// Nil for a bare name.
        let value: [UInt8]?
    }

    /// Returns the names and values of a value, for serializers that do not send them as a query.
    ///
    /// Names, order and texts are the same as in a query, but line ends are CRLF. `Data` that a query writes as Base64 is
    /// returned as plain bytes.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, as for a query.
    func fields(of value: some Encodable) throws(SerializationError) -> [Field] {
        // Splits a finished query again. With these options, `&`, `=` and `%` never stand for themselves.
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

    /// Removes the escapes that this encoder has written. They are always complete.
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
    /// Adds a query to the URL, after an existing query and before a fragment.
    ///
    /// ```swift
    /// var message = RequestMessage(url: "https://example.com/search?lang=en#results")
    /// message.appendQuery("q=swift")   // https://example.com/search?lang=en&q=swift#results
    /// ```
    /// - Parameter query: Escaped text without a leading `?`. An empty string changes nothing.
    ///
    /// Source: RFC 3986 §3.4, §3.5. AFNetworking puts the query after the fragment, which is never sent to a server.
    public mutating func appendQuery(_ query: String) {
        if query.isEmpty { return }
        let bytes = url.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let beforeFragment = bytes[..<end]
        var separator = "?"
        if beforeFragment.contains(UInt8(ascii: "?")) {
            // A query that is empty or ends with the separator needs no separator.
            let last = beforeFragment.last
            separator = last == UInt8(ascii: "?") || last == UInt8(ascii: "&") ? "" : "&"
        }
        url = "\(url[..<end])\(separator)\(query)\(url[end...])"
    }
}
