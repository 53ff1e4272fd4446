/// A property that is omitted, null, or a value: one field of a partial update.
///
/// An optional property cannot distinguish a missing field, which an update leaves alone, from a null field, which it clears.
///
/// ```swift
/// struct UserChanges: Codable {
///     var name: PatchField<String> = .omitted
///     var nickname: PatchField<String> = .omitted
/// }
/// let body = UserChanges(nickname: .null)           // {"nickname":null}
/// changes.nickname.apply(to: &user.nickname)        // on a server
/// ```
/// The coding that the compiler synthesizes calls the functions in this module, so you write none by hand; a file that declares
/// such a type imports this module. All three states survive in formats that distinguish a missing member from null: JSON,
/// MessagePack, CBOR, property lists and, with an option, forms. A reader that removes nulls before decoding, as `nullStripping`
/// does, turns null into ``omitted``.
///
/// A field is a property: an element of an array cannot be left out, and encoding ``omitted`` as one throws an error.
public enum PatchField<Value> {
    /// The field is missing: the update leaves its target as it is.
    case omitted
    /// The field is null: the update clears its target.
    case null
    /// The field has this value.
    case value(Value)

    /// Creates a field with a value, or null for nil.
    public init(_ value: Value?) { self = value.map { .value($0) } ?? .null }

    /// The value; nil if the field is omitted or null.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the field is omitted.
    public var isOmitted: Bool {
        if case .omitted = self { true } else { false }
    }

    /// Whether the field is null.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Changes a property: to the value, to nil if the field is null, or not at all if it is omitted.
    public func apply(to property: inout Value?) {
        switch self {
        case .omitted: break
        case .null: property = nil
        case .value(let value): property = value
        }
    }

    /// Returns the field with its value transformed.
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
    /// - Throws: `EncodingError` if the field is omitted: only a member of a keyed container can be.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .omitted:
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription:
                        "An omitted field must be a member of an object. It is not a value, so an array cannot contain it."
                )
            )
        case .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a field, which is ``PatchField/omitted`` if the container has no such key.
    public func decode<Value: Decodable>(
        _ type: PatchField<Value>.Type,
        forKey key: Key
    ) throws -> PatchField<Value> {
        guard contains(key) else { return .omitted }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Encodes a field; an ``PatchField/omitted`` field writes nothing.
    public mutating func encode<Value: Encodable>(_ field: PatchField<Value>, forKey key: Key) throws {
        switch field {
        case .omitted: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
