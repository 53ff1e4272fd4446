import Mimeograph
import MimeographCSV
import TestSupport
import Testing

/// Errors in tables, and their locations.
@Suite struct CSVErrorTests {
    struct Row: Codable, Sendable {
        var a: Int
        var b: String?
    }

    /// Quotes, delimiters and line ends in quoted fields, at each offset of a block of 64 bytes and of a chunk.
    @Test(arguments: 0..<60) func quotedFieldsInEveryBlock(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = ["\"\"", "\r", "\n", "\r\n", ",", "é", "x", String(repeating: "y", count: 29)]
        var body = ""
        var rows: [[String]] = []
        for _ in 0..<12 {
            var row: [String] = []
            for column in 0..<3 {
                let count = Int.random(in: 0...(column == 1 ? 60 : 3), using: &generator)
                let field = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                row.append(field)
                body += (column == 0 ? "" : ",") + "\"" + field + "\""
            }
            rows.append(row.map { $0.replacing("\"\"", with: "\"") })
            body += "\r\n"
        }
        let bytes = Array(body.utf8)
        #expect(try CSVFormat().decode([[String]].self, from: bytes) == rows)
        // The line in the error of a short row shows how many lines were counted.
        let broken = bytes + Array("z\r\n".utf8)
        let lines = bytes.indices.count { bytes[$0] == 0x0A || bytes[$0] == 0x0D && bytes[$0 + 1] != 0x0A }
        let location = SourceLocation(offset: bytes.count + 1, line: lines + 1, column: 2)
        let error = try #require(throws: SerializationError.self) {
            try CSVFormat().decode([[String]].self, from: broken)
        }
        #expect(error.location == location)
        for size in [1, 7, 63, 64, 65, 1000] {
            #expect(try Self.stream(bytes, size, of: [String].self) == rows)
            let other = try #require(throws: SerializationError.self) {
                _ = try Self.stream(broken, size, of: [String].self)
            }
            #expect(other.location == location)
        }
    }

    /// Keys of every size, which are compared by their bytes or by their texts.
    @Test func keysOfAllKinds() throws {
        struct Rows: Decodable, Equatable {
            enum Only: String, CodingKey { case b }
            enum Two: String, CodingKey { case a, c }
            struct Wide: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            struct Short: CodingKey {
                let letters: (UInt8, UInt8, UInt8)
                var stringValue: String { String(UnicodeScalar(letters.2)) }
                var intValue: Int? { nil }
                init(_ last: UInt8) { letters = (1, 2, last) }
                init?(stringValue: String) { nil }
                init?(intValue: Int) { nil }
            }
            var values: [Int] = []

            init(values: [Int]) { self.values = values }
            init(from decoder: any Decoder) throws {
                let two = try decoder.container(keyedBy: Two.self)
                let isOdd = try two.decode(Int.self, forKey: .a) % 2 == 1
                values.append(try two.decode(Int.self, forKey: isOdd ? .c : .a))
                values.append(try decoder.container(keyedBy: Only.self).decode(Int.self, forKey: .b))
                let wide = try decoder.container(keyedBy: Wide.self)
                values.append(try wide.decode(Int.self, forKey: Wide(stringValue: isOdd ? "a" : "c")))
                let short = try decoder.container(keyedBy: Short.self)
                values.append(try short.decode(Int.self, forKey: Short(isOdd ? 0x62 : 0x61)))
            }
        }
        let rows = try CSVFormat().decode([Rows].self, from: Array("a,b,c\n1,2,3\n4,5,6\n7,8,9\n10,11,12\n".utf8))
        #expect(rows == [[3, 2, 1, 2], [4, 5, 6, 4], [9, 8, 7, 8], [10, 11, 12, 10]].map(Rows.init(values:)))
    }

    @Test(
        arguments: [
            ("a,b\r\n1,2,3\r\n", .syntax, 2, 5, 9), ("a,b\r\n1\r\n", .syntax, 2, 2, 6),
            ("a,b\r\n1,\"c\nd\"e", .syntax, 3, 3, 12),
            ("a,b\r\n1,\"c\nd\"\r\n2,x\"", .syntax, 4, 4, 17), ("a,b\r1", .syntax, 1, 4, 3),
            ("a,b\n1,x\ry\n", .syntax, 2, 4, 7),
            ("a,b\n1,\"c\"\ry\n", .syntax, 2, 6, 9), ("a,b\n1,\"c", .truncated, 2, 5, 8),
            ("a,b\n1,c\r", .truncated, 2, 4, 7),
            ("a,a\n1,2\n", .syntax, 1, 3, 2), ("a,\n1,2\n", .syntax, 1, 3, 2), ("a,\"\"\n", .syntax, 1, 4, 3),
            ("\n1\n", .syntax, 1, 1, 0),
            ("\u{FEFF}a,a\n", .syntax, 1, 6, 5), ("a,b\n1,é\u{0}\n1,2,3\n", .syntax, 3, 5, 14),
            ("a,b\nx,2\n", .dataShape, 2, 1, 4), ("a,b\n1,2\n,2\n", .dataShape, 3, 1, 8),
            ("b,c\n1,2\n", .dataShape, 2, 1, 4),
        ] as [(String, SerializationError.Code, Int, Int, Int)]
    )
    func locations(body: String, code: SerializationError.Code, line: Int, column: Int, offset: Int) throws {
        let bytes = Array(body.utf8)
        let error = try #require(throws: SerializationError.self) { try CSVFormat().decode([Row].self, from: bytes) }
        #expect(error.code == code)
        #expect(error.location == SourceLocation(offset: offset, line: line, column: column), "\(error)")
        #expect(error.remedy != nil)
        // A stream has the same errors, for every chunk size.
        for size in [1, 2, 7, 4096] {
            let other = try #require(throws: SerializationError.self) { _ = try Self.stream(bytes, size) }
            #expect(other.code == code)
            #expect(other.location == error.location)
            #expect(code == .dataShape || other.message == error.message)
        }
    }

    @Test(
        arguments: [
            [0x61, 0x0A, 0xC3, 0x28], [0x61, 0x0A, 0xFF], [0x61, 0x0A, 0xED, 0xA0, 0x80], [0x61, 0x0A, 0xC0, 0xAF],
            [0x61, 0x0A, 0xF4, 0x90, 0x80, 0x80],
            [0x61, 0x0A, 0xE2, 0x82], [0x61, 0x0A, 0x80],
        ] as [[UInt8]]
    )
    func badText(body: [UInt8]) throws {
        let error = try #require(throws: SerializationError.self) {
            try CSVFormat().decode([[String]].self, from: body)
        }
        #expect(error.code == .invalidText)
        #expect(error.location == SourceLocation(offset: 2, line: 2, column: 1))
        #expect(throws: SerializationError.self) { _ = try Self.stream(body + [0x0A], 1) }
    }

    @Test func codingPaths() throws {
        let error = try #require(throws: SerializationError.self) {
            try CSVFormat().decode([Row].self, from: "a,b\n1,2\nx,2\n".utf8)
        }
        #expect(error.codingPath.map(\.stringValue) == ["Index 1", "a"])
        #expect(error.message.contains("[1].a"))
        // The message does not contain the text of the field.
        let secret = try #require(throws: SerializationError.self) {
            try CSVFormat().decode([Row].self, from: "a\nsecret\n".utf8)
        }
        #expect(!"\(secret)".contains("secret"))
    }

    @Test func shapes() throws {
        struct Nested: Codable { var a: [Int] }
        struct Deep: Codable { var a: Row }
        for read in [
            { _ = try CSVFormat().decode([Nested].self, from: "a\n1\n".utf8) },
            { _ = try CSVFormat().decode([Deep].self, from: "a\n1\n".utf8) },
            { _ = try CSVFormat().decode(Row.self, from: "a\n1\n".utf8) },
            { _ = try CSVFormat().decode(Int.self, from: "1\n".utf8) },
            { _ = try CSVFormat().decode([Int].self, from: "1,2\n".utf8) },
            { _ = try CSVFormat(header: .absent).decode([[String: String]].self, from: "1,2\n".utf8) },
        ] as [() throws -> Void] {
            let error = try #require(throws: SerializationError.self, performing: read)
            #expect(error.code == .dataShape, "\(error)")
            #expect(error.remedy != nil)
        }
    }

    @Test func names() throws {
        let marks = "a" + String(repeating: "\u{301}", count: 40)
        let error = try #require(throws: SerializationError.self) {
            try CSVFormat().decode([[String: String]].self, from: "\(marks)\n1\n".utf8)
        }
        #expect(error.code == .limitExceeded)
        #expect(throws: SerializationError.self) { try CSVFormat().decode(Set<String>.self, from: "\(marks)\n".utf8) }
        // Two spellings of a name are two names.
        let body = "\u{E9},e\u{301}\n1,2\n"
        let rows = try CSVFormat().decode([[String]].self, from: body.utf8)
        #expect(rows[0].count == 2)
    }

    @Test func limits() throws {
        var limits = DecodingLimits.standard
        limits.elements = 4
        let body = Array("a,b\n1,2\n3,4\n".utf8)
        let error = try #require(throws: SerializationError.self) {
            try CSVFormat().decode([[String]].self, from: body, limits: limits)
        }
        #expect(error.limit?.limit == .elements)
        #expect(error.location == SourceLocation(offset: 9, line: 3, column: 2))
        // Each row of a stream has its own limit.
        let rows = try Self.stream(body, 3, of: [String].self, limits: limits)
        #expect(rows.count == 3)
        limits.inputBytes = 4
        #expect(try Self.stream(body, 3, of: [String].self, limits: limits).count == 3)
        limits.inputBytes = 3
        for size in [1, 2, 100] {
            let error = try #require(throws: SerializationError.self) {
                try Self.stream(body, size, of: [String].self, limits: limits)
            }
            #expect(error.limit?.limit == .inputBytes)
            #expect(error.location?.offset == 3)
        }
    }

    /// A field without an end is rejected before it is buffered; many columns take time in proportion to their number.
    @Test func largeFields() throws {
        let chunk = [UInt8](repeating: 0x61, count: 1 << 16)
        var parser = try CSVFormat().makeParser(of: [String].self, as: nil, limits: .standard)
        var rows: [[String]] = []
        var fed = 0
        let quote: [UInt8] = [0x22]
        try parser.consume(quote.span, into: &rows)
        let error = try #require(throws: SerializationError.self) {
            while fed < 100 << 20 {
                try parser.consume(chunk.span, into: &rows)
                fed += chunk.count
            }
        }
        #expect(error.limit?.limit == .inputBytes)
        #expect(fed <= 9 << 20)
        let columns = Array(String(repeating: ",", count: 999_999).utf8)
        let wide = try CSVFormat().decode([[String]].self, from: columns)
        #expect(wide.first?.count == 1_000_000)
        let names = Array((0..<300_000).map { "c\($0)" }.joined(separator: ",").utf8)
        struct Last: Decodable { var c299999: Int }
        #expect(try CSVFormat().decode([Last].self, from: names).isEmpty)
        var small = DecodingLimits.standard
        small.elements = 1000
        #expect(throws: SerializationError.self) { try CSVFormat().decode([Last].self, from: names, limits: small) }
    }

    static func stream<T: Decodable & Sendable>(
        _ bytes: [UInt8],
        _ size: Int,
        of type: T.Type = Row.self,
        format: CSVFormat = CSVFormat(),
        as mediaType: MediaType? = nil,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> [T] {
        var parser = try format.makeParser(of: type, as: mediaType, limits: limits)
        var rows: [T] = []
        var start = 0
        while start < bytes.count {
            let chunk = Array(bytes[start..<min(start + size, bytes.count)])
            try parser.consume(chunk.span, into: &rows)
            start += size
        }
        try parser.finish(into: &rows)
        return rows
    }
}
