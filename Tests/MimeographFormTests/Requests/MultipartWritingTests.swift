import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographText
import TestSupport
import Testing

@Suite struct MultipartWritingTests {
    /// Returns the sent body, with the boundary `B`.
    private func body(
        of form: MultipartFormData,
        serializer: MultipartRequestSerializer = .multipart
    ) throws -> (text: String, type: String?) {
        var form = form
        form.boundary = try MultipartBoundary("B")
        var message = RequestMessage(method: .post)
        try serializer.write(form, into: &message)
        guard case .bytes(let bytes) = message.body else { throw NoBytes() }
        return (String(decoding: bytes, as: UTF8.self), message.fields["Content-Type"])
    }

    struct NoBytes: Error {}

    @Test func onePartIsFramedAsAlamofireFramesIt() throws {
        var form = MultipartFormData()
        form.append("Lorem ipsum", name: "data")
        let written = try body(of: form)
        #expect(
            written.text
                == "--B\r\nContent-Disposition: form-data; name=\"data\"\r\n\r\nLorem ipsum\r\n--B--\r\n"
        )
        #expect(written.type == "multipart/form-data; boundary=B")
    }

    @Test func threePartsWithTheirTypes() throws {
        var form = MultipartFormData()
        form.append("français".utf8, name: "french")
        form.append("日本語".utf8, name: "japanese", contentType: .textPlain)
        form.append("😃".utf8, name: "emoji", fileName: "smile.txt", contentType: "text/plain;charset=utf-8")
        #expect(
            try body(of: form).text == """
                --B\r
                Content-Disposition: form-data; name="french"\r
                \r
                français\r
                --B\r
                Content-Disposition: form-data; name="japanese"\r
                Content-Type: text/plain\r
                \r
                日本語\r
                --B\r
                Content-Disposition: form-data; name="emoji"; filename="smile.txt"\r
                Content-Type: text/plain;charset=utf-8\r
                \r
                😃\r
                --B--\r

                """
        )
    }

    @Test func aFormWithoutPartsIsItsEnd() throws {
        #expect(try body(of: MultipartFormData()).text == "--B--\r\n")
    }

    /// A name, and its text between the quotes.
    @Test(
        arguments: [
            ("a b", "a b"), ("größe", "größe"), ("a\"b", "a%22b"), ("a\\b", "a\\b"), ("100%", "100%"),
            ("a\nb", "a%0D%0Ab"), ("a\rb", "a%0D%0Ab"), ("a\r\nb", "a%0D%0Ab"), ("\r", "%0D%0A"),
            ("a\n\rb", "a%0D%0A%0D%0Ab"), ("x\r\n\r\nevil", "x%0D%0A%0D%0Aevil"), ("", ""),
        ].map { Escape(name: $0.0, expected: $0.1) }
    )
    func namesCannotBreakOut(of escape: Escape) {
        let text = ContentDisposition(name: escape.name).description
        #expect(text == "form-data; name=\"\(escape.expected)\"")
    }

    struct Escape: Sendable, CustomTestStringConvertible {
        var name: String
        var expected: String
        var testDescription: String { expected }
    }

    @Test func fileNamesKeepTheirLineBreaks() {
        let disposition = ContentDisposition(name: "f", fileName: "a\n\"b\r.txt")
        #expect(disposition.description == #"form-data; name="f"; filename="a%0A%22b%0D.txt""#)
    }

    @Test func extendedFileNamesOnRequest() throws {
        var form = MultipartFormData()
        form.extendsFileNames = true
        form.append("x".utf8, name: "f", fileName: "€ rate'.txt")
        form.append("x".utf8, name: "f", fileName: "plain.txt")
        let text = try body(of: form).text
        #expect(text.contains(#"filename="€ rate'.txt"; filename*=UTF-8''%E2%82%AC%20rate%27.txt"#))
        #expect(text.contains("filename=\"plain.txt\"\r\n"))
    }

    @Test func rejectsInvalidFields() throws {
        var form = MultipartFormData()
        form.append("x", name: "a\0b")
        #expect(
            throwing(.invalidField) { () throws(SerializationError) in
                var message = RequestMessage(method: .post)
                try MultipartRequestSerializer().write(form, into: &message)
            }
        )
    }

    @Test func aBoundaryThatAPartHoldsIsRefused() throws {
        let texts = ["--B", "--Bc", "x\r\n--B", "x\r\n--B--\r\n"]
        for text in texts {
            var form = MultipartFormData(boundary: try MultipartBoundary("B"))
            form.append(text, name: "a")
            #expect(
                throwing(.unencodableValue) { () throws(SerializationError) in
                    var message = RequestMessage(method: .post)
                    try MultipartRequestSerializer().write(form, into: &message)
                }
            )
        }
        var harmless = MultipartFormData()
        // Line ends in bytes do not change.
        harmless.append("x --B\n--B \r\n-B".utf8, name: "a")
        _ = try body(of: harmless)
    }

    @Test func randomBoundariesAvoidParts() throws {
        var generator = SeededGenerator(seed: 7)
        let first = MultipartBoundary.random(using: &generator)
        let second = MultipartBoundary.random(using: &generator)
        #expect(first != second && first.description.utf8.count == 41)
        #expect(try MultipartBoundary(first.description) == first)
    }

    @Test(arguments: ["", "a ", "ä", "a\"b", "a;b", String(repeating: "x", count: 71)])
    func badBoundaries(text: String) {
        #expect(throwing(.unencodableValue) { () throws(SerializationError) in _ = try MultipartBoundary(text) })
    }

    @Test(arguments: [HTTPMethod.get, .head])
    func requestsWithoutABodyAreRefused(method: HTTPMethod) {
        var message = RequestMessage(method: method, fields: ["X": "y"])
        #expect(
            throwing(.unencodableValue) { () throws(SerializationError) in
                try MultipartRequestSerializer().write(MultipartFormData(), into: &message)
            }
        )
        #expect(message.fields == ["X": "y"])
    }

    /// The `Content-Type` of the message before and after writing.
    @Test(
        arguments: [
            ("application/json", "multipart/form-data; boundary=B"),
            ("multipart/mixed", "multipart/mixed; boundary=B"),
            ("multipart/related; type=\"text/xml\"; boundary=old", "multipart/related; type=\"text/xml\";boundary=B"),
        ]
    )
    func theContentTypeGetsTheBoundary(named: String, expected: String) throws {
        var message = RequestMessage(method: .post, fields: ["Content-Type": named])
        try MultipartRequestSerializer().write(MultipartFormData(boundary: MultipartBoundary("B")), into: &message)
        #expect(message.fields.values(of: "Content-Type") == [expected])
    }

    @Test func valuesAreEncodedWithTheirType() throws {
        let serializers = try SerializerRegistry {
            TextPlugin()
            JSONPlugin()
        }
        var form = MultipartFormData()
        try form.append(7, writtenBy: serializers, as: .json, name: "n")
        try form.append(encoding: 7, with: JSONFormat(), name: "m")
        #expect(form.parts.map { $0.fields["Content-Type"] } == ["application/json", "application/json"])
        #expect(form.parts[1].fields["Content-Disposition"] == #"form-data; name="m""#)
    }

    @Test func theRegistryWritesForms() throws {
        var registry = SerializerRegistry()
        try registry.register(writer: MultipartRequestSerializer())
        var form = MultipartFormData()
        form.append(contentsOf: [("a", "1"), ("b", "2")])
        let (type, bytes) = try registry.encode(form)
        let boundary = try #require(type[parameter: "boundary"])
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n2\r\n--\(boundary)--\r\n"))
    }
}

/// Returns whether the closure throws an error with that code.
func throwing(_ code: SerializationError.Code, _ body: () throws(SerializationError) -> Void) -> Bool {
    do throws(SerializationError) {
        try body()
        return false
    } catch {
        return error.code == code
    }
}
