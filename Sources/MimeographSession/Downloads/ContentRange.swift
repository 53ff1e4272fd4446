import Mimeograph

/// What Content-Range says. Source: RFC 9110 §14.4.
struct ContentRange: Hashable {
    /// The places of the first and the last byte; nil where no range is given.
    let bytes: ClosedRange<Int64>?
    /// The length of the whole; nil where it is not known.
    let total: Int64?

    init?(_ head: ResponseHead) {
        let values = head.fields.values(of: "Content-Range")
        // Two of them are as good as none.
        guard values.count == 1, let text = values.first else { return nil }
        var scanner = FieldScanner(text)
        guard scanner.token()?.lowercased() == "bytes" else { return nil }
        scanner.skipSpaces()
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        if scanner.skip("*") {
            bytes = nil
        } else {
            guard let first = scanner.run(while: isDigit).flatMap({ Int64($0) }), scanner.skip("-"),
                let last = scanner.run(while: isDigit).flatMap({ Int64($0) }), last >= first, last < .max
            else { return nil }
            bytes = first...last
        }
        guard scanner.skip("/") else { return nil }
        if scanner.skip("*") {
            total = nil
        } else {
            guard let length = scanner.run(while: isDigit).flatMap({ Int64($0) }) else { return nil }
            total = length
        }
        guard scanner.isAtEnd else { return nil }
    }
}
