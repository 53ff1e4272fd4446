import Foundation
import Harness
import Mimeograph
import MimeographCSV

/// CSV tables against Python's `csv`, which reads them in C.
enum CSVSuite: Suite {
    static let name = "csv"
    static let summary = "CSV to Codable types and back, against csv.DictReader and csv.DictWriter of Python"
    static let parts = ["decode", "encode", "memory"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        report.add(note: "\(Machine.description).")
        Benchmark.keepMemory()
        let inputs = CSVInput.all
        if selection.contains("decode") { try decode(inputs, into: &report, hasPeers: selection.hasPeers) }
        if selection.contains("encode") { try encode(inputs, into: &report, hasPeers: selection.hasPeers) }
        if selection.contains("memory") { try remember(into: &report) }
        return report
    }

    static let limits = DecodingLimits(inputBytes: .max, elements: .max)

    private static func decode(_ inputs: [CSVInput], into report: inout Report, hasPeers: Bool) throws {
        var comparison = Comparison("CSV to Codable types; in Python, to dictionaries of strings")
        for input in inputs {
            guard try input.coders.allSatisfy({ try $0.decode(input.bytes) == input.rows }) else {
                throw BrokenEngine("\(input.name): the engines read different rows.")
            }
            try Marks.check()
            let measured = Benchmark.measure(
                input.coders.map { coder in
                    Benchmark(coder.engine, bytes: input.bytes.count) { try? coder.decode(input.bytes) }
                }
            )
            let peer = hasPeers ? try python(input, "list(csv.DictReader(io.StringIO(text, newline='')))") : nil
            comparison.add(input: input.name, measured + [peer].compactMap { $0 })
        }
        report.add(table: comparison.table)
        // Marked rows, because a program that reads large tables marks them.
        let marked = comparison.lowestSpeed(of: Engine.marked, over: Self.peer)?.speed
        report.add(Target("csv.decode.vs-DictReader", marked, .atLeast, 6))
        let unmarked = comparison.lowestSpeed(of: Engine.ours, over: Self.peer)?.speed
        report.add(Target("csv.decode.unmarked.vs-DictReader", unmarked, .atLeast, 5))
    }

    private static func encode(_ inputs: [CSVInput], into report: inout Report, hasPeers: Bool) throws {
        var comparison = Comparison("Codable types to CSV; in Python, dictionaries")
        for input in inputs {
            let encoders = try input.coders.map { (engine: $0.engine, encode: try $0.encoder(input.bytes)) }
            guard try Set(encoders.map { try $0.encode() }).count == 1 else {
                throw BrokenEngine("\(input.name): marked rows are written differently.")
            }
            try Marks.check()
            let measured = Benchmark.measure(
                encoders.map { coder in
                    Benchmark(coder.engine, bytes: input.bytes.count) { try? coder.encode() }
                }
            )
            let peer = hasPeers ? try python(input, "write(rows)") : nil
            comparison.add(input: input.name, measured + [peer].compactMap { $0 })
        }
        report.add(table: comparison.table)
    }

    private static let peer = "Python csv"

    /// Runs Python in a process that times itself, by processor time.
    private static func python(_ input: CSVInput, _ work: String) throws -> Harness.Measurement? {
        let program = """
            import csv, io, sys, time
            text = open(sys.argv[1], encoding="utf-8", newline="").read()
            rows = list(csv.DictReader(io.StringIO(text, newline='')))
            assert len(rows) == int(sys.argv[2])
            def write(rows):
                out = csv.DictWriter(io.StringIO(newline=''), rows[0].keys())
                out.writeheader()
                out.writerows(rows)
            for _ in range(5):
                start = time.thread_time_ns()
                result = \(work)
                print(time.thread_time_ns() - start)
            """
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(input.bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        guard let output = try? Python.run(program, [file.path, "\(input.rows)"]) else { return nil }
        let times = output.split(separator: "\n").compactMap { Double($0) }
        return Harness.Measurement(name: peer, rounds: times.sorted(), allocations: nil, bytes: input.bytes.count)
    }

    /// Measures the memory of a stream: 2 MB and 32 MB in chunks of 64 KiB.
    private static func remember(into report: inout Report) throws {
        let chunk = Array(String(repeating: "1,Ada Lovelace,ada@example.com,36.5\r\n", count: 1800).utf8)
        var peaks: [Int] = []
        for count in [32, 512] {
            let use = try MemoryUse.of { () -> Int in
                var parser = try CSVFormat(header: .absent).makeParser(
                    of: CSVInput.Contact.self,
                    as: nil,
                    limits: .standard
                )
                var rows: [CSVInput.Contact] = []
                var total = 0
                for _ in 0..<count {
                    try parser.consume(chunk.span, into: &rows)
                    total += rows.count
                    rows.removeAll(keepingCapacity: true)
                }
                try parser.finish(into: &rows)
                return total
            }
            if let use { peaks.append(use.peak) }
        }
        let table = zip(["2 MB", "32 MB"], peaks).map { [$0, "\($1)"] }
        report.add(
            table: Report.Table(title: "Memory of a stream of rows, in bytes", columns: ["", "peak"], rows: table)
        )
        let growth = peaks.count == 2 ? Double(peaks[1]) / Double(max(1, peaks[0])) : nil
        report.add(Target("csv.stream.memory-growth-16-times-the-rows", growth, .atMost, 1.1))
    }
}
