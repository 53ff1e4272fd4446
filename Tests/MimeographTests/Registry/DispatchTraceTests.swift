import Mimeograph
import TestSupport
import Testing

/// The text of traces must be readable on a terminal of 100 columns, whatever is registered.
@Suite struct DispatchTraceTests {
    private func lines(declining reason: String?) throws -> [String] {
        let registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in
                let many: [MediaRange] = [
                    "application/json", "*/*+json", "text/json", "text/javascript", "application/x-json",
                    "application/vnd.example.a-rather-long-name", "text/x-json",
                ]
                try registry.register(
                    StubSerializer<HALKind>(name: "", acceptedTypes: many, declines: { _ in reason }),
                    options: .init(id: "many-ranges")
                )
            }
            StubPlugin<ModuleB> { registry throws(RegistryError) in
                try registry.register(
                    StubSerializer<XMLKind>(name: "", acceptedTypes: ["text/xml"]),
                    options: .init(id: "xml")
                )
            }
            BytesPlugin()
        }
        return registry.explain(head("application/json"), body: [0x7B]).description.split(separator: "\n")
            .map(String.init)
    }

    @Test func columnsStandUnderEachOther() throws {
        let lines = try lines(declining: nil)
        #expect(
            lines == [
                #""application/json" into any value: many-ranges reads it."#,
                "  many-ranges  chosen: matches application/json (exact type)  reads application/json, */*+json, …",
                "  bytes        not asked: matches */* (anything)              reads */*",
                "  xml          media type does not match                      reads text/xml",
            ]
        )
    }

    @Test func aLongReasonHasTheTypesBelowIt() throws {
        let reason = String(repeating: "it looks wrong ", count: 5)
        let lines = try lines(declining: reason)
        #expect(
            lines == [
                #""application/json" into any value: bytes reads it."#,
                "  many-ranges  declined: \(reason)",
                "               reads application/json, */*+json, text/json, text/javascript, application/x-json, …",
                "  bytes        chosen: matches */* (anything)  reads */*",
                "  xml          media type does not match       reads text/xml",
            ]
        )
    }

    /// A trace matches the reading: only a catch-all reads an unlabelled body.
    @Test func unlabelledBodies() throws {
        let registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in try registry.register(format: StubFormat.json) }
            BytesPlugin()
        }
        for head in [ResponseHead(status: 200), head("nonsense")] {
            let body = Array("{}".utf8)
            #expect(try registry.read([UInt8].self, from: body, head: head) == body)
            let trace = registry.explain(head, for: [UInt8].self, body: body)
            #expect(trace.chosen == "bytes")
            #expect(trace.headline == "A body without a content type into Array<UInt8>: bytes reads it.")
            #expect(registry.explain(head, for: [UInt8].self).chosen == "bytes")
            #expect(registry.explain(head, for: User.self, body: body).chosen == nil)
            let error = #expect(throws: SerializationError.self) {
                try registry.read(User.self, from: body, head: head)
            }
            #expect(error?.code == .missingContentType)
            #expect(error?.trace == registry.explain(head, for: User.self, body: body))
        }
    }
}
