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
    case composite

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
        } else if T.self is any JSONEncodableComposite.Type {
            self = .composite
        } else {
            self = .plain
        }
    }
}

/// A generic type of the standard library that is written in one go.
protocol JSONEncodableComposite {
    /// Writes the value; the context's path leads to it.
    func encode(into context: JSONEncodingContext) throws
}

extension Optional: JSONEncodableComposite where Wrapped: Encodable {
    func encode(into context: JSONEncodingContext) throws {
        switch self {
        case .none: context.text.append("null")
        case .some(let wrapped): try context.element(wrapped)
        }
    }
}

extension Array: JSONEncodableComposite where Element: Encodable {
    func encode(into context: JSONEncodingContext) throws {
        let frame = try context.push(.unkeyed)
        context.path.append(.index(0))
        defer { context.path.removeLast() }
        let top = context.path.count - 1
        for (index, element) in enumerated() {
            context.separate(frame)
            context.path[top] = .index(index)
            try context.element(element)
        }
        try context.pop()
    }
}

extension Dictionary: JSONEncodableComposite where Key == String, Value: Encodable {
    func encode(into context: JSONEncodingContext) throws {
        let frame = try context.push(.keyed)
        context.path.append(.index(0))
        defer { context.path.removeLast() }
        let top = context.path.count - 1
        for (name, value) in self {
            context.path[top] = .key(JSONCodingKey(stringValue: name))
            context.beginMember(name, of: frame)
            try context.element(value)
        }
        try context.pop()
    }
}
