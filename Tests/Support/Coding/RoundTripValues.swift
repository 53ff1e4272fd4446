import Foundation

/// A value that a test can encode, decode and compare.
public typealias RoundTripValue = Codable & Equatable & Sendable

/// A value that every format must restore.
public struct RoundTripCase: Sendable {
    /// The name that a row of losses uses.
    public let name: String
    /// The value.
    public let value: any RoundTripValue

    init(_ name: String, _ value: any RoundTripValue) {
        self.name = name
        self.value = value
    }

    /// Values of all kinds of types that programs encode.
    public static let all =
        scalars + texts + foundation + optionals + collections + dictionaries + enumerations + structures

    private static let scalars: [RoundTripCase] =
        [
            RoundTripCase("true", true),
            RoundTripCase("false", false),
            RoundTripCase("Int.min", Int.min),
            RoundTripCase("zero", 0),
            RoundTripCase("Int8.min", Int8.min),
            RoundTripCase("Int16.max", Int16.max),
            RoundTripCase("Int32.min", Int32.min),
            RoundTripCase("Int64.max", Int64.max),
            RoundTripCase("UInt.max", UInt.max),
            RoundTripCase("UInt8.max", UInt8.max),
            RoundTripCase("UInt16.max", UInt16.max),
            RoundTripCase("UInt32.max", UInt32.max),
            RoundTripCase("UInt64.max", UInt64.max),
            RoundTripCase("small Int128", Int128(-7)),
            RoundTripCase("Int128.min", Int128.min),
            RoundTripCase("UInt128.max", UInt128.max),
            RoundTripCase("Double", 0.1),
            RoundTripCase("largest Double", Double.greatestFiniteMagnitude),
            RoundTripCase("smallest Double", Double.leastNonzeroMagnitude),
            RoundTripCase("infinity", Double.infinity),
            RoundTripCase("Float", Float(0.1)),
            RoundTripCase("largest Float", -Float.greatestFiniteMagnitude),
            RoundTripCase("infinite Float", -Float.infinity),
            RoundTripCase("whole Double", 3.0),
            RoundTripCase("CGFloat", CGFloat(1.5)),
            RoundTripCase("Duration", Duration.milliseconds(1_500)),
            RoundTripCase("vector", SIMD3<Float>(1, 2.5, -3)),
        ] + float16

    private static var float16: [RoundTripCase] {
        #if !(os(macOS) && arch(x86_64))
            [RoundTripCase("Float16", Float16(0.1))]
        #else
            []
        #endif
    }

    private static let texts: [RoundTripCase] = [
        "", " ", "text", "nil", "null", "$null", "true", "1", "-1.5", "nan", "a,b;\"c\"\r\nd", "\t", "=1+1",
        "a=b&c[d]+%41", "<a> & ]]>", "é\u{301}日本\u{1F600}", "\u{FEFF}a", "\u{0}", "line\nline",
    ].map { RoundTripCase("text \($0.debugDescription)", $0) }

    private static let foundation: [RoundTripCase] = [
        RoundTripCase("Date", Date(timeIntervalSince1970: 1_000_000_000)),
        RoundTripCase("Date with a fraction", Date(timeIntervalSinceReferenceDate: 0.5)),
        RoundTripCase("distant past", Date.distantPast),
        RoundTripCase("distant future", Date.distantFuture),
        RoundTripCase("Data", Data([0, 255, 10, 44])),
        RoundTripCase("empty Data", Data()),
        RoundTripCase("URL", URL(fileURLWithPath: "/tmp/a b,c")),
        RoundTripCase("relative URL", URL(string: "a?b", relativeTo: URL(fileURLWithPath: "/x/"))),
        RoundTripCase("UUID", UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
        RoundTripCase("Decimal", Decimal(sign: .minus, exponent: -2, significand: 1250)),
        RoundTripCase("large Decimal", Decimal(sign: .plus, exponent: 0, significand: Decimal.greatestFiniteMagnitude)),
        RoundTripCase("small Decimal", Decimal(sign: .plus, exponent: -100, significand: 7)),
        RoundTripCase("DateInterval", DateInterval(start: Date(timeIntervalSince1970: 1_000_000_000), duration: 60)),
        RoundTripCase("DateComponents", DateComponents(year: 2026, month: 2)),
        RoundTripCase("Locale", Locale(identifier: "de_DE")),
        RoundTripCase("TimeZone", TimeZone(secondsFromGMT: 3_600)),
        RoundTripCase("IndexSet", IndexSet([1, 2, 3, 9])),
        RoundTripCase("IndexPath", IndexPath(indexes: [1, 2])),
        RoundTripCase("CGRect", CGRect(x: 1, y: 2, width: 3.5, height: 4)),
        RoundTripCase("NSRange", NSRange(location: 3, length: 4)),
        RoundTripCase("Measurement", Measurement(value: 2, unit: UnitLength.meters)),
        RoundTripCase("URLComponents", URLComponents(string: "https://example.com/a?b#c")),
        RoundTripCase("PersonNameComponents", PersonNameComponents(givenName: "Ada", familyName: "Lovelace")),
    ]

    private static let optionals: [RoundTripCase] = [
        RoundTripCase("Int?", 7 as Int?),
        RoundTripCase("nil Int?", nil as Int?),
        RoundTripCase("empty String?", "" as String?),
        RoundTripCase("nil String?", nil as String?),
        RoundTripCase("false Bool?", false as Bool?),
        RoundTripCase("nil Date?", nil as Date?),
        RoundTripCase("UUID?", UUID(uuid: (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6)) as UUID?),
        RoundTripCase("[Int]?", [1, 2] as [Int]?),
        RoundTripCase("[Int]? of one", [1] as [Int]?),
        RoundTripCase("nil [Int]?", nil as [Int]?),
        RoundTripCase("empty [Int]?", [] as [Int]?),
        RoundTripCase("empty [String: Int]?", [:] as [String: Int]?),
        RoundTripCase("Int??", 7 as Int??),
        RoundTripCase("nil in Int??", Int??.some(nil)),
        RoundTripCase("Color?", Shade.dark as Shade?),
        RoundTripCase("nil Color?", nil as Shade?),
        RoundTripCase("Person?", Individual(name: "Ada", age: 36) as Individual?),
        RoundTripCase("nil Person?", nil as Individual?),
    ]

    private static let collections: [RoundTripCase] = [
        RoundTripCase("[]", [] as [Int]),
        RoundTripCase("[Int] of one", [1]),
        RoundTripCase("[Int]", [3, 1, 2]),
        RoundTripCase("[String] of nothing", [""]),
        RoundTripCase("[String]", ["", "a b", ""]),
        RoundTripCase("[Bool]", [true, false]),
        RoundTripCase("[UInt8]", [1, 2, 255] as [UInt8]),
        RoundTripCase("[Double]", [0.5, -1e-7]),
        RoundTripCase("[Int?]", [1, nil, 3, nil] as [Int?]),
        RoundTripCase("[Int?] of nil", [nil] as [Int?]),
        RoundTripCase("[String?]", [nil, "", "a"] as [String?]),
        RoundTripCase("[Date]", [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 60)]),
        RoundTripCase("[Date?]", [Date(timeIntervalSince1970: 0), nil] as [Date?]),
        RoundTripCase("[Data]", [Data([1]), Data()]),
        RoundTripCase("[UUID]", [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))]),
        RoundTripCase("[Decimal]", [Decimal(1), Decimal(sign: .minus, exponent: -1, significand: 5)]),
        RoundTripCase("[Color]", [Shade.light, .dark]),
        RoundTripCase("[[Int]]", [[1, 2], [3]]),
        RoundTripCase("[[Int]] with []", [[1, 2], [], [3]]),
        RoundTripCase("[[]]", [[]] as [[Int]]),
        RoundTripCase("[[Int]?]", [[1], nil, []] as [[Int]?]),
        RoundTripCase("[[[Int]]]", [[[1], []], []]),
        RoundTripCase("[[String]]", [["a", ""], ["", "b"]]),
        RoundTripCase("[Person]", [Individual(name: "Ada", age: 36), Individual(name: "", age: nil)]),
        RoundTripCase("[Person?]", [Individual(name: "Ada", age: nil), nil] as [Individual?]),
        RoundTripCase("[Nothing]", [Nothing(), Nothing()]),
        RoundTripCase("Set<Int>", [3, 1, 2] as Set),
        RoundTripCase("Set<String>", ["a", ""] as Set),
        RoundTripCase("empty Set", [] as Set<String>),
        RoundTripCase("ContiguousArray", [1, 2] as ContiguousArray),
        RoundTripCase("Range", 1..<5),
        RoundTripCase("ClosedRange", 0.5...1.5),
        RoundTripCase("PartialRangeFrom", Bound(range: 3...)),
    ]

    private static let dictionaries: [RoundTripCase] = [
        RoundTripCase("[:]", [:] as [String: Int]),
        RoundTripCase("[String: Int]", ["b": 1, "a": 2]),
        RoundTripCase("[String: Int?]", ["a": 1, "b": nil] as [String: Int?]),
        RoundTripCase("[String: String?]", ["a": "", "b": nil] as [String: String?]),
        RoundTripCase("[String: [Int]]", ["a": [1, 2], "b": [3]]),
        RoundTripCase("[String: [Int]] with []", ["a": [1], "b": []]),
        RoundTripCase("[String: [String: Int]]", ["a": ["b": 1], "c": ["d": 2]]),
        RoundTripCase("[String: [:]]", ["a": [:], "c": ["d": 2]] as [String: [String: Int]]),
        RoundTripCase("[String: Person]", ["a": Individual(name: "Ada", age: 36)]),
        RoundTripCase("odd keys", ["a b": 1, "c.d": 2, "e[f]": 3, "@g": 4, "#text": 5, "1": 6, "=": 7, "super": 8]),
        RoundTripCase("an empty key", ["": 1]),
        RoundTripCase("numbers as keys", ["0": "a", "1": "b"]),
        RoundTripCase("[Int: String]", [1: "a", -2: "b"]),
        RoundTripCase("[UInt8: Bool]", [0: true, 255: false] as [UInt8: Bool]),
        RoundTripCase("[Double: Int]", [0.5: 1]),
        RoundTripCase("[UUID: Int]", [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)): 1]),
        RoundTripCase("[Color: Int]", [Shade.light: 1, .dark: 2]),
        RoundTripCase("[Point: String]", [Spot(x: 1, y: 2): "a"]),
        RoundTripCase("[Bool: [Int]]", [true: [1], false: []]),
    ]
}
