import Foundation
import Mimeograph
import MimeographCSV
import Testing

/// Rows that might not be read back as they were written: they are rejected, or they are read back.
@Suite struct CSVDictionaryTests {
    enum Name: String, Codable, CodingKeyRepresentable { case a, b }

    struct Wrapper: Codable, Equatable {
        var members: [String: Int]
        init(_ members: [String: Int]) { self.members = members }
        init(from decoder: any Decoder) throws {
            members = try decoder.singleValueContainer().decode([String: Int].self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(members)
        }
    }

    private func refusal(_ rows: some Encodable, _ format: CSVFormat = CSVFormat()) -> SerializationError.Code? {
        do throws(SerializationError) {
            _ = try format.encode(rows)
            return nil
        } catch {
            return error.code
        }
    }

    /// A dictionary has every column as a member, so a row that lacks one would be read back with it.
    @Test func aDictionaryWithoutAColumnIsRefused() throws {
        #expect(refusal([["a": "x", "b": "y"], ["a": "z"]]) == .unencodableValue)
        #expect(refusal([["a": 1, "b": 2], ["b": 3]]) == .unencodableValue)
        #expect(refusal([[1: "x", 2: "y"], [1: "z"]]) == .unencodableValue)
        #expect(refusal([[Name.a: 1, .b: 2], [.a: 3]]) == .unencodableValue)
        #expect(refusal([Wrapper(["a": 1, "b": 2]), Wrapper(["a": 3])]) == .unencodableValue)
        #expect(refusal([["a": 1]], CSVFormat(columns: ["a", "b"])) == .unencodableValue)
        let rows: [[String: Int?]] = [["a": 1, "b": nil], ["a": nil, "b": 2]]
        #expect(try CSVFormat().decode([[String: Int?]].self, from: CSVFormat().encode(rows)) == rows)
        let wrapped = [Wrapper(["a": 1, "b": 2]), Wrapper(["a": 3, "b": 4])]
        #expect(try CSVFormat().decode([Wrapper].self, from: CSVFormat().encode(wrapped)) == wrapped)
    }

    @Test func aDictionaryNeedsNames() throws {
        let format = CSVFormat(header: .absent)
        #expect(refusal([["a": 1, "b": 2]], format) == .unencodableValue)
        #expect(refusal([["a": "1"]], format) == .unencodableValue)
        for type in ["text/csv; header=absent"] as [MediaType] {
            func code<Row: Decodable>(_ type: Row.Type, as media: MediaType) -> SerializationError.Code? {
                do throws(SerializationError) {
                    _ = try CSVFormat().decode([Row].self, from: "1,2\r\n".utf8, as: media)
                    return nil
                } catch {
                    return error.code
                }
            }
            #expect(code([String: Int].self, as: type) == .dataShape)
            #expect(code([Int: String].self, as: type) == .dataShape)
            #expect(code([Name: Int].self, as: type) == .dataShape)
            #expect(code(Wrapper.self, as: type) == .dataShape)
        }
        let named = CSVFormat(header: .absent, columns: ["a", "b"])
        let rows = [["a": 1, "b": 2]]
        #expect(try named.decode([[String: Int]].self, from: named.encode(rows)) == rows)
    }

    /// The names in a `[String: …]` are data, which no strategy changes.
    @Test func strategiesKeepTheNamesOfDictionaries() throws {
        var format = CSVFormat()
        format.keyStrategy = .snakeCase
        let rows = [["first_name": 1]]
        #expect(try format.decode([[String: Int]].self, from: format.encode(rows)) == rows)
        let wrapped = [Wrapper(["first_name": 1])]
        #expect(try format.decode([Wrapper].self, from: format.encode(wrapped)) == wrapped)
    }

    @Test(arguments: [Double.nan, -.nan, .signalingNaN, Double(nan: 7, signaling: false)])
    func notANumber(_ value: Double) throws {
        struct Row: Codable { var d: Double, f: Float, o: Double? }
        let bytes = try CSVFormat().encode([Row(d: value, f: Float(value), o: value)])
        #expect(bytes == Array("d,f,o\r\nnan,nan,nan\r\n".utf8))
        let row = try #require(try CSVFormat().decode([Row].self, from: bytes).first)
        #expect(row.d.isNaN && row.f.isNaN && row.o?.isNaN == true)
        let rows = try CSVFormat().decode([[Double]].self, from: CSVFormat().encode([[value]]))
        #expect(rows.first?.first?.isNaN == true)
        #expect(refusal([[Decimal.nan]]) == .unencodableValue)
    }

    /// An empty field is nil for every optional except a text, however it is decoded.
    @Test func optionalsWithoutEmptyTexts() throws {
        var format = CSVFormat()
        format.emptyFieldIsNil = false
        struct Box<Value: Codable & Equatable>: Codable, Equatable {
            var value: Value
            init(_ value: Value) { self.value = value }
            init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(value)
            }
        }
        struct Row: Codable, Equatable {
            var a: Int, data: Data? = nil, box: Box<Int>? = nil, name: Name? = nil, text: String?
        }
        let rows = [Row(a: 1, text: ""), Row(a: 2, data: Data([1]), box: Box(3), name: .a, text: "x")]
        #expect(try format.decode([Row].self, from: format.encode(rows)) == rows)
        let positions: [[Int?]] = [[1, nil, 3], [nil, 2, nil]]
        #expect(try format.decode([[Int?]].self, from: format.encode(positions)) == positions)
        let members: [[String: Int?]] = [["a": 1, "b": nil]]
        #expect(try format.decode([[String: Int?]].self, from: format.encode(members)) == members)
        let texts: [[String?]] = [["", "a"]]
        #expect(try format.decode([[String?]].self, from: format.encode(texts)) == texts)
    }

    /// A table without names is read by the numbers of the keys.
    @Test func keysWithNumbersKeepTheirColumns() throws {
        struct Off: Codable {
            enum CodingKeys: Int, CodingKey { case a = 1, b = 2 }
            var a: String?, b: String?
        }
        struct Even: Codable, Equatable {
            enum CodingKeys: Int, CodingKey { case a, b }
            var a: String?, b: String?
        }
        let format = CSVFormat(header: .absent)
        #expect(refusal([Off(a: "x", b: "y")], format) == .unencodableValue)
        #expect(try format.decode([Even].self, from: format.encode([Even(a: "x", b: "y")])) == [Even(a: "x", b: "y")])
    }

    @Test func oneColumnForTwoKeysIsRefused() {
        class Base: Codable { var id = 1 }
        final class Derived: Base {
            enum CodingKeys: CodingKey { case id, name }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(2, forKey: .id)
                try container.encode("n", forKey: .name)
                try super.encode(to: container.superEncoder())
            }
        }
        #expect(refusal([Derived()]) == .unencodableValue)
        struct Twice: Encodable {
            enum CodingKeys: CodingKey { case a }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .a)
                try container.encode(2, forKey: .a)
            }
        }
        #expect(refusal([Twice()]) == .unencodableValue)
    }

    /// A delimiter that occurs in a number needs quotes, which some tables do not have.
    @Test func delimitersInValues() throws {
        struct Row: Codable, Equatable { var a: Int, b: Double, c: Date }
        let rows = [Row(a: -5, b: -1.5, c: Date(timeIntervalSince1970: 0))]
        for delimiter in ["-", "1", ".", ":", "T"] as [Unicode.Scalar] {
            var format = CSVFormat(delimiter: try #require(CSVDelimiter(delimiter)))
            #expect(try format.decode([Row].self, from: format.encode(rows)) == rows)
            format.hasQuotes = false
            #expect(refusal(rows, format) == .unencodableValue)
        }
    }
}
