import Foundation
import Harness

/// One run of the suite: the documents, and the results so far.
struct JSONRun {
    /// The documents; empty if they are not on this machine, and then most targets are absent.
    let files = RealWorldFile.all()
    let hasPeers: Bool
    var report = Report()

    init(hasPeers: Bool) {
        self.hasPeers = hasPeers
        report.add(note: "\(Machine.description).")
        let simdjson = Simdjson.description ?? "simdjson is not installed"
        let serde = SerdePeer.version.map { "serde_json \($0)" } ?? "serde_json is not installed"
        let python = [Engine.orjson, Engine.msgspec].map { engine in
            PythonJSONPeer.version(of: engine).map { "\(engine) \($0)" } ?? "\(engine) is not installed"
        }
        report.add(note: "Peers: Foundation; \(simdjson); \(serde); \(python.joined(separator: "; ")).")
        if files.isEmpty {
            report.add(
                note: "The documents are missing. Set MIMEOGRAPH_CORPORA to the folder that contains json-realworld."
            )
        }
    }

    /// The number of rounds, and the time of each.
    struct Rounds {
        let count: Int
        let time: Duration

        /// For ratios of fastest rounds. With many short rounds, at least one is undisturbed.
        static let manyShort = Rounds(count: 301, time: .milliseconds(2))
        /// The same for many texts, whose mean counts.
        static let fewShort = Rounds(count: 151, time: .milliseconds(1))
        /// For work whose operations are far shorter than a round.
        static let fewLong = Rounds(count: 15, time: .milliseconds(100))
    }

    /// Measures engines on one document, and prints its progress, because the whole run takes minutes.
    func measure(
        _ work: String,
        on input: String,
        _ engines: [Benchmark],
        _ rounds: Rounds = .manyShort
    ) -> [Harness.Measurement] {
        FileHandle.standardError.write(Data("\(work): \(input)\n".utf8))
        let engines = hasPeers ? engines : engines.filter { $0.name.hasPrefix(Engine.ours) }
        return Benchmark.measure(engines, rounds: rounds.count, roundTime: rounds.time)
    }

    /// Adds a target for the speed of our engine relative to Foundation.
    mutating func add(target name: String, from comparison: Comparison, atLeast bound: Double) {
        let ratio = comparison.speed(of: Engine.ours, over: Engine.foundation)
        report.add(Target("json.\(name)", ratio, .atLeast, bound))
    }
}
