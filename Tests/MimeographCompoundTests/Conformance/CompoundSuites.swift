import Mimeograph
import MimeographCompound
package import MimeographConformance
import MimeographJSON
import MimeographJSONSuites
import MimeographPropertyList
import MimeographText
import SuiteSupport

/// The suites of compounds: two shapes of one format, two formats, AFNetworking's policy, and streams.
package enum CompoundSuites {
    package static var all: [ConformanceSuite] { [shapes, formats, forgiving, stream] }

    /// The output of one of two members.
    private enum Answer: Hashable, Sendable {
        case record(Record)
        case problem(Problem)
    }

    /// A second shape of the same format.
    private struct Problem: Codable, Hashable, Sendable {
        var fault: String
    }

    private static let jsonTypes: [MediaRange] = ["application/json", "text/json", "*/*+json"]
    private static let problemJSON = #"{"fault":"é"}"#
    private static let list = "<plist version=\"1.0\"><array><string>é</string></array></plist>"
    private static let pieces = ["{", "}", "[", "]", ",", ":", "\"", "null", "<plist>", "</plist>", "<array/>", "\n"]

    private static var shapes: ConformanceSuite {
        ConformanceSuite(
            "compound",
            reading: JSONFormat().serializer(of: Record.self).map(Answer.record)
                .or(JSONFormat().serializer(of: Problem.self).map(Answer.problem)),
            types: jsonTypes,
            fixtures: [
                .reads("the first", Record.sampleJSON, as: .record(.sample)),
                .reads("the second", problemJSON, as: .problem(Problem(fault: "é"))),
                .refuses("neither", "{}", .allAttemptsFailed),
                .refuses("broken", #"{"name":}"#, .allAttemptsFailed),
            ],
            capabilities: [
                .text(
                    problemJSON,
                    as: .problem(Problem(fault: "é")),
                    in: [.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian]
                ),
                .emptyBodyIsRefused,
                .notApplicable(.declining, because: "its members decline nothing"),
                .notApplicable(.roundTrip, because: "a compound only reads"),
            ] + whole() + shared()
        )
    }

    private static var formats: ConformanceSuite {
        ConformanceSuite(
            "compound-native",
            reading: CompoundResponseSerializer(anyOf: members),
            types: nativeTypes,
            fixtures: native + [
                .refuses("broken JSON", "[1,", type: "application/json", .allAttemptsFailed),
                .refuses("a list that says it is JSON", list, type: "application/json", .allAttemptsFailed),
                .refuses("neither's", "é", type: "text/plain", .unsupportedMediaType),
            ],
            capabilities: [.emptyBodyIsRefused] + ofAnything() + whole() + shared()
        )
    }

    private static var forgiving: ConformanceSuite {
        ConformanceSuite(
            "compound-afnetworking",
            reading: CompoundResponseSerializer(anyOf: members, policy: .afnetworking),
            types: nativeTypes,
            fixtures: native + [
                .reads("broken JSON", "[1,", type: "application/json") { $0 as? [UInt8] == Array("[1,".utf8) },
                .reads("neither's", "é", type: "text/plain") { $0 as? [UInt8] == Array("é".utf8) },
            ],
            capabilities: [
                .emptyBody(is: [UInt8]()), .truncationIsInvisible("what no member reads is given as its bytes"),
            ] + ofAnything() + whole() + shared()
        )
    }

    private static var stream: ConformanceSuite {
        ConformanceSuite(
            "compound-stream",
            streaming: NDJSONFormat().serializer(of: Record.self).map { (record) throws(SerializationError) in
                Answer.record(record)
            }
            .or(
                NDJSONFormat().serializer(of: Problem.self).map { (problem) throws(SerializationError) in
                    Answer.problem(problem)
                }
            ),
            types: [
                "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
                "application/jsonlines", "application/x-jsonlines", "application/json-lines",
            ],
            fixtures: [
                .reads(
                    "of the first",
                    "\n\(Record.sampleJSON)\n\(Record.sampleJSON)",
                    as: [.record(.sample), .record(.sample)]
                ),
                .reads(
                    "of the second",
                    "\(problemJSON)\n\(problemJSON)\n",
                    as: Array(repeating: .problem(Problem(fault: "é")), count: 2)
                ),
                .refuses("of both", "\(Record.sampleJSON)\n\(problemJSON)\n", .dataShape),
                .refuses("of neither", "{}\n", .allAttemptsFailed),
                .refuses("broken", "\(problemJSON)\n{\"fault\":}\n", .syntax),
            ],
            capabilities: [
                // The first line chooses the member. From then on its errors are the errors of the stream.
                .large { size in
                    let record = Record.named(.counting(to: 100))
                    let count = 1 + size / record.json.utf8.count
                    let body = Array(repeating: record.json + "\n", count: count).joined()
                    return .reads("large", body, as: Array(repeating: .record(record), count: count))
                },
                .limit(.depth) { chosen(JSONBodies.record.depth($0)) },
                .limit(.elements, at: 20) { chosen(JSONBodies.record.elements($0)) },
                .limit(.inputBytes, at: 100) { chosen(JSONBodies.record.bytes($0)) },
                .text(problemJSON, as: [.problem(Problem(fault: "é"))]),
                .emptyBody(is: []),
                .notApplicable(.roundTrip, because: "nothing writes streams"),
            ] + shared()
        )
    }

    private static func chosen(_ line: [UInt8]) -> [UInt8] { Array((Record.named("a").json + "\n").utf8) + line }

    private static var members: [any ResponseSerialization] {
        [JSONResponseSerializer(), PropertyListResponseSerializer()]
    }

    private static let nativeTypes: [MediaRange] = [
        "application/json", "text/json", "*/*+json", "text/javascript", "application/x-plist",
        "application/x-apple-plist", "application/x-bplist",
    ]

    /// Bodies of both members, which have different types.
    private static let native: [ConformanceFixture<any Sendable>] = [
        .reads("JSON", #"["é"]"#, type: "application/json") { $0 as? JSON == ["é"] },
        .reads("a list", list, type: "application/x-plist") { $0 as? PropertyList == ["é"] },
    ]

    /// The capabilities of a compound with any output.
    private static func ofAnything() -> [ConformanceCapability<any Sendable>] {
        [
            .comparing { Made($0) },
            .notApplicable(.charsets, because: "each member has rules of its own for the encoding, and a suite"),
            .notApplicable(.declining, because: "its members decline nothing"),
            .notApplicable(.roundTrip, because: "a compound only reads"),
        ]
    }

    /// The capabilities of compounds for whole bodies.
    private static func whole<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            .notApplicable(
                .depth,
                .elements,
                because: "each member holds them; the error that lists the members' has a code of its own"
            )
        ]
    }

    /// The capabilities of all compounds.
    private static func shared<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            .vocabulary(pieces),
            .notApplicable(.outputBytes, .expansionRatio, because: "its members produce no more than the body"),
            .noPixels,
            .noOracle,
        ]
    }
}

/// A value of a compound that can be compared.
private enum Made: Equatable {
    case json(JSON)
    case list(PropertyList)
    case bytes([UInt8])
    case other

    init(_ value: any Sendable) {
        switch value {
        case let json as JSON: self = .json(json)
        case let list as PropertyList: self = .list(list)
        case let bytes as [UInt8]: self = .bytes(bytes)
        default: self = .other
        }
    }
}
