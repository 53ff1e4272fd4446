import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the decoder does for a type.
enum PropertyListDecodableKind {
    /// Calls its `init(from:)`.
    case plain
    /// One that ``PropertyListScalar`` includes.
    case scalar
    case date, data, decimal, propertyList
    /// An array, optional or dictionary, which is read here without its `init(from:)`.
    case composite(any PropertyListDecodableComposite.Type)

    init<T: Decodable>(_ type: T.Type) {
        if PropertyListScalar.includes(type) {
            self = .scalar
        } else if T.self == Date.self {
            self = .date
        } else if T.self == Data.self {
            self = .data
        } else if T.self == Decimal.self {
            self = .decimal
        } else if T.self == PropertyList.self {
            self = .propertyList
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

    /// The same for the type of elements, of which there may be many.
    init<T: Decodable>(ofElement type: T.Type) {
        self.init(type)
        if case .plain = self { self.init(castingTo: type) }
    }

    /// A dynamic cast costs as much as three members.
    private init<T: Decodable>(castingTo type: T.Type) {
        if let composite = T.self as? any PropertyListDecodableComposite.Type {
            self = .composite(composite)
        } else {
            self = .plain
        }
    }
}

/// A generic type of the standard library that is read in one go.
protocol PropertyListDecodableComposite {
    /// Reads the value at an index; the context's path leads to it.
    static func decode(at index: Int, from context: PropertyListDecodingContext) throws -> Self
}

extension Optional: PropertyListDecodableComposite where Wrapped: Decodable {
    static func decode(at index: Int, from context: PropertyListDecodingContext) throws -> Self {
        if context.isNull(at: index) { return nil }
        if PropertyListScalar.includes(Wrapped.self) {
            if let value = context.scalar(Wrapped.self, at: index) { return value }
            throw context.scalarFailure(Wrapped.self, at: index, path: context.path)
        }
        return try context.value(Wrapped.self, at: index)
    }
}

extension Array: PropertyListDecodableComposite where Element: Decodable {
    static func decode(at index: Int, from context: PropertyListDecodingContext) throws -> Self {
        if Element.self == Double.self {
            return reinterpret(try [Double](scalars: index, from: context), as: Self.self)
        } else if Element.self == Int.self {
            return reinterpret(try [Int](scalars: index, from: context), as: Self.self)
        } else if Element.self == String.self {
            return reinterpret(try [String](scalars: index, from: context), as: Self.self)
        } else if PropertyListScalar.includes(Element.self) {
            return try Self(scalars: index, from: context)
        }
        return try elements(at: index, from: context)
    }

    private static func elements(at index: Int, from context: PropertyListDecodingContext) throws -> Self {
        guard var elements = try PropertyListArrayElements(at: index, in: context) else { return [] }
        let kind = context.kind(ofElement: Element.self)
        let top = context.path.count
        context.path.append(.index(0))
        defer { context.path.removeLast() }
        return try elements.collect { current, count in
            context.path[top] = .index(count)
            return try context.value(Element.self, kind, at: current)
        }
    }

    @inline(__always)
    init(scalars index: Int, from context: PropertyListDecodingContext) throws {
        guard var elements = try PropertyListArrayElements(at: index, in: context) else {
            self = []
            return
        }
        self = try elements.append { current, count in
            if let value = context.scalar(Element.self, at: current) { return value }
            throw context.scalarFailure(Element.self, at: current, path: context.path + [.index(count)])
        }
    }
}

/// The elements of an array, which are made into values one after the other.
struct PropertyListArrayElements {
    /// Bytes that are set aside for values that are yet to be read. What the elements of a hostile body would take in
    /// memory is known only when each has been read.
    private static let mostReserved = 1 << 16

    private let view: PropertyListDocumentView
    private var current: Int
    private let end: Int
    private let count: Int

    /// Nil where the array is empty. The context's path leads to it.
    @inline(__always)
    init?(at index: Int, in context: PropertyListDecodingContext) throws {
        let word = context.word(at: index)
        guard word.bits &>> 60 == PropertyListWord.Tag.array.rawValue else {
            throw context.failure(expecting: [Any].self, "an array", at: index, path: context.path)
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
            result.append(try read(view.resolved(current), result.count))
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
                unsafe buffer.initializeElement(at: initialized, to: try read(view.resolved(current), initialized))
                initialized &+= 1
                current = view.index(after: current)
            }
        }
        while current < end {
            result.append(try read(view.resolved(current), result.count))
            current = view.index(after: current)
        }
        return result
    }

    @inline(__always)
    private func room<Element>(for type: Element.Type) -> Int {
        max(1, Swift.min(count, PropertyListArrayElements.mostReserved / max(1, MemoryLayout<Element>.stride)))
    }
}

extension Dictionary: PropertyListDecodableComposite where Key == String, Value: Decodable {
    static func decode(at index: Int, from context: PropertyListDecodingContext) throws -> Self {
        let view = context.view
        let word = view.word(at: index)
        guard word.tag == .dictionary else {
            throw context.failure(expecting: [String: Any].self, "a dictionary", at: index, path: context.path)
        }
        var result = Self()
        if word.low > index + 1 { result.reserveCapacity(Swift.min(word.aux, 64)) }
        let kind = context.kind(ofElement: Value.self)
        let isScalar = PropertyListScalar.includes(Value.self)
        let top = context.path.count
        if !isScalar { context.path.append(.index(0)) }
        defer { if !isScalar { context.path.removeLast() } }
        var current = index + 1
        while current < word.low {
            let name = context.document.string(at: current)
            current += 1
            let index = view.resolved(current)
            if isScalar {
                guard let value = context.scalar(Value.self, at: index) else {
                    let path = context.path + [.key(PlainCodingKey(name))]
                    throw context.scalarFailure(Value.self, at: index, path: path)
                }
                result[name] = value
            } else {
                context.path[top] = .key(PlainCodingKey(name))
                // Not through the subscript with nil: an optional value that is null is a value.
                result.updateValue(try context.value(Value.self, kind, at: index), forKey: name)
            }
            current = view.index(after: current)
        }
        return result
    }
}
