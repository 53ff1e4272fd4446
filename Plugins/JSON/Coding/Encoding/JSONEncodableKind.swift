import Mimeograph
import MimeographTree

/// What the encoder does for a type.
typealias JSONEncodableKind = JSONKind<any JSONEncodableComposite.Type>

extension JSONEncodableKind {
    init<T: Encodable>(of type: T.Type) {
        self.init(of: type, strings: [String].self, integers: [Int].self, doubles: [Double].self)
    }

    init<T: Encodable>(ofElement type: T.Type) { self = Self(of: type).exact(for: type) }
}

/// A generic type of the standard library that is written in one go.
protocol JSONEncodableComposite {
    /// Writes a value; the context's path leads to it.
    static func encode(_ value: Self, into context: JSONEncodingContext) throws
}

extension Optional: JSONEncodableComposite where Wrapped: Encodable {
    static func encode(_ value: Self, into context: JSONEncodingContext) throws {
        switch value {
        case .none: context.appendNull()
        case .some(let wrapped): try context.element(wrapped)
        }
    }
}

extension Array: JSONEncodableComposite where Element: Encodable {
    static func encode(_ value: Self, into context: JSONEncodingContext) throws {
        try context.checkDepth()
        context.begin(isObject: false)
        if Element.self == Double.self {
            try encode(scalars: reinterpret(value, as: [Double].self), into: context)
        } else if Element.self == Int.self {
            try encode(scalars: reinterpret(value, as: [Int].self), into: context)
        } else if Element.self == String.self {
            try encode(scalars: reinterpret(value, as: [String].self), into: context)
        } else if value.count > 0 {
            try encode(elements: value, into: context)
        }
        context.end(isObject: false, isEmpty: value.count == 0)
    }

    private static func encode(elements: Self, into context: JSONEncodingContext) throws {
        let kind = context.settings.kind(ofElement: Element.self)
        context.path.append(.index(0))
        defer { context.path.removeLast() }
        let top = context.path.count - 1
        // Not over the array itself: while its type is open, that looks types up for each element.
        try unsafe elements.withUnsafeBufferPointer { elements in
            var index = 0
            while index < elements.count {
                context.separate(isFirst: index == 0)
                context.path[top] = .index(index)
                // SAFETY: the index is below the count.
                try unsafe context.element(elements[index], kind)
                index &+= 1
            }
        }
    }

    @inline(__always)
    private static func encode<Scalar>(scalars: [Scalar], into context: JSONEncodingContext) throws {
        var index = 0
        while index < scalars.count {
            context.separate(isFirst: index == 0)
            if !context.scalar(scalars[index]) { throw context.unwritable(scalars[index], below: .index(index)) }
            index &+= 1
        }
    }
}

extension Dictionary: JSONEncodableComposite where Key == String, Value: Encodable {
    static func encode(_ value: Self, into context: JSONEncodingContext) throws {
        try context.checkDepth()
        context.begin(isObject: true)
        if value.count > 0 {
            let kind = context.settings.kind(ofElement: Value.self)
            context.path.append(.index(0))
            defer { context.path.removeLast() }
            var isFirst = true
            if context.settings.sortsKeys {
                for (name, value) in value.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                    try context.member(value, kind, named: name, isFirst: isFirst)
                    isFirst = false
                }
            } else {
                for (name, value) in value {
                    try context.member(value, kind, named: name, isFirst: isFirst)
                    isFirst = false
                }
            }
        }
        context.end(isObject: true, isEmpty: value.count == 0)
    }
}

extension JSONEncodingContext {
    /// Writes a member of a dictionary, whose names differ. The last step of the path is its own.
    @inline(__always)
    fileprivate func member<T: Encodable>(
        _ value: T,
        _ kind: JSONEncodableKind,
        named name: String,
        isFirst: Bool
    ) throws {
        separate(isFirst: isFirst)
        text.appendString(name, escapingSlashes: settings.escapesSlashes)
        appendColon()
        path[path.count - 1] = .key(PlainCodingKey(name))
        try element(value, kind)
    }
}
