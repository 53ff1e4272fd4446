import Mimeograph
import MimeographCompound
import MimeographJSON
import MimeographPropertyList
import MimeographText
import Testing

@Suite struct StrictCompoundTests {
    /// Maps a content type to the member that reads it: `a` (application/a, */*+x), `b` (application/b, */*+x) or `text`
    /// (text/*).
    @Test(
        arguments: [
            ("application/a", "A", ["a inspects 3", "a reads 3"]),
            ("application/b", "B", ["b inspects 3", "b reads 3"]),
            ("text/css", "T", ["text inspects 3", "text reads 3"]),
            ("application/y+x", "A", ["a inspects 3", "a reads 3"]),
            (nil, "A", ["a inspects 3", "a reads 3"]),
            ("nonsense", "A", ["a inspects 3", "a reads 3"]),
        ] as [(String?, String, [String])]
    )
    func acceptedTypesDecideInOrder(_ type: String?, _ winner: String, _ calls: [String]) throws {
        let log = CallLog()
        let compound = StubSerializer("a", ["application/a", "*/*+x"], .gives("A"), log: log)
            .or(StubSerializer("b", ["application/b", "*/*+x"], .gives("B"), log: log))
            .or(StubSerializer("text", ["text/*"], .gives("T"), log: log))
        #expect(try compound.read([1, 2, 3], head: head(type)) == winner)
        #expect(log.calls == calls)
    }

    @Test func laterMembersReadTheSameBytes() throws {
        let log = CallLog()
        let compound = StubSerializer("a", ["*/*"], .declines("not mine"), log: log)
            .or(StubSerializer("b", ["*/*"], .fails(.syntax), log: log))
            .or(StubSerializer("c", ["*/*"], .gives("C"), log: log))
        #expect(try compound.read([UInt8](repeating: 0, count: 3000), head: head("text/plain")) == "C")
        #expect(log.calls == ["a inspects 1445", "b inspects 1445", "b reads 3000", "c inspects 1445", "c reads 3000"])
    }

    @Test func whenAllFailOneErrorListsEveryAttempt() throws {
        let compound = StubSerializer("a", ["application/a"], .gives("A"))
            .or(JSONFormat().serializer(of: Int.self).map { "\($0)" })
            .or(PropertyListResponseSerializer().map { "\($0)" })
            .or(StubSerializer("b", ["*/*+json"], .fails(.limitExceeded)))
        var types = compound
        types.unacceptedTypes = .tryAll
        let error = try #require(throws: SerializationError.self) {
            try types.read("{\"a\": x}".utf8, head: head("application/z+json"))
        }
        #expect(error.code == .allAttemptsFailed)
        let attempts = error.underlying.compactMap { $0 as? SerializationError }
        #expect(attempts.map(\.code) == [.unsupportedMediaType, .syntax, .unsupportedMediaType, .limitExceeded])
        #expect(attempts[0].message == "StubSerializer was not tried: it reads application/a.")
        #expect(attempts[1].message.hasPrefix("JSONFormat (Int) failed: "))
        #expect(attempts[1].location?.column == 7)
        #expect(attempts[2].message.hasPrefix("PropertyListResponseSerializer was not tried"))
        // The description contains every message, and no bytes of the body.
        for attempt in attempts { #expect(error.description.contains(attempt.message)) }
        #expect(error.remedy != nil)

        let unlabelled = try #require(throws: SerializationError.self) {
            try PropertyListResponseSerializer().map { "\($0)" }.or(StubSerializer("b", [], .fails(.truncated)))
                .read("hello".utf8, head: head(nil))
        }
        #expect(unlabelled.underlying.compactMap { ($0 as? SerializationError)?.code } == [.declined, .truncated])
    }

    @Test func typesThatNoMemberAccepts() throws {
        var compound = JSONResponseSerializer().or(JSONResponseSerializer())
        let error = try #require(throws: SerializationError.self) {
            try compound.read("[1]".utf8, head: head("text/html"))
        }
        #expect(error.code == .unsupportedMediaType)
        #expect(error.underlying.count == 2)
        #expect(error.remedy?.contains(".tryAll") == true)
        compound.unacceptedTypes = .tryAll
        #expect(try compound.read("[1]".utf8, head: head("text/html")) == [1])
        // The setting stays when a member is added to the compound.
        #expect(compound.or(JSONResponseSerializer()).unacceptedTypes == .tryAll)
    }

    @Test func inputLimitIsCheckedFirst() throws {
        let log = CallLog()
        let compound = StubSerializer("a", ["*/*"], .gives("A"), log: log).or(StubSerializer("b", ["*/*"], .gives("B")))
        let error = try #require(throws: SerializationError.self) {
            try compound.read([1, 2, 3], head: head(nil), limits: DecodingLimits(inputBytes: 2))
        }
        #expect(error.limit?.limit == .inputBytes)
        #expect(log.calls.isEmpty)
        #expect(try compound.read([1, 2], head: head(nil), limits: DecodingLimits(inputBytes: 2)) == "A")
    }

    @Test func nestedCompoundsReportATree() throws {
        let inner = JSONFormat().serializer(of: Int.self).or(JSONFormat().serializer(of: Bool.self).map { $0 ? 1 : 0 })
        let outer = StubSerializer("a", ["*/*"], .declines("no")).map { $0.utf8.count }.or(inner)
        #expect(try outer.read("true".utf8, head: head("application/json")) == 1)
        let error = try #require(throws: SerializationError.self) {
            try outer.read("\"secret\"".utf8, head: head("application/json"))
        }
        let branch = try #require(error.underlying.last as? SerializationError)
        #expect(branch.code == .allAttemptsFailed)
        #expect(branch.message.hasPrefix("compound of JSONFormat (Int), JSONFormat (Bool) failed: "))
        #expect(branch.underlying.compactMap { ($0 as? SerializationError)?.code } == [.dataShape, .dataShape])
        let reasons = error.debugDescription.split(separator: "\n").filter { $0.contains("because: ") }
        #expect(reasons.map { line in line.prefix { $0 == " " }.count } == [2, 2, 6, 10, 6, 10])
        #expect(!error.description.contains("secret"))
    }

    @Test func inspectionAsksMembersThatWouldBeTried() throws {
        func verdict(_ compound: CompoundResponseSerializer<String>, _ type: String?) -> Inspection {
            let body: [UInt8] = [1]
            return compound.inspect(body.span, head: head(type))
        }
        let compound = StubSerializer("a", ["text/a"], .declines("too small"))
            .or(StubSerializer("b", ["text/b"], .gives("B")))
        #expect(verdict(compound, "text/a") == .decline(reason: "StubSerializer: too small"))
        #expect(verdict(compound, "text/b") == .accept)
        #expect(verdict(compound, nil) == .accept)
        #expect(verdict(compound, "text/c") == .accept)
    }

    enum Answer: Equatable { case number(Int), words([String]), text(String) }

    /// Several types of values, in one enumeration.
    @Test(
        arguments: [
            ("application/json", "7", .number(7)), ("application/json", "[\"a\"]", .words(["a"])),
            ("text/plain", "7", .text("7")), (nil, "7", .number(7)), (nil, "seven", .text("seven")),
        ] as [(String?, String, Answer)]
    )
    func mappedIntoACommonEnumeration(_ type: String?, _ body: String, _ answer: Answer) throws {
        let compound = JSONFormat().serializer(of: Int.self).map(Answer.number)
            .or(JSONFormat().serializer(of: [String].self).map(Answer.words))
            .or(TextResponseSerializer().map(Answer.text))
        #expect(try compound.read(body.utf8, head: head(type)) == answer)
    }

    @Test func nativeValueIsTheOutputOfTheWinner() throws {
        let compound = CompoundResponseSerializer(
            anyOf: PropertyListResponseSerializer(),
            JSONResponseSerializer(),
            CompoundResponseSerializer(anyOf: TextResponseSerializer())
        )
        let json = try compound.read("[1]".utf8, head: head("application/json"))
        #expect(json is JSON)
        #expect(json as? JSON == [1])
        #expect("\(type(of: json))" == "JSON")
        let text = try compound.read("[1".utf8, head: head(nil))
        #expect(text as? String == "[1")
        #expect("\(type(of: text))" == "String")
        #expect(compound.serializers.count == 3)
        #expect(compound.acceptedTypes.contains("text/*"))
        #expect(Set(compound.acceptedTypes).count == compound.acceptedTypes.count)
    }

    @Test func emptyCompound() throws {
        let error = try #require(throws: SerializationError.self) {
            try CompoundResponseSerializer<Int>().read([1], head: head("text/plain"))
        }
        #expect(error.code == .allAttemptsFailed)
        var registry = SerializerRegistry()
        #expect(throws: RegistryError.self) { try registry.register(CompoundResponseSerializer<Int>()) }
    }
}
