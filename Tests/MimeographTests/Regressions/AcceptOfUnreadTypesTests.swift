import Mimeograph
import TestSupport
import Testing

/// Found by fuzzing: Accept named the type that a format writes, although the format was registered for others.
@Suite struct AcceptOfUnreadTypesTests {
    /// Accept does not name a type that the format is not registered to read.
    @Test func onlyWhatIsReadIsAskedFor() throws {
        var registry = SerializerRegistry()
        try registry.register(format: StubFormat.json, for: "application/vnd.api+json", "text/*")
        #expect(registry.accept(for: User.self).description == "application/vnd.api+json")
        try registry.register(format: StubFormat.propertyList, for: "application/*")
        #expect(registry.accept(for: User.self).description == "application/vnd.api+json, application/x-plist")
    }
}
