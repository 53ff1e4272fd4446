import Mimeograph
import MimeographCompound
import MimeographJSON
import MimeographPropertyList
import MimeographText
import Testing

/// Source: AFNetworking 4.0.1, `AFCompoundResponseSerializer`, its tests, and consequences of its code.
@Suite struct AFNetworkingCompoundTests {
    /// A serializer that reads bodies with the signature of a PNG, as an image serializer would, and throws for others.
    private struct PictureSerializer: ResponseSerialization {
        var acceptedTypes: [MediaRange] { ["image/png", "image/jpeg"] }
        func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> String
        {
            guard body.count > 0, body[0] == 0x89 else { throw SerializationError(.syntax, "No picture.") }
            return "picture"
        }
    }

    private let compound = CompoundResponseSerializer(
        anyOf: [PictureSerializer(), JSONResponseSerializer.afnetworking],
        policy: .afnetworking
    )
    private let json = Array(#"{"foo":"bar"}"#.utf8)

    /// The test of AFNetworking: an image serializer first, a JSON body.
    @Test func firstSuccessWins() throws {
        let outcome = compound.outcome(json, head: head("application/json"))
        #expect(outcome.value as? JSON == ["foo": "bar"])
        #expect(outcome.error == nil)
        #expect(try compound.read(json, head: head("application/json")) as? JSON == ["foo": "bar"])
    }

    /// The value comes with the error of the member that returned it.
    @Test func anUnacceptableStatusHasAValueAndAnError() throws {
        let outcome = compound.outcome(json, head: head("application/json", status: 404))
        #expect(outcome.value as? JSON == ["foo": "bar"])
        #expect(outcome.error?.code == .unacceptableStatus)
        // The error of the picture serializer about the content type is lost.
        #expect(outcome.error?.underlying.isEmpty == true)
        let error = try #require(throws: SerializationError.self) {
            try compound.read(json, head: head("application/json", status: 404))
        }
        #expect(error.code == .unacceptableStatus)
        #expect(error.decodedBody as? JSON == ["foo": "bar"])
    }

    /// If all members fail, the raw bytes are returned, with an error only if the compound's own validation fails.
    @Test(
        arguments: [
            ("application/json", 200, "{broken", nil),
            ("image/png", 200, "broken", nil),
            ("text/html", 200, "<p>", nil),
            (nil, 200, "{}", nil),
            ("application/json", 200, " ", nil),
            ("application/json", 200, "", nil),
            ("application/json", 500, "{broken", .unacceptableStatus),
            ("text/html", 404, "<p>", .unacceptableStatus),
        ] as [(String?, Int, String, SerializationError.Code?)]
    )
    func rawBytesWhenAllFail(_ type: String?, _ status: Int, _ body: String, _ code: SerializationError.Code?) throws {
        let bytes = Array(body.utf8)
        let outcome = compound.outcome(bytes, head: head(type, status: status))
        #expect(outcome.value as? [UInt8] == bytes)
        #expect(outcome.error?.code == code)
        #expect(outcome.error?.underlying.isEmpty ?? true)
    }

    /// The content types of the compound can be restricted, as in AFNetworking. The bytes are returned anyway.
    @Test func theCompoundsOwnValidation() throws {
        var narrow = compound
        narrow.validation.contentTypes = .ranges(["application/json"])
        let outcome = narrow.outcome([1], head: head("text/html"))
        #expect(outcome.value as? [UInt8] == [1])
        #expect(outcome.error?.code == .unacceptableContentType)
        narrow.validation.statusCodes = [200...299, 404...404]
        let accepted = narrow.outcome(json, head: head("application/json", status: 404))
        #expect(accepted.value as? JSON == ["foo": "bar"])
        #expect(accepted.error == nil)
    }

    @Test func membersWithoutTypesAreSkipped() throws {
        let log = CallLog()
        let skipping = CompoundResponseSerializer(
            anyOf: [StubSerializer("none", [], .gives("?"), log: log), JSONResponseSerializer.afnetworking],
            policy: .afnetworking
        )
        #expect(skipping.outcome(json, head: head("application/json")).value is JSON)
        #expect(log.calls.isEmpty)
    }

    /// The traps: a member that accepts any bytes always wins, and so does a nested compound.
    @Test func trapsOfAFNetworking() throws {
        let bytesFirst = CompoundResponseSerializer(
            anyOf: [BytesResponseSerializer(), JSONResponseSerializer.afnetworking],
            policy: .afnetworking
        )
        #expect(bytesFirst.outcome(json, head: head("application/json")).value as? [UInt8] == json)
        let nested = CompoundResponseSerializer(
            anyOf: [
                CompoundResponseSerializer(anyOf: [PictureSerializer()], policy: .afnetworking),
                JSONResponseSerializer.afnetworking,
            ],
            policy: .afnetworking
        )
        #expect(nested.outcome(json, head: head("application/json")).value as? [UInt8] == json)
        let failed = nested.outcome(json, head: head("application/json", status: 404))
        #expect(failed.value as? [UInt8] == json)
        #expect(failed.error?.code == .unacceptableStatus)
        // A nested compound with the strict policy is a member like any other.
        let strict = CompoundResponseSerializer(
            anyOf: [
                CompoundResponseSerializer(anyOf: PictureSerializer()), JSONResponseSerializer.afnetworking,
            ],
            policy: .afnetworking
        )
        #expect(strict.outcome(json, head: head("application/json")).value is JSON)
    }

    /// Without a URL nothing is validated, so a member is called for a type that it does not accept.
    @Test func aHeadWithoutAURL() throws {
        let outcome = compound.outcome([0x89], head: head("application/json", status: 500, url: nil))
        #expect(outcome.value as? String == "picture")
        #expect(outcome.error == nil)
    }

    /// The missing property list of a 204 does not count as a value, and neither does an empty optional.
    @Test func nullsFromEmptyBodies() throws {
        let lists = CompoundResponseSerializer(
            anyOf: [PropertyListResponseSerializer.afnetworking, JSONResponseSerializer.afnetworking],
            policy: .afnetworking
        )
        let outcome = lists.outcome([], head: head("application/x-plist", status: 204))
        #expect(outcome.value as? [UInt8] == [])
        #expect(outcome.error == nil)
        let optional = CompoundResponseSerializer(
            anyOf: [
                TextResponseSerializer(acceptedTypes: [.any]).map { $0 == "-" ? nil : $0 as String? },
                TextResponseSerializer(acceptedTypes: [.any]).map { "second \($0)" },
            ],
            policy: .afnetworking
        )
        #expect(optional.outcome("-".utf8, head: head("text/plain")).value as? String == "second -")
        #expect(optional.outcome("a".utf8, head: head("text/plain")).value as? String == "a")
    }

    /// If the output type cannot hold bytes, the error lists the attempts.
    @Test func aTypedCompoundCannotGiveBytes() throws {
        let typed = CompoundResponseSerializer(JSONResponseSerializer.afnetworking, policy: .afnetworking)
        let outcome = typed.outcome("{broken".utf8, head: head("application/json"))
        #expect(outcome.value == nil)
        #expect(outcome.error?.code == .allAttemptsFailed)
        #expect(outcome.error?.underlying.count == 1)
        let bytes = CompoundResponseSerializer(
            JSONResponseSerializer.afnetworking.map { (_) throws(SerializationError) in [UInt8]() },
            policy: .afnetworking
        )
        #expect(bytes.outcome("{broken".utf8, head: head("application/json")).value == Array("{broken".utf8))
    }

    @Test func aBodyThatIsTooLarge() throws {
        let outcome = compound.outcome(json, head: head("application/json"), limits: DecodingLimits(inputBytes: 3))
        #expect(outcome.value == nil)
        #expect(outcome.error?.code == .limitExceeded)
    }

    /// A registry with AFNetworking's rules returns a value and an error, too.
    @Test func inARegistry() throws {
        var registry = SerializerRegistry()
        try registry.register(compound, for: "*/*")
        let outcome = registry.outcome(from: json, head: head("application/json", status: 404))
        #expect(outcome.value as? JSON == ["foo": "bar"])
        #expect(outcome.error?.code == .unacceptableStatus)
        #expect(outcome.error?.underlying.isEmpty == true)
        #expect(outcome.error?.body == json)
        let raw = registry.outcome(from: [1, 2], head: head("image/png"))
        #expect(raw.value as? [UInt8] == [1, 2])
        #expect(raw.error == nil)
    }
}
