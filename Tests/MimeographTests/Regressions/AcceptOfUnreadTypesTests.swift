import Mimeograph
import TestSupport
import Testing

/// Found by fuzzing: a format that is registered for other types than it writes was asked for by the type it writes.
@Suite struct AcceptOfUnreadTypesTests {
    /// A format that is registered for other types than it writes is not sent what it writes.
    @Test func onlyWhatIsReadIsAskedFor() throws {
        var registry = SerializerRegistry()
        try registry.register(format: StubFormat.json, for: "application/vnd.api+json", "text/*")
        #expect(registry.accept(for: User.self).description == "application/vnd.api+json")
        try registry.register(format: StubFormat.propertyList, for: "application/*")
        #expect(registry.accept(for: User.self).description == "application/vnd.api+json, application/x-plist")
    }
}
