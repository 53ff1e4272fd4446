import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Found by fuzzing: the rows before damage depended on how a PNG was split.
@Suite struct DamagedPNGInPiecesTests {
    /// zlib detects damage earlier if it gets more bytes at once. The rows reported before it must not depend on that.
    @Test(.needsCorpora) func damagedPNGsDoNotDependOnSplits() throws {
        var generator = SeededGenerator(seed: 13)
        for name in ["basn0g02", "basn2c08", "basi3p08", "basn6a16"] {
            let body = try Corpora.read("png-pngsuite/png/\(name).png")
            let pixels = try #require(body.indices.dropLast(8).first { body[$0...].starts(with: "IDAT".utf8) })
            for _ in 0..<12 {
                var damaged = body
                damaged[.random(in: pixels + 6..<body.count - 16, using: &generator)] ^= 0x55
                let (whole, failure) = IncrementalTests.updates(damaged, cuts: [])
                let (cut, other) = IncrementalTests.updates(damaged, cuts: Array(1..<body.count))
                let isSame = whole == cut && failure == other
                #expect(isSame, "\(name)")
            }
        }
    }
}
