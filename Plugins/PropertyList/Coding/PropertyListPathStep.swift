/// One step of a coding path, made into a `CodingKey` only when somebody asks.
enum PropertyListPathStep {
    case key(any CodingKey)
    case index(Int)

    var codingKey: any CodingKey {
        switch self {
        case .key(let key): key
        case .index(let index): PropertyListCodingKey(index: index)
        }
    }
}

extension Sequence<PropertyListPathStep> {
    var codingPath: [any CodingKey] { map(\.codingKey) }
}

/// A coding key for what has no key type of its own: elements of arrays, keys of dictionaries, and `super`.
struct PropertyListCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    static let `super` = PropertyListCodingKey(stringValue: "super")
}
