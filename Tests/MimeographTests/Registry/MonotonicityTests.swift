import Mimeograph
import TestSupport
import Testing

/// For a registry R and a module M: what R decides, R with M decides the same, unless M claims something strictly nearer.
@Suite struct MonotonicityTests {
    static let patterns: [MediaRange] = [
        "*/*", "application/*", "text/*", "image/*", "*/*+json", "*/*+xml", "application/*+json", "image/*+xml",
        "application/json", "text/json", "application/a+json", "application/a+json;v=1", "application/a+json;v=1;w=2",
        "application/a+json;w=2", "image/svg+xml", "image/png", "text/plain", "text/csv;header=present",
    ]
    static let messages: [MediaType] = [
        "application/json", "text/json;charset=utf-8", "application/a+json", "application/a+json;v=1",
        "application/a+json;w=2;v=1", "application/b+json", "application/c+xml", "image/svg+xml", "image/png",
        "text/plain", "text/csv", "text/csv;header=present", "font/woff", "application/octet-stream",
    ]

    /// A module of one to three registrations, each a format or a serializer of one of three types.
    private func module<Module>(
        _ name: String,
        as type: Module.Type,
        using generator: inout SeededGenerator
    ) -> StubPlugin<Module> {
        let parts = (0..<Int.random(in: 1...3, using: &generator)).map { number in
            let ranges = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                Self.patterns[Int.random(in: 0..<Self.patterns.count, using: &generator)]
            }
            return (number, Int.random(in: 0..<3, using: &generator), ranges, Int.random(in: -1...1, using: &generator))
        }
        return StubPlugin { registry throws(RegistryError) in
            for (number, kind, ranges, priority) in parts {
                let id = Registration.ID(rawValue: "\(name)\(number)")
                let options = RegistrationOptions(id: id, priority: priority)
                switch kind {
                case 0:
                    let format = StubFormat(
                        name: id.rawValue,
                        contentType: MediaType(stringLiteral: "x/\(id.rawValue)"),
                        acceptedTypes: ranges
                    )
                    try registry.register(format: format, options: options)
                case 1:
                    let serializer = StubSerializer<HALKind>(name: id.rawValue, acceptedTypes: ranges)
                    try registry.register(serializer, options: options)
                default:
                    let serializer = StubSerializer<XMLKind>(name: id.rawValue, acceptedTypes: ranges)
                    try registry.register(serializer, options: options)
                }
            }
        }
    }

    private func registry(_ plugins: any SerializerPlugin...) -> SerializerRegistry? {
        try? SerializerRegistry { plugins }
    }

    /// Who decides a message, and by which claim.
    private func decisions(_ registry: SerializerRegistry) -> [String: (Registration.ID, MediaRange)] {
        var decisions: [String: (Registration.ID, MediaRange)] = [:]
        for message in Self.messages {
            for (wanted, trace) in [
                ("User", registry.explain(contentType: message, as: User.self)),
                ("HAL", registry.explain(contentType: message, as: HALDocument.self)),
                ("XML", registry.explain(contentType: message, as: XMLTree.self)),
                ("any", registry.explain(head(message.description))),
            ] {
                guard let first = trace.candidates.first, case .chosen(let range) = first.verdict else { continue }
                decisions["\(message) → \(wanted)"] = (first.id, range)
            }
        }
        return decisions
    }

    @Test(arguments: 0..<400)
    func addingAModule(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let first = module("a", as: ModuleA.self, using: &generator)
        let second = module("b", as: ModuleB.self, using: &generator)
        let third = module("c", as: ModuleC.self, using: &generator)
        // Combinations that are refused as ambiguous decide nothing.
        guard let before = registry(first, second), let after = registry(first, second, third),
            let elsewhere = registry(third, first, second)
        else { return }
        let earlier = decisions(before)
        let later = decisions(after)
        for (message, decision) in earlier {
            let now = try #require(later[message])
            if now.0 == decision.0 { continue }
            let type = try MediaType(String(message.prefix { $0 != "→" }.dropLast()))
            let (old, new) = (try #require(decision.1.match(type)), try #require(now.1.match(type)))
            #expect(new > old, "\(message): \(decision) became \(now)")
        }
        // Where a module stands in the list makes no difference.
        #expect(decisions(elsewhere).mapValues(\.0) == later.mapValues(\.0))
    }

    /// The property would hold trivially if nearly all random modules were refused as ambiguous.
    @Test func enoughRegistriesAreBuilt() throws {
        var built = 0
        for seed in 0..<400 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let first = module("a", as: ModuleA.self, using: &generator)
            let second = module("b", as: ModuleB.self, using: &generator)
            let third = module("c", as: ModuleC.self, using: &generator)
            if registry(first, second, third) != nil { built += 1 }
        }
        #expect(built > 60)
    }
}
