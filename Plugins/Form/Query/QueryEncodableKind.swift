import Mimeograph

/// What the encoder does for a type.
enum QueryEncodableKind {
    /// Calls its `encode(to:)`.
    case plain
    /// The same, and then sorts what it got.
    case set, dictionary
    /// Takes it as it is.
    case queryValue
    /// Types of Foundation, which this module does not import; it knows them by their names and how they encode
    /// themselves.
    case date, data, url, decimal

    init(_ type: any Any.Type) {
        switch type {
        case is QueryValue.Type: self = .queryValue
        case is any QueryUnorderedElements.Type: self = .set
        case is any QueryUnorderedMembers.Type: self = .dictionary
        case is any Encodable.Type: self.init(named: String(reflecting: type))
        default: self = .plain
        }
    }

    private init(named name: String) {
        switch name {
        case "FoundationEssentials.Date", "Foundation.Date": self = .date
        case "FoundationEssentials.Data", "Foundation.Data": self = .data
        case "FoundationEssentials.URL", "Foundation.URL": self = .url
        case "FoundationEssentials.Decimal", "Foundation.Decimal", "__C.NSDecimal": self = .decimal
        default: self = .plain
        }
    }
}

/// A collection whose elements come in another order each time.
private protocol QueryUnorderedElements {}
extension Set: QueryUnorderedElements {}

/// A collection whose members come in another order each time.
private protocol QueryUnorderedMembers {}
extension Dictionary: QueryUnorderedMembers {}
