import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@Suite struct PropertyListSerializerTests {
    private func head(_ type: String, status: Int = 200) -> ResponseHead {
        ResponseHead(status: status, fields: ["Content-Type": type], url: "https://example.com/")
    }

    @Test(
        arguments: [
            ("application/x-plist", true, true), ("application/x-apple-plist", true, false),
            ("application/x-bplist", true, false), ("application/x-plist; charset=utf-8", true, true),
            ("application/xml", false, false), ("application/json", false, false),
        ] as [(MediaType, Bool, Bool)]
    )
    func accepts(type: MediaType, standard: Bool, afnetworking: Bool) {
        func matches(_ serializer: PropertyListResponseSerializer) -> Bool {
            serializer.acceptedTypes.contains { $0.match(type) != nil }
        }
        #expect(matches(PropertyListResponseSerializer()) == standard)
        #expect(matches(.afnetworking) == afnetworking)
    }

    /// The behavior that AFNetworking's own tests pin, and that its source shows.
    @Test func asAFNetworking() throws {
        let serializer = PropertyListResponseSerializer.afnetworking
        #expect(throws: SerializationError.self) { try serializer.read(#"{"foo":"bar"}"#.utf8) }
        #expect(try serializer.read([], head: head("application/x-plist", status: 204)).isNull)
        let error = #expect(throws: SerializationError.self) {
            try serializer.read([], head: head("application/x-plist"))
        }
        #expect(error?.code == .truncated)
        #expect(try PropertyListResponseSerializer(emptyBodies: .null).read([]).isNull)
        #expect(throws: SerializationError.self) {
            try PropertyListResponseSerializer().read([], head: head("application/x-plist", status: 204))
        }
    }

    @Test(arguments: PropertyListWritingOptions.Format.allCases)
    func readsWhatever(format: PropertyListWritingOptions.Format) throws {
        let registry = try SerializerRegistry { PropertyListPlugin(reading: .init(nullStripping: .dictionaryMembers)) }
        let list: PropertyList = format == .binary ? ["a": nil, "b": 1] : ["b": 1]
        let body = try list.serialized(PropertyListWritingOptions(format: format))
        for type in ["application/x-plist", "application/x-apple-plist", "application/x-bplist"] {
            #expect(try registry.read(PropertyList.self, from: body, head: head(type)) == ["b": 1])
            #expect(try registry.anyValue(from: body, head: head(type)) as? PropertyList == ["b": 1])
        }
        // Without a media type, the first bytes decide.
        #expect(try registry.anyValue(from: body, head: ResponseHead(status: 200)) as? PropertyList == ["b": 1])
    }

    @Test func declines() throws {
        let registry = try SerializerRegistry { .propertyList }
        for body in ["hello", #"{"a":1}"#, "{a=b;}"] {
            let error = #expect(throws: SerializationError.self) {
                try registry.read(PropertyList.self, from: body.utf8, head: head("application/x-plist"))
            }
            #expect(error?.trace.map { "\($0)" }?.contains("binary property list") == true)
        }
        let lenient = try SerializerRegistry { PropertyListPlugin(reading: .init(allowsOpenStep: true)) }
        #expect(
            try lenient.read(PropertyList.self, from: "{a=b;}".utf8, head: head("application/x-plist")) == ["a": "b"]
        )
    }

    @Test func writes() throws {
        let registry = try SerializerRegistry { .propertyList }
        var message = RequestMessage(method: .post, url: "/")
        try registry.write(["key": "value"] as PropertyList, into: &message)
        #expect(message.fields["Content-Type"] == "application/x-plist")
        guard case .bytes(let bytes) = message.body else {
            Issue.record("no bytes")
            return
        }
        let expected = try PropertyListSerialization.data(fromPropertyList: ["key": "value"], format: .xml, options: 0)
        #expect(bytes == [UInt8](expected))
    }

    @Test func keepsTheContentType() throws {
        var message = RequestMessage(fields: ["content-type": "application/x-bplist"])
        try PropertyListRequestSerializer(options: .binary).write([1], into: &message)
        #expect(message.fields["Content-Type"] == "application/x-bplist")
        guard case .bytes(let bytes) = message.body else {
            Issue.record("no bytes")
            return
        }
        #expect(bytes.starts(with: "bplist00".utf8))
    }

    @Test(arguments: PropertyListWritingOptions.Format.allCases)
    func leavesTheMessageOnFailure(format: PropertyListWritingOptions.Format) throws {
        let options = PropertyListWritingOptions(format: format, allowsNull: false)
        for value in [PropertyList.null, ["a": [nil]], .date(secondsSinceReferenceDate: .infinity)] {
            var message = RequestMessage(url: "/")
            let error = #expect(throws: SerializationError.self) {
                try PropertyListRequestSerializer(options: options).write(value, into: &message)
            }
            #expect(error?.code == .unencodableValue)
            #expect(message.fields.lines.isEmpty)
            guard case .none = message.body else {
                Issue.record("a body")
                return
            }
        }
    }

    @Test func aContentTypeThatIsThereStays() throws {
        var message = RequestMessage(method: .put, fields: ["Content-Type": "application/xml"])
        try PropertyListRequestSerializer().write(["key": "value"], into: &message)
        #expect(message.fields.values(of: "Content-Type") == ["application/xml"])
    }

    @Test func aFailureLeavesTheMessage() {
        var message = RequestMessage(method: .post, url: "/")
        #expect { try PropertyListRequestSerializer().write(["key": nil], into: &message) } throws: {
            ($0 as? SerializationError)?.code == .unencodableValue
        }
        #expect(message.fields.lines.isEmpty && message.url == "/")
    }
}
