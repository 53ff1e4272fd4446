import Mimeograph
import MimeographXML
import Testing

/// Found by fuzzing: `.//.` missed a node, and `a|` caused no error.
@Suite struct XPathPatternTests {
    /// libxml2 evaluates simple paths as patterns, which differ from expressions and are parsed less strictly.
    @Test func simplePathsAreExpressions() throws {
        let small = try XML.Document(parsing: "<a><b/><b>t</b></a>".utf8)
        for (path, count) in [(".//.", 4), ("//.", 5), (".", 1), ("b", 2), ("*|.|b", 3), ("..//b", 2)] {
            #expect(try small.root.nodes(path).count == count, "\(path)")
            #expect(try small.root.number("count(\(path))") == Double(count), "\(path)")
        }
        for path in ["a|", ".|", "a|b|", "|a", "a)", "a/", ""] {
            let error = try #require(throws: SerializationError.self, "\(path)") { try small.nodes(path) }
            #expect(error.code == .invalidExpression, "\(path)")
            #expect((error.location?.offset ?? 0) <= path.utf8.count, "\(path)")
        }
    }
}
