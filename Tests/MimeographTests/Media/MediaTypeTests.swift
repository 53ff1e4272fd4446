import Mimeograph
import Testing

@Suite struct MediaTypeTests {
    @Test func partsOfACanonicalType() throws {
        let type = try #require(MediaType(parsing: "Application/Problem+JSON; Charset=UTF-8"))
        #expect(type.type == "application")
        #expect(type.subtype == "problem+json")
        #expect(type.suffix == "json")
        #expect(type.charset == "UTF-8")
        #expect("\(type)" == "application/problem+json;charset=UTF-8")
    }
}
