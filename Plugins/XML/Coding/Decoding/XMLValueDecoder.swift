import Mimeograph

/// The decoder for one value, and its single-value container.
struct XMLValueDecoder {
    let context: XMLDecodingContext
    let position: XMLDecodingPosition
    let path: XMLCodingPath?
    /// The rules for the keys of the decoded type.
    let rules: XMLKeyRules
}

extension XMLValueDecoder: Decoder {
    var codingPath: [any CodingKey] { XMLCodingPath.keys(of: path) }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        switch position {
        case .absent(let rule, let parent): throw context.missing(rule, in: parent, path)
        case .text(_, let element), .word(_, let element):
            throw context.failure(
                .typeMismatch([String: Any].self),
                "Expected an element but found text, which cannot contain elements.",
                at: element,
                path
            )
        case .element, .member:
            let element = try context.single(position, path)
            if context.isNil(element) { throw context.isNilFailure([String: Any].self, at: element, path) }
            return KeyedDecodingContainer(
                XMLKeyedDecoding<Key>(context: context, element: element, path: path, rules: rules)
            )
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try XMLUnkeyedDecoding(context: context, position: position, path: path)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension XMLValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { context.isNil(position, for: nil) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try context.value(type, at: position, path) }

    // The standard library's default implementations of these two methods throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try context.scalar(type, at: position, path) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try context.scalar(type, at: position, path) }
}

/// A container that reads the attributes, child elements and text of an element.
struct XMLKeyedDecoding<Key: CodingKey> {
    let context: XMLDecodingContext
    let element: Int32
    let path: XMLCodingPath?
    let rules: XMLKeyRules

    private func position(_ key: some CodingKey) -> XMLDecodingPosition {
        context.position(of: rules.rule(key.stringValue), in: element)
    }

    private func below(_ key: some CodingKey) -> XMLCodingPath { XMLCodingPath(path, key) }

    private func decoder(_ key: some CodingKey) -> XMLValueDecoder {
        XMLValueDecoder(context: context, position: position(key), path: below(key), rules: context.plainRules)
    }

    /// Decodes a scalar type that is known to the compiler.
    private func scalar<T: XMLScalarValue>(_ type: T.Type, _ key: Key) throws -> T {
        try context.scalar(type, at: position(key), below(key))
    }

    private func scalarIfPresent<T: XMLScalarValue>(_ type: T.Type, _ key: Key) throws -> T? {
        let position = position(key)
        return context.isNil(position, for: .scalar(type)) ? nil : try context.scalar(type, at: position, below(key))
    }
}

extension XMLKeyedDecoding: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { XMLCodingPath.keys(of: path) }
    var allKeys: [Key] { context.keys(of: element, rules).compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool {
        if case .absent = position(key) { false } else { true }
    }

    // A property that is nil is not written.
    func decodeNil(forKey key: Key) throws -> Bool { context.isNil(position(key), for: nil) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try context.value(type, at: position(key), below(key))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try context.valueIfPresent(type, at: position(key), below(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder(PlainCodingKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key) }
}

// A method for each scalar type avoids the generic methods and their type look-up.
extension XMLKeyedDecoding {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }

    // The standard library's default implementations would not read an empty element as nil.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try scalarIfPresent(type, key) }
}

/// A container that reads the elements of a list in order.
struct XMLUnkeyedDecoding {
    private enum Rest {
        /// The next element of a key.
        case member(Int32?, XMLMatch)
        /// The next child of an element.
        case children(Int32)
        case words(ArraySlice<Substring>, of: Int32)
    }

    private let context: XMLDecodingContext
    private let path: XMLCodingPath?
    private let element: Int32
    private var rest: Rest
    private(set) var currentIndex = 0

    init(context: XMLDecodingContext, position: XMLDecodingPosition, path: XMLCodingPath?) throws {
        self.context = context
        self.path = path
        element = context.element(of: position)
        switch position {
        case .absent: rest = .words([], of: element)
        case .word:
            throw context.failure(
                .typeMismatch([Any].self),
                "Expected a list but found a word of a list.",
                at: element,
                path
            )
        case .text(let text, _): rest = .words(XMLScalar.words(text)[...], of: element)
        case .member(let match, .repeated): rest = .member(match.first, match)
        case .member(_, .words):
            rest = .words(XMLScalar.words(try context.text([Any].self, at: position, path))[...], of: element)
        case .element, .member(_, .wrapped):
            let element = try context.single(position, path)
            if context.isNil(element) { throw context.isNilFailure([Any].self, at: element, path) }
            rest = .children(context.tree.element(element).firstChild)
        }
    }

    /// Returns the position of the next element.
    private func position(_ type: any Any.Type) throws -> XMLDecodingPosition {
        switch rest {
        case .member(let next?, _): return .element(next)
        case .children(let next) where next != XMLCodingTree.none: return .element(next)
        case .words(let words, let element):
            if let word = words.first { return .word(String(word), in: element) }
        default: break
        }
        throw context.failure(.valueNotFound(type), "The list has no more elements.", at: element, below)
    }

    private mutating func advance() {
        switch rest {
        case .member(let next?, let match): rest = .member(context.next(after: next, of: match), match)
        case .children(let next): rest = .children(context.tree.element(next).next)
        case .words(let words, let element): rest = .words(words.dropFirst(), of: element)
        default: break
        }
        currentIndex += 1
    }

    private var below: XMLCodingPath { XMLCodingPath(path, PlainCodingKey(index: currentIndex)) }

    private func decoder() throws -> XMLValueDecoder {
        XMLValueDecoder(
            context: context,
            position: try position((any Decoder).self),
            path: below,
            rules: context.plainRules
        )
    }
}

extension XMLUnkeyedDecoding: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { XMLCodingPath.keys(of: path) }

    var isAtEnd: Bool {
        switch rest {
        case .member(let next, _): next == nil
        case .children(let next): next == XMLCodingTree.none
        case .words(let words, _): words.isEmpty
        }
    }

    var count: Int? {
        var rest = self
        while !rest.isAtEnd { rest.advance() }
        return rest.currentIndex
    }

    mutating func decodeNil() throws -> Bool {
        guard context.isNil(try position(Never.self), for: nil) else { return false }
        advance()
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try context.value(type, at: try position(type), below)
        advance()
        return value
    }

    // The standard library's default implementations of these two methods throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeScalar(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeScalar(type) }

    private mutating func decodeScalar<T: XMLScalarValue>(_ type: T.Type) throws -> T {
        let value = try context.scalar(type, at: try position(type), below)
        advance()
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder().container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder().unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder()
        advance()
        return decoder
    }
}
