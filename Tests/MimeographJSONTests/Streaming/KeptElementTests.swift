import Mimeograph
import MimeographJSON
import TestSupport
import Testing

/// Types that keep a container of their element read their own data from it, in every JSON stream.
@Suite struct KeptElementTests {
    @Test(arguments: KeptContainers.types.indices, [1, 16, 1 << 16])
    func keptContainersOfLinesReadTheirOwnElement(type: Int, chunks: Int) throws {
        func mistakes<Element: KeepingElement>(_ type: Element.Type) throws -> [String] {
            let names = (0..<60).map { "name\($0)" }
            let elements = names.map { #"{"name":"\#($0)","inner":{"name":"\#($0)"},"list":["\#($0)"]}"# }
            let body = Array(elements.joined(separator: "\n").utf8)
            return try KeptContainers.mistakes(of: type, in: body, names: names, chunks: chunks) {
                try NDJSONFormat().makeParser(of: type, as: nil, limits: .standard)
            }
        }
        // Swift 6.2 does not open the type in a single expression.
        let kept = KeptContainers.types[type]
        let found = try mistakes(kept)
        #expect(found == [])
    }

    @Test(arguments: KeptContainers.types.indices, [1, 16, 1 << 16])
    func keptContainersOfSequencesReadTheirOwnElement(type: Int, chunks: Int) throws {
        func mistakes<Element: KeepingElement>(_ type: Element.Type) throws -> [String] {
            let names = (0..<60).map { "name\($0)" }
            let elements = names.map { #"{"name":"\#($0)","inner":{"name":"\#($0)"},"list":["\#($0)"]}"# }
            let body = Array(elements.map { "\u{1E}\($0)\n" }.joined().utf8)
            return try KeptContainers.mistakes(of: type, in: body, names: names, chunks: chunks) {
                try JSONSequenceFormat().makeParser(of: type, as: nil, limits: .standard)
            }
        }
        // Swift 6.2 does not open the type in a single expression.
        let kept = KeptContainers.types[type]
        let found = try mistakes(kept)
        #expect(found == [])
    }

    @Test(arguments: KeptContainers.types.indices, [1, 16, 1 << 16])
    func keptContainersOfArraysReadTheirOwnElement(type: Int, chunks: Int) throws {
        func mistakes<Element: KeepingElement>(_ type: Element.Type) throws -> [String] {
            let names = (0..<60).map { "name\($0)" }
            let elements = names.map { #"{"name":"\#($0)","inner":{"name":"\#($0)"},"list":["\#($0)"]}"# }
            let body = Array("[\(elements.joined(separator: ","))]".utf8)
            return try KeptContainers.mistakes(of: type, in: body, names: names, chunks: chunks) {
                try JSONArrayElementsFormat().makeParser(of: type, as: nil, limits: .standard)
            }
        }
        // Swift 6.2 does not open the type in a single expression.
        let kept = KeptContainers.types[type]
        let found = try mistakes(kept)
        #expect(found == [])
    }
}
