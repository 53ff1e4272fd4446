import Mimeograph

extension HeaderFields {
    /// The fields of a dictionary, sorted by name, because it has no order and equal messages should be equal.
    init(sorting fields: [(name: String, value: String)]) {
        self.init()
        let fields = fields.map { (line: $0, key: $0.name.lowercasedASCII) }.sorted { one, other in
            // By bytes: nothing has looked at the names yet, and a peer may have sent any.
            one.key.hasSameBytes(as: other.key)
                ? one.line.name.utf8.lexicographicallyPrecedes(other.line.name.utf8)
                : one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
        }
        for ((name, value), _) in fields {
            do throws(HeaderFieldError) {
                // Setting would look for the name among all those before it, and a peer may have sent very many.
                try append(name, value)
            } catch {
                // The subscript remembers what it refuses.
                self[name] = value
            }
        }
    }

    /// One value for each name, lines of one name joined as RFC 9110 §5.3 has it.
    var joinedLines: [String: String] {
        var joined: [String: String] = [:]
        var spellings: [String: String] = [:]
        for line in self {
            let name = spellings[line.name.lowercased(), default: line.name]
            spellings[line.name.lowercased()] = name
            if joined[name]?.append(", \(line.value)") == nil { joined[name] = line.value }
        }
        return joined
    }

    /// Throws where a field was left out when these were made.
    func checkNothingRefused() throws(SerializationError) {
        guard let first = refused.first else { return }
        throw SerializationError(
            .invalidField,
            "A header field may not be sent: \(first).",
            remedy: "Correct the field's name or value; line breaks and zero bytes are never allowed.",
            underlying: refused
        )
    }
}
