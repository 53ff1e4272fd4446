import Mimeograph

/// The digest that a field states for a body.
struct ExpectedDigest: Hashable, Sendable {
    /// The name of the field.
    let field: String
    let algorithm: DigestAlgorithm
    let bytes: [UInt8]
}

/// A parser of `Content-Digest` and `Repr-Digest`, which are dictionaries of byte sequences.
///
/// Source: RFC 9530 §2, §3; RFC 9651 §4.2.2.
enum DigestField {
    static let content = "Content-Digest"
    static let representation = "Repr-Digest"

    /// The most bytes in all lines of a field together.
    private static let mostBytes = 8 << 10

    /// Returns the strongest supported digest in the field; nil if the field has none or is malformed.
    static func expected(_ name: String, in fields: HeaderFields) -> ExpectedDigest? {
        guard let text = fields[name], text.utf8.count <= mostBytes else { return nil }
        if let (algorithm, bytes) = single(text) {
            return ExpectedDigest(field: name, algorithm: algorithm, bytes: bytes)
        }
        guard let members = members(of: text) else { return nil }
        let algorithm = members.sha512 == nil ? DigestAlgorithm.sha256 : .sha512
        // Only a byte sequence is a digest; a field with another value is malformed.
        guard case .bytes(let bytes) = members.sha512 ?? members.sha256 else { return nil }
        return ExpectedDigest(field: name, algorithm: algorithm, bytes: bytes)
    }

    /// Copies the digests of trailers into a head without digests, because a cache stores no trailers.
    ///
    /// Source: RFC 9530 §2, §3.
    static func merge(_ trailers: HeaderFields, into fields: inout HeaderFields) {
        for name in [content, representation] where expected(name, in: fields) == nil {
            if expected(name, in: trailers) != nil { fields[name] = trailers[name] }
        }
    }

    /// Parses a field with only one digest, as nearly all are; nil for any other. A dictionary takes longer to parse.
    private static func single(_ text: String) -> (DigestAlgorithm, [UInt8])? {
        withBytes(of: text.utf8) { span in
            // SAFETY: the bytes live through the call.
            unsafe span.withUnsafeBufferPointer { bytes -> (DigestAlgorithm, [UInt8])? in
                guard bytes.count > 10, unsafe bytes.last == UInt8(ascii: ":") else { return nil }
                let algorithm: DigestAlgorithm
                if unsafe bytes.prefix(9).elementsEqual("sha-256=:".utf8) {
                    algorithm = .sha256
                } else if unsafe bytes.prefix(9).elementsEqual("sha-512=:".utf8) {
                    algorithm = .sha512
                } else {
                    return nil
                }
                return unsafe decoded(bytes[9..<bytes.count - 1]).map { (algorithm, $0) }
            }
        }
    }

    /// The members with a supported algorithm. If a name occurs twice, the last one counts.
    private struct Members {
        var sha256: Value?
        var sha512: Value?
    }

    /// Returns nil if the text is not a dictionary.
    private static func members(of text: String) -> Members? {
        var scanner = FieldScanner(text)
        var members = Members()
        scanner.skipSpaces()
        while !scanner.isAtEnd {
            guard let key = key(&scanner) else { return nil }
            var value = Value.other
            if scanner.skip("=") {
                guard let read = itemOrList(&scanner) else { return nil }
                value = read
            } else if !parameters(&scanner) {
                return nil
            }
            if key.hasSameBytes(as: DigestAlgorithm.sha256.rawValue) {
                members.sha256 = value
            } else if key.hasSameBytes(as: DigestAlgorithm.sha512.rawValue) {
                members.sha512 = value
            }
            scanner.skipSpaces()
            if scanner.isAtEnd { return members }
            guard scanner.skip(",") else { return nil }
            scanner.skipSpaces()
            if scanner.isAtEnd { return nil }
        }
        return members
    }

    private enum Value {
        case bytes([UInt8])
        case other
    }

    /// Source: RFC 9651 §4.2.3.3.
    private static func key(_ scanner: inout FieldScanner) -> String? {
        guard let first = scanner.next, isLowercase(first) || first == UInt8(ascii: "*") else { return nil }
        return scanner.run { isLowercase($0) || isDigit($0) || $0 == UInt8(ascii: "-") || "_.*".utf8.contains($0) }
    }

    /// Source: RFC 9651 §4.2.1.1, §4.2.1.2. A list contains no lists.
    private static func itemOrList(_ scanner: inout FieldScanner) -> Value? {
        guard scanner.skip("(") else {
            guard let value = bareItem(&scanner), parameters(&scanner) else { return nil }
            return value
        }
        while true {
            _ = scanner.run { $0 == 0x20 }
            if scanner.skip(")") { return parameters(&scanner) ? .other : nil }
            guard bareItem(&scanner) != nil, parameters(&scanner), let next = scanner.next,
                next == 0x20 || next == UInt8(ascii: ")")
            else { return nil }
        }
    }

    /// Skips parameters, and returns whether they are well-formed. Source: RFC 9651 §4.2.3.2.
    private static func parameters(_ scanner: inout FieldScanner) -> Bool {
        while scanner.skip(";") {
            _ = scanner.run { $0 == 0x20 }
            guard key(&scanner) != nil else { return false }
            if scanner.skip("="), bareItem(&scanner) == nil { return false }
        }
        return true
    }

    /// Source: RFC 9651 §4.2.3.1.
    private static func bareItem(_ scanner: inout FieldScanner) -> Value? {
        guard let first = scanner.next else { return nil }
        switch first {
        case UInt8(ascii: ":"):
            scanner.skipByte()
            let text = scanner.run { values[Int($0)] < 64 || $0 == UInt8(ascii: "=") } ?? ""
            guard scanner.skip(":"), let bytes = decoded(text.utf8) else { return nil }
            return .bytes(bytes)
        case UInt8(ascii: "\""): return string(&scanner) ? .other : nil
        case UInt8(ascii: "%"):
            scanner.skipByte()
            return string(&scanner) ? .other : nil
        case UInt8(ascii: "?"):
            scanner.skipByte()
            return scanner.skip("0") || scanner.skip("1") ? .other : nil
        case UInt8(ascii: "@"):
            scanner.skipByte()
            return number(&scanner) ? .other : nil
        case UInt8(ascii: "-"), 0x30...0x39: return number(&scanner) ? .other : nil
        default:
            guard isLowercase(first | 0x20) || first == UInt8(ascii: "*") else { return nil }
            _ = scanner.run { FieldScanner.isToken($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
            return .other
        }
    }

    private static func string(_ scanner: inout FieldScanner) -> Bool {
        guard scanner.skip("\"") else { return false }
        while let byte = scanner.next {
            scanner.skipByte()
            if byte == UInt8(ascii: "\"") { return true }
            guard (0x20...0x7E).contains(byte) else { return false }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard scanner.skip("\"") || scanner.skip("\\") else { return false }
        }
        return false
    }

    private static func number(_ scanner: inout FieldScanner) -> Bool {
        _ = scanner.skip("-")
        guard let whole = scanner.run(while: isDigit), whole.utf8.count <= 15 else { return false }
        guard scanner.skip(".") else { return true }
        guard let rest = scanner.run(while: isDigit) else { return false }
        return whole.utf8.count <= 12 && rest.utf8.count <= 3
    }

    /// Decodes Base64 with optional padding; nil if the text has other characters. Source: RFC 9651 §4.2.7.
    private static func decoded(_ digits: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        var group: UInt32 = 0
        var count = 0
        var padding = 0
        let values = Self.values
        for digit in digits {
            let value = UInt32(values[Int(digit)])
            guard padding == 0, value < 64 else {
                guard digit == UInt8(ascii: "="), padding < 2 else { return nil }
                padding += 1
                continue
            }
            group = group << 6 | value
            count += 1
            if count < 4 { continue }
            bytes.append(UInt8(truncatingIfNeeded: group >> 16))
            bytes.append(UInt8(truncatingIfNeeded: group >> 8))
            bytes.append(UInt8(truncatingIfNeeded: group))
            count = 0
        }
        if count == 1 { return nil }
        // The bits after the last byte have no meaning.
        if count > 1 { bytes.append(UInt8(truncatingIfNeeded: group >> (count == 2 ? 4 : 10))) }
        if count > 2 { bytes.append(UInt8(truncatingIfNeeded: group >> 2)) }
        return bytes
    }

    /// The value of each byte that is a Base64 digit, 64 for all others. Source: RFC 4648 §4.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    private static func isLowercase(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
