import Mimeograph

/// It claims what its author says that it does, and reads a body of each of those types.
struct DeclaredTypesLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? {
        subject.kind == .coding ? "a content coding claims no media type" : nil
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let says = Set(subject.acceptedTypes())
        for range in subject.claims where !says.contains(range) {
            throw Violation("Its author says that it claims \(range), and it does not.")
        }
        for range in subject.acceptedTypes() where !subject.claims.contains(range) {
            throw Violation("It claims \(range), and its author does not say so.")
        }
        let plain = subject.bodies.first { $0.isGood && $0.type == nil }
        return AnySequence(
            subject.claims.compactMap(\.example).map {
                ConformanceCase(law: law, fixture: plain?.name ?? "", bytes: plain?.bytes ?? [], type: $0)
            }
        )
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let type = single.type else { throw Violation("The case has no media type.") }
        if subject.kind == .writer {
            guard let fixture = subject.fixtures.first(where: \.hasValue), let value = try subject.value(of: fixture)
            else { return }
            let written = try subject.written(value).head.contentType
            guard let written, MediaRange(type).contains(written) else {
                throw Violation("It sets Content-Type to \(written?.description ?? "nothing"), and says \(type).")
            }
            return
        }
        let head = subject.head(type)
        guard subject.isChosen(try subject.registryOfItsOwn(), head) else {
            throw Violation("A registry does not pick it for \(type).")
        }
        guard let fixture = subject.fixture(named: single.fixture), let expected = try subject.value(of: fixture) else {
            return
        }
        if case .decline(let reason) = subject.inspect(single.bytes, head) {
            throw Violation("It declines a good body of \(type): \(reason)")
        }
        let reading = try subject.read(single.bytes, head: head)
        if let error = reading.error { throw Violation("It refuses a good body of \(type): \(error.message)") }
        guard let value = reading.value, try subject.same(value, expected) else {
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
