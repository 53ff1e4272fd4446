/// Takes `.` and `..` out of a path.
///
/// Source: RFC 3986 §5.2.4.
enum DotSegments {
    /// The path without dot segments; `path` begins with a slash.
    static func removed(from path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/") else { return removed(from: "/" + path) }
        // Hardly any path has one.
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

    /// `.`, also where it is percent-encoded, as browsers have it.
    private static func isDot(_ segment: Substring.UTF8View) -> Bool { dots(in: segment) == 1 }
    private static func isDotDot(_ segment: Substring.UTF8View) -> Bool { dots(in: segment) == 2 }

    /// The number of dots where the segment has nothing else, else 0.
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
