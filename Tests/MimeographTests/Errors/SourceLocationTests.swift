import Mimeograph
import Testing

@Suite struct SourceLocationTests {
    /// A location in a body without lines is a byte offset.
    @Test func bodiesWithoutLines() {
        let place = SourceLocation(offset: 12)
        #expect(place == SourceLocation(offset: 12, line: 0, column: 0))
        #expect("\(place)" == "byte 12")
    }

    @Test(arguments: [(0, 1, 1), (1, 1, 2), (2, 2, 1), (3, 2, 2), (5, 3, 1), (6, 4, 1), (99, 4, 2)])
    func lines(offset: Int, line: Int, column: Int) {
        let body = Array("a\nb\r\n\rc".utf8)
        let place = SourceLocation(offset: offset, in: body.span)
        #expect(place.line == line)
        #expect(place.column == column)
        #expect(place.offset == min(offset, body.count))
    }
}
