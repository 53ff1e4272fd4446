import Mimeograph
import TestSupport
import Testing

@testable import MimeographForm

@Suite struct MultipartParserTests {
    static let type: MediaType = "multipart/form-data;boundary=B"

    /// A part in the form `fields|content`.
    private func parts(
        _ body: some Collection<UInt8>,
        type: MediaType = type,
        options: MultipartReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> [String] {
        try Multipart(parsing: body, type: type, options: options, limits: limits).parts.map { part in
            let fields = part.head.fields.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
            return "\(fields)|\(String(decoding: part.bytes, as: UTF8.self))"
        }
    }

    /// Valid bodies with their parts, and comments about the reason.
    @Test(
        arguments: [
            ("--B--", []),
            ("--B--\r\n", []),
            ("--B\r\n\r\nx\r\n--B--", ["|x"]),
            ("preamble\r\n--B\r\n\r\nx\r\n--B--epilogue\r\n--B\r\n", ["|x"]),
            ("\r\n--B\r\n\r\nx\r\n--B--", ["|x"]),
            ("--B\r\n\r\n\r\n--B--", ["|"]),
            ("--B\r\n\r\n--B--", ["|"]),
            ("--B\r\na: b\r\n\r\n--B\r\n\r\n\r\n\r\n--B--", ["a=b|", "|\r\n"]),
            ("--B \t\r\n\r\nx\r\n--B  --\r\n--B--", ["|x\r\n--B  --"]),
            ("--B\r\n\r\nx\r\n--B-\r\n--B\rx\r\n--Bx\r\n--B--", ["|x\r\n--B-\r\n--B\rx\r\n--Bx"]),
            ("--B\r\n\r\nx\n--B\n--B\r--B--\r\r\n--B--", ["|x\n--B\n--B\r--B--\r"]),
            ("--B\r\n\r\n\r\r\n\r\n-\r\n--\r\n--B--", ["|\r\r\n\r\n-\r\n--"]),
            ("--Bx\r\n--B\r\n\r\nx\r\n--B--", ["|x"]),
            ("--B\r\nA: b\r\nc:d \r\nE:\r\n\r\nx\r\n--B--", ["A=b,c=d,E=|x"]),
            ("--B\r\nA: b\r\n c\r\n\td\r\n\r\nx\r\n--B--", ["A=b c d|x"]),
        ] as [(String, [String])]
    )
    func reads(body: String, expected: [String]) throws {
        #expect(try parts(body.utf8) == expected)
    }

    /// Rejected bodies with the code and the offset.
    @Test(
        arguments: [
            ("", .truncated, 0), ("--", .truncated, 2), ("--B", .truncated, 3), ("--B-", .truncated, 4),
            ("--B\r\n", .truncated, 5), ("--B\r\na: b\r\n", .truncated, 11), ("--B\r\n\r\nx", .truncated, 8),
            ("--B\r\n\r\nx\r\n--B", .truncated, 13), ("--B\r\n\r\nx\r\n--B\r\n", .truncated, 15), ("x", .truncated, 1),
            ("--C\r\n\r\nx\r\n--C--", .truncated, 15),
            ("--B\r\na\r\n\r\nx\r\n--B--", .syntax, 9), ("--B\r\n: b\r\n\r\nx\r\n--B--", .syntax, 11),
            ("--B\r\na b: c\r\n\r\nx\r\n--B--", .syntax, 14), ("--B\r\na: b\rc\r\n\r\n\r\n--B--", .syntax, 10),
            ("--B\r\na: b\n\r\n\r\n--B--", .syntax, 9), ("--B\r\n\rx", .syntax, 6),
            ("--B\r\n a: b\r\n\r\n", .syntax, 13), ("--B\r\na: \u{0}\r\n\r\n", .syntax, 8),
        ] as [(String, SerializationError.Code, Int)]
    )
    func refuses(body: String, code: SerializationError.Code, offset: Int) {
        do throws(SerializationError) {
            Issue.record("it has \(try parts(body.utf8))")
        } catch {
            #expect(error.code == code)
            #expect(error.location?.offset == offset)
            #expect(error.remedy != nil)
        }
    }

    @Test(
        arguments: [
            "text/plain;boundary=B", "multipart/form-data", "multipart/form-data;boundary=\"\"",
            "multipart/form-data;boundary=\"ä\"", "multipart/mixed;boundary=\(String(repeating: "x", count: 71))",
        ]
    )
    func aTypeWithoutAUsableBoundary(type: String) throws {
        let type = try #require(MediaType(parsing: type))
        #expect(
            code { () throws(SerializationError) in _ = try parts("--B--".utf8, type: type) } == .missingContentType
        )
    }

    @Test func aQuotedBoundaryKeepsItsCase() throws {
        let type = try #require(MediaType(parsing: "Multipart/Mixed; Boundary=\"a B:c\""))
        #expect(try parts("--a B:c\r\n\r\nx\r\n--a B:c--".utf8, type: type) == ["|x"])
    }

    @Test func bytesThatAreNoTextAreLatinOne() throws {
        let body =
            Array("--B\r\nContent-Disposition: form-data; name=\"".utf8) + [0xE9] + Array("\"\r\n\r\n\r\n--B--".utf8)
        #expect(try Multipart(parsing: body, type: Self.type).parts.first?.name == "é")
    }

    // MARK: - Limits

    @Test func limits() {
        let body = Array("--B\r\na: b\r\n\r\n0123456789\r\n--B\r\n\r\n\r\n--B--".utf8)
        let cases: [(MultipartReadingOptions, DecodingLimits, DecodingLimits.Limit, Int, String)] = [
            (MultipartReadingOptions(partCount: 1), .standard, .elements, 1, "partCount"),
            (.standard, DecodingLimits(elements: 1), .elements, 1, "DecodingLimits.elements"),
            (MultipartReadingOptions(headBytes: 7), .standard, .inputBytes, 7, "headBytes"),
            (MultipartReadingOptions(partBytes: 9), .standard, .inputBytes, 9, "partBytes"),
            (
                .standard, DecodingLimits(inputBytes: body.count - 1), .inputBytes, body.count - 1,
                "DecodingLimits.inputBytes"
            ),
        ]
        for (options, limits, limit, allowed, remedy) in cases {
            do throws(SerializationError) {
                _ = try parts(body, options: options, limits: limits)
                Issue.record("\(remedy) is no limit")
            } catch {
                #expect(error.code == .limitExceeded)
                #expect(error.limit?.limit == limit && error.limit?.allowed == allowed)
                #expect(error.remedy?.contains(remedy) == true)
            }
        }
        let enough = MultipartReadingOptions(partCount: 2, headBytes: 8, partBytes: 10)
        #expect(throws: Never.self) {
            _ = try parts(body, options: enough, limits: DecodingLimits(inputBytes: body.count, elements: 2))
        }
    }

    @Test func headsOfAMegabyteEndAtTheLimit() {
        for field in ["x: y\r\n", "y", " "] {
            let body = Array(("--B\r\na:" + String(repeating: field, count: 1 << 20)).utf8)
            #expect(code { () throws(SerializationError) in _ = try parts(body) } == .limitExceeded)
        }
    }

    @Test func aPreambleEndsAtTheLimit() throws {
        var parser = try MultipartParser(type: Self.type, limits: DecodingLimits(inputBytes: 1000))
        var elements: [MultipartElement] = []
        let chunk = [UInt8](repeating: 0x2D, count: 100)
        #expect(
            code { () throws(SerializationError) in
                for _ in 0..<11 { try parser.consume(chunk.span, into: &elements) }
            } == .limitExceeded
        )
    }

    @Test func spacesAfterABoundaryEndAtTheLimit() {
        let body = Array(("--B" + String(repeating: " ", count: 257)).utf8)
        #expect(code { () throws(SerializationError) in _ = try parts(body) } == .syntax)
    }

    @Test func chunksAreOfOneSizeWhateverArrives() throws {
        let content = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let body = Array("--B\r\n\r\n".utf8) + content + Array("\r\n--B--".utf8)
        var parser = try MultipartParser(type: Self.type, options: MultipartReadingOptions(chunkSize: 300))
        var elements: [MultipartElement] = []
        for byte in body { try parser.consume([byte].span, into: &elements) }
        try parser.finish(into: &elements)
        let sizes = elements.map { element in if case .bytes(let bytes) = element { bytes.count } else { 0 } }
        #expect(sizes == [0, 300, 300, 300, 100, 0])
    }

    // MARK: - Any bytes

    static let sample = Array(
        """
        pre\r\n--B\r
        Content-Disposition: form-data; name="a"\r
        \r
        x\r\n--B-\r\n--Bx\r\n-\r
        --B \r
        Content-Disposition: form-data;\r
         name="b"; filename="c.txt"\r
        Content-Type: text/plain\r
        \r
        \r
        --B\r
        \r
        --B--\r
        end
        """.utf8
    )

    /// Returns the outcome of a body: elements, followed by the error's code, text and offset.
    struct Outcome: Equatable {
        var elements: [MultipartElement] = []
        var error: String?

        init(_ chunks: [[UInt8]], options: MultipartReadingOptions, limits: DecodingLimits) {
            do throws(SerializationError) {
                var parser = try MultipartParser(type: MultipartParserTests.type, options: options, limits: limits)
                for chunk in chunks { try parser.consume(chunk.span, into: &elements) }
                try parser.finish(into: &elements)
            } catch {
                self.error = "\(error.code) \(error)"
            }
        }
    }

    static let tight = MultipartReadingOptions(partCount: 2, headBytes: 60, partBytes: 12, chunkSize: 5)

    @Test func chunkBoundariesDoNotMatter() {
        for options in [MultipartReadingOptions(chunkSize: 3), Self.tight] {
            for body in [Self.sample, Self.sample.dropLast(20), Self.sample + Self.sample] {
                let limits = DecodingLimits(inputBytes: 10)
                let whole = Outcome([body], options: options, limits: limits)
                #expect(Outcome(body.map { [$0] }, options: options, limits: limits) == whole)
                for cut in 0...body.count {
                    let cut = Outcome([Array(body[..<cut]), Array(body[cut...])], options: options, limits: limits)
                    #expect(cut == whole)
                }
            }
        }
    }

    @Test func everyPrefixIsTruncated() throws {
        let end = try #require(String(decoding: Self.sample, as: UTF8.self).firstRange(of: "--B--\r\n"))
        let length = String(decoding: Self.sample, as: UTF8.self)[..<end.lowerBound].utf8.count + 5
        for count in 0..<length {
            #expect(code { () throws(SerializationError) in _ = try parts(Self.sample[..<count]) } == .truncated)
        }
        for count in length...Self.sample.count { #expect(try parts(Self.sample[..<count]).count == 3) }
    }

    @Test func mutationsGiveTheSameResultInAnyChunks() {
        var generator = SeededGenerator(seed: 2046)
        let dictionary = ["\r\n--B", "--B", "\r\n", "--", "\r", "\n", ": ", " ", "\r\n\r\n"].map { Array($0.utf8) }
        for _ in 0..<1500 {
            let body = Mutation.mutate(Self.sample, dictionary: dictionary, using: &generator)
            let whole = Outcome([body], options: Self.tight, limits: .standard)
            #expect(Outcome(body.map { [$0] }, options: Self.tight, limits: .standard) == whole)
            let cut = Int.random(in: 0...body.count, using: &generator)
            let halves = [Array(body[..<cut]), Array(body[cut...])]
            #expect(Outcome(halves, options: Self.tight, limits: .standard) == whole)
        }
    }

    private func code(_ body: () throws(SerializationError) -> Void) -> SerializationError.Code? {
        do throws(SerializationError) {
            try body()
            return nil
        } catch {
            return error.code
        }
    }
}
