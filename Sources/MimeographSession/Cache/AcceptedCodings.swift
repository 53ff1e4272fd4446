import Mimeograph

/// The content codings that a request accepts, according to its Accept-Encoding.
///
/// Some servers encode a response without saying so in `Vary`. The next request may then not accept the stored coding.
///
/// Source: RFC 9110 §12.5.3.
struct AcceptedCodings {
    /// Whether each named coding is accepted, by its name in lower case; nil if the request accepts all codings.
    private let named: [ByteEqualString: Bool]?

    init(_ fields: HeaderFields) {
        guard fields.contains("Accept-Encoding") else {
            named = nil
            return
        }
        var named: [ByteEqualString: Bool] = [:]
        for element in fields.values(of: "Accept-Encoding").flatMap({ $0.parts(at: ",") }) {
            var scanner = FieldScanner(element)
            scanner.skipSpaces()
            guard let name = scanner.token() else { continue }
            scanner.skipSpaces()
            var isTaken = true
            if scanner.skip(";") {
                scanner.skipSpaces()
                if scanner.skip("q") || scanner.skip("Q"), scanner.skip("=") {
                    isTaken =
                        scanner.run { $0 != 0x20 && $0 != 0x09 }?.utf8.contains { (0x31...0x39).contains($0) } == true
                }
            }
            named[Self.key(name)] = isTaken
        }
        self.named = named
    }

    /// Returns whether the request accepts a body with the content codings in these fields.
    func allow(_ fields: HeaderFields) -> Bool {
        guard let named else { return true }
        return fields.values(of: "Content-Encoding").allSatisfy { line in
            line.parts(at: ",").allSatisfy { element in
                var scanner = FieldScanner(element)
                scanner.skipSpaces()
                guard let name = scanner.token().map(Self.key), name != "identity" else { return true }
                return named[name] ?? named["*"] ?? false
            }
        }
    }

    /// Source: RFC 9110 §8.4.1.3 for `x-gzip`.
    private static func key(_ name: String) -> ByteEqualString {
        let name = name.lowercased()
        return name.hasSameBytes(as: "x-gzip") ? "gzip" : ByteEqualString(name)
    }
}
