import CodingTestSupport
import Mimeograph
import MimeographCompression
import Testing

/// Found by fuzzing: whether an error behind the last byte that there is room for was met depended on the cuts.
@Suite struct ErrorBehindTheLimitTests {
    /// Found by fuzzing: an error right behind the last byte that there is room for was met or not, as the cuts had it.
    @Test func anErrorBehindTheLimitIsNotReached() throws {
        // A block that goes on: its second half is damaged, so that an error follows some byte.
        let coded = try DeflateCoding().encode(bytes: Array("abcdefghijklmnopqrstuvwxyz".utf8))
        for index in 2..<coded.count {
            var damaged = coded
            damaged[index] = 0xFF
            for most in 0..<26 {
                _ = failure(of: DeflateCoding(), damaged, limits: DecodingLimits(outputBytes: most))
            }
        }
        for coding in Samples.codings {
            let excess = try coding.encode(bytes: Array("hello".utf8)) + [7]
            #expect(
                failure(of: coding, excess, limits: DecodingLimits(outputBytes: 4))?.code
                    == .limitExceeded
            )
        }
    }
}
