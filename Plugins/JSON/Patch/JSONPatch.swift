import Mimeograph
public import MimeographJSON

/// A list of changes to a JSON document, applied in order: `add`, `remove`, `replace`, `move`, `copy` and `test`.
///
/// ```swift
/// let patch: JSONPatch = [
///     .test("/version", 7),
///     .replace("/name", "Ada"),
///     .add("/tags/-", "new"),
/// ]
/// var document = try JSON(parsing: body)
/// try document.apply(patch)
/// ```
/// If an operation fails, nothing changes: documents are values, and the patched document replaces the old one only after all
/// operations succeed. The error names the operation; see `SerializationError.patchFailure`.
///
/// A patch is `Codable`, and as a body it is `application/json-patch+json`; see ``JSONPatchPlugin``. Paths are JSON Pointers, as
/// in `JSON.pointer(_:)`. Source: RFC 6902.
public struct JSONPatch: Hashable, Sendable {
    /// The operations, in order.
    public var operations: [Operation]

    /// Creates a patch of these operations.
    public init(_ operations: [Operation] = []) { self.operations = operations }

    /// One change. Source: RFC 6902 §4.
    public enum Operation: Sendable {
        /// Sets a member, or inserts an element before the one at an index; `-` appends. At the root it replaces the document.
        case add(_ path: String, JSON)
        /// Removes an existing value.
        case remove(_ path: String)
        /// Replaces an existing value.
        case replace(_ path: String, JSON)
        /// Removes a value from one path and adds it at another.
        case move(from: String, to: String)
        /// Adds the value at one path at another.
        case copy(from: String, to: String)
        /// Fails if the existing value does not equal this one. Numbers compare by value, objects regardless of the order of
        /// their members.
        case test(_ path: String, JSON)

        /// The path of the operation, as a JSON Pointer; for a move and a copy, the target.
        public var path: String {
            switch self {
            case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
            case .move(_, let path), .copy(_, let path): path
            }
        }

        /// The name of the operation in a patch.
        public var name: String { verb.rawValue }

        var verb: Verb {
            switch self {
            case .add: .add
            case .remove: .remove
            case .replace: .replace
            case .move: .move
            case .copy: .copy
            case .test: .test
            }
        }
    }

    /// The names of the operations.
    enum Verb: String { case add, remove, replace, move, copy, test }
}

extension JSONPatch.Operation: Hashable {
    /// Whether two operations are equal: pointers by their bytes, which find members, and values as `JSON` values.
    public static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

    /// Feeds the name, the pointers and the value to the hasher.
    public func hash(into hasher: inout Hasher) {
        let (verb, from, path, value) = parts
        hasher.combine(verb)
        hasher.combine(from)
        hasher.combine(path)
        hasher.combine(value)
    }

    private var parts: (JSONPatch.Verb, from: ByteEqualString?, path: ByteEqualString, JSON?) {
        switch self {
        case .add(_, let value), .replace(_, let value), .test(_, let value):
            (verb, nil, ByteEqualString(path), value)
        case .move(let from, _), .copy(let from, _): (verb, ByteEqualString(from), ByteEqualString(path), nil)
        case .remove: (verb, nil, ByteEqualString(path), nil)
        }
    }
}

extension JSONPatch: ExpressibleByArrayLiteral {
    /// Creates a patch of these operations.
    public init(arrayLiteral elements: Operation...) { self.init(elements) }
}

extension JSONPatch: Codable {
    /// Reads an array of operations.
    public init(from decoder: any Decoder) throws { operations = try [Operation](from: decoder) }

    /// Writes an array of operations.
    public func encode(to encoder: any Encoder) throws { try operations.encode(to: encoder) }
}

extension JSONPatch.Operation: Codable {
    private enum CodingKeys: String, CodingKey { case op, path, from, value }

    /// Reads an operation. Members that it does not need are ignored.
    ///
    /// - Throws: `DecodingError` for an unknown operation, a missing member, and a text that is not a JSON Pointer. Source: RFC
    ///   6902 §3, §4.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let verb = JSONPatch.Verb(rawValue: try container.decode(String.self, forKey: .op)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .op,
                in: container,
                debugDescription: "JSON Patch has the operations add, remove, replace, move, copy and test only."
            )
        }
        let path = try Self.pointer(.path, in: container)
        switch verb {
        case .add: self = .add(path, try Self.value(in: container))
        case .remove: self = .remove(path)
        case .replace: self = .replace(path, try Self.value(in: container))
        case .move: self = .move(from: try Self.pointer(.from, in: container), to: path)
        case .copy: self = .copy(from: try Self.pointer(.from, in: container), to: path)
        case .test: self = .test(path, try Self.value(in: container))
        }
    }

    /// Writes an operation, its name first.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .op)
        switch self {
        case .move(let from, _), .copy(let from, _): try container.encode(from, forKey: .from)
        case .add, .remove, .replace, .test: break
        }
        try container.encode(path, forKey: .path)
        switch self {
        case .add(_, let value), .replace(_, let value), .test(_, let value):
            try container.encode(value, forKey: .value)
        case .remove, .move, .copy: break
        }
    }

    private static func pointer(_ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>) throws -> String {
        let text = try container.decode(String.self, forKey: key)
        guard JSON.isPointer(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: container,
                debugDescription: "A JSON Pointer must be empty or begin with a slash, and 0 or 1 must follow each ~."
            )
        }
        return text
    }

    /// Reads the value, which may be null but not missing.
    private static func value(in container: KeyedDecodingContainer<CodingKeys>) throws -> JSON {
        try container.decode(JSON.self, forKey: .value)
    }
}
