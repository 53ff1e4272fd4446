import Mimeograph
import MimeographServer
import TestSupport
import Testing

/// The cost of a registry is linear in its registrations, and a look-up's in its candidates.
@Suite struct RegistryGrowthTests {
    /// One module for each number.
    struct Module: SerializerPlugin {
        var number: Int
        var change: @Sendable (inout SerializerRegistry, Int) throws(RegistryError) -> Void
        func register(in registry: inout SerializerRegistry) throws(RegistryError) { try change(&registry, number) }
    }

    static func stub(_ number: Int, _ types: [MediaRange]) -> StubSerializer<HALKind> {
        StubSerializer<HALKind>(name: "\(number)", acceptedTypes: types)
    }
    static func type(_ number: Int) -> MediaRange { (try? MediaRange("application/x\(number)")) ?? "a/b" }

    static let registrations: [(String, @Sendable (inout SerializerRegistry, Int) throws(RegistryError) -> Void)] = [
        ("types", { (registry, number) throws(RegistryError) in try registry.register(stub(number, [type(number)])) }),
        (
            "one type",
            { (registry, number) throws(RegistryError) in try registry.register(stub(number, ["application/json"])) }
        ),
        (
            "names",
            { (registry, number) throws(RegistryError) in
                try registry.register(
                    stub(number, ["*/*"]),
                    options: RegistrationOptions(id: Registration.ID(rawValue: "n\(number)"))
                )
            }
        ),
        (
            "rising priorities",
            { (registry, number) throws(RegistryError) in
                try registry.register(stub(number, ["a/b"]), options: RegistrationOptions(priority: number))
            }
        ),
        (
            "many types each",
            { (registry, number) throws(RegistryError) in
                try registry.register(stub(number, (0..<8).map { type(8 * number + $0) }))
            }
        ),
        (
            "formats",
            { (registry, number) throws(RegistryError) in
                let media = MediaType(literalOrOctetStream: "application/f\(number)")
                try registry.register(
                    format: StubFormat(name: "f", contentType: media, acceptedTypes: [MediaRange(media)])
                )
            }
        ),
    ]

    @Test(arguments: registrations.indices)
    func ofRegistering(_ index: Int) throws {
        let (name, register) = Self.registrations[index]
        let growth = try GrowthOfWork.perDoubling(from: 100, upTo: 1 << 13) { size in
            var registry = SerializerRegistry()
            for number in 0..<size { try register(&registry, number) }
            #expect(registry.registrations.count == size)
        }
        #expect(growth < GrowthOfWork.inProportion, "\(name)")
    }

    /// A module that registers many things.
    @Test func ofInstalling() throws {
        for (name, register) in [Self.registrations[0], Self.registrations[4], Self.registrations[5]] {
            let growth = try GrowthOfWork.perDoubling(from: 100, upTo: 1 << 12) { size in
                _ = try SerializerRegistry().adding(
                    Module(number: size) { (registry, size) throws(RegistryError) in
                        for number in 0..<size { try register(&registry, number) }
                    }
                )
            }
            #expect(growth < GrowthOfWork.inProportion, "\(name)")
        }
    }

    @Test(arguments: registrations.indices)
    func ofAsking(_ index: Int) throws {
        let (name, register) = Self.registrations[index]
        let growth = try GrowthOfWork.perDoubling(from: 100, upTo: 1 << 13) { size in
            var registry = SerializerRegistry()
            for number in 0..<size { try register(&registry, number) }
            return registry
        } work: { registry in
            let head = ResponseHead(status: 200, fields: ["Content-Type": "application/json"])
            _ = try? registry.read(HALDocument.self, from: [0x31], head: head)
            _ = try? registry.read(User.self, from: [0x31], head: head)
            _ = registry.accept(for: HALDocument.self)
            _ = registry.accept(for: User.self)
            _ = registry.respond(
                with: SerializationError(.unsupportedMediaType, "no"),
                to: RequestHead(method: .post, target: "/")
            )
        }
        #expect(growth < GrowthOfWork.inProportion, "\(name)")
    }

    /// A peer controls the length of an Accept list.
    @Test func ofNegotiating() throws {
        var registry = SerializerRegistry()
        for number in 0..<20 { try Self.registrations[5].1(&registry, number) }
        let made = registry
        for element in ["a/b;q=0.5,", "application/f1;x=\"", "*/*,", ",", "application/f1;q=0.0001,"] {
            let growth = GrowthOfWork.perDoubling(from: 64, upTo: 1 << 15) { size in
                RequestHead(method: .get, target: "/", fields: ["Accept": String(repeating: element, count: size)])
            } work: { head in
                _ = try? made.respond(with: User(name: "a"), to: head)
            }
            #expect(growth < GrowthOfWork.inProportion, "\(element)")
        }
    }

    /// Derived names do not depend on the number of registrations, and free names are reused.
    @Test func namesThatAreMade() throws {
        var registry = SerializerRegistry()
        for number in 0..<5 { try registry.register(Self.stub(number, ["a/b"])) }
        let made = registry.registrations.map(\.id.rawValue)
        let base = try #require(made.first)
        #expect(made == [base] + (2...5).map { "\(base)-\($0)" })
        try registry.register(
            Self.stub(7, ["a/b"]),
            options: RegistrationOptions(id: "x", replacing: Registration.ID(rawValue: "\(base)-2"))
        )
        try registry.register(Self.stub(8, ["a/b"]))
        #expect(registry.registrations.last?.id.rawValue == "\(base)-2")
    }

    /// If several registrations conflict, the error names the first one. A replacement conflicts only with others.
    @Test func theFirstConflictIsTold() throws {
        let register: @Sendable (inout SerializerRegistry, Int) throws(RegistryError) -> Void = {
            registry,
            number throws(RegistryError) in
            let id = Registration.ID(rawValue: "c\(number)")
            try registry.register(
                Self.stub(number, number == 9 ? ["x/2", "x/1"] : [Self.range(number)]),
                options: RegistrationOptions(id: id)
            )
        }
        var registry = SerializerRegistry()
        for number in 0..<4 { try registry.install(Module(number: number, change: register)) }
        // Modules are identified by their types, so all of these are one module.
        try registry.install(Module(number: 9, change: register))
        #expect(registry.registrations.count == 5)
        struct Other: SerializerPlugin {
            func register(in registry: inout SerializerRegistry) throws(RegistryError) {
                try registry.register(
                    RegistryGrowthTests.stub(7, ["x/3", "x/2"]),
                    options: RegistrationOptions(id: "other")
                )
            }
        }
        do {
            try registry.install(Other())
            Issue.record("no conflict")
        } catch {
            guard case .ambiguous(let first, let second, let pattern) = error else { throw error }
            #expect(first == "c2" && second == "other" && pattern == "x/2")
        }
        #expect(registry.registrations.count == 5)
    }
    static func range(_ number: Int) -> MediaRange { (try? MediaRange("x/\(number)")) ?? "a/b" }
}

extension MediaType {
    fileprivate init(literalOrOctetStream text: String) {
        self = (try? MediaType(text)) ?? .octetStream
    }
}
