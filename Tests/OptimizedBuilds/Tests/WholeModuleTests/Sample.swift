#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type whose values are decoded. No format loses any detail of the first sample.
protocol Sample: Codable, Equatable, Sendable {
    static var samples: [Self] { get }
}

extension Sample where Self: FixedWidthInteger {
    static var samples: [Self] { [7, .max] }
}

extension Int: Sample {}
extension Int8: Sample {}
extension Int16: Sample {}
extension Int32: Sample {}
extension Int64: Sample {}
extension UInt: Sample {}
extension UInt8: Sample {}
extension UInt16: Sample {}
extension UInt32: Sample {}
extension UInt64: Sample {}

extension Bool: Sample {
    static var samples: [Bool] { [true, false] }
}

extension Double: Sample {
    static var samples: [Double] { [1.5, -0.25] }
}

extension Float: Sample {
    static var samples: [Float] { [2.5, 0] }
}

extension String: Sample {
    static var samples: [String] { ["a text that is too long to be stored in place", ""] }
}

extension Optional: Sample where Wrapped: Sample {
    static var samples: [Wrapped?] { Wrapped.samples.map(Optional.some) + [nil] }
}

extension Array: Sample where Element: Sample {
    static var samples: [[Element]] { [Element.samples, []] }
}

extension Dictionary: Sample where Key == String, Value: Sample {
    static var samples: [[String: Value]] { [["key": Value.samples[0]], [:]] }
}

extension Date: Sample {
    static var samples: [Date] {
        [Date(timeIntervalSinceReferenceDate: 1000), Date(timeIntervalSinceReferenceDate: 0)]
    }
}

extension Data: Sample {
    static var samples: [Data] { [Data([1, 2, 3]), Data()] }
}

extension UUID: Sample {
    static var samples: [UUID] { [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))] }
}

extension Decimal: Sample {
    static var samples: [Decimal] { [Decimal(125), 0] }
}

/// Two adjacent values. Nested pairs have any size, with and without spare bit patterns.
struct Pair<First: Sample, Second: Sample>: Sample {
    var first: First
    var second: Second

    static var samples: [Pair] {
        let first = First.samples
        let second = Second.samples
        return [Pair(first[0], second[0]), Pair(first[first.count - 1], second[second.count - 1])]
    }

    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    // Only the library's calls must be specialized for each pair. Specializing the pair's own coding would dominate build time.

    @_semantics("optimize.sil.specialize.generic.never")
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(try container.decode(First.self), try container.decode(Second.self))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(first)
        try container.encode(second)
    }
}

/// Eight bytes and a value after them.
typealias Word<Rest: Sample> = Pair<UInt64, Rest>
typealias Words<Rest: Sample> = Word<Word<Rest>>
