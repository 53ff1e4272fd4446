import Foundation
import Harness
import Mimeograph
import MimeographJSON

/// One run of a suite for a binary format: the documents in that format, and the results so far.
struct BinaryRun<Format: CodableFormat, Value: Codable> {
    let format: Format
    let suite: String
    let hasPeers: Bool
    let peer: PythonPeer
    private var report = Report()

    init(_ format: Format, suite: String, hasPeers: Bool, peer: PythonPeer) throws {
        self.format = format
        self.suite = suite
        self.hasPeers = hasPeers
        self.peer = peer
        report.add(note: "\(Machine.description).")
        report.add(note: "Peer: \(peer.name) \(peer.version ?? "is not installed, or lacks its extension in C").")
    }

    mutating func report(of selection: Selection, _ parts: [String]) throws -> Report {
        let documents: [any BinaryDocument] = try RealWorldFile.all().compactMap { file in
            // Keeps members that are null.
            let body = try format.encode(JSONFormat().decode(Value.self, from: file.bytes))
            return switch file.name {
            case "twitter": try CodedBody<TwitterSearch>(file, body)
            case "citm_catalog": try CodedBody<Catalog>(file, body)
            case "canada": try CodedBody<FeatureCollection>(file, body)
            default: nil
            }
        }
        if documents.isEmpty {
            report.add(
                note: "The documents are missing. Set MIMEOGRAPH_CORPORA to the folder that contains json-realworld."
            )
        }
        for part in parts where selection.contains(part) {
            var comparison = Comparison(
                part == "decode"
                    ? "Bytes to Decodable values, and to dictionaries" : "Encodable values, and dictionaries, to bytes"
            )
            var slowest: Double?
            for document in documents {
                FileHandle.standardError.write(Data("\(part): \(document.name)\n".utf8))
                let measurements = try document.measure(part, self)
                comparison.add(input: document.name, measurements)
                if measurements.count > 1 {
                    let ratio = measurements[1].minimum / measurements[0].minimum
                    slowest = min(slowest ?? ratio, ratio)
                }
            }
            report.add(table: comparison.table)
            report.add(Target("\(suite).\(part).vs-\(peer.name)", slowest, .atLeast, 2))
        }
        return report
    }

    /// Measures our engine, and the peer on the same bytes.
    func measure<Result>(
        _ body: [UInt8],
        _ work: @escaping () -> Result,
        peer measurePeer: ([UInt8]) throws -> Harness.Measurement?
    ) throws -> [Harness.Measurement] {
        let ours = Benchmark.measure(
            [Benchmark(Engine.ours, bytes: body.count, work)],
            rounds: 301,
            roundTime: .milliseconds(4)
        )
        return try hasPeers ? ours + [measurePeer(body)].compactMap { $0 } : ours
    }
}

/// A document in a binary format that has models.
private protocol BinaryDocument {
    var name: String { get }
    func measure<Format, Value>(_ part: String, _ run: BinaryRun<Format, Value>) throws -> [Harness.Measurement]
}

private struct CodedBody<Model: Codable>: BinaryDocument {
    let name: String
    let body: [UInt8]
    let value: Model

    init(_ file: RealWorldFile, _ body: [UInt8]) throws {
        name = file.name
        self.body = body
        value = try JSONDecoder().decode(Model.self, from: file.data)
    }

    func measure<Format, Value>(_ part: String, _ run: BinaryRun<Format, Value>) throws -> [Harness.Measurement] {
        let (format, body, value) = (run.format, body, value)
        if part == "decode" {
            try check(format.decode(Model.self, from: body))
            return try run.measure(body, { try? format.decode(Model.self, from: body) }, peer: run.peer.decode)
        }
        let written = try format.encode(value)
        try check(format.decode(Model.self, from: written))
        return try run.measure(written, { try? format.encode(value) }, peer: run.peer.encode)
    }

    /// Checks that a value equals the one that Foundation alone decodes from the JSON document.
    private func check(_ read: Model) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard try encoder.encode(read) == encoder.encode(value) else {
            throw BrokenEngine("\(name): the decoded value differs from the encoded one.")
        }
    }
}
