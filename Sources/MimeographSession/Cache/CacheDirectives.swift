import Mimeograph

/// What Cache-Control says, in a request or in a response.
///
/// Source: RFC 9111 §5.2.
struct CacheDirectives {
    /// The arguments by the names in lower case; empty where there is none, nil where it is not even begun.
    private var directives: [ByteEqualString: String?] = [:]

    init(_ fields: HeaderFields) {
        for line in fields.values(of: "Cache-Control") {
            var scanner = FieldScanner(line)
            while true {
                scanner.skipToElement()
                if scanner.isAtEnd { break }
                guard let name = scanner.token() else {
                    // What is no directive hides none of those behind it, unless they are quoted.
                    if scanner.next == UInt8(ascii: "\"") { _ = scanner.value() } else { scanner.skipByte() }
                    continue
                }
                // A space before the sign is no part of the grammar, and such an argument is one that cannot be read.
                let end = scanner.position
                scanner.skipSpaces()
                let isApart = scanner.position > end
                let value = scanner.skip("=") ? isApart ? "" : scanner.value() : nil
                // Of two that differ the first one counts, as RFC 9111 §4.2.1 allows.
                let key = ByteEqualString(name.lowercased())
                if directives[key] == nil { directives[key] = .some(value) }
            }
        }
    }

    /// What a request says, in Pragma too where it has no Cache-Control. Source: RFC 9111 §5.4.
    init(request fields: HeaderFields) {
        self.init(fields)
        guard !fields.contains("Cache-Control"), let pragma = fields["Pragma"],
            pragma.lowercased().hasSameBytes(as: "no-cache")
        else { return }
        directives["no-cache"] = .some(nil)
    }

    func has(_ name: ByteEqualString) -> Bool { directives[name] != nil }

    /// Whether the directive stands there without an argument.
    func isBare(_ name: ByteEqualString) -> Bool { directives[name] == .some(nil) }

    /// A number of seconds; nil where the directive is not there, or has no number.
    func seconds(_ name: ByteEqualString) -> Double? {
        guard let argument = directives[name], let argument else { return nil }
        return DeltaSeconds.parse(argument)
    }
}

/// Numbers of seconds in fields.
///
/// Source: RFC 9111 §1.2.2.
enum DeltaSeconds {
    /// What counts for all that is more: some 68 years.
    static let most = 2_147_483_648.0

    /// The number that the text is; nil where it has anything but digits, or none.
    static func parse(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty else { return nil }
        var seconds = 0.0
        for byte in text.utf8 {
            guard (0x30...0x39).contains(byte) else { return nil }
            seconds = min(most, seconds * 10 + Double(byte - 0x30))
        }
        return seconds
    }
}
