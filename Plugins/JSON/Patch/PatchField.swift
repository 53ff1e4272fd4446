/// A property that is left out, null, or a value: what a change says of it.
///
/// An optional property cannot tell a field that is not there, which a change leaves alone, from one that is null, which it
/// clears.
///
/// ```swift
/// struct UserChanges: Codable {
///     var name: PatchField<String> = .omitted
///     var nickname: PatchField<String> = .omitted
/// }
/// let body = UserChanges(nickname: .null)           // {"nickname":null}
/// changes.nickname.apply(to: &user.nickname)        // on a server
/// ```
/// The coding that the compiler makes for a type calls the functions beside this type, so that nothing has to be written by hand; a
/// file that declares such a type imports this module. All three states survive wherever a format tells a missing member from null,
/// as JSON, MessagePack, CBOR and property lists do, and forms where they are told to. A reader that takes nulls away before they are
/// decoded, as `nullStripping` does, makes null ``omitted``.
///
/// A field is a property: an element of an array cannot be left out, and to encode ``omitted`` as one is an error.
public enum PatchField<Value> {
    /// The field is not there: what it is about stays as it is.
    case omitted
    /// The field is null: what it is about is cleared.
    case null
    /// The field has this value.
    case value(Value)

    /// A value, or null.
    public init(_ value: Value?) { self = value.map { .value($0) } ?? .null }

    /// The value; nil where it is left out, and where it is null.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the field is not there.
    public var isOmitted: Bool {
        if case .omitted = self { true } else { false }
    }

    /// Whether the field is null.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Changes a property: to the value, to nil where the field is null, and not at all where it is left out.
    public func apply(to property: inout Value?) {
        switch self {
        case .omitted: break
        case .null: property = nil
        case .value(let value): property = value
        }
    }

    /// The field with its value made into another.
    public func map<Result, Failure: Error>(_ transform: (Value) throws(Failure) -> Result) throws(Failure)
        -> PatchField<Result>
    {
        switch self {
        case .omitted: .omitted
        case .null: .null
        case .value(let value): .value(try transform(value))
        }
    }
}

extension PatchField: Sendable where Value: Sendable {}
extension PatchField: Equatable where Value: Equatable {}
extension PatchField: Hashable where Value: Hashable {}

extension PatchField: Decodable where Value: Decodable {
    /// Reads null or a value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

extension PatchField: Encodable where Value: Encodable {
    /// Writes null or the value.
    ///
    /// - Throws: `EncodingError` where it is left out: only a member of a keyed container can be.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .omitted:
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription:
                        "A field can be left out of an object only, not of an array, and it is no value by itself."
                )
            )
        case .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads a field, which is ``PatchField/omitted`` where the container has no such key.
    public func decode<Value: Decodable>(
        _ type: PatchField<Value>.Type,
        forKey key: Key
    ) throws -> PatchField<Value> {
        guard contains(key) else { return .omitted }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Writes a field: nothing where it is ``PatchField/omitted``.
    public mutating func encode<Value: Encodable>(_ field: PatchField<Value>, forKey key: Key) throws {
        switch field {
        case .omitted: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
