#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the encoder does for a type.
enum JSONEncodableKind {
    /// Calls its `encode(to:)`.
    case plain
    /// One that ``JSONScalar`` includes.
    case scalar
    case date, data, url, decimal, json
    /// An array, optional or dictionary, which is written here without its `encode(to:)`.
    case composite(any JSONEncodableComposite.Type)

    init<T: Encodable>(_ type: T.Type) {
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
        } else if let composite = T.self as? any JSONEncodableComposite.Type {
            self = .composite(composite)
        } else {
            self = .plain
        }
    }
}

/// A generic type of the standard library that is written in one go.
protocol JSONEncodableComposite {
    /// Writes a value; the context's path leads to it.
    static func encode(_ value: Self, into context: JSONEncodingContext) throws
}

extension Optional: JSONEncodableComposite where Wrapped: Encodable {
    static func encode(_ value: Self, into context: JSONEncodingContext) throws {
        switch value {
        case .none: context.text.append("null")
        case .some(let wrapped): try context.element(wrapped)
        }
    }
}

extension Array: JSONEncodableComposite where Element: Encodable {
    static func encode(_ value: Self, into context: JSONEncodingContext) throws {
        let frame = try context.push(.unkeyed)
        if Element.self == Double.self {
            try encode(scalars: reinterpret(value, as: [Double].self), into: context, frame)
        } else if Element.self == Int.self {
            try encode(scalars: reinterpret(value, as: [Int].self), into: context, frame)
        } else if Element.self == String.self {
            try encode(scalars: reinterpret(value, as: [String].self), into: context, frame)
        } else {
            context.path.append(.index(0))
            defer { context.path.removeLast() }
            let top = context.path.count - 1
            var index = 0
            while index < value.count {
                context.separate(frame)
                context.path[top] = .index(index)
                try context.element(value[index])
                index += 1
            }
        }
        try context.pop()
    }

    @inline(__always)
    private static func encode<Scalar>(scalars: [Scalar], into context: JSONEncodingContext, _ frame: Int) throws {
        var index = 0
        while index < scalars.count {
            context.separate(frame)
            if !context.scalar(scalars[index]) { throw context.unwritable(scalars[index], below: .index(index)) }
            index += 1
        }
    }
}

extension Dictionary: JSONEncodableComposite where Key == String, Value: Encodable {
    static func encode(_ value: Self, into context: JSONEncodingContext) throws {
        let frame = try context.push(.keyed)
        context.path.append(.index(0))
        defer { context.path.removeLast() }
        let top = context.path.count - 1
        for (name, value) in value {
            context.path[top] = .key(JSONCodingKey(stringValue: name))
            context.beginMember(name, of: frame)
            try context.element(value)
        }
        try context.pop()
    }
}
