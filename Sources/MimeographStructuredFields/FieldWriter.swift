import Mimeograph

/// A serializer of lists, dictionaries and items. It throws for a value that no field can carry.
///
/// Source: RFC 9651 §4.1.
struct FieldWriter {
    private var bytes: [UInt8] = []

    /// The text so far, which is ASCII.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the text that a closure writes, or a placeholder if it throws.
    static func description(_ write: (inout FieldWriter) throws(SerializationError) -> Void) -> String {
        var writer = FieldWriter()
        do throws(SerializationError) {
            try write(&writer)
            return writer.text
        } catch {
            return "(cannot be serialized)"
        }
    }

    /// Source: RFC 9651 §4.1.1.
    mutating func write(_ list: StructuredList) throws(SerializationError) {
        for (index, member) in list.enumerated() {
            if index > 0 { append(", ") }
            do throws(SerializationError) {
                try write(member)
            } catch {
                throw Self.error(error, in: PlainCodingKey(index: index))
            }
        }
    }

    /// Source: RFC 9651 §4.1.2.
    mutating func write(_ dictionary: StructuredDictionary) throws(SerializationError) {
        for (index, (key, member)) in dictionary.enumerated() {
            if index > 0 { append(", ") }
            do throws(SerializationError) {
                try write(key: key)
                if case .item(let item) = member, item.value == true {
                    try write(item.parameters)
                } else {
                    append("=")
                    try write(member)
                }
            } catch {
                throw Self.error(error, in: PlainCodingKey(key))
            }
        }
    }

    mutating func write(_ member: StructuredMember) throws(SerializationError) {
        switch member {
        case .item(let item): try write(item)
        case .innerList(let list): try write(list)
        }
    }

    /// Source: RFC 9651 §4.1.1.1.
    private mutating func write(_ list: InnerList) throws(SerializationError) {
        append("(")
        for (index, item) in list.items.enumerated() {
            if index > 0 { append(" ") }
            do throws(SerializationError) {
                try write(item)
            } catch {
                throw Self.error(error, in: PlainCodingKey(index: index))
            }
        }
        append(")")
        try write(list.parameters)
    }

    /// Source: RFC 9651 §4.1.3.
    mutating func write(_ item: StructuredItem) throws(SerializationError) {
        try write(item.value)
        try write(item.parameters)
    }

    /// Source: RFC 9651 §4.1.1.2.
    mutating func write(_ parameters: StructuredParameters) throws(SerializationError) {
        for (key, value) in parameters {
            append(";")
            do throws(SerializationError) {
                try write(key: key)
                if value == true { continue }
                append("=")
                try write(value)
            } catch {
                throw Self.error(error, in: PlainCodingKey(key))
            }
        }
    }

    /// Source: RFC 9651 §4.1.1.3.
    private mutating func write(key: String) throws(SerializationError) {
        guard let first = key.utf8.first, FieldGrammar.beginsKey(first), key.utf8.allSatisfy(FieldGrammar.isKey) else {
            throw Self.unencodable(
                "The key is not valid in a structured field.",
                "Begin it with a lower-case letter or *. After that, digits, _, - and . are allowed, too."
            )
        }
        append(key)
    }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    static func unencodable(_ message: String, _ remedy: String) -> SerializationError {
        SerializationError(.unencodableValue, message, remedy: remedy)
    }

    /// Returns the error with another key at the start of its path.
    private static func error(_ error: SerializationError, in key: PlainCodingKey) -> SerializationError {
        var error = error
        error.codingPath.insert(key, at: 0)
        return error
    }
}
