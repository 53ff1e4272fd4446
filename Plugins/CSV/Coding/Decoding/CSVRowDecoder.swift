import Mimeograph
import MimeographTree

/// The decoder for a row: by names, by position, or, where there is one column, as the value in it.
struct CSVRowDecoder: Decoder, SingleValueDecodingContainer {
    let context: CSVDecodingContext

    var codingPath: [any CodingKey] { context.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if context.isProbing { throw context.refuseNames() }
        // SAFETY: what is kept for these keys is such a container.
        if let kept = context.kept(ObjectIdentifier(type)) {
            return unsafe unsafeDowncast(kept, to: KeptContainer<KeyedDecodingContainer<Key>>.self).copy()
        }
        return newContainer()
    }

    @inline(never)
    private func newContainer<Key: CodingKey>() -> KeyedDecodingContainer<Key> {
        #if os(Linux)
            let container = KeptContainer(KeyedDecodingContainer(CSVKeptDecoding<Key>(context: context)))
            if unsafe context.keep(container, box: container.box, ObjectIdentifier(Key.self)) {
                return container.copy()
            }
        #endif
        // Only the standard library that comes with the compiler is known to have containers that are a reference.
        return KeyedDecodingContainer(CSVKeyedDecoding(context: context))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        context.notePositions()
        return CSVUnkeyedDecoding(context: context)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool {
        let isNil = context.row.map { $0.count == 1 && $0[0].isAbsent } ?? true
        if isNil { context.notePositions() }
        return isNil
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let isField =
            CodingScalar.includes(type) || CSVFieldDecoder.isFoundationScalar(type)
        guard isField else {
            try context.prepare(for: type)
            return try type.init(from: self)
        }
        context.notePositions()
        guard let row = context.row, row.count == 1 else {
            throw context.failure(-1, codingPath, "Expected \(type) but found a row of several columns.") {
                .typeMismatch(type, $0)
            }
        }
        return try context.value(type, 0, nil)
    }
}

/// The fields of a row by position.
struct CSVUnkeyedDecoding: UnkeyedDecodingContainer {
    let context: CSVDecodingContext
    private(set) var currentIndex = 0

    init(context: CSVDecodingContext) { self.context = context }

    var codingPath: [any CodingKey] { context.codingPath }
    var count: Int? { context.row?.count ?? 0 }
    var isAtEnd: Bool { currentIndex >= context.row?.count ?? 0 }

    private var path: [any CodingKey] { context.path(CSVPosition(currentIndex)) }

    private func checkNotAtEnd(_ type: any Any.Type) throws {
        guard isAtEnd else { return }
        throw context.failure(-1, path, "The row has no more fields.") { .valueNotFound(type, $0) }
    }

    mutating func decodeNil() throws -> Bool {
        try checkNotAtEnd(Never.self)
        guard context.isAbsent(currentIndex) else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try checkNotAtEnd(type)
        let value = try context.value(type, currentIndex, CSVPosition(currentIndex))
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        try checkNotAtEnd((any Decoder).self)
        let decoder = CSVFieldDecoder(context: context, column: currentIndex, key: CSVPosition(currentIndex))
        currentIndex += 1
        return decoder
    }
}

/// The position of a field or a row as a coding key, whose text is made when it is asked for.
struct CSVPosition: CodingKey {
    private let index: Int

    init(_ index: Int) { self.index = index }
    init(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }

    var intValue: Int? { index }
    var stringValue: String { "Index \(index)" }
}
