import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Checks that types that store a container of their element read the correct data from it.
@Suite struct KeptElementTests {
    @Test(arguments: KeptContainers.types.indices, [1, 16, 1 << 16])
    func keptContainersReadTheirOwnElement(type: Int, chunks: Int) throws {
        func mistakes<Element: KeepingElement>(_ type: Element.Type) throws -> [String] {
            let names = (0..<60).map { "name\($0)" }
            let elements = names.map { "<e><name>\($0)</name><inner><name>\($0)</name></inner><list>\($0)</list></e>" }
            let body = Array("<r>\(elements.joined())</r>".utf8)
            return try KeptContainers.mistakes(of: type, in: body, names: names, chunks: chunks) {
                try XMLParserResponseSerializer().subtrees(named: "e").decoded().makeParser(
                    of: type,
                    as: nil,
                    limits: .standard
                )
            }
        }
        // Swift 6.2 does not open the type in a single expression.
        let kept = KeptContainers.types[type]
        let found = try mistakes(kept)
        #expect(found == [])
    }
}
