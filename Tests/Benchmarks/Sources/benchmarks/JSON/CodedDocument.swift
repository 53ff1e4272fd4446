import Foundation
import Harness
import Mimeograph
import MimeographJSON

/// A document that has models in Swift, Rust and Python.
protocol CodedDocument {
    var name: String { get }
    /// Measures decoding, after comparing each engine's value with Foundation's.
    func measureDecoding(in run: JSONRun, _ rounds: JSONRun.Rounds) throws -> [Harness.Measurement]
    /// Measures encoding its value, after comparing each engine's text.
    func measureEncoding(in run: JSONRun, _ rounds: JSONRun.Rounds) throws -> [Harness.Measurement]
}

/// A document and its two models, which have one source text. `Marked` conforms to `SynthesizedCodable`. Foundation uses `Model`.
struct Coded<Model: Codable, Marked: Codable>: CodedDocument {
    let name: String
    let bytes: [UInt8]
    private let data: Data
    private let format = JSONFormat()
    private let decoder = JSONDecoder()

    init(_ type: Model.Type, marked: Marked.Type, name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        data = Data(bytes)
    }

    func measureDecoding(in run: JSONRun, _ rounds: JSONRun.Rounds) throws -> [Harness.Measurement] {
        let (bytes, data, format, decoder) = (bytes, data, format, decoder)
        let expected = try expected()
        guard try witness(format.decode(Model.self, from: bytes)) == expected,
            try witness(format.decode(Marked.self, from: bytes)) == expected
        else { throw BrokenEngine("\(name): the decoded value differs from Foundation's.") }
        try Marks.check()
        let engines = [
            Benchmark(Engine.ours, bytes: bytes.count) { try? format.decode(Model.self, from: bytes) },
            Benchmark(Engine.marked, bytes: bytes.count) { try? format.decode(Marked.self, from: bytes) },
            Benchmark(Engine.foundation, bytes: bytes.count) { try? decoder.decode(Model.self, from: data) },
        ]
        return try measure(.decode, engines, bytes: bytes.count, in: run, rounds)
    }

    func measureEncoding(in run: JSONRun, _ rounds: JSONRun.Rounds) throws -> [Harness.Measurement] {
        let format = format
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let value = try decoder.decode(Model.self, from: data)
        let marked = try decoder.decode(Marked.self, from: data)
        let text = try format.encode(value)
        let expected = try expected()
        for text in try [text, format.encode(marked)] {
            guard try witness(decoder.decode(Model.self, from: Data(text))) == expected else {
                throw BrokenEngine("\(name): the encoded text decodes to a different value.")
            }
        }
        try Marks.check()
        let engines = [
            Benchmark(Engine.ours, bytes: text.count) { try? format.encode(value) },
            Benchmark(Engine.marked, bytes: text.count) { try? format.encode(marked) },
            Benchmark(Engine.foundation, bytes: text.count) { try? encoder.encode(value) },
        ]
        return try measure(.encode, engines, bytes: text.count, in: run, rounds)
    }

    /// Measures engines, in turn with the peers in other languages.
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

    /// Checks that a peer reads and writes the document with Foundation's values.
    private func check(_ program: PeerProgram) throws {
        let text = try program.rewritten(model: name, body: bytes)
        let value = try witness(decoder.decode(Model.self, from: text))
        guard try NearlySame.texts(value, expected()) else {
            throw BrokenEngine("\(name): the value from \(program.engine) differs from Foundation's.")
        }
    }

    /// Returns the value that Foundation alone decodes, encoded for comparison.
    private func expected() throws -> Data { try witness(decoder.decode(Model.self, from: data)) }

    /// Encodes a value with Foundation. Two values are equal if their encodings are.
    private func witness(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }
}

/// Compares values that may differ in the last bit of a double. By default serde_json reads such neighbors of the right double,
/// because its exact feature is slower, and so does `JSONSerialization`, which does the comparison. Integers must be equal.
private enum NearlySame {
    /// Returns whether two JSON texts have equal values, except for such doubles.
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
