import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Found by fuzzing: the rows before a scan that is out of order depended on how the body was split.
@Suite struct JPEGScanOutOfOrderTests {
    /// A body that is split within the header of a scan out of order. The rows of the scan before it must be the same.
    @Test func scansOutOfOrderDoNotDependOnSplits() throws {
        let gray = try Image(width: 8, height: 8, format: .gray8, pixels: [UInt8](repeating: 128, count: 64))
        var body = try gray.encoded(as: .jpeg(isProgressive: true))
        let scans = body.indices.dropLast().filter { body[$0] == 0xFF && body[$0 + 1] == 0xDA }
        try #require(scans.count > 1)
        body[scans[1] + 7] = 0x20
        let (whole, failure) = IncrementalTests.updates(body, cuts: [])
        #expect(failure == .syntax)
        for cut in 1..<body.count {
            let (parts, other) = IncrementalTests.updates(body, cuts: [cut])
            #expect(parts == whole && other == failure, "cut at \(cut)")
        }
    }
}
