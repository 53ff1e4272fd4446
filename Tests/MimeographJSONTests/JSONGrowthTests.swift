import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// The cost of a JSON text is proportional to its size, whatever it contains and however it is read.
@Suite struct JSONGrowthTests {
    /// Texts that are meant to be expensive. Each grows with a number.
    static let texts: [(String, @Sendable (Int) -> String)] = [
        ("keys", { size in "{" + (0..<size).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}" }),
        ("one key", { size in "{" + (0..<size).map { "\"a\":\($0)" }.joined(separator: ",") + "}" }),
        (
            "keys of one length",
            { size in "{" + (0..<size).map { "\"\(1_000_000 + $0)\":null" }.joined(separator: ",") + "}" }
        ),
        ("objects", { size in "[" + (0..<size).map { "{\"a\":\($0),\"b_c\":[1]}" }.joined(separator: ",") + "]" }),
        ("objects with other keys", { size in "[" + (0..<size).map { "{\"k\($0)\":1}" }.joined(separator: ",") + "]" }),
        ("arrays", { size in "[" + Array(repeating: "[]", count: size).joined(separator: ",") + "]" }),
        ("deep arrays", { size in String(repeating: "[", count: size) + String(repeating: "]", count: size) }),
        (
            "deep objects",
            { size in String(repeating: "{\"a\":", count: size) + "1" + String(repeating: "}", count: size) }
        ),
        (
            "deep arrays with values",
            { size in String(repeating: "[1,", count: size) + "2" + String(repeating: ",3]", count: size) }
        ),
        ("open arrays", { size in String(repeating: "[", count: size) }),
        ("numbers", { size in "[" + (0..<size).map { "\($0).5" }.joined(separator: ",") + "]" }),
        ("numbers with exponents", { size in "[" + (0..<size).map { "1e\($0 % 400)" }.joined(separator: ",") + "]" }),
        ("an integer of many digits", { size in String(repeating: "7", count: size) }),
        ("a fraction of many digits", { size in "0." + String(repeating: "0123456789", count: size / 10) + "1" }),
        ("a fraction of zeros", { size in "1." + String(repeating: "0", count: size) }),
        ("zeros and an exponent", { size in "1" + String(repeating: "0", count: size) + "e-\(size)" }),
        ("an exponent of many digits", { size in "1e" + String(repeating: "9", count: size) }),
        ("a tie of many digits", { size in "[9007199254740993." + String(repeating: "0", count: size) + "1,2.5]" }),
        ("strings", { size in "[" + (0..<size).map { "\"v\($0)\"" }.joined(separator: ",") + "]" }),
        ("a long string", { size in "\"" + String(repeating: "x", count: 8 * size) + "\"" }),
        ("escapes", { size in "\"" + String(repeating: "\\u0061\\n", count: size) + "\"" }),
        ("surrogates", { size in "\"" + String(repeating: "\\ud83d\\ude00", count: size) + "\"" }),
        ("a long key", { size in "{\"" + String(repeating: "k", count: size) + "\":1}" }),
        ("a key of escapes", { size in "{\"" + String(repeating: "\\u006b", count: size) + "\":1}" }),
        ("a key of underscores", { size in "{\"a" + String(repeating: "_b", count: size) + "\":1}" }),
        ("white space", { size in "[" + String(repeating: " \t\r\n", count: size) + "1]" }),
        ("white space alone", { size in String(repeating: " \n", count: size) }),
        ("nulls", { size in "[" + String(repeating: "null,", count: size) + "null]" }),
        ("a base of data", { size in "\"" + String(repeating: "QUJD", count: size) + "\"" }),
        ("no end", { size in "[" + String(repeating: "\"a\",", count: size) }),
    ]

    static let limits = DecodingLimits(inputBytes: .max, depth: .max, elements: .max)
    static let largest = 1 << 14

    struct Record: Codable, Equatable {
        var a: Int?
        var bC: [Double]?
    }
    enum Choice: String, Decodable { case one, two }
    enum Case: Decodable { case one(Int), two }

    static let readings: [(String, @Sendable ([UInt8]) throws -> Void)] = {
        func decoding<T: Decodable & SendableMetatype>(_ type: T.Type, _ format: JSONFormat = JSONFormat())
            -> @Sendable ([UInt8]) throws -> Void
        {
            { body in _ = try format.decode(T.self, from: body.span, as: nil, limits: limits) }
        }
        func parsing(_ options: JSONReadingOptions) -> @Sendable ([UInt8]) throws -> Void {
            { body in _ = try JSON(parsing: body, options: options, limits: limits) }
        }
        var snake = JSONFormat()
        snake.keyStrategy = .snakeCase
        var words = JSONFormat()
        words.floatStrategy = .text(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return [
            ("a value", parsing(.standard)),
            ("a value without nulls", parsing(JSONReadingOptions(nullStripping: .objectMembersAndArrayElements))),
            ("a value with unique keys", parsing(JSONReadingOptions(duplicateKeys: .refuse))),
            (
                "a value with commas and comments",
                parsing(JSONReadingOptions(allowsTrailingCommas: true, allowsComments: true))
            ),
            (
                "a value that is compared",
                { body in
                    let json = try JSON(parsing: body, limits: limits)
                    _ = json == (try JSON(parsing: body, limits: limits))
                    _ = json.hashValue
                }
            ),
            (
                "a scalar",
                { body in
                    let json = try JSON(parsing: body, limits: limits)
                    _ = (json.int64, json.uint64, json.double, json.decimal, json.numberText, json.string, json.bool)
                }
            ),
            ("JSON", decoding(JSON.self)), ("a dictionary", decoding([String: JSON].self)),
            ("an array", decoding([JSON].self)),
            ("strings", decoding([String].self)), ("doubles", decoding([Double].self)),
            ("floats", decoding([Float].self)),
            ("integers", decoding([Int].self)), ("a double", decoding(Double.self)), ("a float", decoding(Float.self)),
            ("an integer", decoding(Int64.self)), ("a wide integer", decoding(Int128.self)),
            ("a decimal", decoding(Decimal.self)),
            ("a string", decoding(String.self)), ("data", decoding(Data.self)), ("a URL", decoding(URL.self)),
            ("a date", decoding(Date.self)),
            ("a record", decoding(Record.self)), ("records", decoding([Record].self)),
            ("converted records", decoding([Record].self, snake)),
            ("a converted dictionary", decoding([String: Record].self, snake)),
            ("an enumeration", decoding(Choice.self)),
            ("an enumeration with values", decoding(Case.self)), ("words for numbers", decoding(Double.self, words)),
        ]
    }()

    @Test(arguments: texts.indices)
    func ofReading(_ index: Int) throws {
        let (name, text) = Self.texts[index]
        func growth(_ readings: [@Sendable ([UInt8]) throws -> Void]) -> Double {
            GrowthOfWork.perDoubling(from: Self.largest / 4, upTo: Self.largest) {
                Array(text($0).utf8)
            } work: { body in
                for read in readings { try? read(body) }
            }
        }
        // All are measured together, because one out of proportion dominates at this size; only then each is measured.
        if growth(Self.readings.map(\.1)) < GrowthOfWork.inProportion { return }
        for (reading, read) in Self.readings {
            #expect(growth([read]) < GrowthOfWork.inProportion, "\(name), read as \(reading)")
        }
    }

    @Test(arguments: texts.indices)
    func ofReadingInChunks(_ index: Int) throws {
        let (name, text) = Self.texts[index]
        let streams: [(String, @Sendable (Int) throws -> [UInt8], @Sendable () throws -> any IncrementalParser<JSON>)] =
            [
                (
                    "lines", { Array((text($0) + "\n" + text(8)).utf8) },
                    { try NDJSONFormat().makeParser(of: JSON.self, as: nil, limits: Self.limits) }
                ),
                (
                    "many lines",
                    { Array(String(repeating: text(3).filter { $0 != "\n" } + "\n", count: $0 / 4).utf8) },
                    { try NDJSONFormat().makeParser(of: JSON.self, as: nil, limits: Self.limits) }
                ),
                (
                    "elements", { Array("[\(text($0)),1]".utf8) },
                    { try JSONArrayElementsFormat().makeParser(of: JSON.self, as: nil, limits: Self.limits) }
                ),
                (
                    "a sequence", { Array("\u{1E}\(text($0))\n\u{1E}1\n".utf8) },
                    { try JSONSequenceFormat().makeParser(of: JSON.self, as: nil, limits: Self.limits) }
                ),
            ]
        func growth(_ index: Int, inChunksOf sizes: [Int]) throws -> Double {
            let (_, body, makeParser) = streams[index]
            return try GrowthOfWork.perDoubling(from: Self.largest / 8, upTo: Self.largest / 2, prepare: body) { body in
                for size in sizes {
                    var parser = try makeParser()
                    _ = try? parser.feed(body, inChunksOf: size)
                }
            }
        }
        for (index, stream) in streams.map(\.0).enumerated() {
            if try growth(index, inChunksOf: [1, 7, 1 << 20]) < GrowthOfWork.inProportion { continue }
            for size in [1, 7, 1 << 20] {
                let growth = try growth(index, inChunksOf: [size])
                #expect(growth < GrowthOfWork.inProportion, "\(name), \(stream), in chunks of \(size)")
            }
        }
    }

    @Test(arguments: texts.indices)
    func ofWriting(_ index: Int) throws {
        let (name, text) = Self.texts[index]
        let options = [
            JSONWritingOptions.compact, .pretty, JSONWritingOptions(sortedKeys: true),
            JSONWritingOptions(pretty: true, sortedKeys: true),
        ]
        let read = GrowthOfWork.perDoubling(from: 256, upTo: 1 << 18) { size in
            (try? JSON(parsing: text(size).utf8, limits: Self.limits)) ?? .null
        } work: { json in
            for option in options { _ = try? json.serialized(option) }
        }
        #expect(read < GrowthOfWork.inProportion, "\(name)")
        let encoded = GrowthOfWork.perDoubling(from: 256, upTo: 1 << 18) { size in
            (try? JSON(parsing: text(size).utf8, limits: Self.limits)) ?? .null
        } work: { json in
            for option in options { _ = try? JSONFormat(writing: option).encode(["a": json]) }
        }
        #expect(encoded < GrowthOfWork.inProportion, "\(name), encoded")
    }

    /// A loop over offsets or keys of a parsed value.
    @Test func ofLookingUp() throws {
        let array = try GrowthOfWork.perDoubling(from: 500, upTo: 1 << 15) { size in
            try JSON(
                parsing: "[\((0..<size).map { "{\"a\":\($0)}" }.joined(separator: ","))]".utf8,
                limits: Self.limits
            )
        } work: { json in
            let count = json.array?.count ?? 0
            var sum = 0
            for offset in 0..<count { sum += json[offset]["a"].int ?? 0 }
            for offset in (0..<count).reversed() { sum -= json[offset]["a"].int ?? 0 }
            #expect(sum == 0)
        }
        #expect(array < GrowthOfWork.inProportion)
        let object = try GrowthOfWork.perDoubling(from: 500, upTo: 1 << 15) { size in
            try JSON(
                parsing: "{\((0..<size).map { "\"k\($0)\":\($0)" }.joined(separator: ","))}".utf8,
                limits: Self.limits
            )
        } work: { json in
            let count = json.object?.count ?? 0
            for number in 0..<count {
                #expect(json["k\(number)"].int == number)
                #expect(json["n\(number)"].isNull)
            }
        }
        #expect(object < GrowthOfWork.inProportion)
        let pointers = try GrowthOfWork.perDoubling(from: 500, upTo: 1 << 14) { size in
            try JSON(
                parsing: "{\"a\":[\((0..<size).map { "\($0)" }.joined(separator: ","))]}".utf8,
                limits: Self.limits
            )
        } work: { json in
            let count = json["a"].array?.count ?? 0
            for number in 0..<count { #expect(json.pointer("/a/\(number)")?.int == number) }
        }
        #expect(pointers < GrowthOfWork.inProportion)
    }

    /// The output of an encoder for types of the program's own.
    @Test func ofEncoding() throws {
        struct Late: Encodable {
            var count: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "late"))
                for number in 0..<count {
                    try container.encode(number, forKey: AnyKey(stringValue: "k\(number)"))
                    try nested.encode(number, forKey: AnyKey(stringValue: "k\(number)"))
                    try container.encode(number, forKey: AnyKey(stringValue: "again"))
                }
            }
        }
        for options in [JSONWritingOptions.compact, .pretty, JSONWritingOptions(pretty: true, sortedKeys: true)] {
            let growth = try GrowthOfWork.perDoubling(from: 100, upTo: 1 << 14) {
                Late(count: $0)
            } work: {
                _ = try JSONFormat(writing: options).encode($0)
            }
            #expect(growth < GrowthOfWork.inProportion, "\(options)")
        }
    }
}

extension IncrementalParser {
    /// Does the same as `parse(_:inChunksOf:)`, for a parser whose type is not known.
    fileprivate mutating func feed(_ body: [UInt8], inChunksOf size: Int) throws(SerializationError) -> [Element] {
        try self.parse(body, inChunksOf: size)
    }
}
