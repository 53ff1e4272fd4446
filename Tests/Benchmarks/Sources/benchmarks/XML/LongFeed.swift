import Foundation
import Mimeograph
import MimeographXML
import Processes

/// A feed that is generated in pieces.
struct LongFeed {
    let bytes: Int
    private let entries = XMLInput.feed.bytes

    /// Feeds a parser in chunks, and releases the elements of each chunk before the next.
    ///
    /// - Returns: The number of elements.
    func feed<Element>(to parser: any IncrementalParser<Element>) throws -> Int {
        var parser = parser
        var elements: [Element] = []
        var count = 0
        try forEachChunk { chunk in
            try parser.consume(chunk, into: &elements)
            count += elements.count
            elements.removeAll(keepingCapacity: true)
        }
        try parser.finish(into: &elements)
        return count + elements.count
    }

    /// Passes the chunks to a closure, in order.
    func forEachChunk(_ body: (Span<UInt8>) throws -> Void) throws {
        // Drops the end tag of the feed, so that more entries can follow at the same depth.
        let end = Array("</feed>\n".utf8).count
        let start = entries.firstRange(of: Array("<entry>".utf8))?.lowerBound ?? 0
        let range = start..<(entries.count - end)
        try body(entries.span.extracting(0..<start))
        for _ in 0..<(bytes / range.count + 1) {
            for place in stride(from: range.lowerBound, to: range.upperBound, by: 64 << 10) {
                try body(entries.span.extracting(place..<min(place + (64 << 10), range.upperBound)))
            }
        }
        try body(Array("</feed>".utf8).span)
    }
}

extension LongFeed {
    /// The environment variable that names the way in which this program reads a gigabyte, and makes it do nothing else.
    static let variable = "MIMEOGRAPH_BENCHMARK_STREAM"

    /// Reads a gigabyte in a new process.
    ///
    /// - Returns: The peak resident memory in MiB, and the speed in MB per second; nil if the system does not report memory.
    static func measureInProcess(_ way: String) throws -> (peak: Double, speed: Double)? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.environment = ProcessInfo.processInfo.environment.merging([variable: way]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let figures = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard process.terminationStatus == 0 else { throw BrokenEngine("The process for \(way) ended with an error.") }
        return figures.count == 2 ? (figures[0], figures[1]) : nil
    }

    /// Reads the feed and prints both figures; the new process calls this.
    static func runAlone(_ way: String) throws {
        let feed = LongFeed(bytes: 1 << 30)
        let head = ResponseHead(status: 200)
        let serializer = XMLParserResponseSerializer()
        let clock = ContinuousClock()
        let time = try clock.measure {
            switch way {
            case "events": _ = try feed.feed(to: serializer.makeParser(for: head, limits: .standard))
            case "handler":
                var reader = serializer.makeReader(for: head, handler: TextLength())
                try feed.forEachChunk { try reader.consume($0) }
                try reader.finish()
            default:
                _ = try feed.feed(to: serializer.subtrees(named: "entry").makeParser(for: head, limits: .standard))
            }
        }
        guard let peak = ResidentMemory.peak else { return }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        print(Double(peak) / 1_048_576, Double(feed.bytes) / 1e6 / seconds)
    }
}

/// Adds up the lengths of the texts.
private struct TextLength: XMLEventHandler {
    private(set) var bytes = 0

    mutating func text(_ text: XML.Event.Text) { bytes += text.utf8Count }
}
