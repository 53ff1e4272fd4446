#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the decoder does for a type.
enum JSONDecodableKind {
    /// Calls its `init(from:)`.
    case plain
    /// One that ``JSONScalar`` includes.
    case scalar
    case date, data, url, decimal, json
    /// An array, optional or dictionary, which is read here without its `init(from:)`.
    case composite(any JSONDecodableComposite.Type)

    init<T: Decodable>(_ type: T.Type) {
        if JSONScalar.includes(type) {
            self = .scalar
        } else if T.self == Date.self {
            self = .date
        } else if T.self == Data.self {
            self = .data
        } else if T.self == URL.self {
            self = .url
        } else if T.self == Decimal.self {
            self = .decimal
        } else if T.self == JSON.self {
            self = .json
        } else if let composite = T.self as? any JSONDecodableComposite.Type {
            self = .composite(composite)
        } else {
            self = .plain
        }
    }
}

/// A generic type of the standard library that is read in one go.
protocol JSONDecodableComposite {
    /// Reads the value at an index; the context's path leads to it.
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self
}

extension Optional: JSONDecodableComposite where Wrapped: Decodable {
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self {
        if context.isNull(at: index) { return nil }
        if JSONScalar.includes(Wrapped.self) {
            if let value = context.scalar(Wrapped.self, at: index) { return value }
            throw context.scalarFailure(Wrapped.self, at: index, path: context.path)
        }
        return try context.value(Wrapped.self, at: index)
    }
}

extension Array: JSONDecodableComposite where Element: Decodable {
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self {
        if Element.self == Double.self {
            return reinterpret(try [Double](scalars: index, from: context), as: Self.self)
        } else if Element.self == Int.self {
            return reinterpret(try [Int](scalars: index, from: context), as: Self.self)
        } else if Element.self == String.self {
            return reinterpret(try [String](scalars: index, from: context), as: Self.self)
        } else if JSONScalar.includes(Element.self) {
            return try Self(scalars: index, from: context)
        }
        var (current, end, result) = try open(index, in: context)
        let top = context.path.count
        context.path.append(.index(0))
        defer { context.path.removeLast() }
        while current < end {
            context.path[top] = .index(result.count)
            result.append(try context.value(Element.self, at: current))
            current = context.document.index(after: current)
        }
        return result
    }

    @inline(__always)
    private init(scalars index: Int, from context: JSONDecodingContext) throws {
        var (current, end, result) = try Self.open(index, in: context)
        while current < end {
            guard let value = context.scalar(Element.self, at: current) else {
                throw context.scalarFailure(
                    Element.self,
                    at: current,
                    path: context.path + [.index(result.count)]
                )
            }
            result.append(value)
            current = context.document.index(after: current)
        }
        self = result
    }

    /// Room is made for the elements that are there, but not more than a page at once: what the elements of a hostile
    /// body would take in memory is known only when each has been read.
    private static func open(
        _ index: Int,
        in context: JSONDecodingContext
    ) throws -> (start: Int, end: Int, result: Self) {
        let word = context.word(at: index)
        guard word.tag == .array else {
            throw context.failure(expecting: [Any].self, "an array", at: index, path: context.path)
        }
        var result = Self()
        result.reserveCapacity(Swift.min(word.aux, Swift.max(4, 4_096 / MemoryLayout<Element>.stride)))
        return (index + 1, word.low, result)
    }
}

extension Dictionary: JSONDecodableComposite where Key == String, Value: Decodable {
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self {
        let word = context.word(at: index)
        guard word.tag == .object else {
            throw context.failure(expecting: [String: Any].self, "an object", at: index, path: context.path)
        }
        var result = Self()
        result.reserveCapacity(Swift.min(word.aux, 64))
        let isScalar = JSONScalar.includes(Value.self)
        let top = context.path.count
        if !isScalar { context.path.append(.index(0)) }
        defer { if !isScalar { context.path.removeLast() } }
        var current = index + 1
        while current < word.low {
            let name = context.document.string(at: current)
            current += 1
            if isScalar {
                guard let value = context.scalar(Value.self, at: current) else {
                    let path = context.path + [.key(JSONCodingKey(stringValue: name))]
                    throw context.scalarFailure(Value.self, at: current, path: path)
                }
                result[name] = value
            } else {
                context.path[top] = .key(JSONCodingKey(stringValue: name))
                // Not through the subscript with nil: an optional value that is null is a value.
                result.updateValue(try context.value(Value.self, at: current), forKey: name)
            }
            current = context.document.index(after: current)
        }
        return result
    }
}
