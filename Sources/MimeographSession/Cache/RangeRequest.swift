import Mimeograph

/// The single range of bytes that a request asks for.
///
/// Requests for several ranges are not supported: the server answers them, not a stored response.
///
/// Source: RFC 9110 §14.1.2, §14.2.
struct RangeRequest: Hashable {
    private enum Form: Hashable {
        /// From the first position to the last one, or to the end of the body.
        case from(Int, through: Int?)
        case last(Int)
    }

    private let form: Form

    /// Parses the Range field; nil if it is missing, malformed or names several ranges.
    init?(_ fields: HeaderFields) {
        let values = fields.values(of: "Range")
        guard values.count == 1, let text = values.first else { return nil }
        var scanner = FieldScanner(text)
        guard scanner.token()?.lowercased().hasSameBytes(as: "bytes") == true, scanner.skip("=") else { return nil }
        scanner.skipSpaces()
        let first = Self.number(&scanner)
        guard scanner.skip("-") else { return nil }
        let last = Self.number(&scanner)
        scanner.skipSpaces()
        guard scanner.isAtEnd else { return nil }
        switch (first, last) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            form = .from(first, through: last)
        case (let first?, nil): form = .from(first, through: nil)
        case (nil, let last?): form = .last(last)
        case (nil, nil): return nil
        }
    }

    /// Parses a number of any length; a larger number than `Int.max` counts as `Int.max`.
    private static func number(_ scanner: inout FieldScanner) -> Int? {
        scanner.run { (0x30...0x39).contains($0) }.map { Int($0) ?? .max }
    }

    /// Returns the positions in a representation of this many bytes; nil if the range is outside of it.
    func positions(in total: Int) -> Range<Int>? {
        switch form {
        case .from(let first, let last):
            guard first < total else { return nil }
            return first..<(last.map { min($0, total - 1) + 1 } ?? total)
        case .last(let count):
            guard count > 0, total > 0 else { return nil }
            return (total - min(count, total))..<total
        }
    }
}
