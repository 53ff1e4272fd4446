import Mimeograph

/// The elements of an array, one after the other.
struct JSONUnkeyedDecoding {
    private let place: JSONDecodingPlace
    private let end: Int
    private var current: Int
    private(set) var currentIndex = 0

    /// `place` is that of an array.
    init(place: JSONDecodingPlace) {
        self.place = place
        end = place.context.word(at: place.index).low
        current = place.index + 1
    }

    @inline(__always)
    private var context: JSONDecodingContext { place.context }

    private var step: CodingStep { .index(currentIndex) }
    private var elementPath: [CodingStep] { place.steps + [step] }

    private mutating func advance() {
        current = context.view.index(after: current)
        currentIndex += 1
    }

    private func checkNotAtEnd(_ type: any Any.Type) throws {
        if isAtEnd { throw context.atEnd(type, of: place.index, path: elementPath) }
    }

    private var decoder: JSONValueDecoder {
        JSONValueDecoder(place: place.below(step, at: current))
    }
}

extension JSONUnkeyedDecoding: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { place.codingPath }
    var isAtEnd: Bool { current >= end }

    var count: Int? {
        let count = context.word(at: place.index).aux
        if count < JSONWord.maximumAux { return count }
        // The word's figure is saturated.
        var rest = self
        while !rest.isAtEnd { rest.advance() }
        return rest.currentIndex
    }

    mutating func decodeNil() throws -> Bool {
        try checkNotAtEnd(Never.self)
        guard context.isNull(at: current) else { return false }
        advance()
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try checkNotAtEnd(type)
        let value: T
        if JSONScalar.includes(type) {
            guard let scalar = context.scalar(type, at: current) else {
                throw context.scalarFailure(type, at: current, path: elementPath)
            }
            value = scalar
        } else {
            value = try context.nested(type, at: current, step: step, of: place)
        }
        advance()
        return value
    }

    // The standard library has defaults for these two, which refuse.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeScalar(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeScalar(type) }

    private mutating func decodeScalar<T>(_ type: T.Type) throws -> T {
        try checkNotAtEnd(type)
        guard let value = context.scalar(type, at: current) else {
            throw context.scalarFailure(type, at: current, path: elementPath)
        }
        advance()
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try checkNotAtEnd(KeyedDecodingContainer<NestedKey>.self)
        let container = try decoder.container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try checkNotAtEnd((any UnkeyedDecodingContainer).self)
        let container = try decoder.unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        try checkNotAtEnd((any Decoder).self)
        let decoder = decoder
        advance()
        return decoder
    }
}
