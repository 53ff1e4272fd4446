import Foundation
import Mimeograph
import MimeographForm
import Testing

/// Tests of parameters next to the files of a form, flattened as in AFNetworking.
@Suite struct MultipartParameterTests {
    /// Returns the names and texts of a form's fields.
    private func fields(of form: MultipartFormData) -> [[String]] {
        form.parts.map { part in
            guard case .bytes(let bytes) = part.content, part.fields.lines.count == 1 else { return [] }
            let disposition = part.fields["Content-Disposition"].flatMap { ContentDisposition(parsing: $0) }
            return [disposition?.name ?? "?", String(decoding: bytes, as: UTF8.self)]
        }
    }

    @Test(
        arguments: [
            (["key": "value"], [["key", "value"]]),
            (
                ["b": ["y": 1, "x": [true, "z"] as QueryValue] as QueryValue, "a": 0.5],
                [["a", "0.5"], ["b[x][]", "1"], ["b[x][]", "z"], ["b[y]", "1"]]
            ),
            (["s": QueryValue.set(["b", "a"]), "n": QueryValue.null], [["n", ""], ["s", "a"], ["s", "b"]]),
            (["a&b=c%41 +é": "&=%41 +é\u{1F600}"], [["a&b=c%41 +é", "&=%41 +é\u{1F600}"]]),
            (["e": [] as QueryValue, "f": [:] as QueryValue, "": "x", "t": ""], [["", "x"], ["t", ""]]),
            ([:], []), (nil, []),
        ] as [(QueryValue, [[String]])]
    )
    func asAFNetworkingFlattens(_ parameters: QueryValue, _ expected: [[String]]) throws {
        var form = MultipartFormData()
        try form.append(parameters: parameters)
        #expect(fields(of: form) == expected)
    }

    @Test func theEncodersOptionsApply() throws {
        struct Value: Encodable {
            var zoneName = ["x y"]
            var on = true
            var absent: Int?
        }
        var encoder = QueryEncoder.whatwg
        encoder.keys = .convertToSnakeCase
        var form = MultipartFormData()
        try form.append(parameters: Value(), encoder: encoder)
        #expect(fields(of: form) == [["zone_name", "x y"], ["on", "true"]])
        form = MultipartFormData()
        try form.append(parameters: Value(), encoder: .alamofire)
        #expect(fields(of: form) == [["on", "1"], ["zoneName[]", "x y"]])
    }

    @Test func dataAreTheirBytes() throws {
        let bytes = (0...255).map { UInt8($0) }
        var form = MultipartFormData()
        try form.append(parameters: ["d": Data(bytes)])
        guard case .bytes(let written) = form.parts[0].content else {
            Issue.record("no bytes")
            return
        }
        #expect(written == bytes)
        var encoder = QueryEncoder.afnetworking
        encoder.data = .custom { "\($0.count)" }
        form = MultipartFormData()
        try form.append(parameters: ["d": Data(bytes)], encoder: encoder)
        #expect(fields(of: form) == [["d", "256"]])
        encoder.data = .percentEscaped
        #expect(try encoder.encode(["d": Data([0x61, 0x20, 0xFF])]) == "d=a%20%FF")
    }

    @Test func valuesWithoutNamesAppendNothing() {
        var form = MultipartFormData()
        #expect(
            throwing(.unencodableValue) { () throws(SerializationError) in try form.append(parameters: ["a", "b"]) }
        )
        #expect(form.parts.isEmpty)
    }

    // MARK: Requests

    private let serializer = HTTPRequestSerializer(client: ClientDescription(name: "t", system: [], languages: ["eo"]))

    @Test func parametersComeBeforeTheParts() throws {
        let message = try serializer.multipartRequest(
            .post,
            "http://x/?q#f",
            parameters: ["user": ["name": "Ada"]],
            fields: ["Accept-Language": "de"],
            accept: AcceptField(parsing: "text/plain")
        ) { form throws(SerializationError) in
            form.boundary = try MultipartBoundary("B")
            form.append(Array("x".utf8), name: "f", fileName: "x.txt", contentType: .textPlain)
        }
        guard case .bytes(let bytes) = message.body else {
            Issue.record("no bytes")
            return
        }
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                --B\r
                Content-Disposition: form-data; name="user[name]"\r
                \r
                Ada\r
                --B\r
                Content-Disposition: form-data; name="f"; filename="x.txt"\r
                Content-Type: text/plain\r
                \r
                x\r
                --B--\r

                """
        )
        #expect(message.url == "http://x/?q#f")
        #expect(
            message.fields == [
                "Accept-Language": "de", "User-Agent": "t", "Content-Type": "multipart/form-data; boundary=B",
                "Accept": "text/plain",
            ]
        )
    }

    /// Without parts, AFNetworking makes a request without parameters.
    @Test func withoutPartsItIsARequestWithoutParameters() throws {
        let message = try serializer.multipartRequest(.put, "/", parameters: [:])
        let plain = try serializer.request(.put, "/")
        #expect(message.fields == plain.fields)
        #expect(message.fields["Content-Type"] == "application/x-www-form-urlencoded")
        guard case .bytes([]) = message.body else {
            Issue.record("a body")
            return
        }
    }

    @Test func aClosureForQueriesIsNotCalled() throws {
        var serializer = serializer
        serializer.parameters = .custom { _, _ in throw SerializationError(.declined, "no") }
        let message = try serializer.multipartRequest(.post, "/", parameters: ["b": 1, "a": 2])
        guard case .bytes(let bytes) = message.body else {
            Issue.record("no bytes")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("name=\"a\"\r\n\r\n2\r\n"))
    }

    @Test(arguments: [HTTPMethod.get, .head]) func methodsWithoutABodyAreRefused(_ method: HTTPMethod) {
        #expect(
            throwing(.unencodableValue) { () throws(SerializationError) in
                _ = try serializer.multipartRequest(method, "/", parameters: ["a": 1])
            }
        )
    }
}
