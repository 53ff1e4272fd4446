import Foundation
import Harness
import MarkedModels
import Mimeograph
import MimeographJSON
import PlainModels

/// One run of a suite for a binary format: the documents in that format, and the results so far.
struct BinaryRun<Format: CodableFormat, Value: Codable> {
    let format: Format
    let suite: String
    let hasPeers: Bool
    let peer: PythonPeer
    /// How many times as fast as the peer marked models must be.
    let markedBound: Double
    private var report = Report()

    init(_ format: Format, suite: String, hasPeers: Bool, peer: PythonPeer, markedBound: Double) throws {
        self.format = format
        self.suite = suite
        self.hasPeers = hasPeers
        self.peer = peer
        self.markedBound = markedBound
        report.add(note: "\(Machine.description).")
        report.add(note: peer.note)
    }

    mutating func report(of selection: Selection, _ parts: [String]) throws -> Report {
        let documents: [any BinaryDocument] = try RealWorldFile.all().compactMap { file in
            // Keeps members that are null.
            let body = try format.encode(JSONFormat().decode(Value.self, from: file.bytes))
            return switch file.name {
            case "twitter": try CodedBody<PlainModels.TwitterSearch, MarkedModels.TwitterSearch>(file, body)
            case "citm_catalog": try CodedBody<PlainModels.Catalog, MarkedModels.Catalog>(file, body)
            case "canada": try CodedBody<PlainModels.FeatureCollection, MarkedModels.FeatureCollection>(file, body)
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
            for document in documents {
                FileHandle.standardError.write(Data("\(part): \(document.name)\n".utf8))
                comparison.add(input: document.name, try document.measure(part, self))
            }
            report.add(table: comparison.table)
            let slowest = comparison.lowestSpeed(of: Engine.ours, over: peer.name)?.speed
            report.add(Target("\(suite).\(part).vs-\(peer.name)", slowest, .atLeast, 2))
            let slowestMarked = comparison.lowestSpeed(of: Engine.marked, over: peer.name)?.speed
            report.add(Target("\(suite).\(part).marked.vs-\(peer.name)", slowestMarked, .atLeast, markedBound))
        }
        return report
    }

    /// Measures our engine on both models in turn, and then the peer on the same bytes.
    func measure<Result, MarkedResult>(
        _ body: [UInt8],
        _ work: @escaping () -> Result,
        marked markedWork: @escaping () -> MarkedResult,
        peer measurePeer: ([UInt8]) throws -> Harness.Measurement?
    ) throws -> [Harness.Measurement] {
        let ours = Benchmark.measure(
            [
                Benchmark(Engine.ours, bytes: body.count, work),
                Benchmark(Engine.marked, bytes: body.count, markedWork),
            ],
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

private struct CodedBody<Model: Codable, Marked: Codable>: BinaryDocument {
    let name: String
    let body: [UInt8]
    let value: Model
    let marked: Marked

    init(_ file: RealWorldFile, _ body: [UInt8]) throws {
        name = file.name
        self.body = body
        value = try JSONDecoder().decode(Model.self, from: file.data)
        marked = try JSONDecoder().decode(Marked.self, from: file.data)
    }

    func measure<Format, Value>(_ part: String, _ run: BinaryRun<Format, Value>) throws -> [Harness.Measurement] {
        let (format, body, value, marked) = (run.format, body, value, marked)
        if part == "decode" {
            try check(format.decode(Model.self, from: body))
            try check(format.decode(Marked.self, from: body))
            try Marks.check()
            return try run.measure(
                body,
                { try? format.decode(Model.self, from: body) },
                marked: { try? format.decode(Marked.self, from: body) },
                peer: run.peer.decode
            )
        }
        let written = try format.encode(value)
        try check(format.decode(Model.self, from: written))
        try check(format.decode(Model.self, from: format.encode(marked)))
        try Marks.check()
        return try run.measure(
            written,
            { try? format.encode(value) },
            marked: { try? format.encode(marked) },
            peer: run.peer.encode
        )
    }

    /// Checks that a value equals the one that Foundation alone decodes from the JSON document.
    private func check(_ read: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard try encoder.encode(read) == encoder.encode(value) else {
            throw BrokenEngine("\(name): the decoded value differs from the encoded one.")
        }
    }
}
