import Foundation
import Harness

/// One run of the suite: the documents, and what was found so far.
struct JSONRun {
    /// The documents; none where they are not on this machine, and then most targets are absent.
    let files = RealWorldFile.all()
    let hasPeers: Bool
    var report = Report()

    init(hasPeers: Bool) {
        self.hasPeers = hasPeers
        report.add(note: "\(Machine.description).")
        report.add(note: "Peers: Foundation; \(Simdjson.description ?? "simdjson is not installed").")
        if files.isEmpty {
            report.add(
                note: "The documents are missing: set MIMEOGRAPH_CORPORA to the folder that holds json-realworld."
            )
        }
    }

    /// Measures engines on one document, and tells what is measured, because the whole takes minutes.
    ///
    /// Ratios of fastest rounds are what counts, so that there are many short ones: one of them will be undisturbed.
    func measure(_ work: String, on input: String, _ engines: [Benchmark]) -> [Harness.Measurement] {
        FileHandle.standardError.write(Data("\(work): \(input)\n".utf8))
        let engines = hasPeers ? engines : engines.filter { $0.name.hasPrefix(Engine.ours) }
        return Benchmark.measure(engines, rounds: 301, roundTime: .milliseconds(2))
    }

    /// Adds the target that our engine is so many times as fast as Foundation.
    mutating func add(target name: String, from comparison: Comparison, atLeast bound: Double) {
        let ratio = comparison.speed(of: Engine.ours, over: Engine.foundation)
        report.add(Target("json.\(name)", ratio, .atLeast, bound))
    }
}
