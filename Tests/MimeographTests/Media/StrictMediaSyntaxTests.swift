import Mimeograph
import Testing

@Suite struct StrictMediaSyntaxTests {
    @Test(arguments: [
        ("text/html", "text/html"),
        (" \tText/HTML \t;\t Charset = utf-8 ".replacing(" = ", with: "="), "text/html;charset=utf-8"),
        ("text/html;", "text/html"),
        ("text/html;;a=b;", "text/html;a=b"),
        (#"text/html;a="b;\"c\", d""#, #"text/html;a="b;\"c\", d""#),
        (#"text/html;a="""#, #"text/html;a="""#),
        ("text/html;a=1;A=2", "text/html;a=1"),
        ("text/html;q=0.5", "text/html;q=0.5"),
    ])
    func whatIsRead(text: String, canonical: String) throws {
        #expect(try MediaType(text).description == canonical)
    }

    @Test(arguments: [
        ("", 0, MediaTypeSyntaxError.Reason.missingType), ("text", 4, .missingSlash), ("/html", 0, .missingType),
        ("text/", 5, .missingSubtype), ("text/ html", 5, .missingSubtype), ("text /html", 4, .missingSlash),
        ("text/html junk", 10, .unexpectedByte), ("text/html,a/b", 9, .unexpectedByte),
        ("text/h/l", 6, .unexpectedByte),
        ("text/html;a", 11, .missingParameterValue), ("text/html;a=", 11, .missingParameterValue),
        ("text/html;a=;b=c", 12, .missingParameterValue), ("text/html;=b", 10, .missingParameterName),
        ("text/html;a =b", 11, .missingParameterValue), ("text/html;a= b", 12, .missingParameterValue),
        ("text/html;a=b c", 14, .unexpectedByte), (#"text/html;a="b"#, 12, .unterminatedQuote),
        (#"text/html;a="b\"#, 12, .unterminatedQuote), ("text/html;a=\"b\nc\"", 14, .unexpectedByte),
        (#"text/html;a="b"c"#, 15, .unexpectedByte), ("text/html;(c)=d", 10, .unexpectedByte),
        ("té/html", 1, .missingSlash), ("text/html\n", 9, .unexpectedByte), ("*", 1, .missingSlash),
        ("*/json", 0, .misplacedWildcard), ("te*t/html", 2, .misplacedWildcard), ("text/h*", 6, .misplacedWildcard),
        ("text/*x", 5, .misplacedWildcard), ("text/**", 6, .misplacedWildcard), ("**/*", 0, .misplacedWildcard),
        ("text/*+", 7, .badSuffix), ("*/*+a+b", 5, .badSuffix), ("*/*+*", 4, .misplacedWildcard),
    ])
    func whatIsRefusedByBoth(text: String, offset: Int, reason: MediaTypeSyntaxError.Reason) {
        let expected = MediaTypeSyntaxError(text: text, offset: offset, reason: reason)
        #expect(throws: expected) { try MediaType(text) }
        #expect(throws: expected) { try MediaRange(text) }
        #expect(MediaRange(stringLiteral: text).invalidity == expected)
    }

    @Test(arguments: ["*/*", "text/*", "*/*+json", "text/*+xml;a=b"])
    func aMediaTypeIsConcrete(text: String) {
        let error = #expect(throws: MediaTypeSyntaxError.self) { try MediaType(text) }
        #expect(error?.reason == .notConcrete)
    }

    @Test func theMessageSaysWhereAndWhyInOneShortLine() {
        let hostile = "text/\u{1B}[31m\r\nX: y"
        let error = #expect(throws: MediaTypeSyntaxError.self) { try MediaType(hostile) }
        #expect(error?.description == #""text/\u{1B}[31m\r\nX: y", byte 5: the subtype after the slash is missing"#)
        let long = #expect(throws: MediaTypeSyntaxError.self) { try MediaType(String(repeating: "a", count: 9999)) }
        #expect((long?.description.utf8.count ?? .max) < 200)
    }
}
