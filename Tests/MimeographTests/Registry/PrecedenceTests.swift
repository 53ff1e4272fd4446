import Mimeograph
import TestSupport
import Testing

@Suite struct PrecedenceTests {
    private func format(_ name: String, _ ranges: MediaRange...) -> StubFormat {
        StubFormat(name: name, contentType: MediaType(stringLiteral: "application/x-\(name)"), acceptedTypes: ranges)
    }

    @Test func twoModulesOfOnePatternAreRefused() {
        #expect(throws: RegistryError.ambiguous("one", "two", pattern: "application/json")) {
            try SerializerRegistry {
                StubPlugin<ModuleA> { registry throws(RegistryError) in
                    try registry.register(format: format("one", "application/json"), options: .init(id: "one"))
                }
                StubPlugin<ModuleB> { registry throws(RegistryError) in
                    try registry.register(format: format("two", "application/json"), options: .init(id: "two"))
                }
            }
        }
    }

    @Test func aModuleMayReplaceAnother() throws {
        let registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in
                try registry.register(format: format("one", "application/json"), options: .init(id: "one"))
                try registry.register(format: format("next", "text/json"), options: .init(id: "next"))
            }
            StubPlugin<ModuleB> { registry throws(RegistryError) in
                try registry.register(
                    format: format("two", "application/json"),
                    options: .init(id: "two", replacing: "one")
                )
            }
        }
        let user: User = try registry.read(from: "x".utf8, head: head("application/json"))
        #expect(user.name == "two")
        #expect(registry.registrations.map(\.id) == ["two", "next"])
    }

    @Test func aUserGoesBeforeAModule() throws {
        var registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in
                try registry.register(format: StubFormat.json)
            }
        }
        try registry.register(format: format("mine", "application/json"))
        let user: User = try registry.read(from: "x".utf8, head: head("application/json"))
        #expect(user.name == "mine")
        // A more specific match of the module precedes a less specific one of the user.
        var catchAll = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in try registry.register(format: StubFormat.json) }
        }
        try catchAll.register(format: format("all", "*/*"))
        let near: User = try catchAll.read(from: "x".utf8, head: head("application/json"))
        #expect(near.name == "json")
        let far: User = try catchAll.read(from: "x".utf8, head: head("text/plain"))
        #expect(far.name == "all")
    }

    @Test func priorityAndOrderAmongAUsersOwn() throws {
        var registry = SerializerRegistry()
        try registry.register(format: format("first", "text/plain"))
        try registry.register(format: format("second", "text/plain"))
        var user: User = try registry.read(from: "x".utf8, head: head("text/plain"))
        #expect(user.name == "first")
        try registry.register(format: format("urgent", "text/plain"), options: .init(priority: 1))
        user = try registry.read(from: "x".utf8, head: head("text/plain"))
        #expect(user.name == "urgent")
        #expect(Set(registry.registrations.map(\.id)) == ["stub", "stub-2", "stub-3"])
    }

    @Test func tiersAndParameters() throws {
        var registry = SerializerRegistry()
        for (name, range) in [
            ("any", "*/*"), ("type", "application/*"), ("suffix", "*/*+json"), ("typeSuffix", "application/*+json"),
            ("exact", "application/a+json"), ("one", "application/a+json;v=1"), ("two", "application/a+json;v=1;w=2"),
        ] {
            try registry.register(format: format(name, MediaRange(stringLiteral: range)))
        }
        for (type, winner) in [
            ("application/a+json;w=2;v=1", "two"), ("application/a+json;v=1", "one"), ("application/a+json", "exact"),
            ("application/a+json;v=2;charset=x", "exact"), ("application/b+json", "typeSuffix"),
            ("image/b+json", "suffix"), ("application/b", "type"), ("image/b", "any"),
        ] {
            let user: User = try registry.read(from: "x".utf8, head: head(type))
            #expect(user.name == winner, "\(type)")
        }
    }

    @Test func refusals() throws {
        var registry = SerializerRegistry()
        #expect(throws: RegistryError.self) { try registry.register(format: format("bad", "*/json")) }
        #expect(throws: RegistryError.self) { try registry.register(format: format("bad", "text")) }
        #expect(throws: RegistryError.noMediaRange("stub")) {
            try registry.register(StubSerializer<HALKind>(name: "none", acceptedTypes: []))
        }
        #expect(throws: RegistryError.unknownID("nobody")) {
            try registry.register(format: StubFormat.json, options: .init(replacing: "nobody"))
        }
        for type: MediaType in ["text/html", "application/xml", "image/svg+xml", "application/pdf"] {
            #expect(throws: RegistryError.scriptableSignature("x", type)) {
                try registry.register(
                    StubSerializer<HALKind>(name: "x", acceptedTypes: ["*/*"]),
                    options: .init(id: "x", signatures: [Signature(type, [1])])
                )
            }
        }
        #expect(registry.registrations.isEmpty)
        let plugin = StubPlugin<ModuleA> { registry throws(RegistryError) in
            try registry.register(format: StubFormat.json, options: .init(id: "json"))
        }
        try registry.install(plugin)
        #expect(throws: RegistryError.duplicateID("json")) { try registry.install(plugin) }
        #expect(registry.registrations.count == 1)
    }
}
