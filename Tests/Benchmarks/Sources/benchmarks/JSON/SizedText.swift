import MimeographJSON

/// A text of the real world, or one that is made of such a text: as long as what web services send, or pretty-printed.
struct SizedText {
    /// Which text it is, and what was made of it.
    let name: String
    let bytes: [UInt8]

    /// The lengths of what is made, in bytes, and what they are called.
    private static let lengths = [(300, "300 B"), (2_000, "2 kB"), (10_000, "10 kB"), (30_000, "30 kB")]
    /// Texts without white space that are read pretty-printed, too: small numbers, long numbers, and objects.
    private static let prettyPrinted = ["mesh", "canada", "twitter_timeline"]

    /// A text and what is made of it; nothing where it is no JSON, and then its name is added to those.
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

    /// The longest array of objects that stands in no other array, which is what a web service gives page by page.
    private static func list(in value: JSON) throws -> JSON? {
        if let elements = value.array {
            return elements.count > 1 && elements.allSatisfy { $0.object != nil } ? value : nil
        }
        let lists = try (value.object?.values.compactMap { try list(in: $0) }) ?? []
        return try lists.map { (list: $0, count: try $0.serialized().count) }.max { $0.count < $1.count }?.list
    }

    /// The first elements of a list, as many as come to that length; of a longer element the first members that do.
    ///
    /// - Returns: Nil where they come to less than two thirds of it.
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

    /// Those that are no longer than that together, in their order; what is too long for the rest is passed over.
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
