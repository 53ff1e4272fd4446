import Mimeograph
import MimeographServer
import TestSupport
import Testing

@Suite struct AcceptGenerationTests {
    let registry: SerializerRegistry

    init() throws {
        registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in try registry.register(format: StubFormat.json) }
            StubPlugin<ModuleB> { registry throws(RegistryError) in
                try registry.register(
                    format: StubFormat.propertyList,
                    options: .init(weight: QualityValue(thousandths: 700) ?? .one)
                )
                try registry.register(
                    format: StubFormat.xml,
                    options: .init(weight: QualityValue(thousandths: 800) ?? .one)
                )
                try registry.register(
                    StubSerializer<ImageKind>(name: "images", acceptedTypes: ["image/png", "image/jpeg", "image/*"])
                )
            }
            BytesPlugin()
        }
    }

    @Test func byWantedType() throws {
        #expect(
            registry.accept(for: User.self).description
                == "application/json, application/xml;q=0.8, application/x-plist;q=0.7"
        )
        #expect(registry.accept(for: User?.self).description == registry.accept(for: User.self).description)
        #expect(registry.accept(for: Picture.self).description == "image/png, image/jpeg")
        #expect(registry.accept(for: HALDocument.self).description == "")
        #expect(registry.acceptForAnyValue().description == "image/png, image/jpeg")
    }

    @Test func problemTypesFollowTheirFormat() throws {
        let withProblems = try registry.adding(ProblemDetailsPlugin())
        #expect(
            withProblems.accept(for: User.self).description == """
                application/json, application/problem+json, application/xml;q=0.8, application/problem+xml;q=0.8, \
                application/x-plist;q=0.7
                """
        )
    }

    @Test func atMostTwenty() throws {
        var registry = SerializerRegistry()
        for number in 0..<30 {
            let type = MediaRange(stringLiteral: "application/x-\(number)")
            try registry.register(StubSerializer<HALKind>(name: "", acceptedTypes: [type]))
        }
        #expect(registry.accept(for: HALDocument.self).elements.count == 20)
    }
}
