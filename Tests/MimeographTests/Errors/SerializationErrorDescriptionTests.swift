import Foundation
import Mimeograph
import Testing

@Suite struct SerializationErrorDescriptionTests {
    struct Key: CodingKey {
        var stringValue: String
        var intValue: Int?
        init(stringValue: String) { self.stringValue = stringValue }
        init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    }

    @Test func everyLine() {
        var error = SerializationError(
            .dataShape,
            "A number is expected.",
            at: SourceLocation(offset: 120, line: 3, column: 17),
            codingPath: [Key(stringValue: "users"), Key(intValue: 3), Key(stringValue: "age")],
            remedy: "Decode an optional.",
            underlying: [SerializationError(.syntax, "Inner.", remedy: "Inner remedy.")]
        )
        error.head = ResponseHead(status: 404, url: "https://ada:secret@example.com:8080/users?token=secret#x")
        error.body = Array("body secret".utf8)
        error.decodedBody = "decoded secret"
        #expect(
            error.description == """
                A number is expected.
                  at users[3].age, line 3, column 17 (byte 120)
                  in GET 404 Not Found, https://example.com:8080/users?…
                  because: Inner.
                Decode an optional.
                """
        )
        #expect(
            error.debugDescription == """
                A number is expected.
                  at users[3].age, line 3, column 17 (byte 120)
                  in GET 404 Not Found, https://example.com:8080/users?…
                  because: Inner.
                    Inner remedy.
                Decode an optional.
                """
        )
        #expect(!"\(error)".contains("secret"))
        #expect(error.decodedBody as? String == "decoded secret")
    }

    /// Swift treats a separator and a following accent as one character, unlike other programs.
    @Test(
        arguments: [
            ("https://ada:secret@\u{301}example.com/", "https://\u{301}example.com/"),
            ("https:/\u{301}/a", "https:/\u{301}/a"), ("https://a/b?\u{301}secret", "https://a/b?…"),
            ("https://a/b#\u{301}secret", "https://a/b"), ("https://ada:secret@a/\u{301}b", "https://a/\u{301}b"),
            ("/a@b", "/a@b"), ("//secret@b", "//b"),
        ]
    )
    func marksHideNoSeparator(_ url: String, _ shown: String) {
        var error = SerializationError(.syntax, "No.")
        error.head = ResponseHead(status: 200, url: url)
        #expect(!error.description.contains("secret"))
        #expect(error.description.contains(shown))
    }

    @Test func aPlainErrorIsOneLine() {
        #expect(SerializationError(.emptyBody, "The body is empty.").description == "The body is empty.")
    }

    @Test(arguments: [
        ("/relative?q", "/relative?…"), ("http://h/a@b", "http://…@b"), ("//u:p@h", "//h"), ("", ""),
        ("https://u@v@h/", "https://h/"), ("https://h/\r\nX: y", "https://h/??X: y"), ("https://h?u@x", "https://…"),
        ("https:/u@h/", "https:h/"), ("https://", "https://"), ("/", "/"), ("https://h#u:p@x", "https://…"),
    ])
    func urls(url: String, shown: String) {
        var error = SerializationError(.syntax, "Bad.")
        error.head = ResponseHead(status: 200, url: url)
        #expect(error.description == "Bad.\n  in GET 200 OK, \(shown)")
    }

    @Test func aLongURLIsCut() {
        var error = SerializationError(.syntax, "Bad.")
        error.head = ResponseHead(status: 299, url: "https://h/" + String(repeating: "a", count: 100_000))
        #expect(error.description.utf8.count < 400)
        #expect(error.description.hasSuffix("…"))
    }

    @Test func chainsAndCrowdsAreBounded() {
        var chain = SerializationError(.syntax, "Innermost.")
        for _ in 0..<1000 { chain = SerializationError(.syntax, "Outer.", underlying: [chain]) }
        #expect(chain.debugDescription.split(separator: "\n").count < 20)
        #expect(chain.debugDescription.contains("not shown"))
        let crowd = SerializationError(
            .allAttemptsFailed,
            "All failed.",
            underlying: (0..<100).map { SerializationError(.syntax, "Attempt \($0).") }
        )
        #expect(crowd.debugDescription.contains("and 84 more errors"))
        #expect(crowd.description.split(separator: "\n").count == 6)
        #expect(crowd.description.hasSuffix("  because of 96 more errors: see debugDescription"))
        #expect(chain.description.split(separator: "\n").count == 2)
        var tree = SerializationError(.syntax, "Leaf.")
        for _ in 0..<8 {
            let branch = tree
            tree = SerializationError(.allAttemptsFailed, "All failed.", underlying: (0..<16).map { _ in branch })
        }
        #expect(tree.debugDescription.split(separator: "\n").count < 200)
    }

    @Test func errorsOfOthersTellTheirTypeOnly() throws {
        struct Leaky: Error { var text = "body secret" }
        let decoding = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([String: Int].self, from: Data(#"{"a":"body secret"}"#.utf8))
        }
        let error = SerializationError(.syntax, "Bad.", underlying: [Leaky(), decoding, CancellationError()])
        #expect(
            error.description == """
                Bad.
                  because: an error of type Leaky
                  because: a value is not of type Int, at a
                  because: the task was cancelled
                """
        )
    }

    /// Decoders name `Array<Any>` if they expected an array; the message says "an array".
    @Test func namesContainers() {
        let context = DecodingError.Context(codingPath: [], debugDescription: "")
        let errors: [(DecodingError, String)] = [
            (.typeMismatch([Any].self, context), "a value is not an array"),
            (.valueNotFound([Any].self, context), "an array is missing"),
            (.typeMismatch([String: Any].self, context), "a value is not an object"),
            (.valueNotFound(Int.self, context), "a value of type Int is missing"),
        ]
        for (underlying, sentence) in errors {
            let error = SerializationError(.dataShape, "Bad.", underlying: [underlying])
            #expect(error.description == "Bad.\n  because: \(sentence)")
        }
    }
}
