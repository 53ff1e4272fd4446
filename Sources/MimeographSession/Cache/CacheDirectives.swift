import Mimeograph

/// What Cache-Control says, in a request or in a response.
///
/// Source: RFC 9111 §5.2.
struct CacheDirectives {
    private var directives: [String: String] = [:]

    init(_ fields: HeaderFields) {
        for line in fields.values(of: "Cache-Control") {
            var scanner = FieldScanner(line)
            while true {
                scanner.skipToElement()
                guard let name = scanner.token() else { break }
                scanner.skipSpaces()
                let value = scanner.skip("=") ? scanner.value() : ""
                // Of two that differ the first one counts, as RFC 9111 §4.2.1 allows.
                if directives[name.lowercased()] == nil { directives[name.lowercased()] = value }
            }
        }
    }

    func has(_ name: String) -> Bool { directives[name] != nil }

    /// A number of seconds; what is no number counts as 0, which is the careful reading.
    func seconds(_ name: String) -> Double? {
        guard let text = directives[name] else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
        return text.utf8.count > 9 ? 1e9 : Double(text) ?? 0
    }
}
