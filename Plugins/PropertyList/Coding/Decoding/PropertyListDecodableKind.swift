import Mimeograph
import MimeographTree

/// What the decoder does for a type.
typealias PropertyListDecodableKind = PropertyListKind<any PropertyListDecodableComposite.Type>

extension PropertyListDecodableKind {
    init<T: Decodable>(of type: T.Type) {
        self.init(of: type, strings: [String].self, integers: [Int].self, doubles: [Double].self)
    }

    init<T: Decodable>(ofElement type: T.Type) { self = Self(of: type).exact(for: type) }
}

/// A generic type of the standard library that is read in one go.
protocol PropertyListDecodableComposite {
    /// Reads the value at an index; the context's path leads to it.
    static func decode(at index: Int, from context: PropertyListDecodingContext) throws -> Self
}

extension Optional: PropertyListDecodableComposite where Wrapped: Decodable {
    static func decode(at index: Int, from context: PropertyListDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }
}

extension Array: PropertyListDecodableComposite where Element: Decodable {
    static func decode(at index: Int, from context: PropertyListDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }
}

extension Set: PropertyListDecodableComposite where Element == String {
    static func decode(at index: Int, from context: PropertyListDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }
}

extension Dictionary: PropertyListDecodableComposite where Key == String, Value: Decodable {
    static func decode(at index: Int, from context: PropertyListDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }
}
