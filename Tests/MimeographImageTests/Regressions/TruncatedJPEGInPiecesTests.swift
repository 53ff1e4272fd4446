import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Found by fuzzing: the last rows of a truncated JPEG depended on how the body was split.
@Suite struct TruncatedJPEGInPiecesTests {
    /// If bytes are missing, libjpeg suspends up to eight bytes before the last one, depending on the earlier pieces.
    @Test func rowsOfTruncatedJPEGsDoNotDependOnSplits() throws {
        let body = try Pictures.noise(24, 96, format: .gray8).encoded(as: .jpeg(quality: 95))
        var rows: Set<Int> = []
        try #require(body.count > 1200)
        for count in stride(from: body.count - 900, to: body.count, by: 2) {
            let prefix = Array(body.prefix(count))
            let (whole, failure) = IncrementalTests.updates(prefix, cuts: [])
            let (cut, other) = IncrementalTests.updates(prefix, cuts: Array(count - 100..<count))
            let isSame = whole == cut
            #expect(isSame && failure == .truncated && other == .truncated, "\(count)")
            rows.insert(whole.count)
        }
        #expect(rows.count > 2)
    }
}
