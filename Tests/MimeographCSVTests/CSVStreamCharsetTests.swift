import Foundation
import Mimeograph
import MimeographCSV
import Testing
import TestSupport

/// The charset of a table whose rows are read as they arrive.
@Suite struct CSVStreamCharsetTests {
    private struct Row: Decodable, Sendable, Equatable { let name: String }

    private static func read(_ body: [UInt8], _ charset: String, inChunksOf size: Int) throws -> [String] {
        let mediaType = MediaType(parsing: "text/csv; charset=\(charset)")
        let parser = try CSVFormat().makeParser(of: Row.self, as: mediaType, limits: .standard)
        return try parser.parse(body, inChunksOf: size).map(\.name)
    }

    @Test(arguments: ["us-ascii", "US-ASCII", "ascii", "ANSI_X3.4-1968", "utf-8"], [1, 4, 100])
    func rowsInASCIIAreRead(charset: String, size: Int) throws {
        #expect(try Self.read(Array("name\nAda\nBob\n".utf8), charset, inChunksOf: size) == ["Ada", "Bob"])
        // A byte order mark takes precedence.
        #expect(try Self.read(Array("\u{FEFF}name\nZoë\n".utf8), charset, inChunksOf: size) == ["Zoë"])
    }

    /// Non-ASCII bytes mean something else in the whole table, so a stream must not read them as UTF-8.
    @Test(arguments: [1, 4, 100]) func nonASCIIBytesAreRejected(size: Int) throws {
        let error = #expect(throws: SerializationError.self) {
            try Self.read(Array("name\nAda\nZoë\n".utf8), "us-ascii", inChunksOf: size)
        }
        #expect(error?.code == .unsupportedCharset)
        #expect(error?.message.contains("US-ASCII") == true && error?.remedy?.contains("whole") == true)
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian], [1, 2, 100])
    func tablesInUTF16AreNamed(encoding: String.Encoding, size: Int) throws {
        let body = [UInt8](try #require("\u{FEFF}name\nAda\n".data(using: encoding)))
        let whole = try CSVFormat().decode([Row].self, from: body)
        #expect(whole == [Row(name: "Ada")])
        for charset in ["utf-8", "utf-16"] {
            let error = #expect(throws: SerializationError.self) {
                try Self.read(body, charset, inChunksOf: size)
            }
            #expect(error?.code == .unsupportedCharset)
            #expect(error?.message.contains("charset") == true && error?.remedy?.contains("whole") == true)
        }
    }
}
