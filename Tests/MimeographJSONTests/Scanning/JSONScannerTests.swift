import Mimeograph
import TestSupport
import Testing

@testable import MimeographJSON

/// Reads text and writes it compactly.
func rewritten(_ text: String, _ options: JSONReadingOptions = .standard) throws -> String {
    String(decoding: try JSON(parsing: text.utf8, options: options).serialized(), as: UTF8.self)
}

/// The error that reading throws, or nil.
func failure(
    _ bytes: some Collection<UInt8>,
    _ options: JSONReadingOptions = .standard,
    _ limits: DecodingLimits = .standard
) -> SerializationError? {
    do throws(SerializationError) {
        _ = try JSON(parsing: bytes, options: options, limits: limits)
        return nil
    } catch {
        return error
    }
}

@Suite struct JSONScannerTests {
    @Test(arguments: [
        ("null", "null"), (" true\n", "true"), ("\t[ ]\r\n", "[]"), ("{ }", "{}"), ("[[],{},[{}]]", "[[],{},[{}]]"),
        (#"{"a":1,"b":[2,{"c":null}],"":""}"#, #"{"a":1,"b":[2,{"c":null}],"":""}"#),
        (#"["\"\\\/\b\f\n\r\t"]"#, #"["\"\\/\b\f\n\r\t"]"#),
        (#"["\u0041\u00e9\u20AC\uD83D\uDE00\u0000"]"#, #"["Aé€😀\u0000"]"#),
        (
            #"["0123456789abcdef\n0123456789abcdef\t","é\n€\"😀x"]"#,
            #"["0123456789abcdef\n0123456789abcdef\t","é\n€\"😀x"]"#
        ),
        ("[-0,0.0,1e2,1E+2,1.5e-3,-1]", "[-0,0.0,1e2,1E+2,1.5e-3,-1]"),
        (#"["'/","\u007f"]"#, "[\"'/\",\"\u{7F}\"]"),
    ])
    func readsAndWrites(text: String, expected: String) throws {
        #expect(try rewritten(text) == expected)
    }

    @Test(arguments: [
        ("", "emptyBody", 0), ("\u{FEFF}", "emptyBody", 3), ("  ", "truncated", 2), ("[", "truncated", 1),
        ("[1", "truncated", 2), ("[1,", "truncated", 3), (#"{"a"#, "truncated", 3), (#"{"a""#, "truncated", 4),
        (#"{"a":"#, "truncated", 5), (#"{"a":1"#, "truncated", 6), ("tru", "truncated", 3), ("-", "truncated", 1),
        ("1.", "truncated", 2), ("1e", "truncated", 2), ("1e+", "truncated", 3), (#""\"#, "truncated", 2),
        (#""\u12"#, "truncated", 5), (#""\ud83d"#, "truncated", 7), (#""\ud83d\"#, "truncated", 8),
        ("[1}", "syntax", 2), ("{]", "syntax", 1), ("[1,]", "syntax", 3), (#"{"a":1,}"#, "syntax", 7),
        ("[,1]", "syntax", 1), ("[1 2]", "syntax", 3), (#"{"a" 1}"#, "syntax", 5), ("{1:2}", "syntax", 1),
        ("01", "syntax", 1), ("-01", "syntax", 2), ("+1", "syntax", 0), (".5", "syntax", 0), ("1.e3", "syntax", 2),
        ("[1e]", "syntax", 3), ("0x1", "syntax", 1), ("NaN", "syntax", 0), ("Infinity", "syntax", 0),
        ("nul!", "syntax", 3), ("trueish", "syntax", 4), ("fals3", "syntax", 4), ("[]]", "syntax", 2),
        ("{}{}", "syntax", 2), ("\"a\nb\"", "syntax", 2), ("\"ab\u{0}\"", "syntax", 3), ("\u{0}", "syntax", 0),
        (#""\x""#, "syntax", 2), (#""\u12G4""#, "syntax", 5), (#""\uD800""#, "syntax", 1),
        (#""\uDC00""#, "syntax", 1), (#""\uD800\u0041""#, "syntax", 1), (#""abcdefgh\uDC00\uD800""#, "syntax", 9),
        ("/* */1", "syntax", 0), ("[1,\n 2,\n x]", "syntax", 9), ("\u{FEFF}[x]", "syntax", 4), ("'a'", "syntax", 0),
        ("\u{A0}1", "syntax", 0), ("{\"a\":1,\"b\"\n:2,3}", "syntax", 14),
    ])
    func refuses(text: String, code: String, offset: Int) throws {
        let error = try #require(failure(text.utf8))
        #expect(error.code.rawValue == code, "\(error.message)")
        #expect(error.location?.offset == offset)
        #expect(error.remedy != nil)
    }

    @Test func namesTheLine() throws {
        let error = try #require(failure("[1,\n 2,\n x]".utf8))
        #expect(error.location == SourceLocation(offset: 9, line: 3, column: 2))
        #expect(error.message == "Expected a value, found a letter.")
    }

    /// Overlong forms, surrogates, values beyond Unicode, and stray or missing continuation bytes.
    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80],
            [0xF0, 0x9F, 0x98, 0x22], [0xFF], [0xFE], [0xE2, 0x82],
        ] as [[UInt8]]
    )
    func refusesInvalidText(bytes: [UInt8]) throws {
        for prefix in ["", "abcdefghijk", "é", "\\n€"] {
            let body = Array("[\"\(prefix)".utf8) + bytes + Array("\"]".utf8)
            let error = try #require(failure(body))
            #expect(error.code == .invalidText)
            #expect(error.location?.offset == 2 + prefix.utf8.count)
        }
    }

    @Test(arguments: ["\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"])
    func readsTheEndsOfEachLength(character: String) throws {
        let json = try JSON(parsing: "\"\(character)\(character)x\(character)\"".utf8)
        #expect(json.string == "\(character)\(character)x\(character)")
    }

    @Test func readsUTF16AndUTF32() throws {
        let text = #"{"é":"あ😀","n":[1,null]}"#
        let units = Array(text.utf16)
        let scalars = text.unicodeScalars.map(\.value)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let wide = scalars.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        let wideLittle = scalars.flatMap { value in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) } }
        let bodies: [[UInt8]] = [
            little, big, wide, wideLittle, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, [0, 0, 0xFE, 0xFF] + wide,
            [0xFF, 0xFE, 0, 0] + wideLittle, [0xEF, 0xBB, 0xBF] + Array(text.utf8),
        ]
        let expected = try JSON(parsing: text.utf8)
        for body in bodies { #expect(try JSON(parsing: body) == expected) }
        // With a Japanese letter first, there are fewer zeros.
        #expect(try JSON(parsing: "\"あ\"".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == "あ")
        #expect(failure(little.dropLast())?.code == .truncated)
        let lone = Array("\"".utf16) + [0xD800] + Array("\"".utf16)
        #expect(failure(lone.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })?.code == .invalidText)
        // The offset is in the body: six characters of two bytes before the wrong one.
        let wrong = "[\"あ\",x]".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(failure(wrong)?.location?.offset == 10)
    }

    @Test func everyPrefixIsRefused() throws {
        let documents = [
            #"{"a":[1,-2.5e3,"x\n\u00e9\ud83d\ude00é😀",true,false,null],"b":{},"c":[]}"#,
            #"[[[["deep"],{"k":{"l":[12345678901234567890,0.1234567890123456789]}}]]]"#, #""string é""#,
        ]
        for document in documents {
            let bytes = Array(document.utf8)
            #expect(failure(bytes) == nil)
            for end in 0..<bytes.count {
                let error = try #require(failure(bytes[..<end]))
                #expect([.truncated, .syntax, .emptyBody].contains(error.code), "\(end): \(error.message)")
            }
        }
    }
}

@Suite struct JSONScannerLimitTests {
    @Test func depth() throws {
        var limits = DecodingLimits.standard
        limits.depth = 3
        #expect(failure("[[[]]]".utf8, .standard, limits) == nil)
        #expect(failure(#"{"a":[{}]}"#.utf8, .standard, limits) == nil)
        let error = try #require(failure("[[[[]]]]".utf8, .standard, limits))
        #expect(error.code == .limitExceeded)
        #expect(error.limit?.limit == .depth)
        #expect(error.location?.offset == 3)
        limits.depth = 0
        #expect(failure("1".utf8, .standard, limits) == nil)
        #expect(failure("[]".utf8, .standard, limits)?.code == .limitExceeded)
    }

    @Test(arguments: ["[", #"{"":"#, "[{\"\":"])
    func hundredThousandLevels(opening: String) throws {
        let body = Array(String(repeating: opening, count: 100_000).utf8)
        #expect(failure(body)?.limit?.limit == .depth)
    }

    /// If the caller allows it, depth alone must break nothing: reading, comparing, hashing or writing.
    @Test func hundredThousandLevelsAllowed() throws {
        let depth = 100_000
        let text = String(repeating: "[{\"a\":", count: depth / 2) + "1" + String(repeating: "}]", count: depth / 2)
        var limits = DecodingLimits.standard
        limits.depth = depth
        let json = try JSON(parsing: text.utf8, limits: limits)
        let other = try JSON(parsing: text.utf8, limits: limits)
        #expect(json == other)
        #expect(json.hashValue == other.hashValue)
        #expect(try json.serialized() == Array(text.utf8))
    }

    @Test func elements() throws {
        var limits = DecodingLimits.standard
        limits.elements = 4
        #expect(failure("[1,2,3]".utf8, .standard, limits) == nil)
        let error = try #require(failure(#"[1,{"a":2},3]"#.utf8, .standard, limits))
        #expect(error.limit?.limit == .elements)
        #expect(error.location?.offset == 11)
    }

    @Test func inputBytes() throws {
        var limits = DecodingLimits.standard
        limits.inputBytes = 4
        #expect(failure("[10]".utf8, .standard, limits) == nil)
        #expect(failure("[100]".utf8, .standard, limits)?.limit?.limit == .inputBytes)
    }

    /// The tape grows while values are read, from too small an estimate: many one-digit numbers.
    @Test func tapeGrows() throws {
        let count = 200_000
        let body = Array(("[" + String(repeating: "1.5,", count: count - 1) + "1.5]").utf8)
        let json = try JSON(parsing: body)
        #expect(json.array?.count == count)
        #expect(json.array?.allSatisfy { $0.double == 1.5 } == true)
        #expect(try json.serialized() == body)
    }
}
