extension HeaderFields {
    /// The media type that all Content-Type lines together name; nil where there is none or none that can be parsed.
    ///
    /// The last one that can be parsed wins. It takes over the `charset` of those before it where it has the same essence
    /// and none of its own. `*/*` is passed over.
    ///
    /// Source: Fetch §2.2.2 "extract a MIME type".
    public var contentType: MediaType? {
        guard let first = firstIndex(of: "Content-Type") else { return nil }
        for line in lines[(first + 1)...] where line.isNamed("Content-Type") {
            return withBytes(of: values(of: "Content-Type").joined(separator: ", ").utf8) { Self.contentType(in: $0) }
        }
        // What most bodies are asks for no parser.
        if lines[first].value.hasSameBytes(as: MediaType.json.essence) { return .json }
        return withBytes(of: lines[first].value.utf8) { Self.contentType(in: $0) }
    }

    private static func contentType(in bytes: Span<UInt8>) -> MediaType? {
        var extracted: MediaType?
        var charset: String?
        var start = 0
        while start <= bytes.count {
            let end = FieldSyntax.endOfListElement(bytes, from: start, to: bytes.count)
            defer { start = end + 1 }
            guard let type = MediaType.parse(bytes.extracting(start..<end), isomorphic: false), type.essence != "*/*"
            else { continue }
            if type.essence != extracted?.essence {
                charset = type.charset
                extracted = type
            } else if let charset, type.charset == nil, type.parameters.count < MediaType.maximumParameterCount {
                let carried = MediaType.Parameter(name: "charset", value: charset)
                extracted = MediaType(canonicalEssence: type.essence, parameters: type.parameters + [carried])
            } else {
                extracted = type
            }
        }
        return extracted
    }
}
