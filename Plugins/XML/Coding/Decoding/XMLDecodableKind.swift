import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The way in which the decoder reads a type.
enum XMLDecodableKind {
    case scalar(any XMLScalarValue.Type)
    case date, data, url, decimal, uuid
    /// An `XML.Element`, which is read without changes.
    case xml
    /// An optional. The forms of nil depend on the wrapped type.
    case optional(any XMLDecodableOptional.Type)
    /// An array, a set or a similar type, which reads all elements of a key.
    case list
    /// Calls the type's `init(from:)`. Its keys follow these rules.
    case plain(XMLKeyRules)
    /// Like `plain`, for a type with raw values that are text in XML. An empty text may be a raw value.
    case raw(XMLKeyRules, acceptsNothing: Bool)

    init<T: Decodable>(_ type: T.Type, _ tree: XMLCodingTree, _ format: XMLFormat, plainRules: XMLKeyRules) {
        if let scalar = type as? any XMLScalarValue.Type {
            self = .scalar(scalar)
        } else if T.self == Date.self {
            self = .date
        } else if T.self == Data.self {
            self = .data
        } else if T.self == URL.self {
            self = .url
        } else if T.self == Decimal.self {
            self = .decimal
        } else if T.self == UUID.self {
            self = .uuid
        } else if T.self == XML.Element.self {
            self = .xml
        } else if let optional = type as? any XMLDecodableOptional.Type {
            self = .optional(optional)
        } else if let mapped = type as? any XMLMapped.Type {
            self = .plain(XMLKeyRules(mapped.xmlMapping, format, for: tree))
        } else if type is any RangeReplaceableCollection.Type || type is any SetAlgebra.Type {
            self = .list
        } else if let raw = type as? any RawRepresentable.Type,
            let acceptsNothing = XMLDecodableKind.acceptsNothing(raw)
        {
            self = .raw(plainRules, acceptsNothing: acceptsNothing)
        } else {
            self = .plain(plainRules)
        }
    }

    /// Returns whether an empty text is a raw value; nil if raw values are not text.
    private static func acceptsNothing<T: RawRepresentable>(_ type: T.Type) -> Bool? {
        if let nothing = "" as? T.RawValue { return T(rawValue: nothing) != nil }
        return T.RawValue.self is any XMLScalarValue.Type ? false : nil
    }

    /// Whether an empty text means nil, because it is not a valid value of the type.
    var refusesNothing: Bool {
        switch self {
        case .scalar(let scalar): !scalar.acceptsNothing
        case .date, .url, .decimal, .uuid: true
        case .raw(_, let acceptsNothing): !acceptsNothing
        case .data, .xml, .optional, .list, .plain: false
        }
    }
}

/// An optional of any wrapped type.
protocol XMLDecodableOptional {
    /// Reads a value or nil.
    static func decode(at position: XMLDecodingPosition, _ path: XMLCodingPath?, _ context: XMLDecodingContext) throws
        -> Self
}

extension Optional: XMLDecodableOptional where Wrapped: Decodable {
    static func decode(
        at position: XMLDecodingPosition,
        _ path: XMLCodingPath?,
        _ context: XMLDecodingContext
    ) throws -> Self {
        try context.valueIfPresent(Wrapped.self, at: position, path)
    }
}
