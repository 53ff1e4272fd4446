import Mimeograph
import MimeographJSON
import Testing

@Suite struct JSONStreamOptionTests {
    private func run(
        _ kind: StreamKind,
        _ body: String,
        _ options: JSONReadingOptions = .standard,
        limits: DecodingLimits = .standard,
        skips: Bool = false
    ) -> StreamRun {
        let bytes = JSONStreamTests.bytes(body)
        let run = kind.run(bytes, options: options, limits: limits, skips: skips)
        for size in 1...max(1, bytes.count) {
            let sizes = repeatElement(size, count: bytes.count)
            let other = kind.run(bytes, sizes: sizes, options: options, limits: limits, skips: skips)
            #expect(other == run, "chunks of \(size)")
        }
        return run
    }

    @Test func stripsNulls() {
        let body = #"[{"a":null},null,[null]]"#
        #expect(
            run(.array, body, JSONReadingOptions(nullStripping: .objectMembers)).elements == ["{}", "null", "[null]"]
        )
        let all = JSONReadingOptions(nullStripping: .objectMembersAndArrayElements)
        #expect(run(.array, body, all).elements == ["{}", "[]"])
        #expect(run(.lines, "null⏎[null]⏎", all).elements == ["null", "[]"])
    }

    @Test func refusesDuplicateKeys() {
        let options = JSONReadingOptions(duplicateKeys: .refuse)
        let found = run(.array, #"[{"a":1},{"b":1,"b":2}]"#, options)
        #expect(found.elements == [#"{"a":1}"#])
        #expect(found.code == "syntax" && found.location?.offset == 16)
    }

    @Test func allowsTrailingCommas() {
        let options = JSONReadingOptions(allowsTrailingCommas: true)
        let found = run(.array, "[[1,],{\"a\":1,},2,]", options)
        #expect(found.elements == ["[1]", #"{"a":1}"#, "2"] && found.code == nil)
        #expect(run(.array, "[,]", options).location?.offset == 1)
        #expect(run(.array, "[1,,]", options).location?.offset == 3)
        #expect(run(.sequence, "␞[1,]⏎␞3␞", options).elements == ["[1]"])
    }

    @Test func refusesFragments() {
        let options = JSONReadingOptions(allowsFragments: false)
        #expect(run(.lines, "{}⏎1⏎", options).elements == ["{}"])
        #expect(run(.lines, "{}⏎1⏎", options).code == "syntax")
        // The elements of an array are not fragments.
        #expect(run(.array, "[1]", options).elements == ["1"])
    }

    @Test func continuesAfterInvalidTexts() {
        let body = "x␞1⏎␞{\"a\":␞2⏎␞[3}⏎␞12␞\"y\"⏎ z␞␞[4]"
        #expect(run(.sequence, body, skips: true).elements == ["1", "2", "\"y\"", "[4]"])
        #expect(run(.sequence, body, skips: true).code == nil)
    }

    @Test func reportsInvalidTexts() throws {
        let body = JSONStreamTests.bytes("␞{\"n\":1}⏎␞{\"n\":␞{\"n\":\"x\"}⏎␞{\"n\":4}⏎␞7")
        struct Row: Decodable, Sendable { var n: Int }
        func outcome(_ size: Int) -> StreamRun {
            let parser = JSONSequenceFormat().makeResultParser(of: Row.self)
            return StreamRun(parser, body, sizes: repeatElement(size, count: body.count)) { result in
                switch result {
                case .success(let row): "\(row.n)"
                case .failure(let error): "\(error.code) \(error.location?.offset ?? -1)"
                }
            }
        }
        for size in 1...body.count {
            let run = outcome(size)
            #expect(run.elements == ["1", "truncated 15", "dataShape 21", "4", "truncated 37"])
            #expect(run.code == nil)
        }
    }

    @Test func limitsEachElement() {
        let limits = DecodingLimits(inputBytes: 12, depth: 2, elements: 4)
        for (kind, good, long) in [
            (StreamKind.lines, "[1,2,3]⏎[4,5,6]⏎[[7]]⏎\"34567890\"⏎", "\"1234567890123\"⏎"),
            (.sequence, "␞[1,2,3]⏎␞[4,5,6]⏎␞[[7]]⏎␞\"34567890\"⏎", "␞\"1234567890123\"⏎"),
            (.array, "[[1,2,3],[4,5,6],[[7]],\"34567890\"", ",\"1234567890123\"]"),
        ] {
            let close = kind == .array ? "]" : ""
            #expect(run(kind, good + close, limits: limits).elements.count == 4)
            let found = run(kind, good + long, limits: limits)
            #expect(found.elements.count == 4)
            #expect(found.code == "limitExceeded")
            #expect(found.location?.offset == JSONStreamTests.bytes(good).count + (kind == .lines ? 0 : 1))
            let start = ["lines": "", "sequence": "␞", "array": "["][kind.rawValue] ?? ""
            #expect(run(kind, start + "[[[", limits: limits).code == "limitExceeded")
            #expect(run(kind, start + "[1,2,3,4]⏎", limits: limits).code == "limitExceeded")
        }
        // A parse error within the limit takes precedence over bytes beyond it.
        let parseError = run(.array, #"[{x"aaaaaaaaaaaaaaaaaaaaaaaaaa"}]"#, limits: limits)
        #expect(parseError.code == "syntax" && parseError.location?.offset == 2)
        #expect(run(.array, #"["aaaaaaaaaaaaaaaaaaaaaaaaaa\x"]"#, limits: limits).code == "limitExceeded")
        #expect(run(.array, #"["aaaaaaaaa\ud800aaaaaaaaaaaaa"]"#, limits: limits).code == "limitExceeded")
        let skipped = run(.sequence, "␞{x 3456789012345␞1⏎", limits: limits, skips: true)
        #expect(skipped.elements == ["1"])
        #expect(run(.sequence, "␞\"3456789012345\"␞1⏎", limits: limits, skips: true).code == "limitExceeded")
    }

    /// A line that never ends is rejected before it is buffered.
    @Test(arguments: StreamKind.allCases)
    func rejectsLongElementsBeforeBuffering(kind: StreamKind) throws {
        var parser = kind.parser(.standard, DecodingLimits(inputBytes: 1 << 20))
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var elements: [JSON] = []
        let start = ["lines": "\"", "sequence": "␞\"", "array": "[\""][kind.rawValue] ?? ""
        try parser.consume(JSONStreamTests.bytes(start).span, into: &elements)
        var delivered = 0
        do throws(SerializationError) {
            while delivered < 100 {
                try parser.consume(chunk.span, into: &elements)
                delivered += 1
            }
        } catch {
            #expect(error.code == .limitExceeded)
            #expect(error.limit?.limit == .inputBytes)
        }
        #expect(delivered == 15)
    }
}
