import Mimeograph
import MimeographXML
import Testing

/// libxml2 prints some XPath errors in addition to reporting them.
@Suite struct XPathSilenceTests {
    @Test func nothingIsPrinted() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let document = try XML.Document(parsing: "<a><b/></a>".utf8)
            for expression in ["bad(1)", "/a/b[", "$x", "string(1, 2)", "//b[unknown:f()]"] {
                #expect(throws: SerializationError.self) { try document.nodes(expression) }
            }
            #expect(throws: SerializationError.self) { try XML.Document(parsing: "<a>&b;</a".utf8) }
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
    }
}
