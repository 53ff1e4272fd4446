import Foundation
import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographPropertyList
import Testing

/// Checks requests against AFNetworking's serializers for JSON and property lists.
@Suite struct ParameterSerializerTests {
    private static let client = ClientDescription(name: "t", system: [], languages: ["eo"])

    @Test(arguments: [HTTPMethod.get, .head, .delete, "get"])
    func membersOfAJSONObjectGoIntoTheURL(_ method: HTTPMethod) throws {
        var message = RequestMessage(method: method, url: "/search#top", fields: ["Accept-Language": "eo"])
        let serializer = HTTPRequestSerializer().writing(JSONRequestSerializer.afnetworking)
        try serializer.write(["b": [1, true, nil], "a": "x&y"], into: &message)
        #expect(message.url == "/search?a=x%26y&b%5B%5D=1&b%5B%5D=1&b%5B%5D#top")
        #expect(message.fields["Content-Type"] == nil)
        #expect(message.fields["Accept-Language"] == "eo")
        #expect(message.fields.contains("User-Agent"))
        #expect(message.body.isNone)
    }

    @Test(arguments: [HTTPMethod.get, .head, .delete, "get"])
    func membersOfADictionaryGoIntoTheURL(_ method: HTTPMethod) throws {
        var message = RequestMessage(method: method, url: "/search?x#top", fields: ["Accept": "a/b"])
        let list: PropertyList = [
            "b": [1, true, 0.5], "a": "x&y", "d": PropertyList(Data("data".utf8)),
            "t": PropertyList(Date(timeIntervalSinceReferenceDate: 0)),
        ]
        try HTTPRequestSerializer().writing(.propertyList).write(list, into: &message)
        #expect(
            message.url == "/search?x&a=x%26y&b%5B%5D=1&b%5B%5D=1&b%5B%5D=0.5&d=ZGF0YQ%3D%3D"
                + "&t=2001-01-01%2000%3A00%3A00%20%2B0000#top"
        )
        #expect(!message.fields.contains("Content-Type"))
        #expect(message.fields["Accept"] == "a/b" && message.fields.contains("User-Agent"))
        #expect(message.body.isNone)
    }

    @Test func otherMethodsHaveABodyAndTheDefaultFields() throws {
        let serializer = HTTPRequestSerializer(client: Self.client).writing(.json)
        for (value, text) in [(["key": "value"], #"{"key":"value"}"#), ([["key": "value"]], #"[{"key":"value"}]"#)]
            as [(JSON, String)]
        {
            var message = RequestMessage(method: .put, url: "/?a", fields: ["accept-language": "de", "Accept": "x/y"])
            try serializer.write(value, into: &message)
            #expect(
                message.fields == [
                    "accept-language": "de", "Accept": "x/y", "User-Agent": "t", "Content-Type": "application/json",
                ]
            )
            guard case .bytes(let bytes) = message.body, message.url == "/?a" else {
                Issue.record("no bytes")
                return
            }
            #expect(String(decoding: bytes, as: UTF8.self) == text)
        }
    }

    @Test func aContentTypeThatIsThereStays() throws {
        let serializer = HTTPRequestSerializer(client: Self.client).writing(.propertyList)
        var message = RequestMessage(method: .put, url: "/", fields: ["accept-language": "de"])
        try serializer.write(["key": "value"], into: &message)
        #expect(
            message.fields == ["accept-language": "de", "User-Agent": "t", "Content-Type": "application/x-plist"]
        )
        guard case .bytes(let bytes) = message.body else {
            Issue.record("no bytes")
            return
        }
        #expect(bytes == (try (["key": "value"] as PropertyList).serialized()))
        message = RequestMessage(method: .put, fields: ["Content-Type": "application/xml"])
        try serializer.write(["key": "value"], into: &message)
        #expect(message.fields.values(of: "Content-Type") == ["application/xml"])
    }

    @Test(arguments: [HTTPMethod.post, .get])
    func withoutParametersThereIsNoBody(_ method: HTTPMethod) throws {
        var message = RequestMessage(method: method, url: "/")
        try HTTPRequestSerializer().writing(.json).write(JSON?.none, into: &message)
        #expect(message.url == "/" && !message.fields.contains("Content-Type"))
        #expect(message.fields.contains("User-Agent"))
        #expect(message.body.isNone)
    }

    @Test(
        arguments: zip(
            [HTTPMethod.post, .get, .get],
            [["key": nil], ["a", "b"], "text"] as [PropertyList]
        )
    )
    func aFailureLeavesTheMessage(method: HTTPMethod, list: PropertyList) {
        var message = RequestMessage(method: method, url: "/")
        let serializer = HTTPRequestSerializer().writing(.propertyList)
        #expect { try serializer.write(list, into: &message) } throws: {
            ($0 as? SerializationError)?.code == .unencodableValue
        }
        #expect(message.fields.lines.isEmpty && message.url == "/")
    }
}

extension MessageBody {
    fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}
