import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Found by fuzzing: previews before a bad table depended on how the body was split.
@Suite struct JPEGBadTableAfterPreviewTests {
    /// To smooth a preview, libjpeg reads ahead as far as the header of the next scan says. Only a part of it may have arrived.
    @Test(arguments: [false, true]) func badTablesAfterPreviewsDoNotDependOnSplits(_ allowsPartial: Bool) throws {
        let body = try Pictures.photo(32, 32).encoded(as: .jpeg(isProgressive: true))
        let scans = body.indices.dropLast().filter { body[$0] == 0xFF && body[$0 + 1] == 0xDA }
        let first = try #require(scans.first)
        let second = try #require(scans.dropFirst().first)
        let tables = try #require((first..<second).first { body[$0] == 0xFF && body[$0 + 1] == 0xC4 })
        var damaged = body
        // All codes have one bit, although only two such codes exist. libjpeg detects it when the scan starts, not before.
        let codes = body[tables + 5..<tables + 21].reduce(0, &+)
        try #require(codes > 2)
        damaged.replaceSubrange(tables + 5..<tables + 21, with: [codes] + Array(repeating: 0, count: 15))
        let options = ImageReadingOptions(allowsPartialImages: allowsPartial)
        let (whole, failure) = IncrementalTests.updates(damaged, cuts: [], options: options)
        #expect(failure == .syntax)
        for cut in first..<second + 16 {
            let (updates, other) = IncrementalTests.updates(damaged, cuts: [cut], options: options)
            let isSame = updates == whole && other == failure
            #expect(isSame, "\(cut)")
        }
    }
}
