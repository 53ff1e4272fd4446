/// A class that holds a value, because a struct cannot contain a value of its own type. The value is coded without a container
/// around it.
final class Box<Value: Codable & Sendable>: Codable, Sendable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
