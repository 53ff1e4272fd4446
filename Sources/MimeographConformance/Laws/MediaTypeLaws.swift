import Mimeograph

/// The serializer accepts exactly the media types that the suite declares, and reads a body of each.
struct DeclaredTypesLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        if underTest.kind == .coding { return "a content coding accepts no media type" }
        let acceptsNone = underTest.declaredTypes.isEmpty && underTest.acceptedTypes().isEmpty
        return acceptsNone ? "it accepts no media type" : nil
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let says = Set(underTest.acceptedTypes())
        for range in underTest.declaredTypes where !says.contains(range) {
            throw Violation("The suite declares \(range), but the serializer does not accept it.")
        }
        for range in underTest.acceptedTypes() where !underTest.declaredTypes.contains(range) {
            throw Violation("The serializer accepts \(range), but the suite does not declare it.")
        }
        let plain = underTest.bodies.first { $0.isGood && $0.type == nil }
        var cases = underTest.declaredTypes.compactMap(\.example).map {
            ConformanceCase(law: law, fixture: plain?.name ?? "", bytes: plain?.bytes ?? [], type: $0)
        }
        if plain == nil {
            // Fixtures with their own types are read for the ranges that contain these types.
            for range in underTest.declaredTypes {
                let typed = underTest.bodies.first { body in
                    body.isGood && (body.type.map { range.contains($0) } ?? false)
                }
                guard let typed else { continue }
                cases.append(ConformanceCase(law: law, fixture: typed.name, bytes: typed.bytes, type: typed.type))
            }
        }
        return AnySequence(cases)
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let type = single.type else { throw Violation("The case has no media type.") }
        if underTest.kind == .writer {
            guard let fixture = underTest.fixtures.first(where: \.hasValue),
                let value = try underTest.value(of: fixture)
            else { return }
            let written = try underTest.written(value).head.contentType
            guard let written, MediaRange(type).contains(written) else {
                throw Violation("The writer sets Content-Type to \(written?.description ?? "nothing"), not to \(type).")
            }
            return
        }
        let head = underTest.head(type)
        guard underTest.isChosen(try underTest.registryOfItsOwn(), head) else {
            throw Violation("A registry does not choose the serializer for \(type).")
        }
        guard let fixture = underTest.fixture(named: single.fixture), let expected = try underTest.value(of: fixture)
        else {
            return
        }
        if case .decline(let reason) = underTest.inspect(single.bytes, head) {
            throw Violation("The serializer declines a valid body of \(type): \(reason)")
        }
        let reading = try underTest.read(single.bytes, head: head)
        if let error = reading.error { throw Violation("A valid body of \(type) was refused: \(error.message)") }
        guard let value = reading.value, try underTest.same(value, expected) else {
            throw Violation("A valid body of \(type) is read as another value.")
        }
    }
}

extension SerializerUnderTest {
    /// Returns a registry with only this serializer.
    func registryOfItsOwn() throws(Violation) -> SerializerRegistry {
        var registry = SerializerRegistry()
        do throws(RegistryError) {
            try register(&registry)
        } catch {
            throw Violation("A registry rejects the serializer: \(error)")
        }
        return registry
    }
}

/// A registry never chooses the serializer for a type that it does not accept.
struct UndeclaredTypesLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        if underTest.kind == .coding { return "a content coding accepts no media type" }
        if underTest.declaredTypes.contains(.any) { return "it accepts every type" }
        return underTest.whyNotRead
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let types = (MediaTypeProbes.common + MediaTypeProbes.neighbours(of: underTest.declaredTypes)).filter { type in
            !underTest.declaredTypes.contains { $0.contains(type) }
        }
        return AnySequence(types.map { ConformanceCase(law: law, type: $0) })
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let type = single.type else { throw Violation("The case has no media type.") }
        if underTest.isChosen(try underTest.registryOfItsOwn(), underTest.head(type)) {
            throw Violation("A registry chooses the serializer for \(type), which it does not accept.")
        }
    }
}

/// Media types for checks.
enum MediaTypeProbes {
    /// Types of every kind, some of which no serializer reads.
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

    /// Returns types that are similar to the examples of the ranges.
    static func neighbours(of ranges: [MediaRange]) -> [MediaType] {
        ranges.compactMap(\.example).flatMap { type in
            [
                "\(type.type)/x-\(type.subtype)", "\(type.type)/\(type.subtype)-x", "x-\(type.type)/\(type.subtype)",
                "\(type.essence)+x", "\(type.type)/\(type.suffix ?? type.subtype)+y", type.essence,
            ].compactMap { MediaType(parsing: $0) }
        }
    }
}

/// Only the head and the first bytes decide whether the serializer declines. The next serializer gets the whole body.
struct DecliningLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        if underTest.kind != .reader { return "only a serializer of whole bodies may decline" }
        // The declaration that the serializer never declines counts only if that is true for all bodies.
        let declines = underTest.bodies.contains { fixture in
            if case .decline = underTest.inspect(fixture.bytes, underTest.head(of: fixture)) { true } else { false }
        }
        return declines ? nil : underTest.skipped[law]
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let isDeclined = { (fixture: Fixture) in
            if case .declined = fixture.expectation { true } else { false }
        }
        guard underTest.bodies.contains(where: isDeclined) else {
            throw Violation("Add a fixture with .declines(…), or declare .notApplicable(.declining, because: …).")
        }
        return underTest.casesOfBodies(law)
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        let head = underTest.head(for: single)
        let first = underTest.inspect(single.bytes, head)
        for _ in 0..<3 where underTest.inspect(single.bytes, head) != first {
            throw Violation("A second inspection of the same bytes gives a different answer.")
        }
        guard case .decline = first else {
            // After acceptance, an error is final.
            if try underTest.read(single.bytes, head: head).error?.code == .declined {
                throw Violation("The serializer accepts the body on inspection, but declines it on reading.")
            }
            return
        }
        // Bytes after the first ones must have no effect.
        let tail = single.bytes.prefix(Signature.prefixLength) + [0x00, 0x7B, 0xFF]
        if single.bytes.count >= Signature.prefixLength, underTest.inspect(Array(tail), head) != first {
            throw Violation("The answer of the inspection depends on more than the first bytes.")
        }
        var registry = try underTest.registryOfItsOwn()
        do {
            try registry.register(BytesResponseSerializer(), for: .any, options: RegistrationOptions(id: "next"))
            let left = try registry.read([UInt8].self, from: single.bytes, head: head)
            if left != single.bytes { throw Violation("The next serializer does not get the original bytes.") }
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("The next serializer cannot read the declined body: \(error)")
        }
    }
}
