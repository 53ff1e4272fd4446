import Mimeograph
import MimeographText

/// Registering the serializer changes no decision about the types of others.
///
/// The check compares a registry of the core's plugins without the serializer and with it: which serializer reads a type as text,
/// as bytes, as a `Codable` type and as any value. A different answer is right only if its range matches the type more
/// specifically than the range before. The settings of the registry must not change either.
struct MonotonicityLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        // Every registry may already have the coding.
        underTest.kind == .coding ? underTest.skipped[law] : nil
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let (without, with) = try registries(underTest)
        if without.validation != with.validation || without.limits != with.limits {
            throw Violation("Registering the serializer changes the settings of the registry.")
        }
        let types = MediaTypeProbes.common + MediaTypeProbes.neighbours(of: underTest.declaredTypes)
        return AnySequence(types.map { ConformanceCase(law: law, bytes: Array("some text".utf8), type: $0) })
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let type = single.type else { throw Violation("The case has no media type.") }
        let (without, with) = try registries(underTest)
        let ranges =
            underTest.declaredTypes + with.registrations.filter { !without.ids.contains($0.id) }.flatMap(\.reads)
        let isAccepted = ranges.contains { $0.contains(type) }
        let head = ResponseHead(status: 200, fields: ["Content-Type": type.description])
        for (before, after) in zip(traces(without, head, single.bytes), traces(with, head, single.bytes))
        where before.chosen != after.chosen {
            let nearer = (after.match ?? before.match).map { one in before.match.map { one > $0 } ?? true } ?? false
            if isAccepted, after.chosen != nil, nearer { continue }
            throw Violation(
                """
                \(type) into \(before.wanted): without it, \(before.chosen?.rawValue ?? "no serializer") reads the type. \
                With it, \(after.chosen?.rawValue ?? "no serializer") does, whose range is not more specific.
                """
            )
        }
        let isStreamed = { (registry: SerializerRegistry) in
            (try? registry.parser(of: ProbeValue.self, for: head)) != nil
        }
        if isStreamed(without) != isStreamed(with), !isAccepted {
            throw Violation("With the serializer, \(type) is read as a stream, but the serializer does not accept it.")
        }
    }

    /// Returns registries of the core's plugins, without the serializer under test and with it.
    private func registries(
        _ underTest: SerializerUnderTest
    ) throws(Violation) -> (without: SerializerRegistry, with: SerializerRegistry) {
        // The serializer is registered by a plugin, because a user's own registration may replace others.
        let plugin = underTest.plugin ?? SerializerUnderTestPlugin(underTest: underTest)
        var without = SerializerRegistry()
        do throws(RegistryError) {
            for core in [TextPlugin(), BytesPlugin()] as [any SerializerPlugin] {
                var alone = SerializerRegistry()
                try alone.install(core)
                // A core plugin is left out if it is the one under test.
                do throws(RegistryError) { try alone.install(plugin) } catch {
                    if case .unknownID = error {} else { continue }
                }
                try without.install(core)
            }
            var with = without
            try with.install(plugin)
            return (without, with)
        } catch {
            throw Violation("A registry rejects the serializer: \(error)")
        }
    }

    private func traces(_ registry: SerializerRegistry, _ head: ResponseHead, _ body: [UInt8]) -> [DispatchTrace] {
        [
            registry.explain(head, body: body), registry.explain(head, for: String.self, body: body),
            registry.explain(head, for: [UInt8].self, body: body),
            registry.explain(head, for: ProbeValue.self, body: body),
        ]
    }
}

/// The serializer under test as a plugin.
private struct SerializerUnderTestPlugin: SerializerPlugin {
    let underTest: SerializerUnderTest

    func register(in registry: inout SerializerRegistry) throws(RegistryError) { try underTest.register(&registry) }
}

/// A type that no module knows.
private struct ProbeValue: Codable, Sendable {}

extension SerializerRegistry {
    fileprivate var ids: Set<Registration.ID> { Set(registrations.map(\.id)) }
}

extension DispatchTrace {
    /// The match of the chosen range.
    fileprivate var match: MediaRange.Match? {
        for candidate in candidates {
            if case .chosen(let range) = candidate.verdict { return contentType.flatMap { range.match($0) } }
        }
        return nil
    }
}
