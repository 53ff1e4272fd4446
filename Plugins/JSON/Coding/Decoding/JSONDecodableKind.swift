import Mimeograph

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
        } else if T.self == [String].self {
            self = .composite([String].self)
        } else if T.self == [Int].self {
            self = .composite([Int].self)
        } else if T.self == [Double].self {
            self = .composite([Double].self)
        } else if MemoryLayout<T>.size == MemoryLayout<[Int]>.size {
            self.init(castingTo: type)
        } else {
            // Neither an array nor a dictionary, which saves the cast. It may be an optional, which does well without.
            self = .plain
        }
    }

    /// The kind of most structs, and of the most common array, which is told without looking any further; else nil.
    @inline(__always)
    init?<T: Decodable>(knownBySize type: T.Type) {
        if MemoryLayout<T>.size > JSONDecodableKind.mostTaken {
            self = .plain
        } else if T.self == [String].self {
            self = .composite([String].self)
        } else {
            return nil
        }
    }

    /// Bytes of the largest type that is not ``plain``, but for optionals, which do well without.
    private static var mostTaken: Int {
        max(
            max(MemoryLayout<String>.size, MemoryLayout<Int128>.size, MemoryLayout<Date>.size),
            max(MemoryLayout<Data>.size, MemoryLayout<URL>.size, MemoryLayout<Decimal>.size, MemoryLayout<JSON>.size)
        )
    }

    /// The same for the type of elements, of which there may be many.
    init<T: Decodable>(ofElement type: T.Type) {
        self.init(type)
        if case .plain = self { self.init(castingTo: type) }
    }

    /// A dynamic cast costs as much as three members.
    private init<T: Decodable>(castingTo type: T.Type) {
        if let composite = T.self as? any JSONDecodableComposite.Type {
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
            throw context.scalarFailure(Wrapped.self, at: index, path: context.path.steps)
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
        return try elements(at: index, from: context)
    }

    private static func elements(at index: Int, from context: JSONDecodingContext) throws -> Self {
        guard var elements = try JSONArrayElements(at: index, in: context) else { return [] }
        let kind = context.kind(ofElement: Element.self)
        context.path.append(.index(0))
        defer { context.path.removeLast() }
        return try elements.collect { current, count in
            context.path.replaceLast(with: .index(count))
            return try context.value(Element.self, kind, at: current)
        }
    }

    @inline(__always)
    init(scalars index: Int, from context: JSONDecodingContext) throws {
        guard var elements = try JSONArrayElements(at: index, in: context) else {
            self = []
            return
        }
        self = try elements.append { current, count in
            if let value = context.scalar(Element.self, at: current) { return value }
            throw context.scalarFailure(Element.self, at: current, path: context.path.steps + [.index(count)])
        }
    }
}

/// The elements of an array, which are made into values one after the other.
struct JSONArrayElements {
    /// Bytes that are set aside for values that are yet to be read. What the elements of a hostile body would take in
    /// memory is known only when each has been read.
    private static let mostReserved = 1 << 16

    private let view: JSONDocumentView
    private var current: Int
    private let end: Int
    private let count: Int

    /// Nil where the array is empty. The context's path leads to it.
    @inline(__always)
    init?(at index: Int, in context: JSONDecodingContext) throws {
        let word = context.word(at: index)
        guard word.bits &>> 60 == JSONWord.Tag.array.rawValue else {
            throw context.failure(expecting: [Any].self, "an array", at: index, path: context.path.steps)
        }
        if word.low <= index + 1 { return nil }
        view = context.view
        current = index + 1
        end = word.low
        count = word.aux
    }

    /// What `read` makes of the elements; it is told an element's index in the document, and its number.
    ///
    /// The fast way where the compiler knows the type.
    @inline(__always)
    mutating func append<Element>(_ read: (_ index: Int, _ number: Int) throws -> Element) throws -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(room(for: Element.self))
        while current < end {
            result.append(try read(current, result.count))
            current = view.index(after: current)
        }
        return result
    }

    /// The same for a type that the compiler does not know: growing an array of such elements is slow.
    @inline(__always)
    mutating func collect<Element>(_ read: (_ index: Int, _ number: Int) throws -> Element) throws -> [Element] {
        let room = room(for: Element.self)
        // SAFETY: no element is written beyond `room`, each to the next place, and counted when it is written.
        var result = unsafe try [Element](unsafeUninitializedCapacity: room) { buffer, initialized in
            while current < end, initialized < room {
                unsafe buffer.initializeElement(at: initialized, to: try read(current, initialized))
                initialized &+= 1
                current = view.index(after: current)
            }
        }
        while current < end {
            result.append(try read(current, result.count))
            current = view.index(after: current)
        }
        return result
    }

    @inline(__always)
    private func room<Element>(for type: Element.Type) -> Int {
        max(1, Swift.min(count, JSONArrayElements.mostReserved / max(1, MemoryLayout<Element>.stride)))
    }
}

extension Dictionary: JSONDecodableComposite where Key == String, Value: Decodable {
    static func decode(at index: Int, from context: JSONDecodingContext) throws -> Self {
        let view = context.view
        let word = view.word(at: index)
        guard word.tag == .object else {
            throw context.failure(expecting: [String: Any].self, "an object", at: index, path: context.path.steps)
        }
        var result = Self()
        if word.low > index + 1 { result.reserveCapacity(Swift.min(word.aux, 64)) }
        let kind = context.kind(ofElement: Value.self)
        let isScalar = JSONScalar.includes(Value.self)
        if !isScalar { context.path.append(.index(0)) }
        defer { if !isScalar { context.path.removeLast() } }
        var current = index + 1
        while current < word.low {
            let name = view.string(view.word(at: current))
            current += 1
            if isScalar {
                guard let value = context.scalar(Value.self, at: current) else {
                    let path = context.path.steps + [.key(PlainCodingKey(name))]
                    throw context.scalarFailure(Value.self, at: current, path: path)
                }
                result[name] = value
            } else {
                context.path.replaceLast(with: .key(PlainCodingKey(name)))
                // Not through the subscript with nil: an optional value that is null is a value.
                result.updateValue(try context.value(Value.self, kind, at: current), forKey: name)
            }
            current = view.index(after: current)
        }
        return result
    }
}
