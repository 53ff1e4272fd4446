import Mimeograph

/// It accepts what its author says that it does, and reads a body of each of those types.
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
            throw Violation("Its author says that it accepts \(range), and it does not.")
        }
        for range in underTest.acceptedTypes() where !underTest.declaredTypes.contains(range) {
            throw Violation("It accepts \(range), and its author does not say so.")
        }
        let plain = underTest.bodies.first { $0.isGood && $0.type == nil }
        var cases = underTest.declaredTypes.compactMap(\.example).map {
            ConformanceCase(law: law, fixture: plain?.name ?? "", bytes: plain?.bytes ?? [], type: $0)
        }
        if plain == nil {
            // Fixtures with types of their own are read for the ranges that contain these types.
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
                throw Violation("It sets Content-Type to \(written?.description ?? "nothing"), and says \(type).")
            }
            return
        }
        let head = underTest.head(type)
        guard underTest.isChosen(try underTest.registryOfItsOwn(), head) else {
            throw Violation("A registry does not pick it for \(type).")
        }
        guard let fixture = underTest.fixture(named: single.fixture), let expected = try underTest.value(of: fixture)
        else {
            return
        }
        if case .decline(let reason) = underTest.inspect(single.bytes, head) {
            throw Violation("It declines a good body of \(type): \(reason)")
        }
        let reading = try underTest.read(single.bytes, head: head)
        if let error = reading.error { throw Violation("It refuses a good body of \(type): \(error.message)") }
        guard let value = reading.value, try underTest.same(value, expected) else {
            throw Violation("A good body of \(type) is another value.")
        }
    }
}

extension SerializerUnderTest {
    /// A registry with nothing else in it.
    func registryOfItsOwn() throws(Violation) -> SerializerRegistry {
        var registry = SerializerRegistry()
        do throws(RegistryError) {
            try register(&registry)
        } catch {
            throw Violation("A registry refuses it: \(error)")
        }
        return registry
    }
}

/// It is never chosen for a type that it does not accept.
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
            throw Violation("A registry picks it for \(type), which it does not accept.")
        }
    }
}

/// Media types to ask about.
enum MediaTypeProbes {
    /// Types of every kind, some of which no serializer has.
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

/// Declining is decided from the head and the first bytes only, and leaves the whole body to the next one.
struct DecliningLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        if underTest.kind != .reader { return "only a serializer of whole bodies may decline" }
        // That it never declines is believed only where it does not.
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
            throw Violation("Give a fixture that it .declines(…), or declare .notApplicable(.declining, because: …).")
        }
        return underTest.casesOfBodies(law)
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        let head = underTest.head(for: single)
        let first = underTest.inspect(single.bytes, head)
        for _ in 0..<3 where underTest.inspect(single.bytes, head) != first {
            throw Violation("It says something else when it is asked again.")
        }
        guard case .decline = first else {
            // After it has accepted, an error is final.
            if try underTest.read(single.bytes, head: head).error?.code == .declined {
                throw Violation("It accepts the body at inspection, and declines it when it reads.")
            }
            return
        }
        // After the head and the first bytes nothing counts.
        let tail = single.bytes.prefix(Signature.prefixLength) + [0x00, 0x7B, 0xFF]
        if single.bytes.count >= Signature.prefixLength, underTest.inspect(Array(tail), head) != first {
            throw Violation("What it says depends on more than the first bytes.")
        }
        var registry = try underTest.registryOfItsOwn()
        do {
            try registry.register(BytesResponseSerializer(), for: .any, options: RegistrationOptions(id: "next"))
            let left = try registry.read([UInt8].self, from: single.bytes, head: head)
            if left != single.bytes { throw Violation("The next serializer gets other bytes than those that came.") }
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("The next serializer cannot read what was declined: \(error)")
        }
    }
}
