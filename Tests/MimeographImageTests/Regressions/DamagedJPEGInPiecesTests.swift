import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Found by fuzzing: whether a bad Huffman code was detected depended on how a JPEG was split.
@Suite struct DamagedJPEGInPiecesTests {
    /// libjpeg-turbo detects a bad Huffman code only if few bytes are available.
    @Test func damagedJPEGsDoNotDependOnSplits() throws {
        let body = try Pictures.photo(48, 48).encoded(as: .jpeg(quality: 95))
        let scan = try #require(body.indices.dropLast().last { body[$0] == 0xFF && body[$0 + 1] == 0xDA })
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<24 {
            var damaged = body
            damaged[.random(in: scan + 14..<body.count - 2, using: &generator)] ^= 0x5A
            let (whole, failure) = IncrementalTests.updates(damaged, cuts: [])
            let (cut, other) = IncrementalTests.updates(damaged, cuts: Array(stride(from: 1, to: body.count, by: 3)))
            let isSame = whole == cut && failure == other
            #expect(isSame)
            #expect(((try? ImageResponseSerializer().read(damaged)) == nil) == (failure != nil))
        }
    }
}
