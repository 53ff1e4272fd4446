import Mimeograph

/// It is never chosen for a type that it does not claim.
struct UndeclaredTypesLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? {
        if subject.kind == .coding { return "a content coding claims no media type" }
        if subject.claims.contains(.any) { return "it claims every type" }
        return subject.whyNotRead
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let types = (MediaTypeProbes.common + MediaTypeProbes.neighbours(of: subject.claims)).filter { type in
            !subject.claims.contains { $0.contains(type) }
        }
        return AnySequence(types.map { ConformanceCase(law: law, type: $0) })
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let type = single.type else { throw Violation("The case has no media type.") }
        if subject.isChosen(try subject.registryOfItsOwn(), subject.head(type)) {
            throw Violation("A registry picks it for \(type), which it does not claim.")
        }
    }
}

/// Media types to ask about.
enum MediaTypeProbes {
    /// Types of every kind, some of which nobody has.
    static let common: [MediaType] = [
        "application/atom+xml", "application/gzip", "application/javascript", "application/json",
        "application/json-seq",
        "application/ld+json", "application/msgpack", "application/octet-stream", "application/pdf",
        "application/problem+json", "application/problem+xml", "application/soap+xml", "application/vnd.api+json",
        "application/x-bplist", "application/x-ndjson", "application/x-plist", "application/x-www-form-urlencoded",
        "application/xhtml+xml", "application/xml", "application/zip", "audio/mpeg", "font/woff2", "image/gif",
        "image/jpeg", "image/png", "image/svg+xml", "image/tiff", "image/webp", "message/http", "model/gltf+json",
        "multipart/form-data;boundary=b", "multipart/mixed;boundary=b", "text/css", "text/csv", "text/event-stream",
        "text/html", "text/json", "text/plain", "text/xml", "video/mp4", "x-conformance/x-nobody",
    ]

    /// Types that are nearly those of a range.
    static func neighbours(of ranges: [MediaRange]) -> [MediaType] {
        ranges.compactMap(\.example).flatMap { type in
            [
                "\(type.type)/x-\(type.subtype)", "\(type.type)/\(type.subtype)-x", "x-\(type.type)/\(type.subtype)",
                "\(type.essence)+x", "\(type.type)/\(type.suffix ?? type.subtype)+y", type.essence,
            ].compactMap { MediaType(parsing: $0) }
        }
    }
}
