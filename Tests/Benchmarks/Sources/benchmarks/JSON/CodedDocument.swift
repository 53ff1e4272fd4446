import Foundation
import Harness
import Mimeograph
import MimeographJSON

/// A document for which there are models, in Swift, in Rust and in Python.
protocol CodedDocument {
    var name: String { get }
    /// What decoding it takes; before, each engine's value is held against Foundation's.
    func measureDecoding(in run: JSONRun, _ rounds: JSONRun.Rounds) throws -> [Harness.Measurement]
    /// What encoding its value takes; before, each engine's text is.
    func measureEncoding(in run: JSONRun, _ rounds: JSONRun.Rounds) throws -> [Harness.Measurement]
}

struct Coded<Model: Codable>: CodedDocument {
    let name: String
    let bytes: [UInt8]
    private let data: Data
    private let format = JSONFormat()
    private let decoder = JSONDecoder()

    init(_ type: Model.Type, name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        data = Data(bytes)
    }

    func measureDecoding(in run: JSONRun, _ rounds: JSONRun.Rounds) throws -> [Harness.Measurement] {
        let (bytes, data, format, decoder) = (bytes, data, format, decoder)
        guard try witness(format.decode(Model.self, from: bytes)) == expected() else {
            throw BrokenEngine("\(name) is not decoded as Foundation decodes it")
        }
        let engines = [
            Benchmark(Engine.ours, bytes: bytes.count) { try? format.decode(Model.self, from: bytes) },
            Benchmark(Engine.foundation, bytes: bytes.count) { try? decoder.decode(Model.self, from: data) },
        ]
        return try measure(.decode, engines, bytes: bytes.count, in: run, rounds)
    }

    func measureEncoding(in run: JSONRun, _ rounds: JSONRun.Rounds) throws -> [Harness.Measurement] {
        let format = format
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let value = try decoder.decode(Model.self, from: data)
        let text = try format.encode(value)
        guard try witness(decoder.decode(Model.self, from: Data(text))) == expected() else {
            throw BrokenEngine("what is encoded of \(name) is not decoded as the same")
        }
        let engines = [
            Benchmark(Engine.ours, bytes: text.count) { try? format.encode(value) },
            Benchmark(Engine.foundation, bytes: text.count) { try? encoder.encode(value) },
        ]
        return try measure(.encode, engines, bytes: text.count, in: run, rounds)
    }

    /// Measures engines, and the peers in other languages in turn with them.
    private func measure(
        _ work: PeerProcess.Work,
        _ engines: [Benchmark],
        bytes count: Int,
        in run: JSONRun,
        _ rounds: JSONRun.Rounds
    ) throws -> [Harness.Measurement] {
        guard run.hasPeers else { return run.measure(work.rawValue, on: name, engines, rounds) }
        let peers = try ([SerdePeer.program].compactMap { $0 } + PythonJSONPeer.programs).map { program in
            try check(program)
            return try PeerProcess(program, model: name, work, body: bytes)
        }
        let results = run.measure(work.rawValue, on: name, engines + peers.map { $0.benchmark(bytes: count) }, rounds)
        for peer in peers { try peer.end() }
        return results
    }

    /// Makes sure that a peer reads and writes the document as Foundation reads it.
    private func check(_ program: PeerProgram) throws {
        let text = try program.rewritten(model: name, body: bytes)
        let value = try witness(decoder.decode(Model.self, from: text))
        guard try NearlySame.texts(value, expected()) else {
            throw BrokenEngine("\(name) is not read and written by \(program.engine) as Foundation reads it")
        }
    }

    /// What Foundation alone makes of the document.
    private func expected() throws -> Data { try witness(decoder.decode(Model.self, from: data)) }

    /// Two values are the same where Foundation's encoder makes the same of them.
    private func witness(_ value: Model) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }
}

/// Comparing values of which one may have doubles that are next to the right ones. serde_json reads such, unless it is built with
/// a feature that makes it slower, and so does `JSONSerialization`, by which they are compared. Whole numbers must be the same.
private enum NearlySame {
    /// Whether two texts in JSON have values that are the same but for that.
    static func texts(_ left: Data, _ right: Data) throws -> Bool {
        try left == right
            || values(JSONSerialization.jsonObject(with: left), JSONSerialization.jsonObject(with: right))
    }

    private static func values(_ left: Any, _ right: Any) -> Bool {
        switch (left, right) {
        case (let left as [Any], let right as [Any]):
            return left.count == right.count && zip(left, right).allSatisfy { values($0, $1) }
        case (let left as [String: Any], let right as [String: Any]):
            return left.count == right.count
                && left.allSatisfy { key, value in right[key].map { values(value, $0) } ?? false }
        case (let left as String, let right as String): return left == right
        case (let left as NSNumber, let right as NSNumber):
            let (double, other) = (left.doubleValue, right.doubleValue)
            let isWhole = double == double.rounded() && other == other.rounded()
            return left == right || (!isWhole && abs(double - other) <= 4 * double.ulp)
        default: return left is NSNull && right is NSNull
        }
    }
}
