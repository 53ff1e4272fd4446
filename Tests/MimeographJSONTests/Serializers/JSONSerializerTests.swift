import Mimeograph
import Testing

@testable import MimeographJSON

@Suite struct JSONSerializerTests {
    private func matches(_ serializer: JSONResponseSerializer, _ type: MediaType) -> Bool {
        serializer.acceptedTypes.contains { $0.match(type) != nil }
    }

    @Test(
        arguments: [
            ("application/json", true, true), ("text/json", true, true), ("text/javascript", true, true),
            ("application/json; charset=utf-8", true, true), ("application/vnd.api+json", true, false),
            ("nonstandard/json", false, false), ("text/html", false, false),
        ] as [(MediaType, Bool, Bool)]
    )
    func accepts(type: MediaType, standard: Bool, afnetworking: Bool) {
        #expect(matches(JSONResponseSerializer(), type) == standard)
        #expect(matches(.afnetworking, type) == afnetworking)
    }

    /// The behavior that AFNetworking's own tests pin: empty bodies and one space are null without an error.
    @Test(
        arguments: [
            ("", nil, "emptyBody"), (" ", nil, "truncated"), ("  ", "truncated", "truncated"),
            ("\n", "truncated", "truncated"),
            ("{invalid}", "syntax", "syntax"), ("1", "syntax", nil), ("null", "syntax", nil), ("{}", nil, nil),
        ] as [(String, String?, String?)]
    )
    func emptyBodies(body: String, afnetworking: String?, standard: String?) {
        for (serializer, expected) in [
            (JSONResponseSerializer.afnetworking, afnetworking), (JSONResponseSerializer(), standard),
        ] {
            do throws(SerializationError) {
                let json = try serializer.read(body.utf8)
                #expect(expected == nil)
                if body.allSatisfy({ $0 == " " }) { #expect(json.isNull) }
            } catch {
                #expect(error.code.rawValue == expected)
            }
        }
    }

    @Test func stripsNulls() throws {
        let serializer = JSONResponseSerializer(options: JSONReadingOptions(nullStripping: .objectMembers))
        #expect(try serializer.read(#"{"a":null,"b":[null]}"#.utf8) == ["b": [nil]])
    }

    @Test func writes() throws {
        var message = RequestMessage(method: .post, url: "/")
        try JSONRequestSerializer().write(["key": "va/lue"], into: &message)
        #expect(message.fields["Content-Type"] == "application/json")
        guard case .bytes(let bytes) = message.body else {
            Issue.record("no bytes")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"key":"va/lue"}"#)
    }

    @Test func keepsTheContentType() throws {
        var message = RequestMessage(method: .post, fields: ["content-type": "application/vnd.api+json"])
        try JSONRequestSerializer.afnetworking.write([["key": "va/lue"]], into: &message)
        #expect(message.fields["Content-Type"] == "application/vnd.api+json")
        guard case .bytes(let bytes) = message.body else {
            Issue.record("no bytes")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == #"[{"key":"va\/lue"}]"#)
    }

    @Test(arguments: [JSON("text"), 1, nil, true, ["a": JSON(Double.nan)]])
    func leavesTheMessageOnFailure(value: JSON) throws {
        var message = RequestMessage(method: .post, url: "/")
        #expect { try JSONRequestSerializer.afnetworking.write(value, into: &message) } throws: { error in
            (error as? SerializationError)?.code == .unencodableValue
        }
        #expect(message.fields.lines.isEmpty)
        guard case .none = message.body else {
            Issue.record("a body")
            return
        }
        if value.kind != .object { try JSONRequestSerializer().write(value, into: &message) }
    }
}
