import Foundation
import Mimeograph
import MimeographJSON
import MimeographServer
import TestSupport
import Testing

/// Found in a review: Swift sorts runs of combining marks when it compares and hashes strings, which takes quadratic time in the
/// length of a run. A key of 256 KiB cost `[String: Int]` four seconds.
@Suite(.serialized) struct RunsOfMarksTests {
    enum Colour: String, Codable, CodingKeyRepresentable { case red, green, blue }

    struct Rest: Decodable {
        enum Key: String, CodingKey { case a, b }
        var count = 0
        init(from decoder: any Decoder) throws { count = try decoder.container(keyedBy: Key.self).allKeys.count }
    }

    struct Fields: Codable {
        var aB: Int?
        var number: Double?
        var colour: Colour?
    }

    // MARK: Work

    static let decoding: [TextWork] = [
        decode([String: Int].self) { "{\"\($0)\":1,\"b\":2}" },
        decode([String: [Int]].self) { "{\"\($0)\":[1]}" },
        decode([[String: JSON]].self) { "[{\"\($0)\":[1]}]" },
        decode([String: [String: Int]].self) { "{\"a\":{\"\($0)\":1}}" },
        decode([Colour: Int].self) { "{\"\($0)\":1}" },
        decode(Set<String>.self) { "[\"\($0)\",\"\($0)b\"]" },
        decode(Colour.self) { "\"\($0)\"" },
        decode([Colour?].self) { "[null,\"\($0)\"]" },
        decode(Fields.self) { "{\"colour\":\"\($0)\"}" },
        decode(Fields.self) { "{\"\($0)\":1,\"\($0)b\":2,\"number\":\"\($0)\"}" },
        decode(Rest.self) { "{\"\($0)\":1,\"b\":2}" },
        decode(ProblemDetails.self) { "{\"type\":\"\($0)\",\"\($0)\":1,\"x\":{\"\($0)\":\"\($0)\"}}" },
        decode([String: String].self, relaxed) { "{\"a\":\"\($0)\"}" },
        decode(Fields.self, relaxed) { "{\"a_b_\($0)\":1,\"_\($0)_\($0)_\":2,\"number\":\"\($0)\",\"a_\($0)\":1}" },
        decode([URL].self) { "[\"http://a/\($0)\"]" },
        decode([Data].self) { "[\"\($0)\"]" },
        decode([Date].self, relaxed) { "[\"\($0)\"]" },
        decode([Decimal].self) { "[\"\($0)\"]" },
        TextWork("nested types without a document", bytes: { "{\"a\":{\"\($0)\":1}}" }) { body in
            _ = try JSONFormat().decode(JSON.self, from: body)["a"].object?.count
        },
    ]

    static let values: [TextWork] = [
        TextWork("a value", bytes: { "{\"\($0)\":\"\($0)\",\"\($0)b\":\"\($0)\"}" }) { body in
            let json = try JSON(parsing: body)
            _ = json == (try JSON(parsing: body))
            _ = json.hashValue
            _ = json.object?.keys.count
            _ = try json.serialized()
        },
        TextWork("a member by a peer's name", of: { ($0, try? JSON(parsing: "{\"\($0)b\":1,\"\($0)c\":2}".utf8)) }) {
            name,
            json in
            var json = json
            _ = json?[name]
            json?[name] = 1
            _ = json?[name]
            json?[name] = nil
        },
        TextWork("a built value", of: { ($0, $0 + "\u{316}") }) { one, other in
            let json: JSON = .object([(key: one, value: JSON(1)), (key: other, value: JSON(2))])
            _ = json == .object([(key: one, value: JSON(1))])
            _ = JSON(one) == JSON(other)
            _ = Set([JSON(one), JSON(other)])
        },
        TextWork("keys in snake case", of: { $0 }) { text in
            var format = JSONFormat()
            format.keyStrategy = .snakeCase
            _ = try format.encode(JSON.object([(key: "a\(text)B\(text)", value: JSON(1))]))
        },
        TextWork("keys that must not come twice", bytes: { "{\"\($0)\":1,\"\($0)b\":2}" }) { body in
            var options = JSONReadingOptions.standard
            options.duplicateKeys = .refuse
            _ = try JSON(parsing: body, options: options)
        },
    ]

    static let streams: [TextWork] = [
        stream("lines", NDJSONFormat()) { "{\"\($0)\":1}\n{\"\($0)b\":\"\($0)\"}\n" },
        stream("a sequence", JSONSequenceFormat()) { "\u{1E}{\"\($0)\":1}\n\u{1E}\"\($0)\"\n" },
        stream("elements", JSONArrayElementsFormat()) { "[{\"\($0)\":1},\"\($0)\"]" },
    ]

    @Test(arguments: decoding + values + streams) func workGrowsWithTheTextOnly(_ work: TextWork) {
        #expect(work.growth < GrowthOfWork.inProportion)
    }

    // MARK: The limit

    /// A key that Swift must hash is limited, at any location; the error has the location and a remedy.
    @Test func aKeyForADictionary() throws {
        let key = HostileText.marks(31)
        for (text, offset) in [
            ("{\"a\":1,\n\"\(key)\":2}", 8), ("{\"\(key)\":2}", 1), ("{\"a\":1,\"\(key)\":\"x\"}", 7),
        ] {
            let error = try #require(failure([String: Int].self, text))
            #expect(error.code == .limitExceeded)
            #expect(error.location?.offset == offset)
            #expect(error.codingPath.count == 1)
            #expect(
                error.message.utf8.starts(with: "A key exceeds the limit on combining marks: it has more than 30".utf8)
            )
            #expect(error.remedy?.contains("UAX #15") == true)
        }
        let deep = try #require(failure([[String: [Int]]].self, "[{\"b\":[]},{\"\(key)\":[1]}]"))
        #expect(deep.code == .limitExceeded)
        #expect(deep.codingPath.map(\.intValue) == [1, nil])
        #expect(deep.location?.offset == 11)
        // A body that is too large for the fast path.
        let large = try #require(
            failure([String: Int].self, "{\"b\":\(String(repeating: " ", count: 5_000))1,\"\(key)\":1}")
        )
        #expect(large.location?.offset == 5_007)
    }

    @Test func thirtyMarksAreRead() throws {
        let key = HostileText.marks(30) + "b" + HostileText.marks(30)
        let read = try JSONFormat().decode([String: Int].self, from: "{\"\(key)\":1}".utf8)
        #expect(read[key] == 1)
        let texts = try JSONFormat().decode(Set<String>.self, from: "[\"\(key)\",\"\(key)\",\"b\"]".utf8)
        #expect(texts == [key, "b"])
    }

    /// Text that is not compared may have any number of marks.
    @Test func otherTextIsRead() throws {
        let text = HostileText.marks(100)
        #expect(
            try JSONFormat().decode([String].self, from: "[\"\(text)\"]".utf8).first?.utf8.elementsEqual(text.utf8)
                == true
        )
        #expect(try JSONFormat().decode([String: String].self, from: "{\"a\":\"\(text)\"}".utf8).count == 1)
        #expect(try JSONFormat().decode([String: JSON].self, from: "{\"a\":{\"\(text)\":1}}".utf8)["a"]?[text].int == 1)
        #expect(try JSONFormat().decode(Fields.self, from: "{\"\(text)\":1,\"aB\":2}".utf8).aB == 2)
    }

    @Test func textsOfSetsAndEnumerations() throws {
        let text = HostileText.marks(31)
        let set = try #require(failure(Set<String>.self, "[\"a\", \"\(text)\"]"))
        #expect(set.code == .limitExceeded)
        #expect(set.location?.offset == 6)
        #expect(set.codingPath.map(\.intValue) == [1])
        let colour = try #require(failure([Colour].self, "[\"red\", \"\(text)\"]"))
        #expect(colour.code == .limitExceeded)
        #expect(colour.location?.offset == 8)
        #expect(colour.codingPath.map(\.intValue) == [1])
        #expect(failure(Set<String>.self, "[1]")?.code == .dataShape)
        #expect(failure(Set<String>.self, "{}")?.code == .dataShape)
        #expect(failure(Colour.self, "\"\(HostileText.marks(30))\"")?.code == .dataShape)
    }

    /// `allKeys` cannot throw, so decoding fails afterwards if it left a key out.
    @Test func allKeys() throws {
        let key = HostileText.marks(31)
        for text in ["{\"a\":1,\"\(key)\":2}", "{\"\(key)\":2,\"a\":\(Array(repeating: 1, count: 5_000))}"] {
            let error = try #require(failure(Rest.self, text))
            #expect(error.code == .limitExceeded)
            #expect(
                error.location?.offset
                    == text.utf8.firstRange(of: "\"\(key)".utf8).map { $0.lowerBound.utf16Offset(in: text) }
            )
        }
        #expect(failure([Colour: Int].self, "{\"red\":1,\"\(key)\":2}")?.code == .limitExceeded)
        #expect(failure([Rest].self, "[{\"\(key)\":2},{}]")?.code == .limitExceeded)
        struct Careless: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Rest.Key.self)
                _ = try? container.decode(Rest.self, forKey: .a)
            }
        }
        #expect(failure(Careless.self, "{\"a\":{\"\(key)\":2}}")?.code == .limitExceeded)
        #expect(try JSONFormat().decode(Rest.self, from: "{\"a\":1,\"c\":2}".utf8).count == 1)
    }

    /// The elements before it are delivered. A limit ends a stream, even one that continues after other invalid elements.
    @Test func elementsOfAStream() throws {
        let body = Array("{\"a\":1}\n{\"\(HostileText.marks(31))\":2}\n{\"b\":3}\n".utf8)
        var found: SerializationError?
        var parser = try NDJSONFormat().makeParser(
            of: [String: Int].self,
            as: nil,
            limits: .standard
        )
        var elements: [[String: Int]] = []
        do throws(SerializationError) {
            try parser.consume(body.span, into: &elements)
        } catch {
            found = error
        }
        #expect(elements == [["a": 1]])
        let error = try #require(found)
        #expect(error.code == .limitExceeded)
        #expect(error.location?.line == 2)
    }

    /// If a part of a problem is left out, the rest is still reported.
    @Test func problemDetails() throws {
        let key = HostileText.marks(31)
        let text = "{\"title\":\"t\",\"\(key)\":1,\"x\":{\"\(key)\":1},\"y\":[2]}"
        let problem = try JSONFormat().decode(ProblemDetails.self, from: text.utf8)
        #expect(problem == ProblemDetails(title: "t", extensions: ["y": [2]]))
    }

    private func failure<Value: Decodable>(_ type: Value.Type, _ text: String) -> SerializationError? {
        do throws(SerializationError) {
            _ = try JSONFormat().decode(type, from: text.utf8)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Helpers

    private static var relaxed: JSONFormat {
        var format = JSONFormat()
        format.keyStrategy = .snakeCase
        format.dateStrategy = .iso8601
        format.floatStrategy = .text(
            positiveInfinity: "a\u{300}",
            negativeInfinity: "a",
            nan: "a\u{316}"
        )
        return format
    }

    private static func decode<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ format: JSONFormat = JSONFormat(),
        _ body: @escaping @Sendable (String) -> String
    ) -> TextWork {
        TextWork("\(type) of \(body("…"))", bytes: body) { bytes in
            do {
                _ = try format.decode(type, from: bytes)
            } catch {
                _ = "\(error)"
            }
        }
    }

    private static func stream(
        _ name: String,
        _ format: some CodableStreamFormat,
        _ body: @escaping @Sendable (String) -> String
    ) -> TextWork {
        TextWork(name, bytes: body) { bytes in
            for size in [bytes.count, 4_001] {
                var parser = try format.makeParser(
                    of: [String: JSON].self,
                    as: nil,
                    limits: .standard
                )
                var elements: [[String: JSON]] = []
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try? parser.consume(bytes[start..<min(start + size, bytes.count)].span, into: &elements)
                }
                try? parser.finish(into: &elements)
            }
        }
    }
}
