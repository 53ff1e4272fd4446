import Mimeograph
import TestSupport
import Testing

@Suite struct AcceptFieldTests {
    @Test(arguments: [
        ("text/html", "text/html"),
        ("text/html, application/xml;q=0.9,*/*;q=0.8", "text/html, application/xml;q=0.9, */*;q=0.8"),
        ("*; q=.2", "*/*;q=0.2"),
        (
            "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
            "text/html, image/gif, image/jpeg, */*;q=0.2, */*;q=0.2"
        ),
        ("a/b;q=1.000", "a/b"),
        ("a/b;Q=0.5;level=2;\"", "a/b;q=0.5"),
        ("a/b;level=1;q=0.5", "a/b;level=1;q=0.5"),
        ("a/b;charset=utf-8;q=0.5", "a/b;q=0.5"),
        (#"a/b;x="c, d;q=0";q=0.5, e/f"#, #"a/b;x="c, d;q=0";q=0.5, e/f"#),
        ("\t, ,, a/b ,, ", "a/b"),
        ("application/*+json;q=0", "application/*+json;q=0"),
    ])
    func whatIsRead(line: String, sent: String) {
        let field = AcceptField(parsing: line)
        #expect(field.description == sent)
        #expect(field.diagnostics == [])
        #expect(field.elements.map(\.position) == Array(field.elements.indices))
        #expect(AcceptField(parsing: sent) == field)
    }

    @Test(arguments: [
        ("junk, a/b", 0, 4, AcceptField.Diagnostic.Reason.malformed(.missingSlash, at: 4)),
        ("a/b, c/d;q=2", 5, 7, .malformed(.badWeight, at: 11)),
        ("a/b, c/d;q=NaN ", 5, 10, .malformed(.badWeight, at: 11)),
        ("a/b, c/d;q=-1", 5, 8, .malformed(.badWeight, at: 11)),
        ("a/b, c/d;q=1.0001", 5, 12, .malformed(.badWeight, at: 11)),
        ("a/b, c/d;q=\"1\"", 5, 9, .malformed(.badWeight, at: 11)),
        ("a/b, c/d;q=", 5, 6, .malformed(.missingParameterValue, at: 10)),
        ("a/b, */json", 5, 6, .malformed(.misplacedWildcard, at: 5)),
        ("a/b, c/d;x=\"e, f/g", 5, 13, .malformed(.unterminatedQuote, at: 11)),
        ("a/b, c d/e", 5, 5, .malformed(.missingSlash, at: 6)),
        ("a/b, c/d;level", 5, 9, .malformed(.missingParameterValue, at: 14)),
    ])
    func whatIsDropped(line: String, offset: Int, length: Int, reason: AcceptField.Diagnostic.Reason) {
        let field = AcceptField(parsing: line)
        #expect(field.description == "a/b")
        #expect(field.diagnostics == [.init(offset: offset, length: length, reason: reason)])
    }

    @Test func linesStandForOne() {
        let field = AcceptField(parsing: ["text/html;q=0.5", "", "junk", "a/b"])
        #expect(field.description == "text/html;q=0.5, a/b")
        #expect(field.diagnostics.map(\.offset) == [19])
        #expect(AcceptField(parsing: [] as [String]).elements == [])
    }

    @Test func atMostSixtyFourElementsAreRead() {
        let kept = (0..<64).map { "a/b\($0)" }.joined(separator: ",")
        let exact = AcceptField(parsing: kept + ", ,")
        #expect(exact.elements.count == 64)
        #expect(exact.diagnostics == [])
        let more = AcceptField(parsing: kept + ", c/d, e/f")
        #expect(more.elements == exact.elements)
        let offset = kept.utf8.count + 2
        #expect(more.diagnostics == [.init(offset: offset, length: 8, reason: .tooManyElements)])
        let junk = AcceptField(parsing: String(repeating: "junk,", count: 1000))
        #expect(junk.diagnostics.count == 65)
    }

    @Test func atMostEightKibibytesAreRead() {
        func field(of count: Int) -> String { "a/b, c/d;x=" + String(repeating: "e", count: count - 11) }
        let exact = AcceptField(parsing: field(of: 8192))
        #expect(exact.elements.count == 2)
        #expect(exact.diagnostics == [])
        let longer = AcceptField(parsing: field(of: 8193))
        #expect(longer.description == "a/b")
        #expect(longer.diagnostics == [.init(offset: 4, length: 8189, reason: .tooLong)])
        let ended = AcceptField(parsing: field(of: 8192) + ", f/g")
        #expect(ended.elements == exact.elements)
        #expect(ended.diagnostics == [.init(offset: 8193, length: 4, reason: .tooLong)])
        let lines = AcceptField(parsing: [field(of: 8192), "f/g"])
        #expect(lines == ended)
        let huge = AcceptField(parsing: [String](repeating: String(repeating: "x", count: 10_000), count: 1000))
        #expect(huge.diagnostics == [.init(offset: 0, length: 10_001_998, reason: .tooLong)])
    }

    @Test func aDiagnosticNeverRepeatsWhatWasSent() {
        let field = AcceptField(parsing: "secret-text, a/b;q=secret-text")
        #expect(field.diagnostics.count == 2)
        for diagnostic in field.diagnostics { #expect(!"\(diagnostic)".contains("secret")) }
    }

    @Test func aFieldToSend() {
        let field = AcceptField([.init("application/json"), .init("*/json"), .init("application/xml", quality: 0.8)])
        #expect(field.description == "application/json, application/xml;q=0.8")
        #expect(field.elements.map(\.position) == [0, 1])
        #expect(AcceptField([]).description == "")
    }

    @Test func theMostSpecificRangeDecides() {
        let field = AcceptField(
            parsing: "*/*;q=0.1, */*+json;q=0.2, a/*;q=0.05, a/*+json;q=0.3, a/b+json;q=0, a/b+json;c=d;q=0.9"
        )
        #expect(field.quality(of: "x/y") == 0.1)
        #expect(field.quality(of: "x/y+json") == 0.2)
        #expect(field.quality(of: "a/y") == 0.05)
        #expect(field.quality(of: "a/y+json") == 0.3)
        #expect(field.quality(of: "a/b+json") == 0)
        #expect(field.quality(of: "a/b+json;c=d") == 0.9)
        #expect(AcceptField(parsing: "a/b;q=0.2, a/b;q=0.7, a/b;q=0.4").quality(of: "a/b") == 0.7)
        #expect(AcceptField(parsing: "a/b;q=0.2, a/b;q=0.7, a/b;q=0.7").element(for: "a/b")?.position == 1)
        #expect(AcceptField(parsing: "a/b").quality(of: "c/d") == 0)
        #expect(AcceptField(parsing: "junk").quality(of: "c/d") == 1)
    }

    @Test func noMutationTrapsAndWhatIsReadIsReadAgain() {
        var generator = SeededGenerator(seed: 0x4163_6365)
        let seeds = [
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "*; q=.2, image/gif;q=1.000;x=y",
            #"a/*+json;x="y, \"z\"";q=0.125, b/c;;d=e"#,
        ].map { Array($0.utf8) }
        let dictionary = ["\"", "\\", ";q=", "q=0", "1.", "/", "*", ",", "+json", " \t", "\r\n", "\u{FF}"].map {
            Array($0.utf8)
        }
        var readCount = 0
        for round in 0..<100_000 {
            let bytes = Mutation.mutate(seeds[round % seeds.count], dictionary: dictionary, using: &generator)
            let field = AcceptField(parsing: String(decoding: bytes, as: UTF8.self))
            readCount += field.elements.count
            let again = AcceptField(parsing: field.description)
            guard again.elements == field.elements, again.diagnostics.isEmpty else {
                Issue.record("\(field.description.debugDescription) is not read as it was written")
                return
            }
        }
        #expect(readCount > 100_000)
    }
}
