import CodingTestSupport
import MimeographCompression
import Testing

/// Scripts and templates append a line ending to a body that is already compressed.
struct LineEndsBehindTheEndTests {
    @Test func aFewLineEndsArePassedOver() throws {
        try expectLineEndsBehindTheEnd(of: GzipCoding())
        try expectLineEndsBehindTheEnd(of: DeflateCoding())
        try expectLineEndsBehindTheEnd(of: DeflateCoding(acceptsRawData: true))
    }
}
