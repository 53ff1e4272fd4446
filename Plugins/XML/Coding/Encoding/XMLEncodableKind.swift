import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the encoder does for a type.
enum XMLEncodableKind {
    case scalar
    case date, data, url, decimal
    /// An `XML.Element`, which is put in as it is.
    case xml
    /// Calls its `encode(to:)`; its keys follow these rules.
    case plain(XMLKeyRules)

    init<T: Encodable>(_ type: T.Type, format: XMLFormat, plainRules: XMLKeyRules) {
        if type is any XMLScalarValue.Type {
            self = .scalar
        } else if T.self == Date.self {
            self = .date
        } else if T.self == Data.self {
            self = .data
        } else if T.self == URL.self {
            self = .url
        } else if T.self == Decimal.self {
            self = .decimal
        } else if T.self == XML.Element.self {
            self = .xml
        } else if let mapped = type as? any XMLMapped.Type {
            self = .plain(XMLKeyRules(mapped.xmlMapping, format))
        } else {
            self = .plain(plainRules)
        }
    }
}
