import Mimeograph
import MimeographEventStream
import MimeographJSON
import TestSupport
import Testing

/// Types that keep a container of their event's data read their own data from it.
@Suite struct KeptElementTests {
    @Test(arguments: KeptContainers.types.indices, [1, 16, 1 << 16])
    func keptContainersReadTheirOwnEvent(type: Int, chunks: Int) throws {
        func mistakes<Element: KeepingElement>(_ type: Element.Type) throws -> [String] {
            let names = (0..<60).map { "name\($0)" }
            let elements = names.map { #"{"name":"\#($0)","inner":{"name":"\#($0)"},"list":["\#($0)"]}"# }
            let body = Array(elements.map { "data: \($0)\n\n" }.joined().utf8)
            return try KeptContainers.mistakes(of: type, in: body, names: names, chunks: chunks) {
                try EventStreamFormat(data: JSONFormat()).makeParser(of: type, as: nil, limits: .standard)
            }
        }
        // In one expression Swift 6.2 does not open the type.
        let kept = KeptContainers.types[type]
        let found = try mistakes(kept)
        #expect(found == [])
    }
}
