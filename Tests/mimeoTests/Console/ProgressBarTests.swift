import MimeographSession
import Testing

@testable import mimeo

@Suite struct ProgressBarTests {
    @Test(
        arguments: [
            (0, 100, 0, 1, 80, "a  0 % [--------------------]  0 bytes of 100 bytes  0 bytes/s"),
            (50, 100, 0, 1, 80, "a  50 % [##########----------]  50 bytes of 100 bytes  50 bytes/s  0:01 left"),
            (100, 100, 0, 1, 80, "a  100 % [####################]  100 bytes of 100 bytes  100 bytes/s"),
            (60, 100, 40, 1, 80, "a  60 % [############--------]  60 bytes of 100 bytes  20 bytes/s  0:02 left"),
            (10, 36_010, 0, 1, 80, "a  0 % [--------------------]  10 bytes of 36.0 kB  10 bytes/s  1:00:00 left"),
            (1_500_000, nil, 0, 2, 80, "a  1.5 MB  750.0 kB/s"),
            (50, 100, 0, 1, 40, "a  50 % [##########----------]"),
            (50, 100, 0, 1, 2, "a"),
        ] as [(Int64, Int64?, Int64, Int, Int, String)]
    )
    func lines(_ done: Int64, _ total: Int64?, _ already: Int64, _ seconds: Int, _ columns: Int, _ line: String) {
        let progress = TransferProgress(completedBytes: done, totalBytes: total)
        let shown = ProgressBar.line("a", progress, already, .seconds(seconds), columns: columns)
        #expect(shown == line)
        #expect(shown.count < columns)
    }

    @Test(
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (999_999, "999.9 kB"),
            (1_000_000, "1.0 MB"),
            (12_345_678, "12.3 MB"), (5_000_000_000, "5.0 GB"), (Int64.max, "9223372.0 TB"),
        ] as [(Int64, String)]
    )
    func byteCounts(_ count: Int64, _ text: String) { #expect(ByteCount.text(count) == text) }
}
