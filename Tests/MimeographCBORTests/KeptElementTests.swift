import Mimeograph
import MimeographCBOR
import TestSupport
import Testing

/// Types that keep a container of their element read their own data from it.
@Suite struct KeptElementTests {
    @Test(arguments: KeptContainers.types.indices, [1, 16, 1 << 16])
    func keptContainersReadTheirOwnElement(type: Int, chunks: Int) throws {
        func mistakes<Element: KeepingElement>(_ type: Element.Type) throws -> [String] {
            let names = (0..<60).map { "name\($0)" }
            let body = try names.flatMap { try CBORFormat().encode(KeptContainers.Written($0)) }
            return try KeptContainers.mistakes(of: type, in: body, names: names, chunks: chunks) {
                try CBORSequenceFormat().makeParser(of: type, as: nil, limits: .standard)
            }
        }
        // In one expression Swift 6.2 does not open the type.
        let kept = KeptContainers.types[type]
        let found = try mistakes(kept)
        #expect(found == [])
    }
}
