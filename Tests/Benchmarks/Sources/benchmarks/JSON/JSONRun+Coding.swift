import Harness
import MarkedModels
import PlainModels

extension JSONRun {
    /// Measures decoding documents to Swift values that hold all of their fields.
    mutating func decode() throws {
        var comparison = Comparison("Bytes to Decodable values")
        for document in codedDocuments {
            comparison.add(input: document.name, try document.measureDecoding(in: self, .manyShort))
        }
        addCodingTargets("decode", from: comparison, vsFoundation: ("JSONDecoder", 4), vsSerde: (0.95, marked: 1.1))
    }

    /// Measures encoding the same values.
    mutating func encode() throws {
        var comparison = Comparison("Encodable values to bytes")
        for document in codedDocuments {
            comparison.add(input: document.name, try document.measureEncoding(in: self, .manyShort))
        }
        addCodingTargets("encode", from: comparison, vsFoundation: ("JSONEncoder", 5), vsSerde: (0.7, marked: 0.9))
    }

    /// Measures a small body: about 300 bytes to one struct, and back.
    mutating func codeSmallBody() throws {
        let bytes = Array(SmallText.account.utf8)
        let document = Coded(PlainModels.Account.self, marked: MarkedModels.Account.self, name: "account", bytes)
        let works = [
            ("decode", "An object of \(bytes.count) bytes to a Decodable struct", document.measureDecoding, 1.3),
            ("encode", "An Encodable struct to an object of 310 bytes", document.measureEncoding, 1.0),
        ]
        for (name, title, measure, bound) in works {
            let results = try measure(self, .fewLong)
            report.add(table: title, results)
            // The fastest round, as for the ratios: other load on the machine can only add to the time.
            report.add(Target("json.small.\(name)-us", results[0].minimum / 1000, .atMost, bound))
            var comparison = Comparison(title)
            comparison.add(input: document.name, results)
            let speed = comparison.speed(of: Engine.marked, over: Engine.serde)
            report.add(Target("json.small.marked.\(name).vs-serde", speed, .atLeast, 0.9))
        }
    }

    /// Three documents of megabytes, and a typical response of a web service.
    private var codedDocuments: [any CodedDocument] {
        (files + [RealWorldFile("twitter_api_response")].compactMap { $0 }).compactMap { file in
            switch file.name {
            case "twitter": document(file, PlainModels.TwitterSearch.self, MarkedModels.TwitterSearch.self)
            case "citm_catalog": document(file, PlainModels.Catalog.self, MarkedModels.Catalog.self)
            case "canada": document(file, PlainModels.FeatureCollection.self, MarkedModels.FeatureCollection.self)
            case "twitter_api_response":
                document(file, [PlainModels.TimelineStatus].self, [MarkedModels.TimelineStatus].self)
            default: nil
            }
        }
    }

    private func document<Model: Codable, Marked: Codable>(
        _ file: RealWorldFile,
        _ type: Model.Type,
        _ marked: Marked.Type
    ) -> any CodedDocument {
        Coded(type, marked: marked, name: file.name, file.bytes)
    }

    private mutating func addCodingTargets(
        _ name: String,
        from comparison: Comparison,
        vsFoundation: (name: String, bound: Double),
        vsSerde bounds: (unmarked: Double, marked: Double)
    ) {
        report.add(table: comparison.table)
        let isLarge = { (input: String) in RealWorldFile.names.contains(input) }
        let vsFoundationSpeed = comparison.speed(of: Engine.ours, over: Engine.foundation, onInputs: isLarge)
        report.add(Target("json.\(name).vs-\(vsFoundation.name)", vsFoundationSpeed, .atLeast, vsFoundation.bound))
        let vsSerdeSpeed = comparison.speed(of: Engine.ours, over: Engine.serde)
        report.add(Target("json.\(name).vs-serde", vsSerdeSpeed, .atLeast, bounds.unmarked))
        let markedSpeed = comparison.speed(of: Engine.marked, over: Engine.serde)
        report.add(Target("json.\(name).marked.vs-serde", markedSpeed, .atLeast, bounds.marked))
    }
}
