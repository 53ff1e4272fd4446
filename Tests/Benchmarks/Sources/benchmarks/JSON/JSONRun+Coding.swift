import Foundation
import Harness
import Mimeograph
import MimeographJSON

extension JSONRun {
    /// Three documents to Swift values that hold every field of theirs.
    mutating func decode() throws {
        var comparison = Comparison("Bytes to Decodable values")
        for file in files {
            try CodedFile.of(file)?.measureDecoding(in: self, &comparison)
        }
        report.add(table: comparison.table)
        add(target: "decode.vs-JSONDecoder", from: comparison, atLeast: 4)
    }

    /// The same values to bytes.
    mutating func encode() throws {
        var comparison = Comparison("Encodable values to bytes")
        for file in files {
            try CodedFile.of(file)?.measureEncoding(in: self, &comparison)
        }
        report.add(table: comparison.table)
        add(target: "encode.vs-JSONEncoder", from: comparison, atLeast: 5)
    }
}

/// A document for which there are models.
private protocol CodedDocument {
    func measureDecoding(in run: JSONRun, _ comparison: inout Comparison) throws
    func measureEncoding(in run: JSONRun, _ comparison: inout Comparison) throws
}

private enum CodedFile {
    /// The models of a document, or nil where it has none.
    static func of(_ file: RealWorldFile) -> (any CodedDocument)? {
        switch file.name {
        case "twitter": Coded<TwitterSearch>(file: file)
        case "citm_catalog": Coded<Catalog>(file: file)
        case "canada": Coded<FeatureCollection>(file: file)
        default: nil
        }
    }
}

private struct Coded<Model: Codable>: CodedDocument {
    let file: RealWorldFile
    let format = JSONFormat()
    let decoder = JSONDecoder()

    func measureDecoding(in run: JSONRun, _ comparison: inout Comparison) throws {
        let (file, format, decoder) = (file, format, decoder)
        guard try witness(format.decode(Model.self, from: file.bytes)) == expected() else {
            throw BrokenEngine("\(file.name) is not decoded as Foundation decodes it")
        }
        let engines = [
            Benchmark(Engine.ours, bytes: file.bytes.count) { try? format.decode(Model.self, from: file.bytes) },
            Benchmark(Engine.foundation, bytes: file.bytes.count) { try? decoder.decode(Model.self, from: file.data) },
        ]
        comparison.add(input: file.name, run.measure("decode", on: file.name, engines))
    }

    func measureEncoding(in run: JSONRun, _ comparison: inout Comparison) throws {
        let format = format
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let value = try decoder.decode(Model.self, from: file.data)
        let text = try format.encode(value)
        guard try witness(decoder.decode(Model.self, from: Data(text))) == expected() else {
            throw BrokenEngine("what is encoded of \(file.name) is not decoded as the same")
        }
        let engines = [
            Benchmark(Engine.ours, bytes: text.count) { try? format.encode(value) },
            Benchmark(Engine.foundation, bytes: text.count) { try? encoder.encode(value) },
        ]
        comparison.add(input: file.name, run.measure("encode", on: file.name, engines))
    }

    /// What Foundation alone makes of the document.
    private func expected() throws -> Data { try witness(decoder.decode(Model.self, from: file.data)) }

    /// Two values are the same where Foundation's encoder makes the same of them.
    private func witness(_ value: Model) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }
}
