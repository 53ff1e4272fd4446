import Mimeograph

/// The declaration that an XML document may begin with: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`.
///
/// The type also reads the declaration of an external text, which has an encoding and needs no version. Another processing
/// instruction, such as `<?xml-stylesheet …?>`, is not a declaration. A malformed declaration names no encoding.
///
/// Source: XML 1.0 §2.8, §2.9, §4.3.1 and §4.3.3, productions 23 to 26, 32, 77, 80 and 81.
package enum XMLDeclaration: Hashable, Sendable {
    /// The text does not begin with a declaration.
    case none
    /// The text ends before the end of the declaration.
    case incomplete
    /// The text begins with a declaration; the encoding is nil if it names none.
    case found(encoding: String?)
    /// The text begins with `<?xml` and white space, but breaks the grammar of declarations near this offset.
    case malformed(at: Int)

    /// Parses the declaration of a text in an encoding that extends ASCII.
    ///
    /// - Parameter text: The text, after its byte order mark.
    package init(in text: Span<UInt8>) {
        for (index, byte) in "<?xml".utf8.enumerated() where index >= text.count || text[index] != byte {
            self = index >= text.count ? .incomplete : .none
            return
        }
        guard text.count > 5 else {
            self = .incomplete
            return
        }
        guard XMLDeclaration.isSpace(text[5]) else {
            self = .none
            return
        }
        // A declaration has no greater-than sign before its end.
        guard let end = text.indices.first(where: { text[$0] == UInt8(ascii: ">") }) else {
            self = .incomplete
            return
        }
        var rest = (5...end).map { text[$0] }[...]
        if let names = XMLDeclaration.encoding(&rest) {
            self = .found(encoding: names.first)
        } else {
            self = .malformed(at: end + 1 - rest.count)
        }
    }

    /// The name of the encoding, or nil.
    package var encoding: String? {
        if case .found(let encoding) = self { encoding } else { nil }
    }

    /// Returns an array with the name of the encoding, an empty array without one, or nil if the declaration is malformed.
    private static func encoding(_ rest: inout ArraySlice<UInt8>) -> [String]? {
        var hasSpace = skipSpace(&rest)
        var isWhole = false
        if skip("version", &rest) {
            guard let version = value(&rest), version.utf8.starts(with: "1.".utf8), version.utf8.count > 2,
                version.utf8.dropFirst(2).allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            isWhole = true
            hasSpace = skipSpace(&rest)
        }
        var encoding: [String] = []
        if hasSpace, skip("encoding", &rest) {
            guard let name = value(&rest), let first = name.utf8.first, (0x61...0x7A).contains(first | 0x20)
            else { return nil }
            encoding = [name]
            hasSpace = skipSpace(&rest)
        }
        if isWhole, hasSpace, skip("standalone", &rest) {
            guard let answer = value(&rest), ["yes", "no"].contains(where: answer.hasSameBytes) else { return nil }
            _ = skipSpace(&rest)
        }
        return (isWhole || !encoding.isEmpty) && rest.elementsEqual("?>".utf8) ? encoding : nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func skipSpace(_ rest: inout ArraySlice<UInt8>) -> Bool {
        let count = rest.count
        rest = rest.drop(while: isSpace)
        return rest.count < count
    }

    private static func skip(_ word: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest.removeFirst(word.utf8.count)
        return true
    }

    /// Parses an equals sign and a quoted value that has only characters allowed in names of encodings.
    private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
        _ = skipSpace(&rest)
        guard skip("=", &rest) else { return nil }
        _ = skipSpace(&rest)
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let name = rest.prefix(while: isNameByte)
        rest = rest.dropFirst(name.count)
        return rest.popFirst() == quote ? String(decoding: name, as: UTF8.self) : nil
    }

    /// Whether the name of an encoding may contain the byte after its first letter.
    package static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
