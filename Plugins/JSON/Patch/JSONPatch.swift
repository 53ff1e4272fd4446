import Mimeograph
public import MimeographJSON

/// Changes of a JSON document, one after the other: `add`, `remove`, `replace`, `move`, `copy` and `test`.
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
/// Where an operation fails nothing is changed: documents are values, and the patched one takes the place of the old one only
/// when all operations are done. The error tells which operation it was; see `SerializationError.patchFailure`.
///
/// A patch is `Codable`, and as a body it is `application/json-patch+json`; see ``JSONPatchPlugin``. Places are JSON Pointers, as
/// `JSON.pointer(_:)` has them. Source: RFC 6902.
public struct JSONPatch: Hashable, Sendable {
    /// What is done, in this order.
    public var operations: [Operation]

    /// Makes a patch of these operations.
    public init(_ operations: [Operation] = []) { self.operations = operations }

    /// One change. Source: RFC 6902 §4.
    public enum Operation: Sendable {
        /// Sets a member, or inserts an element before the one at that index; `-` appends. At the root it replaces the document.
        case add(_ path: String, JSON)
        /// Removes a value that is there.
        case remove(_ path: String)
        /// Gives another value to what is there.
        case replace(_ path: String, JSON)
        /// Removes a value from one place and adds it at another.
        case move(from: String, to: String)
        /// Adds the value of one place at another.
        case copy(from: String, to: String)
        /// Fails where the value that is there is not equal to this one: numbers by value, objects regardless of the order of
        /// their members.
        case test(_ path: String, JSON)

        /// The place that it is about, as a JSON Pointer: where its value goes, for a move and a copy.
        public var path: String {
            switch self {
            case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
            case .move(_, let path), .copy(_, let path): path
            }
        }

        /// Its name, as a patch has it.
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
    /// Whether two operations are the same: pointers by their bytes, by which they find members, and values as `JSON` values are.
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
    /// A patch of these operations.
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
    /// - Throws: `DecodingError` for an operation of another name, a member that is missing, and a text that is no JSON Pointer.
    /// Source: RFC 6902 §3, §4.
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
                debugDescription: "A JSON Pointer is empty or begins with a slash, and ~ stands before 0 or 1 only."
            )
        }
        return text
    }

    /// The value, which may be null, but not missing.
    private static func value(in container: KeyedDecodingContainer<CodingKeys>) throws -> JSON {
        try container.decode(JSON.self, forKey: .value)
    }
}
