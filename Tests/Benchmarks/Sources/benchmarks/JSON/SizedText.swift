import MimeographJSON

/// A real-world text, or a text derived from one: shortened to the size of a web service's responses, or pretty-printed.
struct SizedText {
    /// The name of the text, and how it was derived.
    let name: String
    let bytes: [UInt8]

    /// The lengths of derived texts in bytes, with their names.
    private static let lengths = [(300, "300 B"), (2_000, "2 kB"), (10_000, "10 kB"), (30_000, "30 kB")]
    /// The texts without white space that are also pretty-printed: small numbers, long numbers, and objects.
    private static let prettyPrinted = ["mesh", "canada", "twitter_timeline"]

    /// Returns a text and those derived from it. If it is not JSON, returns none and adds its name to `refused`.
    static func all(of file: RealWorldFile, refused: inout [String]) throws -> [SizedText] {
        guard let document = try? JSON(parsing: file.bytes) else {
            refused.append(file.name)
            return []
        }
        var texts = [SizedText(name: file.name, bytes: file.bytes)]
        if let list = try list(in: document) {
            for (length, name) in lengths {
                guard let bytes = try payload(of: list, length: length) else { continue }
                texts.append(SizedText(name: "\(file.name), \(name)", bytes: bytes))
            }
        }
        if prettyPrinted.contains(file.name) {
            texts.append(SizedText(name: "\(file.name), pretty", bytes: try document.serialized(.pretty)))
        }
        return texts
    }

    /// Returns the longest array of objects that is not inside another array. Web services send such lists page by page.
    private static func list(in value: JSON) throws -> JSON? {
        if let elements = value.array {
            return elements.count > 1 && elements.allSatisfy { $0.object != nil } ? value : nil
        }
        let lists = try (value.object?.values.compactMap { try list(in: $0) }) ?? []
        return try lists.map { (list: $0, count: try $0.serialized().count) }.max { $0.count < $1.count }?.list
    }

    /// Returns the first elements of a list that fit into the length, or the first members of a longer first element.
    ///
    /// - Returns: Nil if the result is shorter than two thirds of the length.
    private static func payload(of list: JSON, length: Int) throws -> [UInt8]? {
        guard let elements = list.array, let first = elements.first else { return nil }
        let text: [UInt8]
        if try first.serialized().count <= length {
            text = try JSON.array(prefix(of: elements, length: length) { $0 }).serialized()
        } else if let members = first.object {
            text = try JSON.object(prefix(of: members, length: length) { $0.value }).serialized()
        } else {
            return nil
        }
        return text.count * 3 >= length * 2 ? text : nil
    }

    /// Returns the parts that fit into the length together, in order. It skips a part that is too long for the rest.
    private static func prefix<Parts: Collection>(
        of parts: Parts,
        length: Int,
        value: (Parts.Element) -> JSON
    ) throws -> [Parts.Element] {
        var rest = length
        return try parts.filter { part in
            let count = try value(part).serialized().count + 1
            guard count <= rest else { return false }
            rest -= count
            return true
        }
    }
}
