import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

func scalarSamples<Mark>(_ mark: Mark.Type) -> [any PlanSample.Type] {
    [
        Integers<Mark>.self, OptionalIntegers<Mark>.self, WideIntegers<Mark>.self, Fractions<Mark>.self,
        OptionalFractions<Mark>.self, Flag<Mark>.self, Flags<Mark>.self, Texts<Mark>.self, OptionalText<Mark>.self,
        DoubleOptionals<Mark>.self, TextRun<Mark>.self, FoundationTypes<Mark>.self, OptionalFoundationTypes<Mark>.self,
        Padded<Mark>.self, SmallThings<Mark>.self,
    ]
}

struct Integers<Mark>: PlanSample {
    var a: Int, b: Int8, c: Int16, d: Int32, e: Int64, f: UInt, g: UInt8, h: UInt16, i: UInt32, j: UInt64

    static var samples: [Self] {
        [
            Self(a: 1, b: -2, c: 3, d: -4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10),
            Self(a: .min, b: .min, c: .min, d: .min, e: .min, f: .min, g: .min, h: .min, i: .min, j: .min),
            Self(a: .max, b: .max, c: .max, d: .max, e: .max, f: .max, g: .max, h: .max, i: .max, j: .max),
        ]
    }
}

extension Integers: SynthesizedCodable where Mark: PlanMark {}

struct OptionalIntegers<Mark>: PlanSample {
    var a: Int?, b: Int8?, c: Int16?, d: Int32?, e: Int64?, f: UInt?, g: UInt8?, h: UInt16?, i: UInt32?, j: UInt64?

    static var samples: [Self] {
        [
            Self(a: 1, b: nil, c: 3, d: nil, e: 5, f: nil, g: 7, h: nil, i: 9, j: nil),
            Self(),
            Self(a: .max, b: .max, c: .max, d: .max, e: .max, f: .max, g: .max, h: .max, i: .max, j: .max),
            Self(a: nil, b: -1, c: nil, d: -3, e: nil, f: 5, g: nil, h: 7, i: nil, j: 9),
        ]
    }
}

extension OptionalIntegers: SynthesizedCodable where Mark: PlanMark {}

struct WideIntegers<Mark>: PlanSample {
    var small: Int8
    var wide: Int128
    var unsigned: UInt128
    var optional: Int128?
    var flag: Bool

    static var samples: [Self] {
        [
            Self(small: 1, wide: 2, unsigned: 3, optional: 4, flag: true),
            Self(small: 1, wide: .max, unsigned: .max, optional: nil, flag: false),
            Self(small: 1, wide: .min, unsigned: 0, optional: .min, flag: true),
        ]
    }
}

extension WideIntegers: SynthesizedCodable where Mark: PlanMark {}

struct Fractions<Mark>: PlanSample {
    var double: Double
    var float: Float

    static var samples: [Self] {
        [
            Self(double: 0.1, float: 0.1), Self(double: -0.0, float: -0.0), Self(double: .infinity, float: 1),
            Self(double: 1, float: -.infinity), Self(double: .nan, float: .nan),
            Self(double: .leastNonzeroMagnitude, float: .leastNonzeroMagnitude),
            Self(double: 1e22, float: 3.4e38), Self(double: 1e300, float: 16_777_216), Self(double: 1, float: 2),
        ]
    }
}

extension Fractions: SynthesizedCodable where Mark: PlanMark {}

struct OptionalFractions<Mark>: PlanSample {
    var float: Float?
    var double: Double?
    var floats: [Float]
    var doubles: [Double?]

    static var samples: [Self] {
        [
            Self(float: 0.3, double: 0.3, floats: [1, 0.2], doubles: [nil, 0.1]),
            Self(float: nil, double: nil, floats: [], doubles: []),
            Self(float: .infinity, double: .nan, floats: [.nan], doubles: [-.infinity, nil]),
        ]
    }
}

extension OptionalFractions: SynthesizedCodable where Mark: PlanMark {}

struct Flag<Mark>: PlanSample {
    var on: Bool

    static var samples: [Self] { [Self(on: true), Self(on: false)] }
}

extension Flag: SynthesizedCodable where Mark: PlanMark {}

struct Flags<Mark>: PlanSample {
    var a: Bool?
    var b: Bool
    var c: Bool??
    var d: [Bool], e: [Bool?]

    static var samples: [Self] {
        [
            Self(a: nil, b: true, c: .some(nil), d: [true, false], e: [nil, true]),
            Self(a: true, b: false, c: nil, d: [], e: []),
            Self(a: false, b: false, c: .some(true), d: [false], e: [nil, nil]),
        ]
    }
}

extension Flags: SynthesizedCodable where Mark: PlanMark {}

struct Texts<Mark>: PlanSample {
    var short: String
    var long: String
    var last: String

    static var samples: [Self] {
        [
            Self(short: "é", long: String(repeating: "long \u{1F600} ", count: 20), last: "\u{0}\u{1F}\u{7F}\u{2028}"),
            Self(short: "", long: String(repeating: "x", count: 10_000), last: "</script>&<>'\"\\"),
            Self(short: "0123456789abcde", long: "0123456789abcdef", last: "e\u{301}"),
            Self(short: "=1+1", long: String(repeating: "\u{1}", count: 5_000), last: "+\r\n,;"),
        ]
    }
}

extension Texts: SynthesizedCodable where Mark: PlanMark {}

struct OptionalText<Mark>: PlanSample {
    var text: String?
    var other: String?

    static var samples: [Self] {
        [Self(text: "a"), Self(), Self(text: "", other: ""), Self(other: "a text that is longer than fifteen bytes")]
    }
}

extension OptionalText: SynthesizedCodable where Mark: PlanMark {}

struct DoubleOptionals<Mark>: PlanSample {
    var number: Int??
    var text: String??
    var triple: Int???
    var flag: Flag<Mark>??
    var list: [Int??]

    static var samples: [Self] {
        [
            Self(
                number: .some(.some(1)),
                text: .some("a"),
                triple: 3,
                flag: .some(Flag(on: true)),
                list: [nil, 1, .some(nil)]
            ),
            Self(number: .some(nil), text: .some(nil), triple: .some(nil), flag: .some(nil), list: []),
            Self(number: nil, text: nil, triple: .some(.some(nil)), flag: nil, list: []),
        ]
    }
}

extension DoubleOptionals: SynthesizedCodable where Mark: PlanMark {}

/// Strings of every length, with a character to escape at each place.
struct TextRun<Mark>: PlanSample {
    var before: UInt8
    var text: String
    var after: String?
    var list: [String]

    static var samples: [Self] {
        (0...40).flatMap { length in
            [nil, "\"", "\n", "\u{1}", "é", "/"].flatMap { character -> [Self] in
                guard let character else {
                    return [Self(before: 1, text: String(repeating: "a", count: length), after: "b", list: [])]
                }
                return (0..<length).filter { length < 18 || $0 % 5 == 0 }.map { place in
                    let head = String(repeating: "x", count: place)
                    let text = head + character + String(repeating: "y", count: length - place - 1)
                    return Self(before: 1, text: text, after: place % 2 == 0 ? text : nil, list: [text, "", text])
                }
            }
        }
    }
}

extension TextRun: SynthesizedCodable where Mark: PlanMark {}

struct FoundationTypes<Mark>: PlanSample {
    var date: Date
    var data: Data
    var url: URL
    var id: UUID
    var decimal: Decimal

    static var samples: [Self] {
        guard let url = URL(string: "https://example.com/a?b=c"),
            let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        else { return [] }
        return [
            Self(date: Date(timeIntervalSince1970: 1_000), data: Data([1, 2, 255]), url: url, id: id, decimal: 12),
            Self(
                date: Date(timeIntervalSinceReferenceDate: 0.5),
                data: Data(),
                url: url,
                id: id,
                decimal: Decimal(-5) / 100
            ),
            Self(date: Date(timeIntervalSinceReferenceDate: .infinity), data: Data(), url: url, id: id, decimal: 1),
            Self(date: Date(timeIntervalSince1970: 1e12), data: Data(), url: url, id: id, decimal: .nan),
        ]
    }
}

extension FoundationTypes: SynthesizedCodable where Mark: PlanMark {}

struct OptionalFoundationTypes<Mark>: PlanSample {
    var date: Date?
    var data: Data?
    var url: URL?
    var id: UUID?
    var decimal: Decimal?
    var dates: [Date]
    var dated: [String: Date]

    static var samples: [Self] {
        let date = Date(timeIntervalSince1970: 86_400)
        return [
            Self(
                date: date,
                data: nil,
                url: URL(string: "a:b"),
                id: nil,
                decimal: 1,
                dates: [date, date],
                dated: ["a": date]
            ),
            Self(
                date: nil,
                data: Data("abc".utf8),
                url: nil,
                id: UUID(uuid: nullUUID),
                decimal: nil,
                dates: [],
                dated: [:]
            ),
        ]
    }
}

extension OptionalFoundationTypes: SynthesizedCodable where Mark: PlanMark {}

private let nullUUID: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

/// Properties with padding between them.
struct Padded<Mark>: PlanSample {
    var a: Bool, b: Int64, c: Bool, d: Int16?, e: UInt8?, f: Double, g: Bool?, h: Int32?, i: UInt8

    static var samples: [Self] {
        [
            Self(a: true, b: 1, c: false, d: nil, e: 2, f: 0.5, g: nil, h: 3, i: 4),
            Self(a: false, b: -1, c: true, d: 1, e: nil, f: 1, g: true, h: nil, i: 255),
        ]
    }
}

extension Padded: SynthesizedCodable where Mark: PlanMark {}

/// Optionals of structs whose size is not their stride.
struct SmallThings<Mark>: PlanSample {
    struct Pair: PlanSample {
        var wide: Int32
        var narrow: Int8
        static var samples: [Self] { [Self(wide: 1, narrow: 2)] }
    }

    var pair: Pair?
    var byte: UInt8
    var pairs: [Pair]
    var holes: [Pair?]
    var named: [String: Pair?]

    static var samples: [Self] {
        let pair = Pair(wide: -1, narrow: 5)
        return [
            Self(pair: pair, byte: 9, pairs: [pair, pair], holes: [nil, pair, nil], named: ["a": pair]),
            Self(pair: nil, byte: 7, pairs: [], holes: [], named: ["b": nil]),
        ]
    }
}

extension SmallThings: SynthesizedCodable where Mark: PlanMark {}
extension SmallThings.Pair: SynthesizedCodable where Mark: PlanMark {}
