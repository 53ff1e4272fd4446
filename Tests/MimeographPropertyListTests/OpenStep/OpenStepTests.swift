import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@Suite struct OpenStepTests {
    private let options = PropertyListReadingOptions(allowsOpenStep: true)

    /// Texts for which Foundation's reader has the same result, a value or an error.
    static let agreed: [String] = [
        "a", "hello", "a b", "a,b", "{}", "{ }", "()", "(a,)", "(,)", "(a,,b)", "(a b)", "{a;}", "{a=b}", "{a=b;",
        "{a=b;c}",
        "{a=b;;}", "{\"a b\"='c d';}", #""a\101\n\U00e9\U1\x\'""#, #""\300\200\8\1234\7""#, #""\Ud83d\Ude00""#, "\"abc",
        "'abc'", "\"a\nb\"", "\"a\\\nb\"", "<>", "<0a 1B>", "<0 a>", "<0a1>", "<0g>", "< 0a\n0b >",
        "(<0a>, {b=c;}, 'x')",
        "/* c */ a", "a // c", "/", "/a", "a/b:c.d-e$f_g", "a@b", "é", "\"é\\é\"", "{a=b;a=c;}", "a=b;c;", "a=b", "a;",
        "{a=(b,c);}extra", "(a)(b)", "{(a)=b;}", "{a=;}", "{=b;}", "a=(b);", "\u{2028}a", "{a=<0a>;}", "<*I5>",
        "@\"x\"",
        "1.5", "-1", "a/*c*/=b;", "{a /*c*/=/*d*/b /*e*/;}", "a//b", "a/*b", "{a=b;} // c", " ", "//c",
        "\"\\a\\b\\f\\r\\t\\v\\\\\"",
        "((((((((((a))))))))))", "{a={b={c=();};};}", "\u{FEFF}a", "\"a\\u00e9\"",
    ]

    @Test func readsWhatFoundationReads() throws {
        for text in Self.agreed {
            let expected = try? FoundationValue.list(reading: Array(text.utf8))
            #expect((try? PropertyList(parsing: text.utf8, options: options)) == expected, "\(text)")
        }
    }

    /// Texts that this reader deliberately rejects, unlike Foundation's.
    @Test(arguments: ["/* c", "a /* c", "{a=b;} /*", #""\Ud83d""#, #""\377""#, #""\Ude00""#])
    func differsFromFoundation(text: String) throws {
        let error = #expect(throws: SerializationError.self) { try PropertyList(parsing: text.utf8, options: options) }
        #expect(error?.location != nil)
        #expect((try? FoundationValue.list(reading: Array(text.utf8))) != nil, "no difference any more")
    }

    /// Every octal escape, against Foundation's table of the NeXTSTEP encoding.
    @Test func octalEscapes() throws {
        for byte in 1..<0xFE {
            let text = "\"\\\(String(byte, radix: 8))\""
            let expected = try FoundationValue.list(reading: Array(text.utf8))
            #expect(try PropertyList(parsing: text.utf8, options: options) == expected, "\(text)")
        }
    }

    @Test(arguments: ["hello", "{a=b;}", "(a)", "\"x\"", "<0a>"]) func onlyWhereAskedFor(text: String) throws {
        #expect(throws: SerializationError.self) { try PropertyList(parsing: text.utf8) }
        let list = try PropertyList(parsing: text.utf8, options: options)
        #expect(list.fileFormat == .openStep)
        #expect(try PropertyList(parsing: list.serialized(), options: options).fileFormat == .xml)
    }

    @Test func wideText() throws {
        let text = #"{ "é" = "😀\U00e9"; }"#
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32BigEndian] {
            let bytes = [UInt8](text.data(using: encoding) ?? Data())
            #expect(try PropertyList(parsing: bytes, options: options) == ["é": "😀é"])
        }
    }

    @Test(arguments: [#"{a = ("b", <0a>); c = 'd'; }"#, #"(1, "two\n", {x;})"#]) func everyPrefix(text: String) throws {
        let bytes = Array(text.utf8)
        for count in 1..<bytes.count {
            let error = #expect(throws: SerializationError.self) {
                try PropertyList(parsing: bytes[..<count], options: options)
            }
            #expect(error?.code == .truncated, "\(count)")
        }
    }

    @Test func limits() throws {
        let deep = String(repeating: "(", count: 100_000)
        let error = #expect(throws: SerializationError.self) { try PropertyList(parsing: deep.utf8, options: options) }
        #expect(error?.limit?.limit == .depth)
        var limits = DecodingLimits.standard
        limits.elements = 3
        #expect(try PropertyList(parsing: "(a,b)".utf8, options: options, limits: limits) == ["a", "b"])
        #expect(throws: SerializationError.self) {
            try PropertyList(parsing: "{a;b;c;}".utf8, options: options, limits: limits)
        }
    }
}
