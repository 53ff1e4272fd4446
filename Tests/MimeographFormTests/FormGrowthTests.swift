import Foundation
import Mimeograph
import MimeographForm
import TestSupport
import Testing

/// Checks that the cost of a form grows in proportion to its size, whatever it contains and however it is read.
@Suite struct FormGrowthTests {
    /// Bodies that are designed to be expensive. Each grows with a number.
    static let bodies: [(String, @Sendable (Int) -> String)] = [
        ("names", { size in (0..<size).map { "k\($0)=1" }.joined(separator: "&") }),
        ("one name", { size in (0..<size).map { "a=\($0)" }.joined(separator: "&") }),
        ("bare names", { size in String(repeating: "a&", count: size) }),
        ("elements", { size in (0..<size).map { "a[]=\($0)" }.joined(separator: "&") }),
        ("members", { size in (0..<size).map { "a[k\($0)]=1" }.joined(separator: "&") }),
        ("numbered elements", { size in (0..<size).map { "a[\(size - $0)]=1" }.joined(separator: "&") }),
        ("elements with members", { size in String(repeating: "a[][x]=1&a[][y]=2&", count: size) }),
        ("elements of elements", { size in String(repeating: "a[][][][]=1&", count: size) }),
        ("deep members", { size in (0..<size).map { "a[b][c][d][e][f\($0)]=1" }.joined(separator: "&") }),
        ("brackets", { size in "a" + String(repeating: "[b]", count: size) + "=1" }),
        ("open brackets", { size in "a" + String(repeating: "[", count: size) + "=1" }),
        ("long name", { size in String(repeating: "n", count: size) + "=1" }),
        ("long value", { size in "a=" + String(repeating: "v", count: size) }),
        ("escapes", { size in "a=" + String(repeating: "%61%", count: size) }),
        ("separators", { size in String(repeating: "&", count: size) }),
        ("equals signs", { size in "a" + String(repeating: "=", count: size) }),
        ("digits", { size in "a=" + String(repeating: "9", count: size) }),
        ("a fraction", { size in "a=0." + String(repeating: "7", count: size) }),
        ("combining marks in a value", { size in "a=" + marks(size) }),
        ("combining marks in a name", { size in "a\(marks(size))=1&a[\(marks(size))]=1" }),
        ("combining marks in both", { size in "\(marks(size))=\(marks(size))" }),
    ]

    /// Alternating marks of two combining classes, which Swift sorts one by one.
    static func marks(_ size: Int) -> String { String(repeating: "\u{300}\u{316}", count: size) }

    enum Choice: String, Decodable { case one, two }
    enum Case: Decodable { case one(Int), two }
    struct Record<A: Decodable>: Decodable { var a: A }

    static let limits = DecodingLimits(inputBytes: .max, elements: .max)
    static let nesting = FormNesting(maximumCount: .max)

    static let readings: [(String, @Sendable ([UInt8]) throws -> Void)] = {
        func decoding<A: Decodable & SendableMetatype>(
            _ type: A.Type,
            _ format: FormFormat = FormFormat(nesting: nesting)
        ) -> @Sendable ([UInt8]) throws -> Void {
            { body in
                _ = try body.withSpan {
                    try format.decode(A.self, from: $0, as: nil, limits: limits)
                }
            }
        }
        var snake = FormFormat(nesting: nesting)
        snake.keyStrategy = .snakeCase
        return [
            (
                "fields",
                { body in
                    let form = try Form(parsing: body, limits: limits)
                    _ = form["a"]
                    _ = form.values(of: "z")
                    _ = form == (try Form(parsing: body, limits: limits))
                    _ = form.hashValue
                }
            ),
            (
                "nested",
                { body in
                    let value = try Form(parsing: body, limits: limits).nested(nesting)
                    _ = value["a"]
                    _ = value == value
                    _ = value.hashValue
                }
            ),
            ("a dictionary of strings", decoding([String: String].self)), ("a set", decoding(Record<Set<String>>.self)),
            ("a string", decoding(Record<String>.self)), ("strings", decoding(Record<[String]>.self)),
            ("a truth value", decoding(Record<Bool?>.self)), ("an integer", decoding(Record<Int?>.self)),
            ("a double", decoding(Record<Double>.self)),
            ("a decimal", decoding(Record<Decimal>.self)), ("a date", decoding(Record<Date>.self)),
            ("data", decoding(Record<Data>.self)),
            ("an enumeration", decoding(Record<Choice>.self)), ("an enumeration with values", decoding(Case.self)),
            ("nested dictionaries", decoding(Record<[String: [String: String]]>.self)),
            ("records", decoding(Record<[[String: Int]]>.self)),
            ("converted names", decoding(Record<[Record<Int>]>.self, snake)),
        ]
    }()

    @Test(arguments: bodies.indices)
    func ofReading(_ index: Int) throws {
        let (name, body) = Self.bodies[index]
        func growth(_ readings: [@Sendable ([UInt8]) throws -> Void]) -> Double {
            GrowthOfWork.perDoubling(from: 1 << 11, upTo: 1 << 13) {
                Array(body($0).utf8)
            } work: { body in
                for read in readings { try? read(body) }
            }
        }
        // All readings run together first. A cost that is out of proportion dominates, and only then is each measured.
        if growth(Self.readings.map(\.1)) < GrowthOfWork.inProportion { return }
        for (reading, read) in Self.readings {
            #expect(growth([read]) < GrowthOfWork.inProportion, "\(name), read as \(reading)")
        }
    }

    @Test func ofWriting() throws {
        for (name, body) in Self.bodies {
            let growth = GrowthOfWork.perDoubling(from: 256, upTo: 1 << 14) { size in
                (try? Form(parsing: body(size).utf8, limits: Self.limits)) ?? Form()
            } work: { form in
                for encoder in [QueryEncoder.whatwg, .afnetworking, .alamofire] {
                    _ = encoder.bytes(of: form)
                    _ = try? encoder.bytes(
                        of: Dictionary(form.map { ($0.name.utf8.count < 64 ? $0.name : "long", [$0.value]) }) {
                            $0 + $1
                        }
                    )
                    _ = try? encoder.bytes(
                        of: QueryValue.members(form.map { QueryValue.Member($0.name, .text($0.value)) })
                    )
                }
            }
            #expect(growth < GrowthOfWork.inProportion, "\(name)")
        }
    }
}

extension Array where Element == UInt8 {
    fileprivate func withSpan<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result { try body(span) }
}
