import Mimeograph
import MimeographCompound
import MimeographPropertyList
import Testing

@Suite struct AFNetworkingPropertyListTests {
    private func head(_ type: String, status: Int = 200) -> ResponseHead {
        ResponseHead(status: status, fields: ["Content-Type": type], url: "https://example.com/")
    }

    /// AFNetworking's serializer in a registry with its rules reads bodies of an acceptable type whatever the status.
    @Test(arguments: PropertyListWritingOptions.Format.allCases)
    func outcomesAsAFNetworking(format: PropertyListWritingOptions.Format) throws {
        var registry = SerializerRegistry()
        try registry.register(PropertyListResponseSerializer.afnetworking, options: .init(acceptsEmptyInput: true))
        func outcome(
            _ body: [UInt8],
            _ type: String = "application/x-plist",
            status: Int = 200
        ) -> (PropertyList?, [SerializationError.Code]) {
            let outcome = registry.outcome(PropertyList.self, from: body, head: head(type, status: status))
            let inner = outcome.error?.underlying.compactMap { ($0 as? SerializationError)?.code } ?? []
            return (outcome.value, (outcome.error.map { [$0.code] } ?? []) + inner)
        }
        let body = try (["a": 1] as PropertyList).serialized(PropertyListWritingOptions(format: format))
        let json = Array(#"{"foo":"bar"}"#.utf8)
        let damaged = Array("<plist><foo/></plist>".utf8)
        #expect(outcome(body) == (["a": 1], []))
        #expect(outcome(body, status: 404) == (["a": 1], [.unacceptableStatus]))
        #expect(outcome(body, "application/x-bplist") == (nil, [.unacceptableContentType]))
        #expect(
            outcome(body, "nonstandard/plist", status: 500) == (nil, [.unacceptableStatus, .unacceptableContentType])
        )
        // The first bytes do not begin a property list, so nothing reads the body.
        #expect(outcome(json) == (nil, [.unsupportedMediaType]))
        #expect(outcome(damaged) == (nil, [.syntax]))
        #expect(outcome(damaged, status: 500) == (nil, [.syntax, .unacceptableStatus]))
        #expect(outcome([], status: 204) == (nil, []))
        #expect(outcome([]) == (nil, [.truncated]))
    }
}
