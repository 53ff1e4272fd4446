import Mimeograph
import MimeographText

/// Registering it changes no decision about another's types.
///
/// The same questions are put to a registry of the core's plugins without it and with it: which serializer reads a type as
/// text, as bytes, as a `Codable` type and as whatever it is. Another answer is right only where its claim is strictly
/// nearer to the type than the one that decided before. Neither may what a registry is set to change.
struct MonotonicityLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? {
        // A coding can be one that every registry has.
        subject.kind == .coding ? subject.waived[law] : nil
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let (without, with) = try registries(subject)
        if without.validation != with.validation || without.limits != with.limits {
            throw Violation("Registering it changes what the registry is set to.")
        }
        let types = MediaTypeProbes.common + MediaTypeProbes.neighbours(of: subject.claims)
        return AnySequence(types.map { ConformanceCase(law: law, bytes: Array("some text".utf8), type: $0) })
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let type = single.type else { throw Violation("The case has no media type.") }
        let (without, with) = try registries(subject)
        let claims = subject.claims + with.registrations.filter { !without.ids.contains($0.id) }.flatMap(\.reads)
        let isClaimed = claims.contains { $0.contains(type) }
        let head = ResponseHead(status: 200, fields: ["Content-Type": type.description])
        for (before, after) in zip(traces(without, head, single.bytes), traces(with, head, single.bytes))
        where before.chosen != after.chosen {
            let nearer = (after.match ?? before.match).map { one in before.match.map { one > $0 } ?? true } ?? false
            if isClaimed, after.chosen != nil, nearer { continue }
            throw Violation(
                """
                \(type) into \(before.wanted) was read by \(before.chosen?.rawValue ?? "nobody"), and with it is read by \
                \(after.chosen?.rawValue ?? "nobody"), whose claim is no nearer.
                """
            )
        }
        let isStreamed = { (registry: SerializerRegistry) in
            (try? registry.parser(of: ProbeValue.self, for: head)) != nil
        }
        if isStreamed(without) != isStreamed(with), !isClaimed {
            throw Violation("With it, \(type) is read as a stream, and it claims no such type.")
        }
    }

    /// The core's plugins without the subject and with it.
    private func registries(
        _ subject: SerializerUnderTest
    ) throws(Violation) -> (without: SerializerRegistry, with: SerializerRegistry) {
        // As a module's, for a user's own may take the place of others.
        let plugin = subject.plugin ?? SerializerUnderTestPlugin(subject: subject)
        var without = SerializerRegistry()
        do throws(RegistryError) {
            for core in [TextPlugin(), BytesPlugin(), ProblemDetailsPlugin()] as [any SerializerPlugin] {
                var alone = SerializerRegistry()
                try alone.install(core)
                // One of the core's own is left out where it is what is checked.
                do throws(RegistryError) { try alone.install(plugin) } catch {
                    if case .unknownID = error {} else { continue }
                }
                try without.install(core)
            }
            var with = without
            try with.install(plugin)
            return (without, with)
        } catch {
            throw Violation("A registry refuses it: \(error)")
        }
    }

    private func traces(_ registry: SerializerRegistry, _ head: ResponseHead, _ body: [UInt8]) -> [DispatchTrace] {
        [
            registry.explain(head, body: body), registry.explain(head, as: String.self, body: body),
            registry.explain(head, as: [UInt8].self, body: body),
            registry.explain(head, as: ProbeValue.self, body: body),
        ]
    }
}

/// The subject as a module of its own.
private struct SerializerUnderTestPlugin: SerializerPlugin {
    let subject: SerializerUnderTest

    func register(in registry: inout SerializerRegistry) throws(RegistryError) { try subject.register(&registry) }
}

/// A type of nobody's.
private struct ProbeValue: Codable, Sendable {}

extension SerializerRegistry {
    fileprivate var ids: Set<Registration.ID> { Set(registrations.map(\.id)) }
}

extension DispatchTrace {
    /// How near the claim that was chosen is.
    fileprivate var match: MediaRange.Match? {
        for candidate in candidates {
            if case .chosen(let range) = candidate.verdict { return contentType.flatMap { range.match($0) } }
        }
        return nil
    }
}
