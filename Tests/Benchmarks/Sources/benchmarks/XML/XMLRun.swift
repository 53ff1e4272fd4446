import CXMLPeer
import Foundation
import Harness
import Mimeograph
import MimeographXML

/// One run of the suite, and what was found so far.
struct XMLRun {
    static let libxml2 = "libxml2 in C"

    let hasPeers: Bool
    /// Room for the large document, which is larger than a response of an API should be.
    let budget = DecodeBudget(inputBytes: 64 << 20)
    var report = Report()

    init(hasPeers: Bool) {
        self.hasPeers = hasPeers
        // SAFETY: a constant string of the library.
        let version = unsafe String(cString: mimeograph_xml_peer_version())
        report.add(note: "\(Machine.description).")
        report.add(note: "Peers: libxml2 \(version); Foundation's XMLDocument, which stands on libxml2.")
    }

    /// Measures engines on one document, and tells what is measured.
    ///
    /// They take turns in runs of several rounds, not round by round: libxml2 and Foundation leave a million freed pieces
    /// behind, which the C library merges when the next large piece is asked for. So each engine has to pay for its own,
    /// in the rounds by which it is warmed up.
    func measure(_ work: String, on input: XMLInput, _ engines: [Benchmark]) -> [Harness.Measurement] {
        FileHandle.standardError.write(Data("\(work): \(input.name), \(input.bytes.count) bytes\n".utf8))
        let engines = hasPeers ? engines : engines.filter { $0.name == Engine.ours }
        // Foundation's nodes hold each other, so that each of its large documents stays for good.
        let isLarge = input.bytes.count > 4 << 20
        let rounds = isLarge ? 5 : 21
        let runs = (0..<(isLarge ? 3 : 5)).map { _ in
            engines.flatMap { Benchmark.measure([$0], rounds: rounds, roundTime: .milliseconds(4)) }
        }
        return engines.indices.map { index in
            let measurements = runs.map { $0[index] }
            return Harness.Measurement(
                name: engines[index].name,
                rounds: measurements.flatMap(\.rounds).sorted(),
                allocations: measurements.first?.allocations,
                bytes: input.bytes.count
            )
        }
    }

    /// libxml2 on a document, from its bytes to the tree and the tree's end.
    func libxml2(_ bytes: [UInt8]) -> Bool {
        // SAFETY: the bytes are only read, and no more than their count.
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mimeograph_xml_peer_parse(start, buffer.count)
        }
    }
}
