import Foundation
import Mimeograph
import MimeographJSON
import TestSupport
import Testing

/// The result of each layout for a body. `␞` is a record separator, `⏎` a line feed, `↵` a carriage return.
@Suite struct JSONStreamTests {
    static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar -> [UInt8] in
            switch scalar {
            case "␞": [0x1E]
            case "⏎": [0x0A]
            case "↵": [0x0D]
            case "▮": [0xFF]
            default: Array(String(scalar).utf8)
            }
        }
    }

    struct Case: Sendable, CustomStringConvertible {
        let kind: StreamKind
        let body: String
        let elements: [String]
        var code: String?
        var offset: Int?

        init(_ kind: StreamKind, _ body: String, _ elements: [String], _ code: String? = nil, at offset: Int? = nil) {
            self.kind = kind
            self.body = body
            self.elements = elements
            self.code = code
            self.offset = offset
        }

        var description: String { "\(kind) \(body)" }
    }

    static let lines: [Case] = [
        Case(.lines, "", []), Case(.lines, "⏎⏎ ↵⏎", []), Case(.lines, "1⏎2⏎", ["1", "2"]),
        Case(.lines, "1⏎2", ["1", "2"]),
        Case(.lines, "{\"a\":[1]}↵⏎↵⏎  \"x\"  ↵⏎null", ["{\"a\":[1]}", "\"x\"", "null"]),
        Case(.lines, "\u{FEFF}1⏎", ["1"]), Case(.lines, "1⏎\u{FEFF}2⏎", ["1"], "syntax", at: 2),
        Case(.lines, "1⏎{\"a\":⏎2}⏎", ["1"], "syntax", at: 7), Case(.lines, "1 2⏎", [], "syntax", at: 2),
        Case(.lines, "1⏎[↵⏎", ["1"], "syntax", at: 3), Case(.lines, "1⏎[", ["1"], "truncated", at: 3),
        Case(.lines, "1⏎tru", ["1"], "truncated", at: 5), Case(.lines, "1⏎\"▮\"⏎", ["1"], "invalidText", at: 3),
        Case(.lines, "[1]⏎\"a", ["[1]"], "truncated", at: 6), Case(.lines, "[1,]⏎", [], "syntax", at: 3),
        Case(.lines, "\"a⏎b\"⏎", [], "syntax", at: 2), Case(.lines, "▮", [], "unsupportedCharset", at: 0),
        Case(.lines, "// 1⏎", [], "syntax", at: 0),
    ]

    static let sequences: [Case] = [
        Case(.sequence, "", []), Case(.sequence, "␞1⏎␞{}⏎", ["1", "{}"]),
        Case(.sequence, "␞{⏎\"a\": 1⏎}⏎␞[]", ["{\"a\":1}", "[]"]), Case(.sequence, "␞␞␞\"x\"␞ [ ] ⏎", ["\"x\"", "[]"]),
        // Elements that may have been cut are not delivered.
        Case(.sequence, "␞12", [], "truncated", at: 3), Case(.sequence, "␞12␞3⏎", [], "truncated", at: 3),
        Case(.sequence, "␞true", [], "truncated", at: 5), Case(.sequence, "␞1⏎␞null␞", ["1"], "truncated", at: 8),
        Case(.sequence, "␞{\"a\"␞1⏎", [], "truncated", at: 5), Case(.sequence, "␞\"a␞1⏎", [], "truncated", at: 3),
        Case(.sequence, "␞{}⏎␞", ["{}"], "truncated", at: 5), Case(.sequence, "␞{}␞⏎␞1⏎", ["{}"], "truncated", at: 5),
        Case(.sequence, "1⏎", [], "syntax", at: 0), Case(.sequence, "␞1 2⏎", ["1"], "syntax", at: 3),
        Case(.sequence, "␞12x⏎", [], "syntax", at: 3), Case(.sequence, "␞{]⏎␞1⏎", [], "syntax", at: 2),
        Case(.sequence, "␞[1,␞", [], "truncated", at: 4), Case(.sequence, "␞[\"", [], "truncated", at: 3),
        // A value is complete only when it is known that nothing else follows it.
        Case(.sequence, "␞[1]]⏎", [], "syntax", at: 4), Case(.sequence, "␞{\"a\":1}x⏎␞1⏎", [], "syntax", at: 8),
        Case(.sequence, "␞\"a\"\"b\"⏎", [], "syntax", at: 4), Case(.sequence, "␞[][]", [], "syntax", at: 3),
        Case(.sequence, "␞{},␞1⏎", [], "syntax", at: 3), Case(.sequence, "␞[1]", ["[1]"]),
        Case(.sequence, "␞\"a\"␞[]␞{}", ["\"a\"", "[]", "{}"]), Case(.sequence, "␞[1]\t⏎", ["[1]"]),
        Case(.sequence, "␞\"\\ud800␞", [], "syntax", at: 2), Case(.sequence, " ␞1⏎", [], "syntax", at: 0),
    ]

    static let arrays: [Case] = [
        Case(.array, "[]", []), Case(.array, "\u{FEFF} [ ] ⏎", []), Case(.array, "[1]", ["1"]),
        Case(
            .array,
            " [ 1 ,\"a\",[[]],{\"b\":\"]\\\"\"} , null,true ] ",
            [
                "1", "\"a\"", "[[]]", "{\"b\":\"]\\\"\"}", "null", "true",
            ]
        ),
        Case(.array, "", [], "emptyBody", at: 0), Case(.array, " ", [], "truncated", at: 1),
        Case(.array, "\u{FEFF}", [], "emptyBody", at: 3), Case(.array, "{}", [], "dataShape", at: 0),
        Case(.array, "  7", [], "dataShape", at: 2), Case(.array, "[", [], "truncated", at: 1),
        Case(.array, "[1", [], "truncated", at: 2), Case(.array, "[1 ", ["1"], "truncated", at: 3),
        Case(.array, "[1,", ["1"], "truncated", at: 3), Case(.array, "[1,2", ["1"], "truncated", at: 4),
        Case(.array, "[[1],{", ["[1]"], "truncated", at: 6), Case(.array, "[[1]", ["[1]"], "truncated", at: 4),
        Case(.array, "[1,]", ["1"], "syntax", at: 3), Case(.array, "[,1]", [], "syntax", at: 1),
        Case(.array, "[1 2]", ["1"], "syntax", at: 3), Case(.array, "[{\"a\":1}{}]", ["{\"a\":1}"], "syntax", at: 8),
        Case(.array, "[truex,1]", [], "syntax", at: 5), Case(.array, "[tru,1]", [], "syntax", at: 4),
        Case(.array, "[1.,1]", [], "syntax", at: 3), Case(.array, "[{]}", [], "syntax", at: 2),
        Case(.array, "[}", [], "syntax", at: 1), Case(.array, "[1]]", ["1"], "syntax", at: 3),
        Case(.array, "[1] x", ["1"], "syntax", at: 4), Case(.array, "[\"a\\x\"]", [], "syntax", at: 4),
        Case(.array, "[\"▮\"]", [], "invalidText", at: 2), Case(.array, "\u{FE}", [], "dataShape", at: 0),
        Case(.array, "▮▮[]", [], "unsupportedCharset", at: 0), Case(.array, "[1:2]", [], "syntax", at: 2),
    ]

    @Test(arguments: lines + sequences + arrays)
    func reads(item: Case) {
        let body = JSONStreamTests.bytes(item.body)
        let run = item.kind.run(body)
        #expect(run.elements == item.elements)
        #expect(run.code == item.code)
        #expect(run.location?.offset == item.offset)
        if let offset = item.offset { #expect(run.location == SourceLocation(offset: offset, in: body.span)) }
        // Single bytes have the same result, and so does every cut in two.
        #expect(item.kind.run(body, sizes: repeatElement(1, count: body.count)) == run)
        for cut in 0...body.count { #expect(item.kind.run(body, sizes: [cut]) == run, "cut at \(cut)") }
    }

    /// The result is that of reading the whole array, including the location and kind of an error.
    @Test(arguments: arrays)
    func agreesWithTheWholeDocument(item: Case) throws {
        let body = JSONStreamTests.bytes(item.body)
        let run = item.kind.run(body)
        do throws(SerializationError) {
            let whole = try JSON(parsing: body)
            #expect(run.elements == whole.array.map { $0.map { StreamKind.text(of: $0) } } ?? [])
            #expect(run.code == (whole.array == nil ? "dataShape" : nil))
        } catch {
            if run.code == "dataShape" || run.code == "unsupportedCharset" { return }
            #expect(run.code == error.code.rawValue)
            #expect(run.location == error.location)
        }
    }

    @Test func deliversWithoutWaiting() throws {
        for (kind, chunks) in [
            (StreamKind.lines, ["1⏎", "{}⏎"]), (.sequence, ["␞1⏎", "␞{}⏎"]), (.array, ["[1,", "{}"]),
        ] {
            var parser = kind.parser()
            var elements: [JSON] = []
            for (index, chunk) in chunks.enumerated() {
                try parser.consume(JSONStreamTests.bytes(chunk).span, into: &elements)
                #expect(elements.count == index + 1)
            }
        }
    }

    /// A sequence of invalid texts has a failure for each, and no value from a part of one.
    @Test(arguments: ["[1]]", "{\"a\":1}}", "\"a\"b", "[]1", "12x"])
    func aTextWithSomethingAfterItsValueIsOneFailure(text: String) throws {
        let body = Array("\u{1E}\(text)\n\u{1E}2\n".utf8)
        for size in [1, 3, body.count] {
            let parser = JSONSequenceFormat().makeResultParser(of: JSON.self)
            let results = try parser.parse(body, inChunksOf: size)
            #expect(results.map { (try? $0.get()) == nil } == [true, false])
        }
    }

    /// UTF-16 and UTF-32 are distinguished from malformed JSON, with and without a mark, for every chunk size.
    @Test(
        arguments: StreamKind.allCases,
        [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian]
    )
    func widerFormsOfUnicodeAreNamed(kind: StreamKind, encoding: String.Encoding) throws {
        let text = kind == .sequence ? "\u{1E}[1]\n" : "[1]\n"
        for mark in ["", "\u{FEFF}"] {
            let body = [UInt8](try #require((mark + text).data(using: encoding)))
            for size in [1, 2, body.count] {
                let run = kind.run(body, sizes: repeatElement(size, count: body.count))
                #expect(run.code == "unsupportedCharset" && run.elements.isEmpty, "\(mark.isEmpty) \(size)")
            }
        }
    }

    /// Before the first byte is rejected, the second byte decides whether the body is UTF-16, for every chunk size.
    @Test(
        arguments: StreamKind.allCases,
        [
            [0x5B, 0], [0x78, 0], [0x20, 0], [0x1E, 0], [0x31], [0x5D, 0x20], [0x1E, 0x31, 0x0A], [0x5B, 0x31, 0x5D],
        ]
            as [[UInt8]]
    )
    func theFirstTwoBytesAreReadTogether(kind: StreamKind, start: [UInt8]) {
        for body in [start, start + [0x20, 0x20]] {
            let whole = kind.run(body, sizes: [body.count])
            let cut = kind.run(body, sizes: repeatElement(1, count: body.count))
            #expect(cut.code == whole.code && cut.message == whole.message && cut.elements == whole.elements)
        }
    }

    @Test func linesSayThatTheyEndTooEarly() {
        let run = StreamKind.lines.run(JSONStreamTests.bytes("{\"a\":⏎1}"))
        #expect(run.message == "The line ends too early: expected a value.")
        let cut = StreamKind.sequence.run(JSONStreamTests.bytes("␞[1␞"))
        #expect(cut.message?.contains("record separator") == true)
    }
}
