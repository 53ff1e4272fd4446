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
        let tree: QueryTree?
        do {
            tree = try QueryEncodingState(self).tree(value, path: [])?.settled
        } catch {
            throw CodingErrorFormatter.parameters.encoding(error, of: Value.self)
        }
        switch tree {
        case nil, .null: return []
        case .container(let container) where container.kind == .members:
            var writer = QueryWriter(self)
            writer.write(root: container)
            return writer.take()
        default:
            throw SerializationError(
                .unencodableValue,
                "\(Value.self) has no names at its root, and a query is made of named values.",
                remedy: "Put it into a dictionary or a type with members, or write the query yourself."
            )
        }
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
        return writer.take()
    }

    /// A text as it stands in a query, for who puts one together himself.
    public func escape(_ text: String) -> String {
        var escaped = QueryText(
            capacity: 3 * text.utf8.count,
            allowed: allowedCharacters,
            spacesArePluses: spaces == .plusReplaced
        )
        escaped.append(escaping: text)
        return String(decoding: escaped.take(), as: UTF8.self)
    }

    /// A text of UTF-16 code units as it stands in a query. A lone surrogate becomes U+FFFD.
    public func escape(utf16 units: some Sequence<UInt16>) -> String {
        escape(String(decoding: Array(units), as: UTF16.self))
    }
}

extension CodingErrorFormatter {
    /// The words of parameters, which are only written here.
    static let parameters = CodingErrorFormatter(
        writing: "parameters",
        alternative: "set the option of QueryEncoder that says how such values are written"
    )
}
