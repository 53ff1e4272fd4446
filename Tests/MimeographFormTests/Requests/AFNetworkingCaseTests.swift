import Mimeograph
import MimeographForm
import MimeographText
import Testing

/// Checks facts about queries, requests and forms from the tests of AFNetworking 4 and Alamofire 5, by their numbers in the
/// project's list. Facts that another test checks are not repeated here:
///
/// | Case | Test |
/// |---|---|
/// | 1, 2, 6: what is escaped | `QueryEncoderTests.escapes` |
/// | 3, 7, 8: pairs | `QueryEncoderTests.writesAsAFNetworking` |
/// | 4, 9: empty parameters, a query that is there | `HTTPRequestSerializerTests.parametersInTheURL` |
/// | 5: no character in halves | `QueryEncoderTests.escapesNoCharacterInHalves` |
/// | 10–17: every option | `QueryOptionTests`; null as a bare key, `QueryEncoderTests.writesAsAFNetworking` |
/// | 18: no names at the root | `QueryEncoderTests.rejectsValuesWithoutNames` |
/// | 19: 20,000 large characters | `QueryEncoderTests.aLongTextOfLargeCharacters` |
/// | 20, 21: a form in the body, and none | `HTTPRequestSerializerTests.parametersInTheBody` |
/// | 22, 23, 27: JSON in the body | `JSONSerializerTests` in `MimeographJSONTests`; a set is no JSON value and does not compile |
/// | 24: property lists in the body | `PropertyListSerializerTests` in `MimeographPropertyListTests`; keys are strings by their type |
/// | 25: a closure that fails | `HTTPRequestSerializerTests.customParameters` |
/// | 26, 28: fields | `HTTPRequestSerializerTests.fieldsOfTheRequestGoFirst`, and here |
/// | 29, 30: framing | `MultipartWritingTests.onePartIsFramedAsAlamofireFramesIt`, `threePartsWithTheirTypes` |
/// | 31: types by extension | `FileBodySourceTests.filesAreTypedByTheirExtension` in `MimeographFilesTests` |
/// | 32: errors of files | `FileBodySourceTests`, `SpoolingTests` there; declared lengths, `BodyStreamTests` |
///
/// Rows of §1.3 and §1.4: `HTTPRequestSerializerTests` checks methods, bodies, fields and Basic authorization. This suite and the
/// tests of the serializers check what formats add. Timeouts and similar settings belong to the session.
///
/// Facts that only their sources state: sets, `k[]` and null, `QueryEncoderTests`; parameters with files,
/// `MultipartParameterTests`; fragments, `HTTPRequestSerializerTests.parametersInTheURL`, which differ here.
@Suite struct AFNetworkingCaseTests {
    private let serializer: HTTPRequestSerializer = {
        var serializer = HTTPRequestSerializer(client: nil)
        serializer.fields = ["X-Kept": "kept", "X-Replaced": "default"]
        return serializer
    }()

    /// §1.3: there are two default fields, but no Accept and Accept-Encoding. A copy keeps all settings.
    @Test func theDefaultFields() throws {
        let client = ClientDescription(name: "t", version: "1", system: ["x"], languages: ["eo", "de"])
        var serializer = HTTPRequestSerializer(client: client, encoder: .whatwg)
        #expect(serializer.fields == ["Accept-Language": "eo;q=1, de;q=0.9", "User-Agent": "t/1 (x)"])
        #expect(HTTPRequestSerializer(client: nil).fields.lines.isEmpty)
        serializer.methodsEncodingParametersInURL = [.post]
        let copy = serializer
        let message = try copy.request(.post, "/", parameters: ["b": "x y", "a": 1])
        #expect(message.url == "/?b=x+y&a=1" && message.fields == copy.fields)
    }

    /// Case 26, for every way to make a request.
    @Test func aFieldOfTheRequestReplacesTheDefaultAndTheOthersStay() throws {
        let fields: HeaderFields = ["x-replaced": "own"]
        var registry = SerializerRegistry()
        try registry.register(writer: TextRequestSerializer())
        for message in [
            try serializer.request(.post, "/", parameters: ["a": 1], fields: fields),
            try serializer.request(.post, "/", body: "text", by: registry, fields: fields),
            try serializer.multipartRequest(.post, "/", parameters: ["a": 1], fields: fields),
        ] {
            #expect(message.fields.values(of: "X-Replaced") == ["own"])
            #expect(message.fields.values(of: "X-Kept") == ["kept"])
        }
    }

    /// Case 28: fields are values, so a task never sees changes by other tasks.
    @Test func changesOfACopyAreItsOwn() async throws {
        let serializer = serializer
        let counts = await withTaskGroup(of: Int.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    var copy = serializer
                    copy.fields["X-Kept"] = nil
                    copy.fields["X-\(number)"] = "\(number)"
                    return copy.fields.lines.count
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.count == 1_000 && counts.allSatisfy { $0 == 2 })
        #expect(serializer.fields.lines.count == 2)
    }

    /// §1.4: the common behavior of the serializers of formats, tested with a serializer that writes text.
    @Test(arguments: [HTTPMethod.get, .head, .delete, "delete", .post, .put, .patch, "QUERY"])
    func formatsWriteIntoTheURLForSomeMethods(method: HTTPMethod) throws {
        var message = RequestMessage(method: method, url: "/?a=1#f", fields: ["Accept": "x/y"])
        try serializer.writing(OwnText()).write(["b": "c d"], into: &message)
        let goesInURL = ["GET", "HEAD", "DELETE"].contains(method.rawValue.uppercased())
        #expect(message.body.knownLength == (goesInURL ? 0 : 1))
        #expect(message.url == (goesInURL ? "/?a=1&b=c%20d#f" : "/?a=1#f"))
        #expect(message.fields["Content-Type"] == (goesInURL ? nil : "text/x-own"))
        #expect(message.fields["X-Kept"] == "kept" && message.fields["Accept"] == "x/y")
        // Without a value, only the fields are set.
        message = RequestMessage(method: method, url: "/")
        try serializer.writing(OwnText()).write(QueryValue?.none, into: &message)
        #expect(message.url == "/" && message.fields == serializer.fields)
        guard case .none = message.body else {
            Issue.record("a body")
            return
        }
    }
}

/// A serializer that writes one byte for any input.
private struct OwnText: RequestSerialization {
    let contentType: MediaType = "text/x-own"

    func write(_ input: QueryValue, into message: inout RequestMessage) throws(SerializationError) {
        message.body = .bytes([1])
        if !message.fields.contains("Content-Type") { message.fields["Content-Type"] = "text/x-own" }
    }
}
