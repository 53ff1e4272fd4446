import Mimeograph

/// The directives in the Cache-Control of a request or a response.
///
/// Source: RFC 9111 §5.2.
struct CacheDirectives {
    /// The arguments by lowercased names: nil without an equals sign, empty if the argument is missing or malformed.
    private var directives: [ByteEqualString: String?] = [:]

    init(_ fields: HeaderFields) {
        for line in fields.values(of: "Cache-Control") {
            var scanner = FieldScanner(line)
            while true {
                scanner.skipToElement()
                if scanner.isAtEnd { break }
                guard let name = scanner.token() else {
                    // Skips malformed text, but not the directives after it, unless they are quoted.
                    if scanner.next == UInt8(ascii: "\"") { _ = scanner.value() } else { scanner.skipByte() }
                    continue
                }
                // The grammar has no space before the equals sign, so such an argument counts as malformed.
                let end = scanner.position
                scanner.skipSpaces()
                let isApart = scanner.position > end
                let value = scanner.skip("=") ? isApart ? "" : scanner.value() : nil
                // If a directive occurs twice, the first one counts, as RFC 9111 §4.2.1 allows.
                let key = ByteEqualString(name.lowercased())
                if directives[key] == nil { directives[key] = .some(value) }
            }
        }
    }

    /// Parses the directives of a request, including Pragma if it has no Cache-Control. Source: RFC 9111 §5.4.
    init(request fields: HeaderFields) {
        self.init(fields)
        guard !fields.contains("Cache-Control"), let pragma = fields["Pragma"],
            pragma.lowercased().hasSameBytes(as: "no-cache")
        else { return }
        directives["no-cache"] = .some(nil)
    }

    func has(_ name: ByteEqualString) -> Bool { directives[name] != nil }

    /// Returns whether the directive is present without an argument.
    func isBare(_ name: ByteEqualString) -> Bool { directives[name] == .some(nil) }

    /// Returns a number of seconds; nil if the directive is missing or has no number.
    func seconds(_ name: ByteEqualString) -> Double? {
        guard let argument = directives[name], let argument else { return nil }
        return DeltaSeconds.parse(argument)
    }
}

/// A parser for numbers of seconds in fields.
///
/// Source: RFC 9111 §1.2.2.
enum DeltaSeconds {
    /// The value of all larger numbers: about 68 years.
    static let most = 2_147_483_648.0

    /// Returns the number in a text; nil if the text is empty or contains anything but digits.
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
