import Mimeograph

/// The five parts of a URL reference, split but not validated.
///
/// Source: RFC 3986 §3, §4.1; it is split as in appendix B.
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
        // This scans the bytes directly: string indices take several times as long.
        let offset = withBytes(of: rest.utf8) { bytes in
            var offset = 0
            while offset < bytes.count, bytes[offset] != mark { offset += 1 }
            return offset < bytes.count ? offset : nil
        }
        guard let offset else { return nil }
        let index = rest.utf8.index(rest.startIndex, offsetBy: offset)
        let tail = rest[rest.utf8.index(after: index)...]
        rest = rest[..<index]
        return tail
    }

    /// The index of the colon after a scheme. Source: RFC 3986 §3.1.
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

/// Removal of the segments `.` and `..` from a path.
///
/// Source: RFC 3986 §5.2.4.
enum DotSegments {
    /// Returns the path without dot segments.
    static func removed(from path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/") else { return removed(from: "/" + path) }
        // Hardly any path has a dot segment.
        guard mayHaveDots(path) else { return path }
        var kept: [Substring.UTF8View] = []
        let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if isDot(segment) {
                if isLast { kept.append(segment.prefix(0)) }
            } else if isDotDot(segment) {
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append(segment.prefix(0)) }
            } else {
                kept.append(segment)
            }
        }
        return "/" + kept.map { Substring($0) }.joined(separator: "/")
    }

    /// Whether a segment begins with a dot or a percent sign.
    private static func mayHaveDots(_ path: String) -> Bool {
        var isStart = false
        for byte in path.utf8 {
            if isStart, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") { return true }
            isStart = byte == UInt8(ascii: "/")
        }
        return false
    }

    /// Whether a segment is `.`, possibly percent-encoded, as in browsers.
    private static func isDot(_ segment: Substring.UTF8View) -> Bool { dots(in: segment) == 1 }
    private static func isDotDot(_ segment: Substring.UTF8View) -> Bool { dots(in: segment) == 2 }

    /// Returns the number of dots if the segment consists only of dots, or 0.
    private static func dots(in segment: Substring.UTF8View) -> Int {
        guard segment.count <= 6 else { return 0 }
        var rest = segment
        var count = 0
        while let first = rest.first {
            if first == UInt8(ascii: ".") {
                rest.removeFirst()
            } else if rest.count >= 3, Substring(rest.prefix(3)).lowercased() == "%2e" {
                rest.removeFirst(3)
            } else {
                return 0
            }
            count += 1
        }
        return count
    }
}
