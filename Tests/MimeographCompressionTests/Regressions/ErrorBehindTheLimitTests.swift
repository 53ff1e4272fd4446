import CodingTestSupport
import Mimeograph
import MimeographCompression
import Testing

/// Found by fuzzing: chunk boundaries decided whether the decoder reported an error right after the last allowed byte.
@Suite struct ErrorBehindTheLimitTests {
    @Test func anErrorBehindTheLimitIsNotReached() throws {
        // The second half of a block is damaged, so an error follows some byte.
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
