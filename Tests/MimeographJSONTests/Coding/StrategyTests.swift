import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// Every strategy in both directions, against Foundation's coders in the same process.
@Suite struct StrategyTests {
    @Test(arguments: dates + bytes + keys + floats)
    func decodingAsFoundation(_ test: DecodingCase) {
        #expect(test.ours() == test.theirs())
    }

    @Test(arguments: encoding)
    func encodingAsFoundation(_ test: EncodingCase) {
        #expect(test.ours() == test.theirs())
    }

    static let dates: [DecodingCase] = {
        var cases: [DecodingCase] = []
        for text in ["1.5", "\"2020-01-02T03:04:05Z\"", "null", "\"x\"", "true", "{}"] {
            cases += [
                DecodingCase(Date.self, text),
                DecodingCase(Date.self, text) {
                    $0.dateStrategy = .secondsSince1970
                } _: {
                    $0.dateDecodingStrategy = .secondsSince1970
                },
                DecodingCase([Date].self, "[\(text)]") {
                    $0.dateStrategy = .millisecondsSince1970
                } _: {
                    $0.dateDecodingStrategy = .millisecondsSince1970
                },
                DecodingCase(Date.self, text) {
                    $0.dateStrategy = .iso8601
                } _: {
                    $0.dateDecodingStrategy = .iso8601
                },
                DecodingCase([Date].self, "[\(text)]") {
                    $0.dateStrategy = .custom(decode: days)
                } _: {
                    $0.dateDecodingStrategy = .custom(days)
                },
                DecodingCase([Date?].self, "[\(text)]") {
                    $0.dateStrategy = .custom(decode: days)
                } _: {
                    $0.dateDecodingStrategy = .custom(days)
                },
            ]
        }
        for text in [
            "1970-01-01T00:00:00Z", "2000-02-29T23:59:59Z", "2020-01-02T03:04:05+01:30", "2020-01-02T03:04:05-0130",
            "2020-01-02T03:04:05", "2020-01-02 03:04:05Z", "2020-13-02T03:04:05Z", "9999-12-31T23:59:59Z", "",
            "1900-03-01T00:00:00Z", "2100-02-28T12:00:00Z", "20200102T030405Z",
        ] {
            cases.append(
                DecodingCase(Date.self, "\"\(text)\"") {
                    $0.dateStrategy = .iso8601
                } _: {
                    $0.dateDecodingStrategy = .iso8601
                }
            )
        }
        return cases
    }()

    static let bytes: [DecodingCase] =
        ["\"AQID\"", "\"AQ==\"", "\"AQ\"", "\"A Q=\"", "\"\"", "[1,2]", "[1,true]", "null"]
        .flatMap { text in
            [
                DecodingCase(Data.self, text),
                DecodingCase([Data].self, "[\(text)]") {
                    $0.dataStrategy = .custom(decode: reversed)
                } _: {
                    $0.dataDecodingStrategy = .custom(reversed)
                },
            ]
        } + [
            DecodingCase(Data.self, "[1,2]") {
                $0.dataStrategy = .deferredToData
            } _: {
                $0.dataDecodingStrategy = .deferredToData
            },
            DecodingCase(Data.self, "\"AQID\"") {
                $0.dataStrategy = .deferredToData
            } _: {
                $0.dataDecodingStrategy = .deferredToData
            },
        ]

    static let snakeKeys = [
        "a_b", "_a_b", "a_b_", "__a__", "_", "", "aB_cD", "ab", "A_B", "foo_bar_9", "__foo_bar__", "a__b", "ID_no",
        "url_ÀB_é", "a_b-c d", "a_1b", "x_ß", "ÉCOLE_é", "A", "a_b.c", "first_ǆ",
    ]

    static let keys: [DecodingCase] =
        snakeKeys.map { key in
            DecodingCase(Names.self, "{\"\(key)\":1,\"other_key\":2}") {
                $0.keyStrategy = .snakeCase
            } _: {
                $0.keyDecodingStrategy = .convertFromSnakeCase
            }
        } + [
            DecodingCase(Person.self, #"{"name":"a","is_admin":true}"#) {
                $0.keyStrategy = .snakeCase
            } _: {
                $0.keyDecodingStrategy = .convertFromSnakeCase
            },
            DecodingCase([Person].self, #"[{"name":"a","is_admin":1}]"#) {
                $0.keyStrategy = .snakeCase
            } _: {
                $0.keyDecodingStrategy = .convertFromSnakeCase
            },
            DecodingCase([String: Int].self, #"{"a_b":1}"#) {
                $0.keyStrategy = .snakeCase
            } _: {
                $0.keyDecodingStrategy = .convertFromSnakeCase
            },
            DecodingCase([Int: Int].self, #"{"1_2":1}"#) {
                $0.keyStrategy = .snakeCase
            } _: {
                $0.keyDecodingStrategy = .convertFromSnakeCase
            },
            DecodingCase([[String: Person]].self, #"[{"k_l":{"Name":"a","IsAdmin":true,"Age":"x"}}]"#) {
                $0.keyStrategy = .custom(decode: lowerFirst)
            } _: {
                $0.keyDecodingStrategy = .custom(lowerFirst)
            },
            DecodingCase(Paths.self, #"{"a":{"b":[{"c":1}]}}"#) {
                $0.keyStrategy = .custom(decode: wholePath)
            } _: {
                $0.keyDecodingStrategy = .custom(wholePath)
            },
        ]

    static let floats: [DecodingCase] = ["\"inf\"", "\"-inf\"", "\"nan\"", "\"x\"", "1", "null"].flatMap { text in
        [
            DecodingCase(Double.self, text, convert, convert), DecodingCase(Float.self, text, convert, convert),
            DecodingCase([Double?].self, "[\(text)]", convert, convert), DecodingCase(Double.self, text),
        ]
    }

    static let encoding: [EncodingCase] = {
        let moments = [0, 1.5, -1.5, 1e9, 253_402_300_799, -12_219_292_800].map(Date.init(timeIntervalSince1970:))
        let camel = [
            "aB", "myURLProperty", "ABC", "a", "", "_aB", "aB_", "aBC9D", "a1B", "éÀb", "HTTPSConn", "a_bC", "AB", "aa",
            "simpleXML9Test", "aB9c", "XMLß", "Ab", "aBc", "a B", "ǅa", "aǅ",
        ]
        return [
            EncodingCase("dates", moments),
            EncodingCase("dates, seconds", moments) {
                $0.dateStrategy = .secondsSince1970
            } _: {
                $0.dateEncodingStrategy = .secondsSince1970
            },
            EncodingCase("dates, milliseconds", moments) {
                $0.dateStrategy = .millisecondsSince1970
            } _: {
                $0.dateEncodingStrategy = .millisecondsSince1970
            },
            EncodingCase("dates, text", moments) {
                $0.dateStrategy = .iso8601
            } _: {
                $0.dateEncodingStrategy = .iso8601
            },
            EncodingCase("dates, custom", moments) {
                $0.dateStrategy = .custom(encode: { try ["d": $0.timeIntervalSince1970].encode(to: $1) })
            } _: {
                $0.dateEncodingStrategy = .custom { try ["d": $0.timeIntervalSince1970].encode(to: $1) }
            },
            EncodingCase("date, custom writing nothing", Date()) {
                $0.dateStrategy = .custom(encode: { _, _ in })
            } _: {
                $0.dateEncodingStrategy = .custom { _, _ in }
            },
            EncodingCase("date out of reach", [Date(timeIntervalSince1970: .nan)]),
            EncodingCase("data", [Data([1, 2, 3]), Data()]),
            EncodingCase("data, deferred", ["d": Data([1, 2, 3])]) {
                $0.dataStrategy = .deferredToData
            } _: {
                $0.dataEncodingStrategy = .deferredToData
            },
            EncodingCase("data, custom", [Data([1, 2, 3])]) {
                $0.dataStrategy = .custom(encode: { try $0.count.encode(to: $1) })
            } _: {
                $0.dataEncodingStrategy = .custom { try $0.count.encode(to: $1) }
            },
            EncodingCase("floats", [1, .infinity, -.infinity, .nan] as [Double], convert, convert),
            EncodingCase("small floats", ["x": -.infinity] as [String: Float], convert, convert),
            EncodingCase("floats refused", ["x": Double.nan]),
            EncodingCase("snake case, string dictionary", ["aB": ["cD": 1]]) {
                $0.keyStrategy = .snakeCase
            } _: {
                $0.keyEncodingStrategy = .convertToSnakeCase
            },
            EncodingCase("custom keys", [Point(x: 1, y: 2)]) {
                $0.keyStrategy = .custom(encode: wholePath)
            } _: {
                $0.keyEncodingStrategy = .custom(wholePath)
            },
        ]
            + camel.map { key in
                EncodingCase("snake case \(key)", Names([key])) {
                    $0.keyStrategy = .snakeCase
                } _: {
                    $0.keyEncodingStrategy = .convertToSnakeCase
                }
            }
    }()

    // MARK: Closures for both engines

    @Sendable static func days(_ decoder: any Decoder) throws -> Date {
        Date(timeIntervalSince1970: 86_400 * (try decoder.singleValueContainer().decode(Double.self)))
    }

    @Sendable static func reversed(_ decoder: any Decoder) throws -> Data {
        Data(try [UInt8](from: decoder).reversed())
    }

    @Sendable static func lowerFirst(_ path: [any CodingKey]) -> any CodingKey {
        let name = path.last?.stringValue ?? ""
        return AnyKey(stringValue: name.prefix(1).lowercased() + name.dropFirst())
    }

    @Sendable static func wholePath(_ path: [any CodingKey]) -> any CodingKey {
        AnyKey(stringValue: path.map(\.stringValue).joined(separator: "/"))
    }

    @Sendable static func convert(_ format: inout JSONFormat) {
        format.floatStrategy = .text(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }

    @Sendable static func convert(_ decoder: JSONDecoder) {
        decoder.nonConformingFloatDecodingStrategy =
            .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }

    @Sendable static func convert(_ encoder: JSONEncoder) {
        encoder.nonConformingFloatEncodingStrategy =
            .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }

    /// Decodes keys that contain their whole path.
    struct Paths: Decodable, Sendable {
        var found: Int
        init(from decoder: any Decoder) throws {
            let root = try decoder.container(keyedBy: AnyKey.self)
            let outer = try root.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "a"))
            let list = try outer.decode([Element].self, forKey: AnyKey(stringValue: "a/b"))
            found = list.first?.value ?? 0
        }

        struct Element: Decodable {
            var value: Int
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                value = try container.decode(Int.self, forKey: container.allKeys.first ?? AnyKey(stringValue: "none"))
            }
        }
    }
}
