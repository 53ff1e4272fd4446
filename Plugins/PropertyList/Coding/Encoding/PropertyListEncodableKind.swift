import Mimeograph
import MimeographTree

/// What the encoder does for a type.
typealias PropertyListEncodableKind = PropertyListKind<any PropertyListEncodableComposite.Type>

extension PropertyListEncodableKind {
    init<T: Encodable>(of type: T.Type) {
        self.init(of: type, strings: [String].self, integers: [Int].self, doubles: [Double].self)
    }

    init<T: Encodable>(ofElement type: T.Type) { self = Self(of: type).exact(for: type) }
}

/// A generic type of the standard library that is written in one go.
protocol PropertyListEncodableComposite {
    /// Writes a value; the context's path leads to it.
    static func encode(_ value: Self, into context: PropertyListEncodingContext) throws
}

extension Optional: PropertyListEncodableComposite where Wrapped: Encodable {
    static func encode(_ value: Self, into context: PropertyListEncodingContext) throws {
        switch value {
        case .none: context.appendNull()
        case .some(let wrapped): try context.element(wrapped)
        }
    }
}

extension Array: PropertyListEncodableComposite where Element: Encodable {
    static func encode(_ value: Self, into context: PropertyListEncodingContext) throws {
        try context.checkDepth()
        let start = context.words.count
        context.begin()
        if Element.self == Double.self {
            try encode(scalars: reinterpret(value, as: [Double].self), into: context)
        } else if Element.self == Int.self {
            try encode(scalars: reinterpret(value, as: [Int].self), into: context)
        } else if Element.self == String.self {
            try encode(scalars: reinterpret(value, as: [String].self), into: context)
        } else if value.count > 0 {
            try encode(elements: value, into: context)
        }
        context.end(.array, from: start, count: value.count)
    }

    private static func encode(elements: Self, into context: PropertyListEncodingContext) throws {
        let kind = context.store.kind(ofElement: Element.self)
        context.path.append(.index(0))
        defer { context.path.removeLast() }
        let top = context.path.count - 1
        // Not over the array itself: while its type is open, that looks types up for each element.
        try unsafe elements.withUnsafeBufferPointer { elements in
            var index = 0
            while index < elements.count {
                context.path[top] = .index(index)
                // SAFETY: the index is below the count.
                try unsafe context.element(elements[index], kind)
                index &+= 1
            }
        }
    }

    @inline(__always)
    private static func encode<Scalar>(scalars: [Scalar], into context: PropertyListEncodingContext) throws {
        var index = 0
        while index < scalars.count {
            if !context.scalar(scalars[index]) { throw context.unwritable(scalars[index], below: .index(index)) }
            index &+= 1
        }
    }
}

extension Dictionary: PropertyListEncodableComposite where Key == String, Value: Encodable {
    static func encode(_ value: Self, into context: PropertyListEncodingContext) throws {
        try context.checkDepth()
        let start = context.words.count
        context.begin()
        if value.count > 0 {
            let kind = context.store.kind(ofElement: Value.self)
            context.path.append(.index(0))
            defer { context.path.removeLast() }
            let top = context.path.count - 1
            for (name, value) in value {
                context.append(context.store.word(of: name))
                context.path[top] = .key(PlainCodingKey(name))
                try context.element(value, kind)
            }
        }
        context.end(.dictionary, from: start, count: value.count)
    }
}
