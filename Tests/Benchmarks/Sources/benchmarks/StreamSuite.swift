import Foundation
import Harness
import Mimeograph
import MimeographJSON

/// Streams of JSON, fed in chunks of 64 KiB, against the parse of one array of the same elements.
enum StreamSuite: Suite {
    static let name = "stream"
    static let summary = "NDJSON, JSON text sequences and elements of an array, against whole documents"

    private static let chunkSize = 64 << 10

    static func run() throws -> Report {
        var report = Report()
        var ratios: [String: [Double]] = [:]
        for set in try sets() {
            let array: [UInt8] = [0x5B] + set.elements.joined(separator: [0x2C]) + [0x5D]
            let lines = Array((set.elements.map { $0 + [0x0A] }).joined())
            let sequence = Array((set.elements.map { [0x1E] + $0 + [0x0A] }).joined())
            let budget = DecodeBudget(inputBytes: 1 << 30, elements: 1 << 30)
            let count = set.elements.count
            let head = ResponseHead(status: 200)
            func stream(_ name: String, _ body: [UInt8], _ serializer: some StreamingResponseSerialization<JSON>)
                -> Benchmark
            {
                Benchmark(name, bytes: body.count) {
                    let parser = try? serializer.makeParser(for: head, budget: budget)
                    let made = parser.map { consume(body, $0) }
                    precondition(made == count)
                }
            }
            let benchmarks = [
                Benchmark("whole array", bytes: array.count) { try? JSON(parsing: array.span, budget: budget) },
                stream("lines", lines, NDJSONResponseSerializer()),
                stream("sequence", sequence, JSONSequenceResponseSerializer()),
                stream("array", array, JSONArrayElementsResponseSerializer()),
            ]
            let measured = Benchmark.measure(benchmarks)
            report.add(table: "\(set.name): \(count) elements, \(array.count / count) bytes on average", measured)
            let whole = measured[0].median / Double(measured[0].bytes)
            for one in measured.dropFirst() {
                ratios[one.name, default: []].append(whole / (one.median / Double(one.bytes)))
            }
        }
        for name in ["lines", "sequence", "array"] {
            let values = ratios[name] ?? []
            let mean = values.isEmpty ? nil : exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
            report.add(Target("json.stream.\(name).vs-whole", mean, .atLeast, 0.7))
        }
        return report
    }

    /// Feeds a body in chunks; elements are counted and let go, as a loop over them would.
    private static func consume(_ body: [UInt8], _ parser: any IncrementalParser<JSON>) -> Int {
        var parser = parser
        var elements: [JSON] = []
        var count = 0
        do {
            for start in stride(from: 0, to: body.count, by: chunkSize) {
                try parser.consume(body.span.extracting(start..<min(start + chunkSize, body.count)), into: &elements)
                count += elements.count
                elements.removeAll(keepingCapacity: true)
            }
            try parser.finish(into: &elements)
        } catch {
            return -1
        }
        return count + elements.count
    }

    private struct Elements {
        let name: String
        let elements: [[UInt8]]
    }

    /// The elements of the largest arrays of public files, where these are, and small records of our own.
    private static func sets() throws -> [Elements] {
        var sets = [Elements(name: "records", elements: records)]
        let folder = ProcessInfo.processInfo.environment["MIMEOGRAPH_CORPORA"] ?? "../shared/corpora"
        let paths: [(String, (JSON) -> JSON)] = [
            ("twitter", { $0["statuses"] }), ("github_events", { $0 }), ("citm_catalog", { $0["performances"] }),
            ("canada", { $0["features"][0]["geometry"]["coordinates"] }), ("twitterescaped", { $0["statuses"] }),
        ]
        for (name, elements) in paths {
            guard let file = FileManager.default.contents(atPath: "\(folder)/json-realworld/\(name).json") else {
                continue
            }
            guard let values = elements(try JSON(parsing: file)).array else { continue }
            sets.append(Elements(name: name, elements: try values.map { try $0.serialized() }))
        }
        return sets
    }

    private static var records: [[UInt8]] {
        (0..<20_000).map { number in
            Array(
                #"{"id":\#(number),"name":"sensor \#(number % 97)","celsius":\#(Double(number % 800) / 10),"ok":true}"#
                    .utf8
            )
        }
    }
}
