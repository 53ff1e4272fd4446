import CExpat
import CPugixml
import CXMLPeer
import Foundation
import Harness
import Mimeograph
import MimeographXML

/// One run of the suite, and what was found so far.
struct XMLRun {
    static let libxml2 = "libxml2 in C"
    static let pugixml = "pugixml"
    static let expat = "expat"

    let hasPeers: Bool
    /// Room for the large document, which is larger than a response of an API should be.
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

    /// Measures engines on one document, in turn and round by round, and tells what is measured.
    ///
    /// libxml2 and Foundation leave a million freed pieces behind, and each pays in its own round for merging them.
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

    /// pugixml on a document, from its bytes to the tree and the tree's end; empty where there is none.
    func pugixml(_ input: XMLInput) throws -> [Benchmark] {
        guard unsafe mimeograph_pugixml_description() != nil else { return [] }
        let bytes = input.bytes
        func parse() -> Bool {
            // SAFETY: the bytes are only read, and no more than their count.
            unsafe bytes.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return false }
                return unsafe mimeograph_pugixml_parse(start, buffer.count)
            }
        }
        guard parse() else { throw BrokenEngine("pugixml does not parse \(input.name)") }
        return [Benchmark(Self.pugixml, bytes: bytes.count) { parse() }]
    }

    /// expat on a document in chunks; empty where there is none.
    func expat(_ input: XMLInput, chunk: Int) throws -> [Benchmark] {
        guard unsafe mimeograph_expat_description() != nil else { return [] }
        let bytes = input.bytes
        func parse() -> Bool {
            // SAFETY: the bytes are only read, and no more than their count.
            unsafe bytes.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return false }
                return unsafe mimeograph_expat_parse(start, buffer.count, chunk)
            }
        }
        guard parse() else { throw BrokenEngine("expat does not parse \(input.name)") }
        return [Benchmark(Self.expat, bytes: bytes.count) { parse() }]
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
