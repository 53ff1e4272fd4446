import Foundation
import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Checks that any bytes result in a value or an error.
@Suite struct XMLMutationTests {
    private static let text = """
        <?xml version="1.0"?><product xmlns="urn:shop" xmlns:dc="http://purl.org/dc/elements/1.1/" id="7">\
        <price currency="EUR">12.5</price><tags><tag>a b</tag><tag>c</tag></tags><sizes>1 2</sizes>\
        <images>https://a.example/</images><dc:creator>Ada</dc:creator></product>
        """

    /// Reads the bytes in every way: as a type with a mapping, elements, lists in dictionaries, enumerations.
    private func read(_ bytes: [UInt8]) {
        let format = XMLFormat()
        attempt { _ = try format.encode(try format.decode(Product.self, from: bytes)) }
        attempt { _ = try format.encode(try format.decode([String: XML.Element].self, from: bytes)) }
        attempt { _ = try format.decode([String: [String: [Int?]]].self, from: bytes) }
        attempt { _ = try format.decode([Shape].self, from: bytes) }
    }

    private func attempt(_ code: () throws -> Void) {
        do { try code() } catch { #expect(error is SerializationError) }
    }

    @Test func everyPrefix() {
        let bytes = Array(Self.text.utf8)
        for length in bytes.indices {
            let prefix = Array(bytes.prefix(length))
            read(prefix)
            #expect(throws: SerializationError.self) { try XMLFormat().decode(Product.self, from: prefix) }
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func mutations(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "<a>", "</a>", "<tag", "/>", "xsi:nil=\"true\"", "xmlns:p=\"u\"", "<![CDATA[", "]]>", "&#0;", "&lt;",
            "_x0020_",
        ]
        for _ in 0..<300 {
            read(Mutation.mutate(Array(Self.text.utf8), dictionary: pieces.map { Array($0.utf8) }, using: &generator))
        }
    }

    /// An element that was read can be written, and is then read as the same element.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func whatIsReadCanBeWritten(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: 100 + seed)
        for _ in 0..<300 {
            let bytes = Mutation.mutate(Array(Self.text.utf8), using: &generator)
            guard let document = try? XML.Document(parsing: bytes) else { continue }
            let element = XML.Element(root: document)
            #expect(try XML.Element(root: XML.Document(parsing: element.serialized())) == element)
        }
    }
}
