import Harness

extension JSONRun {
    /// Measures decoding documents to Swift values that hold all of their fields.
    mutating func decode() throws {
        var comparison = Comparison("Bytes to Decodable values")
        for document in codedDocuments {
            comparison.add(input: document.name, try document.measureDecoding(in: self, .manyShort))
        }
        addCodingTargets("decode", from: comparison, vsFoundation: ("JSONDecoder", 4), vsSerde: 0.95)
    }

    /// Measures encoding the same values.
    mutating func encode() throws {
        var comparison = Comparison("Encodable values to bytes")
        for document in codedDocuments {
            comparison.add(input: document.name, try document.measureEncoding(in: self, .manyShort))
        }
        addCodingTargets("encode", from: comparison, vsFoundation: ("JSONEncoder", 5), vsSerde: 0.7)
    }

    /// Measures a small body: about 300 bytes to one struct, and back.
    mutating func codeSmallBody() throws {
        let bytes = Array(Account.sample.utf8)
        let document = Coded(Account.self, name: "account", bytes)
        let works = [
            ("decode", "An object of \(bytes.count) bytes to a Decodable struct", document.measureDecoding, 1.3),
            ("encode", "An Encodable struct to an object of 310 bytes", document.measureEncoding, 1.0),
        ]
        for (name, title, measure, bound) in works {
            let results = try measure(self, .fewLong)
            report.add(table: title, results)
            // The fastest round, as for the ratios: other load on the machine can only add to the time.
            report.add(Target("json.small.\(name)-us", results[0].minimum / 1000, .atMost, bound))
        }
    }

    /// Three documents of megabytes, and a typical response of a web service.
    private var codedDocuments: [any CodedDocument] {
        (files + [RealWorldFile("twitter_api_response")].compactMap { $0 }).compactMap { file in
            switch file.name {
            case "twitter": Coded(TwitterSearch.self, name: file.name, file.bytes)
            case "citm_catalog": Coded(Catalog.self, name: file.name, file.bytes)
            case "canada": Coded(FeatureCollection.self, name: file.name, file.bytes)
            case "twitter_api_response": Coded([TimelineStatus].self, name: file.name, file.bytes)
            default: nil
            }
        }
    }

    private mutating func addCodingTargets(
        _ name: String,
        from comparison: Comparison,
        vsFoundation: (name: String, bound: Double),
        vsSerde bound: Double
    ) {
        report.add(table: comparison.table)
        let isLarge = { (input: String) in RealWorldFile.names.contains(input) }
        let vsFoundationSpeed = comparison.speed(of: Engine.ours, over: Engine.foundation, onInputs: isLarge)
        report.add(Target("json.\(name).vs-\(vsFoundation.name)", vsFoundationSpeed, .atLeast, vsFoundation.bound))
        let vsSerdeSpeed = comparison.speed(of: Engine.ours, over: Engine.serde)
        report.add(Target("json.\(name).vs-serde", vsSerdeSpeed, .atLeast, bound))
    }
}
