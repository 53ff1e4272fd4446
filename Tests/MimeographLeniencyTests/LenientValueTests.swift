import Mimeograph
import MimeographJSON
import MimeographLeniency
import Testing

/// Single values for lists, numbers in texts, unknown cases, and defaults.
struct LenientValueTests {
    // MARK: OneOrMany

    struct Book: Codable, Equatable {
        @OneOrMany var authors: [String]
        @OneOrMany var pages: [Int]
    }

    @Test(arguments: AnyCoder.all) func singleValuesForLists(coder: AnyCoder) throws {
        let one = try coder.encode(Untidy.object(["authors": .text("Ada"), "pages": .number(7)]))
        let decoded = try coder.decode(Book.self, from: one)
        #expect(decoded == Book(authors: ["Ada"], pages: [7]))
        if !coder.hasTexts { #expect(decoded.$authors.isSingle && decoded.$pages.isSingle) }
        let list = Untidy.list([.text("Ada"), .text("Eve")])
        let many = try coder.encode(Untidy.object(["authors": list, "pages": .list([.number(1), .number(2)])]))
        let books = try coder.decode(Book.self, from: many)
        #expect(books == Book(authors: ["Ada", "Eve"], pages: [1, 2]))
        #expect(!books.$authors.isSingle && !books.$pages.isSingle)
        #expect(try coder.decode(Book.self, from: try coder.encode(decoded)) == decoded)
        #expect(try coder.decode(Book.self, from: try coder.encode(books)) == books)
    }

    @Test(arguments: AnyCoder.typed) func neitherOneNorMany(coder: AnyCoder) throws {
        let bodies: [Untidy] = [
            .object(["authors": .number(7), "pages": .number(7)]),
            .object(["authors": .text("Ada"), "pages": .list([.number(1), .text("2")])]),
            .object(["authors": .list([.list([.text("Ada")])]), "pages": .number(1)]),
            .object(["pages": .number(1)]),
        ]
        for body in bodies {
            let bytes = try coder.encode(body)
            #expect(throws: (any Error).self) { try coder.decode(Book.self, from: bytes) }
        }
    }

    /// A list that exceeds a limit is not a single value.
    @Test func limitsOfListsAreNotForgiven() throws {
        struct Limited: Decoder {
            var codingPath: [any CodingKey] { [] }
            var userInfo: [CodingUserInfoKey: Any] { [:] }
            func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
                throw SerializationError(.dataShape, "It is a list.")
            }
            func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
                throw SerializationError(.limitExceeded, "It is too large.")
            }
            func singleValueContainer() throws -> any SingleValueDecodingContainer {
                throw SerializationError(.dataShape, "It is a list.")
            }
        }
        #expect {
            try OneOrMany<Int>(from: Limited())
        } throws: {
            ($0 as? SerializationError)?.code == .limitExceeded
        }
    }

    @Test func nullIsAnOptionalElement() throws {
        struct Body: Codable { @OneOrMany var numbers: [Int?] }
        for coder in AnyCoder.all where coder.testDescription.hasSuffix("JSON") {
            let decoded = try coder.decode(Body.self, from: Array(#"{"numbers":null}"#.utf8))
            #expect(decoded.numbers == [nil] && decoded.$numbers.isSingle)
        }
    }

    // MARK: LosslessValue

    @Test func theSpellingOfNumbersIsLost() throws {
        let json = JSONFormat()
        #expect(try json.decode([LosslessValue<Int>].self, from: #"["007","+7"]"#.utf8).map(\.wrappedValue) == [7, 7])
        #expect(try json.decode([LosslessValue<String>].self, from: "[1.10]".utf8).map(\.wrappedValue) == ["1.1"])
    }

    @Test func cancellationsOfValuesAreNotForgiven() {
        struct Cancelled: LosslessStringConvertible, Decodable {
            var description: String { "" }
            init(_ text: String) {}
            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        #expect(throws: (any Error).self) {
            try JSONFormat().decode([LosslessValue<Cancelled>].self, from: "[1]".utf8)
        }
    }

    struct Order: Codable, Equatable {
        @LosslessValue var total: Int
        @LosslessValue var price: Double
        @LosslessValue var isPaid: Bool
        @LosslessValue var number: String
        var count: LosslessValue<Int8>?
    }

    @Test(arguments: AnyCoder.all) func valuesOfOtherTypes(coder: AnyCoder) throws {
        let expected = Order(
            total: -7,
            price: 2.5,
            isPaid: true,
            number: "12",
            count: LosslessValue(wrappedValue: 3)
        )
        let texts = Untidy.object([
            "total": .text("-7"), "price": .text("2.5"), "isPaid": .text("true"), "number": .number(12),
            "count": .text("3"),
        ])
        let converted = try coder.decode(Order.self, from: try coder.encode(texts))
        #expect(converted == expected)
        if !coder.hasTexts {
            #expect(converted.$total.isConverted && converted.$price.isConverted && converted.$isPaid.isConverted)
            #expect(converted.$number.isConverted && converted.count?.isConverted == true)
        }
        let decoded = try coder.decode(Order.self, from: try coder.encode(expected))
        #expect(decoded == expected)
        #expect(!decoded.$total.isConverted && !decoded.$price.isConverted && !decoded.$isPaid.isConverted)
        #expect(!decoded.$number.isConverted)
    }

    @Test(arguments: AnyCoder.typed) func textsOfNumbers(coder: AnyCoder) throws {
        struct Body: Codable { @LosslessValue var text: String }
        let texts: [(Untidy, String?)] = [
            (.number(.max), "9223372036854775807"), (.number(.min), "-9223372036854775808"), (.flag(false), "false"),
            (.real(0.1), "0.1"), (.real(-2.5), "-2.5"), (.real(0x1p60), nil), (.real(1e300), nil), (.list([]), nil),
            (.object([:]), nil),
        ]
        for (value, expected) in texts where expected != nil || coder.hasNull {
            let body = try coder.encode(Untidy.object(["text": value]))
            let text = try? coder.decode(Body.self, from: body).text
            // Some formats write 2^60 as an integer, which has an exact type.
            if case .real(0x1p60) = value {
                #expect(text.map { Int64($0) != nil } ?? true)
            } else {
                #expect(text == expected, "\(value)")
            }
        }
    }

    @Test(arguments: [
        "nan", "inf", "-infinity", "0x1p3", "1e999", "-1e999", "", " 1", "1 ", "1,5", "e", "\u{661}", "1\u{301}",
    ]) func noNumbers(text: String) throws {
        struct Body: Codable { @LosslessValue var value: Double }
        let bytes = try AnyCoder.json.encode(Untidy.object(["value": .text(text)]))
        let error = try #require(throws: SerializationError.self) {
            _ = try AnyCoder.json.decode(Body.self, from: bytes)
        }
        #expect(error.code == .dataShape)
        #expect(error.codingPath.map(\.stringValue) == ["value"])
        #expect(throws: SerializationError.self) {
            _ = try AnyCoder.json.decode([LosslessValue<Int>].self, from: Array("[\"\(text)\"]".utf8))
        }
    }

    @Test(.timeLimit(.minutes(1))) func longRunsOfMarksInValues() throws {
        let marks = "true" + String(repeating: "\u{301}\u{316}", count: 100_000)
        let body = "[\"\(marks)\"]"
        #expect(throws: SerializationError.self) {
            try JSONFormat().decode([LosslessValue<Bool>].self, from: body.utf8)
        }
        #expect(try JSONFormat().decode([LosslessValue<String>].self, from: body.utf8).count == 1)
    }

    // MARK: OpenEnum

    enum Role: String, Codable, Sendable { case author, reviewer }
    enum Level: Int, Codable, Sendable { case low = 1, high }

    struct User: Codable, Equatable, Sendable {
        var role: OpenEnum<Role>
        var level: OpenEnum<Level>
        var roles: [OpenEnum<Role>]
        var last: OpenEnum<Role>?
    }

    static let users: [User] = [
        User(role: .known(.author), level: .known(.high), roles: [.known(.reviewer)], last: .known(.author)),
        User(role: .unknown("editor"), level: .unknown(9), roles: [.unknown("x"), .known(.author)], last: nil),
    ]

    @Test(arguments: AnyCoder.all, users) func unknownCases(coder: AnyCoder, user: User) throws {
        let body = try coder.encode(user)
        let decoded = try coder.decode(User.self, from: body)
        #expect(decoded == user)
        #expect(decoded.role.known == user.role.known && decoded.level.known == user.level.known)
        #expect(try coder.decode(User.self, from: coder.encode(decoded)) == user)
    }

    @Test func rawValuesOfAnotherType() throws {
        #expect(throws: SerializationError.self) { try JSONFormat().decode([OpenEnum<Role>].self, from: "[1]".utf8) }
        #expect(throws: SerializationError.self) { try JSONFormat().decode([OpenEnum<Role>].self, from: "[null]".utf8) }
        #expect(throws: SerializationError.self) {
            try JSONFormat().decode([OpenEnum<Level>].self, from: "[\"1\"]".utf8)
        }
        #expect(OpenEnum<Role>(rawValue: "author") == .known(.author))
        #expect(OpenEnum<Role>.unknown("author") == .known(.author))
        #expect(OpenEnum<Role>(rawValue: "author").known == .author)
        #expect(Set([OpenEnum<Role>.unknown("author"), .known(.author), .unknown("b")]).count == 2)
    }

    /// Comparing it with the names of cases would take minutes.
    @Test(.timeLimit(.minutes(1))) func longRunsOfMarks() throws {
        let marks = "author" + String(repeating: "\u{301}\u{316}", count: 100_000)
        let decoded = try JSONFormat().decode([OpenEnum<Role>].self, from: "[\"\(marks)\"]".utf8)
        guard case .unknown(let text)? = decoded.first else {
            Issue.record("The case is known.")
            return
        }
        #expect(text.utf8.count == marks.utf8.count)
    }

    // MARK: DefaultCodable

    enum FirstPage: DefaultValue { static var defaultValue: Int { 1 } }

    struct Search: Codable, Equatable {
        @DefaultCodable<FirstPage> var page: Int
        @DefaultFalse var isExact: Bool
        @DefaultTrue var isFast: Bool
        @DefaultEmptyArray var tags: [String]
        @DefaultEmptyArray var ids: Set<Int>
        @DefaultEmptyDictionary var names: [String: String]
        @DefaultEmptyArray @LossyArray var numbers: [Int]
        @DefaultEmptyArray @OneOrMany var authors: [String]
    }

    @Test(arguments: AnyCoder.all) func missingKeys(coder: AnyCoder) throws {
        let body = try coder.encode(Untidy.object(["other": .number(1)]))
        let decoded = try coder.decode(Search.self, from: body)
        #expect(decoded.page == 1 && !decoded.isExact && decoded.isFast)
        #expect(decoded.tags.isEmpty && decoded.ids.isEmpty && decoded.names.isEmpty)
        #expect(decoded.numbers.isEmpty && decoded.authors.isEmpty)
        #expect(decoded.$page.isDefault && decoded.$isExact.isDefault && decoded.$isFast.isDefault)
        if !coder.hasTexts {
            #expect(decoded.$tags.isDefault && decoded.$ids.isDefault && decoded.$names.isDefault)
            #expect(decoded.$numbers.isDefault && decoded.$authors.isDefault)
        }
    }

    @Test(arguments: AnyCoder.withNull) func nulls(coder: AnyCoder) throws {
        let names = ["page", "isExact", "isFast", "tags", "ids", "names", "numbers", "authors"]
        let body = Untidy.object(Dictionary(uniqueKeysWithValues: names.map { ($0, .null) }))
        let decoded = try coder.decode(Search.self, from: try coder.encode(body))
        #expect(decoded == (try coder.decode(Search.self, from: try coder.encode(Untidy.object(["a": .number(1)])))))
        #expect(decoded.$page.isDefault && decoded.$numbers.isDefault)
        let pages = try coder.decode(
            [DefaultCodable<FirstPage>].self,
            from: try coder.encode([Untidy.null, .number(2)])
        )
        #expect(pages.map(\.wrappedValue) == [1, 2])
        #expect(pages.map(\.isDefault) == [true, false])
    }

    @Test(arguments: AnyCoder.all) func valuesInsteadOfDefaults(coder: AnyCoder) throws {
        let body = Untidy.object([
            "page": .number(3), "isExact": .flag(true), "isFast": .flag(false),
            "tags": .list([.text("a"), .text("b")]),
            "ids": .list([.number(1), .number(2)]), "names": .object(["a": .text("b")]),
            "numbers": .list([.number(1), .text("x"), .number(2)]), "authors": .text("Ada"),
        ])
        let decoded = try coder.decode(Search.self, from: try coder.encode(body))
        #expect(decoded.page == 3 && decoded.isExact && !decoded.isFast && decoded.tags == ["a", "b"])
        #expect(decoded.ids == [1, 2] && decoded.names == ["a": "b"])
        #expect(decoded.numbers == [1, 2] && decoded.authors == ["Ada"])
        #expect(!decoded.$page.isDefault && !decoded.$tags.isDefault && !decoded.$numbers.isDefault)
        #expect(decoded.$numbers.wrappedValue.skipped.map(\.index) == [1])
        #expect(try coder.decode(Search.self, from: coder.encode(decoded)) == decoded)
    }

    @Test(arguments: AnyCoder.all) func wrongValuesAreErrors(coder: AnyCoder) throws {
        for name in ["page", "isExact", "isFast"] {
            let body = try coder.encode(Untidy.object([name: .text("x")]))
            #expect(throws: (any Error).self, "\(name)") { try coder.decode(Search.self, from: body) }
        }
    }
}
