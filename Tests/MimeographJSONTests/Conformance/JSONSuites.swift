import Mimeograph
package import MimeographConformance
import MimeographJSON
import MimeographText
package import SuiteSupport

/// The suites of JSON: a value, any `Codable` type, the writer, and the three streams of both kinds.
package enum JSONSuites {
    package static var all: [ConformanceSuite] {
        [document, format(), writer, lines, lineValues, sequence, sequenceValues, elements, elementValues]
    }

    private static let types: [MediaRange] = ["application/json", "text/json", "*/*+json"]
    private static let bodies: [ConformanceFixture<JSON>] = [
        .reads(
            "object",
            #"{"name":"Ada","tags":["a","b"],"none":null}"#,
            as: ["name": "Ada", "tags": ["a", "b"], "none": nil]
        ),
        .reads("numbers", "[0,-1,1.5,1e3,123456789012345678]", as: [0, -1, 1.5, 1000.0, 123_456_789_012_345_678]),
        .reads("escapes", #" ["\u00e9\ud83d\ude00\n","é😀"] "#, as: ["é😀\n", "é😀"]),
        .reads("nested", #"[[[{"a":[{}]}]]]"#, as: [[[["a": [[:]]]]]]),
        .refuses("a comma too many", #"{"a":1,}"#, .syntax),
        .refuses("an open array", "[1,2", .truncated),
        .refuses("a lone surrogate's escape", #"["\ud800x"]"#, .syntax),
        .refuses("bad UTF-8", [0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D], .invalidText),
        .refuses("two values", "[] []", .syntax),
    ]
    private static let pieces = #"{ } [ ] , : " \ \u \ud83d \udc00 null true false -0 1e999 1e-999 0.1 é"#

    private static var document: ConformanceSuite {
        ConformanceSuite(
            "json",
            reading: JSONResponseSerializer(),
            types: types + ["text/javascript"],
            fixtures: bodies,
            capabilities: [
                .writer(JSONRequestSerializer()),
                .notApplicable(.failedWrite, because: "every JSON value can be written"),
                .notApplicable(.declining, because: "it declines nothing"),
                .noOracle,
            ] + shared(of: .value, text: #"["é"]"#, value: ["é"])
        )
    }

    /// Any `Codable` type.
    ///
    /// - Parameter more: The further capabilities that a test declares, such as another reader.
    package static func format(
        _ more: [ConformanceCapability<Record>] = [.noOracle]
    ) -> ConformanceSuite {
        ConformanceSuite(
            "json-format",
            format: JSONFormat(),
            of: Record.self,
            types: types,
            fixtures: [
                .reads("all of it", Record.sampleJSON, as: Record.sample),
                .refuses("another shape", #"{"name":1,"ratio":2.5,"tags":[],"children":[]}"#, .dataShape),
                .refuses("an array", "[]", .dataShape),
                .refuses("cut short", String(Record.sampleJSON.dropLast(3)), .truncated),
            ],
            capabilities: [.unwritable(Record.withInfinity)]
                + shared(of: .record, text: Record.named("é").json, value: Record.named("é")) + more
        )
    }

    private static var writer: ConformanceSuite {
        ConformanceSuite(
            "json-writer",
            writing: JSONRequestSerializer(),
            types: ["application/json"],
            fixtures: [
                .writes("object", ["a": [1, nil, true], "b": "é\"\\\n"], as: #"{"a":[1,null,true],"b":"é\"\\\n"}"#),
                .writes("a fragment", "text", as: #""text""#),
            ],
            capabilities: [
                .reader(JSONResponseSerializer()), .noOracle,
                .notApplicable(.failedWrite, because: "every JSON value can be written"),
            ]
        )
    }

    /// Returns the capabilities of values of every kind.
    private static func shared<Value: Sendable>(
        of bodies: JSONBodies,
        text: String,
        value: Value
    ) -> [ConformanceCapability<Value>] {
        [
            .limit(.depth, body: bodies.depth),
            .limit(.elements, at: 20, body: bodies.elements),
            .text(
                text,
                as: value,
                in: [.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian]
            ),
            .emptyBodyIsRefused,
            .plugin(JSONPlugin()),
            .vocabulary(pieces.split(separator: " ").map(String.init)),
            .notApplicable(.outputBytes, .expansionRatio, because: "the result is not larger than the input"),
            .noPixels,
        ]
    }
}

extension JSONSuites {
    private static var lines: ConformanceSuite {
        ConformanceSuite(
            "ndjson",
            streaming: NDJSONFormat(),
            of: Record.self,
            types: lineTypes,
            fixtures: [
                .reads("two lines", "\(Record.sampleJSON)\n\(Record.sampleJSON)\r\n", as: [.sample, .sample]),
                .reads("no line end", Record.sampleJSON, as: [.sample]),
                .refuses("another shape", "\(Record.sampleJSON)\n{}\n", .dataShape),
                .refuses("a broken line", "\(Record.sampleJSON)\n{\"name\":}\n", .syntax),
            ],
            capabilities: [.emptyBody(is: []), .text(Record.named("é").json, as: [.named("é")])]
                + streaming(of: .record, line: { $0 })
        )
    }

    private static var lineValues: ConformanceSuite {
        ConformanceSuite(
            "ndjson-value",
            streaming: NDJSONFormat(),
            of: JSON.self,
            types: lineTypes,
            fixtures: [
                .reads("three lines", "{\"a\":1}\n\n [2] \r\n\"é\"\n", as: [["a": 1], [2], "é"]),
                .refuses("two values in a line", "[1] [2]\n", .syntax),
                .refuses("cut short", "[1]\n[2", .truncated),
            ],
            capabilities: [.emptyBody(is: []), .text(#"["é"]"#, as: [["é"]])]
                + streaming(of: .value, line: { $0 })
        )
    }

    private static let lineTypes: [MediaRange] = [
        "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
        "application/jsonlines", "application/x-jsonlines", "application/json-lines",
    ]

    private static var sequence: ConformanceSuite {
        ConformanceSuite(
            "json-seq",
            streaming: JSONSequenceFormat(),
            of: Record.self,
            types: ["application/json-seq", "*/*+json-seq"],
            fixtures: [
                .reads(
                    "two texts",
                    "\u{1E}\(Record.sampleJSON)\n\u{1E}\(Record.sampleJSON)\n",
                    as: [.sample, .sample]
                ),
                .refuses("no separator", "\(Record.sampleJSON)\n", .syntax),
            ],
            capabilities: [
                .emptyBody(is: []), .text("\u{1E}\(Record.named("é").json)\n", as: [.named("é")], allowsMarks: false),
            ]
                + streaming(of: .record, line: { [0x1E] + $0 + [0x0A] })
        )
    }

    private static var sequenceValues: ConformanceSuite {
        ConformanceSuite(
            "json-seq-value",
            streaming: JSONSequenceFormat(),
            of: JSON.self,
            types: ["application/json-seq", "*/*+json-seq"],
            fixtures: [
                .reads("three texts", "\u{1E}{\"a\":1}\n\u{1E}[2]\n\u{1E}3\n", as: [["a": 1], [2], 3]),
                .refuses("a text that was cut", "\u{1E}[1\u{1E}[2]\n", .truncated),
            ],
            capabilities: [.emptyBody(is: []), .text("\u{1E}[\"é\"]\n", as: [["é"]], allowsMarks: false)]
                + streaming(of: .value, line: { [0x1E] + $0 + [0x0A] })
        )
    }

    private static var elements: ConformanceSuite {
        ConformanceSuite(
            "json-elements",
            streaming: JSONArrayElementsFormat(),
            of: Record.self,
            types: types,
            fixtures: [
                .reads("two", "[\(Record.sampleJSON), \(Record.sampleJSON)]", as: [.sample, .sample]),
                .reads("none", " [ ] ", as: []),
                .refuses("an object", "{}", .dataShape),
                .refuses("an open array", "[\(Record.sampleJSON)", .truncated),
            ],
            capabilities: [.emptyBodyIsRefused, .text("[\(Record.named("é").json)]", as: [.named("é")])]
                + streaming(of: .record, line: { [0x5B] + $0 + [0x5D] })
        )
    }

    private static var elementValues: ConformanceSuite {
        ConformanceSuite(
            "json-elements-value",
            streaming: JSONArrayElementsFormat(),
            of: JSON.self,
            types: types,
            fixtures: [
                .reads("three", #"[{"a":1},[2],"é"]"#, as: [["a": 1], [2], "é"]),
                .refuses("a comma too many", "[1,]", .syntax),
                .refuses("more after it", "[1] 2", .syntax),
            ],
            capabilities: [.emptyBodyIsRefused, .text(#"[["é"]]"#, as: [["é"]])]
                + streaming(of: .value, line: { [0x5B] + $0 + [0x5D] })
        )
    }

    /// Returns the capabilities of streams of every kind.
    private static func streaming<Value: Sendable>(
        of bodies: JSONBodies,
        line: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> [ConformanceCapability<Value>] {
        [
            .limit(.depth) { line(bodies.depth($0)) },
            .limit(.elements, at: 20) { line(bodies.elements($0)) },
            .limit(.inputBytes, at: 100) { line(bodies.bytes($0)) },
            .plugin(JSONPlugin()),
            .vocabulary(pieces.split(separator: " ").map(String.init) + ["\n", "\u{1E}"]),
            .notApplicable(.outputBytes, .expansionRatio, because: "the result is not larger than the input"),
            .noPixels,
            .notApplicable(.roundTrip, because: "nothing writes streams"),
            .noOracle,
        ]
    }
}

/// Closures that create JSON texts with an exact cost.
package struct JSONBodies: Sendable {
    /// Creates a text with a number of levels.
    package let depth: @Sendable (Int) -> [UInt8]
    /// Creates a text with a number of values.
    package let elements: @Sendable (Int) -> [UInt8]
    /// Creates a text with a number of bytes.
    package let bytes: @Sendable (Int) -> [UInt8]

    /// Texts of any value.
    static let value = JSONBodies(
        depth: { nested($0) },
        elements: { Array("[\(list($0 - 1))]".utf8) },
        bytes: { Array("\"\(String(repeating: "a", count: $0 - 2))\"".utf8) }
    )

    /// Texts of a record with a member that it does not decode. The record adds five values and one level.
    package static let record = JSONBodies(
        depth: { Array((start + String(decoding: nested($0 - 1), as: UTF8.self) + "}").utf8) },
        elements: { Array("\(start)[\(list($0 - 6))]}".utf8) },
        bytes: { Array("\(start)\"\(String(repeating: "a", count: $0 - start.utf8.count - 3))\"}".utf8) }
    )

    private static let start = #"{"name":"a","ratio":0,"tags":["x"],"more":"#

    private static func nested(_ depth: Int) -> [UInt8] {
        Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
    }

    private static func list(_ count: Int) -> String {
        repeatElement("0", count: count).joined(separator: ",")
    }
}

extension Record {
    /// The sample as another writer may write it.
    package static let sampleJSON =
        #"{"name":"Ada & \"é\"","ratio":-2.5,"count":9007199254740993,"tags":["a","b c"],"#
        + #""child":[{"name":"","ratio":0,"tags":["x"]}]}"#

    /// The record in JSON, its name written as it is.
    package var json: String { #"{"name":"\#(name)","ratio":0,"tags":["x"]}"# }
}
