import Mimeograph
import TestSupport
import Testing

@testable import MimeographJSON

@Suite struct JSONLineCounterTests {
    /// Random bytes in random pieces, against the count of the core.
    @Test(arguments: [
        ["\n", "a"], ["\r", "\n", "a"], ["\r\n", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "\t", "é"], ["a"],
    ])
    func agreesWithSourceLocation(pieces: [String]) {
        var generator = SeededGenerator(seed: UInt64(pieces.count))
        for round in 0..<300 {
            let count = round % 2 == 0 ? Int.random(in: 0..<40, using: &generator) : 300
            let body = (0..<count).flatMap { _ in Array((pieces.randomElement(using: &generator) ?? "").utf8) }
            var counter = JSONLineCounter()
            var offset = 0
            while offset < body.count {
                let end = min(body.count, offset + Int.random(in: 1...(round % 3 == 0 ? 5 : 2000), using: &generator))
                counter.advance(over: body.span.extracting(offset..<end))
                offset = end
                // Between CR and LF the line has not ended for the core; no error is ever located there.
                if offset < body.count, body[offset] == 0x0A, body[offset - 1] == 0x0D { continue }
                if counter.location != SourceLocation(offset: offset, in: body.span) {
                    Issue.record("\(counter.location) at \(offset) of \(body)")
                    return
                }
            }
        }
    }

    @Test func findsBytes() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let body = (0..<Int.random(in: 0..<100, using: &generator)).map { _ in
                UInt8.random(in: 9...14, using: &generator)
            }
            let start = Int.random(in: 0...body.count, using: &generator)
            #expect(JSONByteSearch.first(10, in: body.span, from: start) == body[start...].firstIndex(of: 10))
        }
    }
}
