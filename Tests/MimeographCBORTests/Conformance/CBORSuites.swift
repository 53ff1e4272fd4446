import Mimeograph
import MimeographCBOR
package import MimeographConformance
package import SuiteSupport

/// The suites of CBOR: values, any `Codable` type, and sequences.
package enum CBORSuites {
    package static var all: [ConformanceSuite] { [value, format(), stream] }

    private static let types: [MediaRange] = ["application/cbor", "*/*+cbor"]
    private static let sample = (try? CBORFormat().encode(Record.sample)) ?? []

    /// `{"a": [1, 2.5, null, "é"], 1: true}`
    private static let mixed = [UInt8](
        joining: [0xA2, 0x61, 0x61, 0x84, 1, 0xF9, 0x41, 0, 0xF6, 0x62, 0xC3, 0xA9, 1, 0xF5]
    )

    private static var value: ConformanceSuite {
        ConformanceSuite(
            "cbor",
            reading: CBORFormat().serializer(of: CBOR.Value.self),
            types: types,
            fixtures: [
                .reads("a map", mixed, as: ["a": [1, 2.5, nil, "é"], 1: true]),
                .refuses("cut short", Array(mixed.dropLast()), .truncated),
                .refuses("bytes after the value", mixed + [0], .syntax),
                .refuses("a reserved head", [0x1C], .syntax),
                .refuses("bad UTF-8", [0x62, 0xC3, 0x28], .invalidText),
            ],
            capabilities: [
                .writer(CBORRequestSerializer()), .emptyBodyIsRefused, .unwritable(.simple(30)),
                .large { size in
                    let text = String.counting(to: size)
                    let body = [UInt8](joining: [0x82, 0xF6, 0x7A], big(text.utf8.count), Array(text.utf8))
                    return .reads("large", body, as: [nil, .init(text)])
                },
            ]
                + shared(bytes: { [0x78, UInt8($0 - 2)] + [UInt8](repeating: 0x61, count: $0 - 2) }, wrapping: nil)
        )
    }

    /// Any `Codable` type.
    ///
    /// - Parameter more: Further declarations of a test, such as another reader.
    package static func format(_ more: [ConformanceCapability<Record>] = []) -> ConformanceSuite {
        ConformanceSuite(
            "cbor-format",
            format: CBORFormat(),
            of: Record.self,
            types: types,
            fixtures: [
                .reads("all of it", sample, as: .sample),
                .refuses("another shape", [0x80], .dataShape),
                .refuses("cut short", Array(sample.dropLast()), .truncated),
            ],
            capabilities: [
                .emptyBodyIsRefused, .notApplicable(.failedWrite, because: "a record can always be written"),
                .large { size in
                    let record = Record.named(.counting(to: size))
                    return .reads("large", (try? CBORFormat().encode(record)) ?? [], as: record)
                },
            ] + shared(bytes: long, wrapping: start) + more
        )
    }

    private static var stream: ConformanceSuite {
        ConformanceSuite(
            "cbor-seq",
            streaming: CBORSequenceFormat(),
            of: Record.self,
            types: ["application/cbor-seq", "*/*+cbor-seq"],
            fixtures: [
                .reads("two", sample + sample, as: [.sample, .sample]),
                .refuses("another shape", sample + [0x80], .dataShape),
                .refuses("cut short", sample + sample.dropLast(), .truncated),
            ],
            capabilities: [.emptyBody(is: []), .notApplicable(.roundTrip, because: "nothing writes streams")]
                + shared(bytes: long, wrapping: start)
        )
    }

    /// A record of a name, a number and a list of one text, up to a member that the type does not request.
    private static let start = [UInt8](
        joining: [0xA4, 0x64],
        Array("name".utf8),
        [0x61, 0x61, 0x65],
        Array("ratio".utf8),
        [0, 0x64],
        Array("tags".utf8),
        [0x81, 0x61, 0x78, 0x64],
        Array("more".utf8)
    )

    /// Returns a record with that many bytes.
    @Sendable private static func long(_ count: Int) -> [UInt8] {
        let rest = count - start.count - 2
        return start + [0x78, UInt8(rest)] + [UInt8](repeating: 0x61, count: rest)
    }

    /// The cases for values of every kind.
    ///
    /// - Parameters:
    ///   - bytes: A body with that many bytes.
    ///   - start: The bytes before the costly part, if the type needs them: five values and one level.
    private static func shared<Value: Sendable>(
        bytes: @escaping @Sendable (Int) -> [UInt8],
        wrapping start: [UInt8]?
    ) -> [ConformanceCapability<Value>] {
        let prefix = start ?? []
        let (levels, values) = start == nil ? (0, 0) : (1, 5)
        return [
            .limit(.depth) { depth in
                prefix + [UInt8](repeating: 0x81, count: depth - levels - 1) + [0x80]
            },
            .limit(.elements, at: 20) { count in
                prefix + [0x80 + UInt8(count - values - 1)] + [UInt8](repeating: 0, count: count - values - 1)
            },
            .limit(.inputBytes, at: 100, body: bytes),
            .plugin(CBORPlugin()),
            .notApplicable(.charsets, because: "text is in UTF-8 always"),
            .notApplicable(.declining, because: "it declines nothing"),
            .notApplicable(.outputBytes, .expansionRatio, because: "its output is never larger than its input"),
            .noPixels,
            .noOracle,
        ]
    }
}
