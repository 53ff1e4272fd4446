import Foundation
import Mimeograph
import MimeographCSV
import Testing

/// Rows of `Codable` types, decoded from whole tables.
@Suite struct CSVFormatTests {
    struct Person: Codable, Equatable, Sendable {
        var name: String
        var age: Int?
        var note: String?
    }

    enum Kind: String, Codable { case small, large }

    struct Everything: Codable, Equatable, Sendable {
        var text: String
        var yes: Bool
        var real: Double
        var single: Float
        var small: Int8
        var large: UInt64
        var huge: Int128
        var date: Date
        var data: Data
        var url: URL
        var decimal: Decimal
        var kind: Kind
        var nothing: Date?
        var empty: String?
    }

    static let everything = Everything(
        text: "a \"b\", c\r\nd\ne",
        yes: true,
        real: -1.25e-7,
        single: 0.1,
        small: -128,
        large: .max,
        huge: -170_141_183_460_469_231_731_687_303_715_884_105_728,
        date: Date(timeIntervalSince1970: 1_770_091_506),
        data: Data([0, 1, 255]),
        url: URL(fileURLWithPath: "/a b"),
        decimal: Decimal(string: "-1234.5678") ?? 0,
        kind: .large,
        nothing: nil,
        empty: ""
    )

    @Test func everyKindOfField() throws {
        let format = CSVFormat()
        let bytes = try format.encode([Self.everything])
        #expect(try format.decode([Everything].self, from: bytes) == [Self.everything])
        // Nil is an empty field, and an empty text has quotes.
        #expect(bytes.suffix(5) == Array(",\"\"\r\n".utf8))
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", maxSplits: 1)
        #expect(lines.first == "text,yes,real,single,small,large,huge,date,data,url,decimal,kind,nothing,empty")
    }

    @Test(arguments: [
        ("name,age,note\r\nAda,36,x\r\nBob,,\r\n", "CRLF"), ("name,age,note\nAda,36,x\nBob,,", "LF, no last line end"),
        ("note,age,name,other\nx,36,Ada,?\n,,Bob,?\n", "other columns"),
        ("\"name\",\"age\",\"note\"\n\"Ada\",\"36\",\"x\"\nBob,,\n", "quotes"),
        ("\u{FEFF}name,age,note\nAda,+36,x\n\n\nBob,,\n\n", "a mark and empty lines"),
    ])
    func people(body: String, comment: String) throws {
        let wanted = [Person(name: "Ada", age: 36, note: "x"), Person(name: "Bob")]
        #expect(try CSVFormat().decode([Person].self, from: body.utf8) == wanted)
    }

    @Test func rowsOfOtherTypes() throws {
        let body = "a,b\n1,2\n,x\n"
        let format = CSVFormat()
        #expect(try format.decode([[String]].self, from: body.utf8) == [["a", "b"], ["1", "2"], ["", "x"]])
        #expect(
            try format.decode([[String: String]].self, from: body.utf8) == [
                ["a": "1", "b": "2"], ["a": "", "b": "x"],
            ]
        )
        let optional = try format.decode([[String: String?]].self, from: body.utf8)
        #expect(optional[1]["b"] == .some("x"))
        #expect(optional[1].keys.contains("a"))
        #expect(optional[1]["a"] == .some(.none))
        #expect(try format.decode([[Int?]].self, from: "1,2\n3,\n".utf8) == [[1, 2], [3, nil]])
        #expect(try format.decode([Int].self, from: "1\n2\n".utf8) == [1, 2])
        #expect(try format.decode(Set<[Int]>.self, from: "1,2\n1,2\n".utf8) == [[1, 2]])
        #expect(try format.decode(ContiguousArray<[Int]>.self, from: "1,2\n".utf8) == [[1, 2]])
        #expect(try CSVFormat(header: .present).decode([[Int]].self, from: "a,b\n1,2\n".utf8) == [[1, 2]])
        let empty = try format.decode([Person].self, from: "".utf8)
        #expect(empty.isEmpty)
    }

    /// Types of your own around rows.
    @Test func wrappers() throws {
        struct People: Codable, Equatable {
            var people: [Person]
            init(people: [Person]) { self.people = people }
            init(from decoder: any Decoder) throws { people = try decoder.singleValueContainer().decode([Person].self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(people)
            }
        }
        struct OneByOne: Codable, Equatable {
            var people: [Person] = []
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd { people.append(try container.decode(Person.self)) }
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                for person in people { try container.encode(person) }
            }
        }
        struct Pair: Decodable, Equatable {
            var sum: Int
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                sum = try container.decode(Int.self) + container.decode(Int.self)
            }
        }
        let body = Array("name,age,note\r\nAda,36,x\r\n".utf8)
        let wrapped = try CSVFormat().decode(People.self, from: body)
        #expect(wrapped.people.count == 1)
        #expect(try CSVFormat().encode(wrapped) == body)
        let single = try CSVFormat().decode(OneByOne.self, from: body)
        #expect(single.people == wrapped.people)
        #expect(try CSVFormat().encode(single) == body)
        let pairs = try CSVFormat(header: .absent).decode([Pair].self, from: "1,2\n3,4\n".utf8)
        #expect(pairs.map(\.sum) == [3, 7])
    }

    @Test func withoutAHeader() throws {
        struct Numbered: Codable, Equatable {
            var name: String
            var age: Int
            enum CodingKeys: Int, CodingKey { case age = 0, name = 2 }
        }
        let wanted = [Person(name: "Ada", age: 36, note: "x"), Person(name: "Bob")]
        let body = "Ada,36,x\nBob,,\n"
        #expect(try CSVFormat(header: .absent).decode([Person].self, from: body.utf8) == wanted)
        #expect(try CSVFormat().decode([Person].self, from: body.utf8, as: "text/csv;header=absent") == wanted)
        let named = CSVFormat(header: .absent, columns: ["note", "age", "name"])
        #expect(try named.decode([Person].self, from: "x,36,Ada\n,,Bob\n".utf8) == wanted)
        let numbered = try CSVFormat(header: .absent).decode([Numbered].self, from: "36,?,Ada\n".utf8)
        #expect(numbered == [Numbered(name: "Ada", age: 36)])
        // The header option of the program takes precedence over the media type.
        #expect(
            try CSVFormat(header: .present).decode(
                [Person].self,
                from: ("name,age,note\n" + body).utf8,
                as: "text/csv;header=absent"
            )
                == wanted
        )
    }

    @Test func options() throws {
        struct Row: Codable, Equatable { var firstName: String; var when: Date; var note: String? }
        var format = CSVFormat(delimiter: .semicolon)
        format.keyStrategy = .snakeCase
        format.dateStrategy = .secondsSince1970
        format.emptyFieldIsNil = false
        let rows = [Row(firstName: "A;b", when: Date(timeIntervalSince1970: 5), note: "")]
        let bytes = try format.encode(rows)
        #expect(String(decoding: bytes, as: UTF8.self) == "first_name;when;note\r\n\"A;b\";5.0;\r\n")
        #expect(try format.decode([Row].self, from: bytes) == rows)
        let tabs = CSVFormat.tabSeparated
        #expect(try tabs.decode([[String]].self, from: "\"a\tb\"\n".utf8) == [["\"a", "b\""]])
        #expect(tabs.contentType == "text/tab-separated-values;charset=utf-8")
        #expect(CSVDelimiter("|") != nil)
        for character in ["\"", "\n", "\r", "\0", "é"] as [Unicode.Scalar] { #expect(CSVDelimiter(character) == nil) }
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("1", 1), ("1.5", 1.5), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1E-3", 0.001),
            ("+2.5", 2.5),
            ("0.1", 0.1), ("123456789.123456789", 123_456_789.123_456_789), ("9007199254740993", 9_007_199_254_740_992),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
            ("0.30000000000000004", 0.1 + 0.2),
            ("123456789012345678901234567890", 0x1.8ee90ff6c373ep96), ("inf", .infinity), ("-inf", -.infinity),
        ] as [(String, Double)]
    )
    func numbers(text: String, value: Double) throws {
        #expect(try CSVFormat().decode([Double].self, from: text.utf8) == [value])
        if value.isFinite, value < 1e38, let float = Float(text) {
            #expect(try CSVFormat().decode([Float].self, from: text.utf8) == [float])
        }
    }

    @Test(arguments: [
        "", " 1", "1 ", "0x10", "1_000", "nan(0x1)", "-", "+", ".", "e5", "1e", "1,0", "--1", "infinity", "1e999", "１",
    ])
    func noNumbers(text: String) {
        for body in ["\"\(text)\"", "\"\(text)\"\n"] {
            #expect(throws: SerializationError.self) { try CSVFormat().decode([Double].self, from: body.utf8) }
            #expect(throws: SerializationError.self) { try CSVFormat().decode([Int].self, from: body.utf8) }
        }
    }

    @Test(
        arguments: [
            ("127", Int8(127)), ("-128", -128), ("+7", 7), ("007", 7), ("128", nil), ("-129", nil),
            ("99999999999999999999", nil),
        ] as [(String, Int8?)]
    )
    func integers(text: String, value: Int8?) {
        #expect((try? CSVFormat().decode([Int8].self, from: text.utf8).first) == value)
    }

    @Test func booleans() throws {
        let texts = "true\nTRUE\nTrue\n1\nfalse\nFALSE\n0\n"
        #expect(try CSVFormat().decode([Bool].self, from: texts.utf8) == [true, true, true, true, false, false, false])
        for text in ["yes", "2", "tru", "on", "T\u{52}UE\u{0}"] {
            #expect(throws: SerializationError.self) { try CSVFormat().decode([Bool].self, from: text.utf8) }
        }
    }

    /// A superclass shares the row.
    @Test func classes() throws {
        class Base: Codable { var a = 0 }
        final class Derived: Base {
            var b = 0
            private enum CodingKeys: CodingKey { case b }
            required init(from decoder: any Decoder) throws {
                b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
                try super.init(from: decoder)
            }
        }
        let rows = try CSVFormat().decode([Derived].self, from: "b,a\n1,2\n3,4\n".utf8)
        #expect(rows.map(\.a) == [2, 4])
        #expect(rows.map(\.b) == [1, 3])
    }

    /// A type may keep its container. It never reads another row's memory, and the next rows are right.
    @Test func keptContainers() throws {
        final class Keeper: Decodable {
            let a: Int
            let container: KeyedDecodingContainer<CodingKeys>
            enum CodingKeys: CodingKey { case a }
            init(from decoder: any Decoder) throws {
                container = try decoder.container(keyedBy: CodingKeys.self)
                a = try container.decode(Int.self, forKey: .a)
            }
        }
        let rows = try CSVFormat().decode([Keeper].self, from: "a\n1\n2\n3\n".utf8)
        #expect(rows.map(\.a) == [1, 2, 3])
        for row in rows {
            #expect(throws: (any Error).self) { try row.container.decode(Int.self, forKey: .a) }
        }
    }

    @Test func wideRows() throws {
        let count = 3_000
        let header = (0..<count).map { "c\($0)" }.joined(separator: ",")
        let row = (0..<count).map { "\($0)" }.joined(separator: ",")
        struct Last: Decodable { var c2999: Int; var c0: Int; var c1500: Int; var missing: Int? }
        let body = Array(([header] + Array(repeating: row, count: 20)).joined(separator: "\n").utf8)
        let rows = try CSVFormat().decode([Last].self, from: body)
        #expect(rows.count == 20)
        #expect(rows.allSatisfy { $0.c2999 == 2999 && $0.c0 == 0 && $0.c1500 == 1500 && $0.missing == nil })
        let table = try CSVFormat().decode([[String: Int]].self, from: body)
        #expect(table[19]["c77"] == 77)
    }

    @Test func emptyQuotesAreNilWhereTheyAreNoValue() throws {
        enum Size: String, Decodable { case small, large }
        enum Unit: String, Decodable {
            case none = ""
            case meter
        }
        struct Row: Decodable, Equatable {
            var id: UUID?
            var size: Size?
            var unit: Unit?
            var name: String?
            var count: Int?
        }
        let rows = try CSVFormat().decode([Row].self, from: "id,size,unit,name,count\n\"\",\"\",\"\",\"\",\"\"\n".utf8)
        #expect(rows == [Row(unit: Unit.none, name: "")])
    }
}
