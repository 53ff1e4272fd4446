import Mimeograph
import MimeographCSV
import TestSupport
import Testing

/// Types that keep a container of their row never read another row's data from it.
@Suite struct KeptElementTests {
    @Test(arguments: KeptContainers.flatTypes.indices, [1, 16, 1 << 16])
    func keptContainersReadNoOtherRow(type: Int, chunks: Int) throws {
        func mistakes<Element: KeepingElement>(_ type: Element.Type) throws -> [String] {
            let names = (0..<60).map { "name\($0)" }
            let body = Array("name\n\(names.joined(separator: "\n"))\n".utf8)
            return try KeptContainers.mistakes(of: type, in: body, names: names, chunks: chunks) {
                try CSVFormat().makeParser(of: type, as: nil, limits: .standard)
            }
        }
        // Swift 6.2 does not open the type in a single expression.
        let kept = KeptContainers.flatTypes[type]
        let found = try mistakes(kept)
        #expect(found == [])
    }

    /// A kept decoder of a whole table's element no longer finds a row, and reports its former location.
    @Test func keptDecodersOfAWholeTableFindNoRow() throws {
        final class Row: Decodable {
            let decoder: any Decoder
            let container: KeyedDecodingContainer<PlainKey>
            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                container = try decoder.container(keyedBy: PlainKey.self)
            }
        }
        enum PlainKey: CodingKey { case name }
        let rows = try CSVFormat().decode([Row].self, from: "name\nada\ngrace\nalan\n".utf8)
        for (index, row) in rows.enumerated() {
            #expect(row.container.codingPath.first?.intValue == index)
            #expect(throws: (any Error).self) { try row.container.decode(String.self, forKey: .name) }
            #expect(throws: (any Error).self) {
                try row.decoder.container(keyedBy: PlainKey.self).decode(String.self, forKey: .name)
            }
        }
    }

    /// Rows after a kept row have their own columns and numbers.
    @Test func rowsAfterAKeptRowAreRead() throws {
        struct Row: Decodable {
            let name: String
            let age: Int
            let decoder: (any Decoder)?
            enum CodingKeys: CodingKey { case name, age }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                (name, age) = (
                    try container.decode(String.self, forKey: .name), try container.decode(Int.self, forKey: .age)
                )
                self.decoder = age % 3 == 0 ? decoder : nil
            }
        }
        let body = "age,name\n" + (0..<1_000).map { "\($0),name\($0)\n" }.joined()
        let rows = try CSVFormat().decode([Row].self, from: body.utf8)
        #expect(rows.map(\.age) == Array(0..<1_000))
        #expect(rows.allSatisfy { $0.name == "name\($0.age)" })
    }
}
