import Mimeograph
import TestSupport
import Testing

@Suite struct MediaTypeParsingTests {
    // Spans cannot pass through the macros of Swift Testing.
    private func parse(_ bytes: [UInt8]) -> MediaType? { MediaType(parsing: bytes.span) }

    @Test(.needsCorpora) func everyCaseOfWebPlatformTests() throws {
        let suite = try #require(try Corpora.json("mime-wpt/mime-types.json") as? [Any])
        let record = SuiteRecord("mime-wpt", part: "media types")
        var count = 0
        for entry in suite {
            guard let entry = entry as? [String: Any] else { continue }
            let input = try #require(entry["input"] as? String)
            let read = MediaType(parsing: input)?.description
            record.expect(read == entry["output"] as? String, "\(count) \(input.debugDescription)", "\(read ?? "none")")
            count += 1
        }
        #expect(count == 74)
        try record.write()
    }

    @Test(.needsCorpora) func everyTypeOfMIMEDatabase() throws {
        let database = try #require(try Corpora.json("mime-db/db.json") as? [String: Any])
        let record = SuiteRecord("mime-db", part: "media types")
        for key in database.keys {
            let type = try #require(MediaType(parsing: key), "\(key)")
            record.expect(type.description == key, key, "\(type)")
            record.expect(type.type + "/" + type.subtype == key, key, "its parts")
            record.expect(try MediaType(key) == type, key, "is another as a literal")
            record.expect(try MediaRange(key).match(type)?.specificity == 5, key, "its own range")
        }
        #expect(database.count == 2601)
        try record.write()
    }

    /// Every code point up to U+00FF in every position, compared with the standard's sets.
    @Test func everyByteInEveryPlace() throws {
        let tokens = Set(Array("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8))
        for byte in UInt8.min...UInt8.max {
            let isToken = tokens.contains(byte)
            let isQuotable = byte == 9 || 0x20...0x7E ~= byte || byte >= 0x80
            let character = String(Unicode.Scalar(byte))

            let inType = [byte, 0x78] + Array("/x".utf8)
            let skipped = [9, 10, 13, 32].contains(byte)
            #expect((parse(inType) != nil) == (isToken || skipped), "\(byte)")
            let inSubtype = Array("x/".utf8) + [byte] + Array("x".utf8)
            #expect((parse(inSubtype) != nil) == isToken, "\(byte)")
            let inName = Array("x/x;a".utf8) + [byte] + Array("a=x;b=c".utf8)
            let named = try #require(parse(inName))
            #expect(named.parameters.contains { $0.name.count == 3 } == isToken, "\(byte)")
            #expect(named[parameter: "b"] == "c", "\(byte)")

            let inQuotes = Array(#"x/x;a="\"#.utf8) + [byte] + Array(#"";b=c"#.utf8)
            let quoted = try #require(parse(inQuotes))
            #expect(quoted[parameter: "a"] == (isQuotable ? character : nil), "\(byte)")
            #expect(quoted[parameter: "b"] == "c", "\(byte)")
            #expect(MediaType(parsing: #"x/x;a="\"# + character + #"";b=c"#) == quoted, "\(byte)")
            #expect(MediaType(parsing: quoted.description) == quoted, "\(byte)")
        }
    }

    @Test func bytesStandForTheCodePointsOfTheirNumber() {
        let bytes = Array("text/plain;name=".utf8) + [0xE9, 0xC3, 0xA9]
        #expect(parse(bytes)?[parameter: "name"] == "\u{E9}\u{C3}\u{A9}")
        #expect(MediaType(parsing: "text/plain;name=\u{E9}")?[parameter: "name"] == "\u{E9}")
        #expect(MediaType(parsing: "text/plain;name=\u{100}")?[parameter: "name"] == nil)
    }

    @Test func aSliceIsReadWithoutWhatSurroundsIt() {
        let text = "Content-Type: text/html;a=b, more"
        let value = text.dropFirst(14).prefix(13)
        #expect(MediaType(parsing: value)?.description == "text/html;a=b")
    }

    @Test func parametersAfterTheSixtyFourthAreLeftOut() throws {
        let names = (0..<100_000).map { ";p\($0)=v" }.joined()
        let type = try #require(MediaType(parsing: "a/b" + names))
        #expect(type.parameters.count == MediaType.maximumParameterCount)
        #expect(type.parameters.last?.name == "p63")
        #expect(throws: MediaTypeSyntaxError.self) { try MediaType("a/b" + names) }
    }

    @Test func noMutationTrapsAndWhatIsReadIsReadAgain() {
        var generator = SeededGenerator(seed: 0x4D69_6D65)
        let seeds = [
            "application/json; charset=utf-8", "multipart/form-data; boundary=\"----a;b\\\"c\"",
            "text/html;a=;b;=c;;d=e",
            "application/vnd.api+json; ext=\"https://x.test/a;b=c\"", "x/+json;\tx=\"\u{FF}\"",
        ].map { Array($0.utf8) }
        let dictionary = ["\"", "\\", ";", "=", "/", "*", ",", "+json", " \t", "charset", "\r\n", "\u{FF}"].map {
            Array($0.utf8)
        }
        var readCount = 0
        for round in 0..<100_000 {
            let bytes = Mutation.mutate(seeds[round % seeds.count], dictionary: dictionary, using: &generator)
            let texts = [parse(bytes), MediaType(parsing: String(decoding: bytes, as: UTF8.self))]
            for type in texts {
                guard let type else { continue }
                readCount += 1
                guard MediaType(parsing: type.description) == type else {
                    Issue.record("\(type.description.debugDescription) is not read as it was written")
                    return
                }
            }
        }
        #expect(readCount > 50_000)
    }
}
