/// One step of a coding path, made into a `CodingKey` only when somebody asks.
enum JSONPathStep {
    case key(any CodingKey)
    case index(Int)

    var codingKey: any CodingKey {
        switch self {
        case .key(let key): key
        case .index(let index): JSONCodingKey(index: index)
        }
    }
}

extension Sequence<JSONPathStep> {
    var codingPath: [any CodingKey] { map(\.codingKey) }
}

/// A coding key for what has no key type of its own: elements of arrays, keys of dictionaries, and `super`.
struct JSONCodingKey: CodingKey {
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

    static let `super` = JSONCodingKey(stringValue: "super")
}
