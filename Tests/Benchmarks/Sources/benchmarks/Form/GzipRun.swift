import CZLibPeer
import Harness
import Mimeograph
import MimeographCompression

/// Compressing and decompressing bodies, against zlib called from C with a preallocated output buffer.
enum GzipRun {
    private static let zlib = "zlib"

    static func measure(into report: inout Report, hasPeers: Bool) throws {
        // SAFETY: the version string lives as long as the program.
        let version = unsafe String(cString: mimeograph_zlib_peer_version())
        report.add(note: "Peer of gzip: zlib \(version).")
        let bodies = [("16 KB of JSON", text(rows: 180)), ("4 MB of JSON", text(rows: 45_000))]
        try deflate(bodies, into: &report, hasPeers: hasPeers)
        try inflate(bodies, into: &report, hasPeers: hasPeers)
    }

    private static func deflate(_ bodies: [(String, [UInt8])], into report: inout Report, hasPeers: Bool) throws {
        var comparison = Comparison("A body to gzip, level 6")
        for (name, body) in bodies {
            let coding = GzipCoding()
            guard deflated(body) == (try coding.encode(body.span).count) else {
                throw BrokenEngine("The gzip size of \(name) differs from zlib's.")
            }
            let engines = [
                Benchmark(Engine.ours, bytes: body.count) { try? coding.encode(body.span) },
                Benchmark(zlib, bytes: body.count) { deflated(body) },
            ]
            comparison.add(input: name, Benchmark.measure(hasPeers ? engines : [engines[0]]))
        }
        add(comparison, "form.gzip.deflate.vs-zlib", to: &report)
    }

    private static func inflate(_ bodies: [(String, [UInt8])], into report: inout Report, hasPeers: Bool) throws {
        var comparison = Comparison("Gzip to a body")
        for (name, body) in bodies {
            let coded = try GzipCoding().encode(body.span)
            guard try GzipCoding().decode(coded.span, limits: .standard) == body,
                inflated(coded, size: body.count) == body.count
            else { throw BrokenEngine("\(name) was not decompressed.") }
            let engines = [
                Benchmark(Engine.ours, bytes: body.count) { try? GzipCoding().decode(coded.span, limits: .standard) },
                Benchmark(zlib, bytes: body.count) { inflated(coded, size: body.count) },
            ]
            comparison.add(input: name, Benchmark.measure(hasPeers ? engines : [engines[0]]))
        }
        add(comparison, "form.gzip.inflate.vs-zlib", to: &report)
    }

    /// Adds a target: at most 1.05 times zlib's time.
    private static func add(_ comparison: Comparison, _ name: String, to report: inout Report) {
        report.add(table: comparison.table)
        report.add(Target(name, comparison.speed(of: zlib, over: Engine.ours), .atMost, 1.05))
    }

    /// Returns JSON of similar objects, each with some varied text.
    static func text(rows: Int) -> [UInt8] {
        var text = "["
        var state: UInt64 = 1
        for row in 0..<rows {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            text +=
                #"{"id":\#(row),"token":"\#(String(state, radix: 36))","state":"open","tags":["red","green"],"score":0.\#(state >> 50)},"#
        }
        return Array((text + "{}]").utf8)
    }

    private static func deflated(_ body: [UInt8]) -> Int {
        // SAFETY: the buffer is valid during the call, and C keeps no pointer to it.
        unsafe body.withUnsafeBufferPointer { unsafe mimeograph_zlib_peer_deflate($0.baseAddress, $0.count, 6) }
    }

    private static func inflated(_ coded: [UInt8], size: Int) -> Int {
        // SAFETY: the buffer is valid during the call, and C keeps no pointer to it.
        unsafe coded.withUnsafeBufferPointer { unsafe mimeograph_zlib_peer_inflate($0.baseAddress, $0.count, size) }
    }
}
