import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the decoder does for a type.
typealias JSONDecodableKind = JSONKind<any JSONDecodableComposite.Type>

extension JSONDecodableKind {
    init<T: Decodable>(of type: T.Type) {
        self.init(of: type, strings: [String].self, integers: [Int].self, doubles: [Double].self)
    }

    init<T: Decodable>(ofElement type: T.Type) { self = Self(of: type).exact(for: type) }

    /// The kind of most structs, and of the most common array, which is told without looking any further; else nil.
    @inline(__always)
    init?<T: Decodable>(knownBySize type: T.Type) {
        if MemoryLayout<T>.size > JSONDecodableKind.largestSize {
            self = .plain
        } else if T.self == [String].self {
            self = .composite([String].self)
        } else {
            return nil
        }
    }

    /// Bytes of the largest type that is not ``plain``, but for optionals, which do well without.
    private static var largestSize: Int {
        max(
            max(MemoryLayout<String>.size, MemoryLayout<Int128>.size, MemoryLayout<Date>.size),
            max(MemoryLayout<Data>.size, MemoryLayout<URL>.size, MemoryLayout<Decimal>.size, MemoryLayout<JSON>.size)
        )
    }
}

/// A generic type of the standard library that is read in one go.
protocol JSONDecodableComposite {
    /// Reads the value at an index; the context's path leads to it.
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self
}

extension Optional: JSONDecodableComposite where Wrapped: Decodable {
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }
}

extension Array: JSONDecodableComposite where Element: Decodable {
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }
}

extension Set: JSONDecodableComposite where Element == String {
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }
}

extension Dictionary: JSONDecodableComposite where Key == String, Value: Decodable {
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }
}
