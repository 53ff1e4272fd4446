import Mimeograph
import TestSupport
import Testing

/// Adding a module M to a registry R changes a decision only if M accepts something more specific.
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

    /// The beginnings of bodies: no signature, PNG, JPEG, a byte order mark.
    static let bodies: [[UInt8]] = [
        [0x78], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], [0xEF, 0xBB, 0xBF],
    ]
    static let signatures: [[Signature]] = [[], [.png], [.jpeg, .png], Signature.byteOrderMarks]

    /// Makes a module of one to three registrations, each a format or a serializer of one of three types.
    private func module<Module>(
        _ name: String,
        as type: Module.Type,
        using generator: inout SeededGenerator
    ) -> StubPlugin<Module> {
        let parts = (0..<Int.random(in: 1...3, using: &generator)).map { number in
            let ranges = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                Self.patterns[Int.random(in: 0..<Self.patterns.count, using: &generator)]
            }
            let signatures = Self.signatures[Int.random(in: 0..<Self.signatures.count, using: &generator)]
            let kind = Int.random(in: 0..<3, using: &generator)
            return (number, kind, ranges, Int.random(in: -1...1, using: &generator), signatures)
        }
        return StubPlugin { registry throws(RegistryError) in
            for (number, kind, ranges, priority, signatures) in parts {
                let id = Registration.ID(rawValue: "\(name)\(number)")
                let options = RegistrationOptions(id: id, priority: priority, signatures: signatures)
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

    /// The chosen registration, the specificity of its match, and the owners of matching signatures.
    private struct Decision {
        var id: Registration.ID
        var match: MediaRange.Match?
        var sniffers: [Registration.ID]
    }

    private func decisions(_ registry: SerializerRegistry) -> [String: Decision] {
        var decisions: [String: Decision] = [:]
        for message in Self.messages.map({ Optional($0) }) + [nil] {
            let head = head(message?.description)
            for body in message == nil || message?.isImage == true ? Self.bodies : [[0x78]] {
                for (wanted, trace) in [
                    ("User", registry.explain(head, for: User.self, body: body)),
                    ("HAL", registry.explain(head, for: HALDocument.self, body: body)),
                    ("XML", registry.explain(head, for: XMLTree.self, body: body)),
                    ("any", registry.explain(head, body: body)),
                ] {
                    guard let first = trace.candidates.first, case .chosen(let range) = first.verdict else { continue }
                    let type = trace.contentType
                    // The candidates that could have read the body and have its signature.
                    let able = trace.candidates.filter {
                        switch $0.verdict {
                        case .chosen, .outranked: true
                        default: false
                        }
                    }.map(\.id)
                    let sniffers = registry.registrations.filter { registration in
                        able.contains(registration.id)
                            && registration.options.signatures.contains { $0.type == type }
                    }
                    decisions["\(message?.description ?? "none") \(body) → \(wanted)"] = Decision(
                        id: first.id,
                        match: range.match(type ?? .octetStream),
                        sniffers: type == message ? [] : sniffers.map(\.id)
                    )
                }
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
        // Ambiguous combinations are rejected and decide nothing.
        guard let before = registry(first, second), let after = registry(first, second, third),
            let elsewhere = registry(third, first, second)
        else { return }
        let earlier = decisions(before)
        let later = decisions(after)
        for (message, decision) in earlier {
            let now = try #require(later[message])
            if now.id == decision.id { continue }
            // A match by signature precedes a match by label.
            if now.sniffers.contains(where: { $0.rawValue.hasPrefix("c") }) { continue }
            let (old, new) = (try #require(decision.match), try #require(now.match))
            #expect(new > old, "\(message): \(decision) became \(now)")
        }
        // The position of a module in the list makes no difference.
        #expect(decisions(elsewhere).mapValues(\.id) == later.mapValues(\.id))
    }

    /// The property would hold trivially if nearly all random modules were rejected as ambiguous.
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
