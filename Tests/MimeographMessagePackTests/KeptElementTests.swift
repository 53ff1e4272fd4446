import Mimeograph
import MimeographMessagePack
import TestSupport
import Testing

/// Types that keep a container of their element read their own data from it.
@Suite struct KeptElementTests {
    private struct Written: Encodable {
        struct Inner: Encodable { let name: String }
        let name: String
        let inner: Inner
        let list: [String]
        init(_ name: String) { (self.name, inner, list) = (name, Inner(name: name), [name]) }
    }

    @Test(arguments: KeptContainers.types.indices, [1, 16, 1 << 16])
    func keptContainersReadTheirOwnElement(type: Int, chunks: Int) throws {
        func mistakes<Element: KeepingElement>(_ type: Element.Type) throws -> [String] {
            let names = (0..<60).map { "name\($0)" }
            let body = try names.flatMap { try MessagePackFormat().encode(Written($0)) }
            return try KeptContainers.mistakes(of: type, in: body, names: names, chunks: chunks) {
                try MessagePackFormat().makeParser(of: type, as: nil, limits: .standard)
            }
        }
        #expect(try mistakes(KeptContainers.types[type]) == [])
    }
}
