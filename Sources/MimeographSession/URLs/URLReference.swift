import Mimeograph

/// The five parts of a URL reference, cut and not yet looked at.
///
/// Source: RFC 3986 §3, §4.1; the cuts are those of its appendix B.
struct URLReference {
    let scheme: Substring?
    let authority: Substring?
    let path: Substring
    let query: Substring?
    let fragment: Substring?

    init(_ text: String) {
        var rest = text[...]
        fragment = Self.cut(&rest, at: UInt8(ascii: "#"))
        query = Self.cut(&rest, at: UInt8(ascii: "?"))
        if let colon = Self.endOfScheme(rest) {
            scheme = rest[..<colon]
            rest = rest[rest.utf8.index(after: colon)...]
        } else {
            scheme = nil
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        } else {
            authority = nil
        }
        path = rest
    }

    private static func cut(_ rest: inout Substring, at mark: UInt8) -> Substring? {
        // Within the bytes themselves: by the indices of a text it takes several times as long.
        let offset = withBytes(of: rest.utf8) { bytes in
            var place = 0
            while place < bytes.count, bytes[place] != mark { place += 1 }
            return place < bytes.count ? place : nil
        }
        guard let offset else { return nil }
        let place = rest.utf8.index(rest.startIndex, offsetBy: offset)
        let tail = rest[rest.utf8.index(after: place)...]
        rest = rest[..<place]
        return tail
    }

    /// The place of the colon after a scheme. Source: RFC 3986 §3.1.
    private static func endOfScheme(_ text: Substring) -> Substring.Index? {
        guard let first = text.utf8.first, isLetter(first) else { return nil }
        let bytes = text.utf8
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") { return index }
            let mayStand =
                isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
            if !mayStand { return nil }
            bytes.formIndex(after: &index)
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
