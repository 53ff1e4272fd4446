import Foundation
import Harness
import MarkedModels
import Mimeograph
import MimeographCBOR
import MimeographJSON
import MimeographMessagePack

/// The records of GLD.SerializerBenchmark, in formats that it measures, too.
enum GLDSuite: Suite {
    static let name = "gld"
    static let summary = "the records of GLD.SerializerBenchmark, against Foundation, orjson, msgpack and cbor2"
    static let parts = ["json", "messagepack", "cbor"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        report.add(note: "\(Machine.description).")
        report.add(
            note: """
                The records of [GLD.SerializerBenchmark](https://github.com/leo-gan/GLD.SerializerBenchmark), except \
                ObjectGraph, whose objects refer to each other in a circle. Swift reads and writes marked types, Python \
                dictionaries. orjson leaves dates as text, and cbor2 writes them as text; the other engines convert them.
                """
        )
        let peers = selection.hasPeers
        if selection.contains("json") {
            try measure("json", JSONFormat(dates: .iso8601), peers ? .orjson : nil, into: &report)
        }
        if selection.contains("messagepack") {
            try measure("messagepack", MessagePackFormat(), peers ? .msgpack : nil, into: &report)
        }
        if selection.contains("cbor") { try measure("cbor", CBORFormat(), peers ? .cbor2 : nil, into: &report) }
        return report
    }

    private static var records: [any GLDRecord] {
        [
            Record(name: "Person", value: GLD.person), Record(name: "Integer", value: GLD.integer),
            Record(name: "Telemetry", value: GLD.telemetry), Record(name: "SimpleObject", value: GLD.simpleObject),
            Record(name: "StringArray", value: GLD.stringArray), Record(name: "EDI_835", value: GLD.edi835),
        ]
    }

    private static func measure(
        _ part: String,
        _ format: some CodableFormat,
        _ peer: PythonPeer?,
        into report: inout Report
    ) throws {
        if let peer { report.add(note: peer.note) }
        for work in GLDWork.allCases {
            var comparison = Comparison("\(part), \(work)")
            for record in records {
                let engines = try record.measure(work, format, peer)
                comparison.add(input: "\(record.name), \(engines[0].bytes) bytes", engines)
            }
            try Marks.check()
            report.add(table: comparison.table)
            for other in [Engine.foundation, peer?.name].compactMap({ $0 }) {
                guard let speed = comparison.speed(of: Engine.ours, over: other) else { continue }
                report.add(
                    Target("gld.\(part).\(work).vs-\(other)", speed, .atLeast, other == Engine.foundation ? 5 : 1)
                )
            }
        }
    }
}

private enum GLDWork: CaseIterable { case decode, encode }

private protocol GLDRecord {
    var name: String { get }
    func measure(_ work: GLDWork, _ format: some CodableFormat, _ peer: PythonPeer?) throws -> [Harness.Measurement]
}

private struct Record<Value: Codable & Equatable>: GLDRecord {
    let name: String
    let value: Value

    func measure(_ work: GLDWork, _ format: some CodableFormat, _ peer: PythonPeer?) throws -> [Harness.Measurement] {
        let (value, body) = (value, try format.encode(value))
        guard try format.decode(Value.self, from: body) == value else { throw BrokenEngine("\(name) changes.") }
        var engines = [
            work == .decode
                ? Benchmark(Engine.ours, bytes: body.count) { try? format.decode(Value.self, from: body) }
                : Benchmark(Engine.ours, bytes: body.count) { try? format.encode(value) }
        ]
        if format is JSONFormat {
            let (decoder, encoder, data) = (JSONDecoder(), JSONEncoder(), Data(body))
            (decoder.dateDecodingStrategy, encoder.dateEncodingStrategy) = (.iso8601, .iso8601)
            guard try decoder.decode(Value.self, from: data) == value,
                try decoder.decode(Value.self, from: encoder.encode(value)) == value
            else { throw BrokenEngine("Foundation changes \(name).") }
            engines.append(
                work == .decode
                    ? Benchmark(Engine.foundation, bytes: body.count) { try? decoder.decode(Value.self, from: data) }
                    : Benchmark(Engine.foundation, bytes: body.count) { try? encoder.encode(value) }
            )
        }
        let other = try work == .decode ? peer?.decode(body) : peer?.encode(body)
        return Benchmark.measure(engines, rounds: 101, roundTime: .milliseconds(4)) + [other].compactMap { $0 }
    }
}
