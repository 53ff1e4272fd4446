import CCodingPeers
import Harness
import Mimeograph
import MimeographBrotli
import MimeographZstandard

/// The content codings besides gzip, against their libraries called from C with a preallocated output buffer.
enum CodingSuite: Suite {
    static let name = "codings"
    static let summary = "br and zstd against bare libbrotli and libzstd"
    static let parts = ["br", "zstd"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        // SAFETY: the version string lives as long as the program.
        let zstd = unsafe String(cString: mimeograph_zstd_peer_version())
        let brotli = mimeograph_brotli_peer_version()
        let number = [brotli >> 24, brotli >> 12 & 0xFFF, brotli & 0xFFF].map(String.init).joined(separator: ".")
        report.add(
            note: "\(Machine.description). Peers: libbrotli \(number), libzstd \(zstd), in C with the same settings."
        )
        for measured in [Measured.brotli, .zstandard] where selection.contains(measured.name) {
            try measured.run(into: &report, hasPeers: selection.hasPeers)
        }
        return report
    }
}

/// One coding, and its library for the same bytes.
private struct Measured {
    /// The name in the field.
    let name: String
    let library: String
    let coding: any ContentCoding
    let encode: ([UInt8]) -> Int
    let decode: ([UInt8], Int) -> Int

    static var brotli: Measured {
        Measured(name: "br", library: "libbrotli", coding: BrotliCoding()) { body in
            // SAFETY: the buffer is valid during the call, and C keeps no pointer to it, here and below.
            unsafe body.withUnsafeBufferPointer { unsafe mimeograph_brotli_peer_encode($0.baseAddress, $0.count, 5) }
        } decode: { coded, size in
            unsafe coded.withUnsafeBufferPointer {
                unsafe mimeograph_brotli_peer_decode($0.baseAddress, $0.count, size)
            }
        }
    }

    static var zstandard: Measured {
        Measured(name: "zstd", library: "libzstd", coding: ZstandardCoding()) { body in
            unsafe body.withUnsafeBufferPointer { unsafe mimeograph_zstd_peer_encode($0.baseAddress, $0.count, 3) }
        } decode: { coded, size in
            unsafe coded.withUnsafeBufferPointer { unsafe mimeograph_zstd_peer_decode($0.baseAddress, $0.count, size) }
        }
    }

    func run(into report: inout Report, hasPeers: Bool) throws {
        var making = Comparison("A body to \(name)")
        var undoing = Comparison("\(name) to a body")
        for (input, rows) in [("16 KB of JSON", 180), ("4 MB of JSON", 45_000)] {
            let body = GzipRun.text(rows: rows)
            let coding = coding
            let coded = try coding.encode(body.span)
            guard encode(body) == coded.count, decode(coded, body.count) == body.count,
                try coding.decode(coded.span, limits: .standard) == body
            else { throw BrokenEngine("\(name) of \(input) differs from \(library)'s.") }
            let makers = [
                Benchmark(Engine.ours, bytes: body.count) { try? coding.encode(body.span) },
                Benchmark(library, bytes: body.count) { encode(body) },
            ]
            making.add(input: input, Benchmark.measure(hasPeers ? makers : [makers[0]]))
            let undoers = [
                Benchmark(Engine.ours, bytes: body.count) { try? coding.decode(coded.span, limits: .standard) },
                Benchmark(library, bytes: body.count) { decode(coded, body.count) },
            ]
            undoing.add(input: input, Benchmark.measure(hasPeers ? undoers : [undoers[0]]))
        }
        for (comparison, verb) in [(making, "make"), (undoing, "undo")] {
            report.add(table: comparison.table)
            let ratio = comparison.speed(of: library, over: Engine.ours)
            report.add(Target("\(name).\(verb).vs-\(library)", ratio, .atMost, 1.05))
        }
    }
}
