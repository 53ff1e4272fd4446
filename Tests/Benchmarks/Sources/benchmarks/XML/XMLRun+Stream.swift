import Foundation
import Harness
import Mimeograph
import MimeographXML

extension XMLRun {
    /// Measures the peak resident memory of reading a gigabyte of entries that are generated meanwhile.
    ///
    /// Each way runs in a separate process, so that earlier measurements do not count. The process is this program with the
    /// environment variable ``LongFeed/variable``.
    mutating func stream() throws {
        let ways = ["events", "handler", "subtrees"]
        var rows: [[String]] = []
        var peaks: [Double] = []
        for way in ways {
            FileHandle.standardError.write(Data("stream: \(way)\n".utf8))
            guard let found = try LongFeed.measureInProcess(way) else { continue }
            peaks.append(found.peak)
            rows.append(["a gigabyte", way, Figure.short(found.peak), Figure.short(found.speed)])
        }
        let columns = ["", "as", "peak resident MiB", "MB/s"]
        report.add(table: Report.Table(title: "A long stream, in its own process", columns: columns, rows: rows))
        let peak = peaks.count == ways.count ? peaks.max() : nil
        report.add(Target("xml.stream.gigabyte-resident-mib", peak, .atMost, 32))
    }
}
