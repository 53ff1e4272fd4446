import Mimeograph
import MimeographXML
import Testing

/// Found by fuzzing: libxml2 writes a canonical form with an unescaped `&` in a namespace.
@Suite struct CanonicalNamespaceTests {
    /// libxml2 writes namespaces without escapes, so the canonical form would not be well-formed.
    @Test func namespacesThatHaveToBeEscaped() throws {
        let document = try XML.Document(parsing: "<a><c><n:b xmlns:n='u:x&amp;y'/></c><d/></a>".utf8)
        for node in [document.node, document.root, try #require(document.root["c"]?["b"])] {
            let error = #expect(throws: SerializationError.self) { try node.canonicalized() }
            #expect(error?.code == .unencodableValue)
            #expect(throws: SerializationError.self) { try node.canonicalized(.exclusive()) }
        }
        #expect(try #require(document.root["d"]).canonicalized() == Array("<d></d>".utf8))
        // Ordinary writing escapes them.
        let again = try XML.Document(parsing: document.serialized())
        #expect(again.root["c"]?["b"]?.namespaceURI == "u:x&y")
    }
}
