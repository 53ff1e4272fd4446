import MimeographSession
import Testing

@testable import mimeo

@Suite struct ProgressBarTests {
    @Test(
        arguments: [
            (0, 100, nil, 80, "a  0 % [--------------------]  0 bytes of 100 bytes"),
            (0, 100, 0, 80, "a  0 % [--------------------]  0 bytes of 100 bytes  0 bytes/s"),
            (50, 100, 50, 80, "a  50 % [##########----------]  50 bytes of 100 bytes  50 bytes/s  0:01 left"),
            (100, 100, 100, 80, "a  100 % [####################]  100 bytes of 100 bytes  100 bytes/s"),
            (60, 100, 3, 80, "a  60 % [############--------]  60 bytes of 100 bytes  3 bytes/s  0:13 left"),
            (10, 36_010, 10, 80, "a  0 % [--------------------]  10 bytes of 36.0 kB  10 bytes/s  1:00:00 left"),
            (1, .max, 1, 80, "a  0 % [--------------------]  1 byte of 9223372.0 TB  1 byte/s  99:59:59 left"),
            (7, 0, .infinity, 80, "a  100 % [####################]  7 bytes of 0 bytes  1000.0 TB/s"),
            (1_500_000, nil, 750_000, 80, "a  1.5 MB  750.0 kB/s"),
            (50, 100, 50, 40, "a  50 % [##########----------]"),
            (50, 100, 50, 2, "a"),
        ] as [(Int64, Int64?, Double?, Int, String)]
    )
    func lines(_ done: Int64, _ total: Int64?, _ speed: Double?, _ columns: Int, _ line: String) {
        let progress = TransferProgress(completedBytes: done, totalBytes: total)
        let shown = ProgressBar.line("a", progress, speed: speed, columns: columns)
        #expect(shown == line)
        #expect(shown.count < columns)
    }

    @Test(
        arguments: [(true, [:], true), (false, [:], false), (true, ["TERM": "dumb"], false)]
            as [(Bool, [String: String], Bool)]
    )
    func shownOnlyOnTerminals(_ isTerminal: Bool, _ environment: [String: String], _ isShown: Bool) {
        let writer = RecordingWriter()
        let console = Console(
            output: RecordingWriter(),
            errorOutput: writer,
            readInput: { _ throws(FileError) in [] },
            errorOutputIsTerminal: isTerminal,
            errorOutputColumns: 30,
            environment: environment
        )
        var bar = ProgressBar(name: "a\u{1B}b", console)
        bar.clear()
        bar.show(TransferProgress(completedBytes: 0, totalBytes: 10))
        #expect(writer.text == "")
        bar.show(TransferProgress(completedBytes: 5, totalBytes: nil))
        bar.clear()
        bar.clear()
        #expect(writer.text == (isShown ? "\ra\\u001bb  5 bytes\u{1B}[K\r\u{1B}[K" : ""))
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
