import Mimeograph
import MimeographCBOR
import MimeographJSON
import MimeographJSONPath
import MimeographMessagePack
import MimeographTree
import TestSupport
import Testing

/// The compliance suite of JSONPath. A case may allow several results, for which the order of members is free.
@Suite(.needsCorpora) struct JSONPathCorporaTests {
    private static func cases() throws -> [JSON] {
        let suite = try JSON(parsing: try Corpora.read("jsonpath-cts/cts.json"))
        return Array(try #require(suite["tests"].array))
    }

    @Test func everyCase() throws {
        let record = SuiteRecord("jsonpath-cts")
        var count = 0
        for example in try Self.cases() {
            count += 1
            let name = example["name"].string ?? ""
            let query = example["selector"].string ?? ""
            let isInvalid = example["invalid_selector"].bool == true
            let path: JSONPath
            do throws(SerializationError) {
                path = try JSONPath(query)
            } catch {
                record.expect(isInvalid, name, "\(query) must be read: \(error)")
                record.expect(error.code == .invalidPath && error.location != nil, name, "\(error)")
                continue
            }
            record.expect(!isInvalid, name, "\(query) must be rejected")
            guard !isInvalid else { continue }
            let document = example["document"]
            let nodes = try path.nodes(in: document)
            let values = JSON.array(nodes.map(\.value))
            let paths = JSON.array(nodes.map { JSON($0.path) })
            let allowed = example["results"].array.map { Array($0) } ?? [example["result"]]
            let allowedPaths = example["results_paths"].array.map { Array($0) } ?? [example["result_paths"]]
            record.expect(allowed.contains(values), name, "\(query) selects \(values), not one of \(allowed)")
            record.expect(allowedPaths.contains(paths), name, "\(query) has the paths \(paths)")
            record.expect(try path.values(in: document) == nodes.map(\.value), name, "other values")
            record.expect(try path.first(in: document) == nodes.first?.value, name, "another first value")
            for node in nodes {
                let again = try JSONPath(node.path).nodes(in: document)
                record.expect(again == [node], name, "\(node.path) selects \(again)")
            }
        }
        #expect(count > 700)
        try record.write()
    }

    /// Values that were built, and those of other formats, give the same results as JSON texts.
    @Test func everyCaseInOtherFormats() throws {
        for example in try Self.cases() where example["invalid_selector"].bool != true {
            let path = try JSONPath(example["selector"].string ?? "")
            let document = example["document"]
            let expected = try path.nodes(in: document)
            let built = try path.nodes(in: Self.rebuilt(document))
            #expect(built == expected, "\(path)")
            let cbor = try CBORFormat().decode(CBOR.Value.self, from: CBORFormat().encode(document))
            try Self.expect(try path.nodes(in: cbor), expected, path)
            let pack = try MessagePackFormat().decode(
                MessagePack.Value.self,
                from: MessagePackFormat().encode(document)
            )
            try Self.expect(try path.nodes(in: pack), expected, path)
        }
    }

    /// Returns the same value as a tree of Swift values.
    private static func rebuilt(_ json: JSON) -> JSON {
        if let elements = json.array { return .array(elements.map(rebuilt)) }
        if let members = json.object { return .object(members.map { ($0.key, rebuilt($0.value)) }) }
        if let text = json.string { return JSON(text) }
        return json
    }

    private static func expect<Value: DocumentValue & Encodable>(
        _ nodes: [JSONPathNode<Value>],
        _ expected: [JSONPathNode<JSON>],
        _ path: JSONPath
    ) throws {
        #expect(nodes.map(\.path) == expected.map(\.path), "\(path)")
        for (node, other) in zip(nodes, expected) {
            let json = try JSONFormat().decode(JSON.self, from: JSONFormat().encode(node.value))
            #expect(json == other.value, "\(path)")
        }
    }
}
