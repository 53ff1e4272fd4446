import CExpat
import CPugixml
import CXMLPeer
import Foundation
import Harness
import Mimeograph
import MimeographXML

/// One run of the suite, and the results so far.
struct XMLRun {
    static let libxml2 = "libxml2 in C"
    static let pugixml = "pugixml"
    static let expat = "expat"

    let hasPeers: Bool
    /// Limits that are large enough for the large document. The defaults fit API responses, which are smaller.
    let limits = DecodingLimits(inputBytes: 64 << 20)
    var report = Report()

    init(hasPeers: Bool) {
        self.hasPeers = hasPeers
        Benchmark.keepMemory()
        // SAFETY: constant strings of the libraries.
        let version = unsafe String(cString: mimeograph_xml_peer_version())
        let others = unsafe [mimeograph_pugixml_description(), mimeograph_expat_description()]
            .compactMap { unsafe $0.map { unsafe String(cString: $0) } }
        report.add(note: "\(Machine.description).")
        let peers = ["libxml2 \(version)"] + others + ["Foundation's XMLDocument, which uses libxml2"]
        report.add(note: "Peers: \(peers.joined(separator: "; ")).")
    }

    /// Measures engines on one document, in turn and round by round, and prints its progress.
    ///
    /// libxml2 and Foundation leave a million freed blocks, and the time of each engine includes merging its blocks.
    func measure(_ work: String, on input: XMLInput, _ engines: [Benchmark]) -> [Harness.Measurement] {
        FileHandle.standardError.write(Data("\(work): \(input.name), \(input.bytes.count) bytes\n".utf8))
        let engines = hasPeers ? engines : engines.filter { $0.name.hasPrefix(Engine.ours) }
        let isLarge = input.bytes.count > 4 << 20
        return Benchmark.measure(
            engines,
            rounds: isLarge ? 15 : 51,
            roundTime: .milliseconds(10),
            settlesMemory: true
        )
    }

    /// Returns a benchmark of pugixml, from parsing to freeing the tree; empty if pugixml is not installed.
    func pugixml(_ input: XMLInput) throws -> [Benchmark] {
        guard unsafe mimeograph_pugixml_description() != nil else { return [] }
        let bytes = input.bytes
        func parse() -> Bool {
            // SAFETY: the call reads only the buffer's bytes.
            unsafe bytes.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return false }
                return unsafe mimeograph_pugixml_parse(start, buffer.count)
            }
        }
        guard parse() else { throw BrokenEngine("pugixml cannot parse \(input.name).") }
        return [Benchmark(Self.pugixml, bytes: bytes.count) { parse() }]
    }

    /// Returns a benchmark of expat on a document in chunks; empty if expat is not installed.
    func expat(_ input: XMLInput, chunk: Int) throws -> [Benchmark] {
        guard unsafe mimeograph_expat_description() != nil else { return [] }
        let bytes = input.bytes
        func parse() -> Bool {
            // SAFETY: the call reads only the buffer's bytes.
            unsafe bytes.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return false }
                return unsafe mimeograph_expat_parse(start, buffer.count, chunk)
            }
        }
        guard parse() else { throw BrokenEngine("expat cannot parse \(input.name).") }
        return [Benchmark(Self.expat, bytes: bytes.count) { parse() }]
    }

    /// Parses a document with libxml2, and frees the tree.
    func libxml2(_ bytes: [UInt8]) -> Bool {
        // SAFETY: the call reads only the buffer's bytes.
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mimeograph_xml_peer_parse(start, buffer.count)
        }
    }
}
