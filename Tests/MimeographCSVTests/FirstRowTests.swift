import Foundation
import Mimeograph
import MimeographCSV
import TestSupport
import Testing

/// The first line is a header for rows that are read by names, and a row for all others, whatever their types.
@Suite struct FirstRowTests {
    enum Color: String, Codable { case red, green }

    struct Wrapped<Content: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        var content: Content

        init(_ content: Content) { self.content = content }
        init(from decoder: any Decoder) throws {
            content = try decoder.singleValueContainer().decode(Content.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(content)
        }
    }

    /// Two fields by position.
    struct Pair: Codable, Equatable {
        var name: String
        var number: Int?

        init(_ name: String, _ number: Int?) { (self.name, self.number) = (name, number) }
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            name = try container.decode(String.self)
            number = try container.decodeNil() ? nil : try container.decode(Int.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(name)
            if let number { try container.encode(number) } else { try container.encodeNil() }
        }
    }

    struct Person: Codable, Equatable { var name: String }

    private func check<Row: Codable & Equatable & Sendable>(_ rows: [Row], _ format: CSVFormat = CSVFormat()) throws {
        let bytes = try format.encode(rows)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(try format.decode([Row].self, from: bytes) == rows, "\(text)")
        #expect(try format.decode([Row].self, from: bytes, as: "text/csv;header=present") == rows, "\(text)")
        for size in [1, 3, 4096] {
            let parser = try format.makeParser(of: Row.self, as: nil, limits: .standard)
            #expect(try parser.parse(bytes, inChunksOf: size) == rows, "\(text)")
        }
    }

    @Test func rowsOfSingleValues() throws {
        try check([1, 2] as [Int?])
        try check([nil, 2] as [Int?])
        try check(["", nil, "a"] as [String?])
        try check([UUID(), UUID()])
        try check([Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 60)])
        try check([Date(timeIntervalSince1970: 0), nil] as [Date?])
        try check([Decimal(1), Decimal(-2)])
        try check([URL(fileURLWithPath: "/a")])
        try check([Data([1]), Data(), Data([2])])
        try check([Data(), nil] as [Data?])
        try check([Color.red, .green])
        try check([Wrapped(1), Wrapped(2)])
        try check([Wrapped("name"), Wrapped("b")])
        try check([Wrapped([1, 2]), Wrapped([3, 4])])
        try check([CGFloat(1.5), 2])
        try check([1..<2, 3..<4])
    }

    @Test func rowsByPosition() throws {
        try check([Pair("a", nil), Pair("b", 1)])
        try check([[1, nil], [nil, 2]] as [[Int?]])
        try check([[1, 2], [3, 4]] as [[Int]?])
    }

    @Test func rowsByNames() throws {
        try check([Person(name: "a"), Person(name: "b")])
        try check([Wrapped(Wrapped(["a": 1])), Wrapped(Wrapped(["a": 2]))])
        // A type that needs names gets them, although the probe first runs it with the header line.
        #expect(try CSVFormat().decode([Person?].self, from: "name\r\na\r\n".utf8) == [Person(name: "a")])
    }

    @Test func rowsAfterNamesOfTheFormat() throws {
        let format = CSVFormat(columns: ["a", "b"])
        try check([[1, 2], [3, 4]], format)
        try check([Pair("x", 1)], format)
        #expect(try format.encode([[1, 2]]) == Array("a,b\r\n1,2\r\n".utf8))
        try check([["a": 1, "b": 2]], format)
        #expect(try format.decode([[Int]].self, from: "1,2\r\n".utf8) == [[1, 2]])
        #expect(throws: SerializationError.self) { try format.decode([[Int]].self, from: "1,2,3\r\n".utf8) }
    }

    @Test func rowsWithoutNamesHaveNoHeader() throws {
        let error = #expect(throws: SerializationError.self) { try CSVFormat(header: .present).encode([[1, 2]]) }
        #expect(error?.code == .unencodableValue)
        let table = CSVTable(header: ["a"], rows: [["1"]])
        #expect(try CSVFormat(header: .present).encode(table) == Array("a\r\n1\r\n".utf8))
    }

    /// A type that is not an array must have rows with names; single fields could not be distinguished from a header.
    @Test func onlyArraysHaveRowsByPosition() throws {
        for value in [Wrapped(SIMD3<Double>(1, 2, 3))] {
            #expect(throws: SerializationError.self) { try CSVFormat().encode(value) }
        }
        #expect(throws: SerializationError.self) { try CSVFormat().encode(IndexPath(indexes: [1, 2])) }
        #expect(throws: SerializationError.self) { try CSVFormat().encode([0.5: 1]) }
        for rows in [[3, 1]] as [Set<Int>] {
            let bytes = try CSVFormat().encode(rows)
            #expect(try CSVFormat().decode(Set<Int>.self, from: bytes) == rows)
        }
        let rows = ContiguousArray([[1, 2], [3, 4]])
        #expect(try CSVFormat().decode(ContiguousArray<[Int]>.self, from: CSVFormat().encode(rows)) == rows)
    }

    /// A row that needs a value from `userInfo`.
    struct Informed: Decodable, Equatable {
        static let key = CodingUserInfoKey(rawValue: "prefix")
        struct Missing: Error {}
        var text: String
        init(_ text: String) { self.text = text }
        init(from decoder: any Decoder) throws {
            guard let key = Self.key, let prefix = decoder.userInfo[key] as? String else { throw Missing() }
            var container = try decoder.unkeyedContainer()
            text = prefix + (try container.decode(String.self))
        }
    }

    @Test func theFirstRowHasTheUserInfo() throws {
        var format = CSVFormat()
        let key = try #require(Informed.key)
        format.userInfo[key] = "p-"
        let rows = try format.decode([Informed].self, from: "a,1\r\nb,2\r\n".utf8)
        #expect(rows == [Informed("p-a"), Informed("p-b")])
    }

    @Test func emptyDataIsNotNil() throws {
        struct Row: Codable, Equatable, Sendable {
            var data: Data
            var optional: Data?
        }
        try check([Row(data: Data(), optional: Data()), Row(data: Data([1]), optional: nil)])
    }
}
