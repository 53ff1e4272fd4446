import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The keys that the functions of a type ask for while its first value is coded, in their order, with the types of the values.
final class CodingRecord {
    struct Entry {
        let name: String
        /// The name of the key's case, which is the name of the property.
        let property: String?
        let type: any Any.Type
        /// Whether the method for optionals was called. It is not if the type of the property is a parameter that is an optional.
        let ifPresent: Bool
        let step: CodingPath.Entry?
    }

    private(set) var entries: [Entry] = []
    /// The number of cases of the keys, all of which the compiler's functions use.
    private(set) var keyCount: Int?
    /// Whether something was asked for that the compiler's functions never ask for.
    private(set) var isIrregular = false
    /// The serial number of the frame, or the index of the object, that is recorded.
    let place: Int

    init(at place: Int) { self.place = place }

    func note<Key: CodingKey>(_ type: any Any.Type, _ key: Key, ifPresent: Bool) {
        #if os(Linux)
            let property = RuntimeMetadata.caseName(of: key)
            if entries.isEmpty { keyCount = RuntimeMetadata.caseCount(of: Key.self) }
        #else
            let property: String? = nil
        #endif
        entries.append(
            Entry(
                name: key.stringValue,
                property: property,
                type: type,
                ifPresent: ifPresent,
                step: CodingPath.Entry(small: key)
            )
        )
    }

    func noteIrregularity() { isIrregular = true }
}

/// A keyed container that notes the keys.
struct RecordedKeyedEncoding<Key: CodingKey>: TreeKeyedWriting {
    let encoder: TreeEncoder
    let record: CodingRecord

    private var container: TreeKeyedEncoding<Key> { TreeKeyedEncoding(encoder: encoder) }
    var writesAbsent: Bool { container.writesAbsent }

    func willEncode<T>(_ type: T.Type, _ key: Key, ifPresent: Bool) { record.note(type, key, ifPresent: ifPresent) }
    func willBranch() { record.noteIrregularity() }
    func append<T>(scalar value: T, _ key: Key) throws { try container.append(scalar: value, key) }
    func append<T: Encodable>(value: T, _ key: Key) throws { try container.append(value: value, key) }
}

/// The same for decoding.
struct RecordedKeyedDecoding<Key: CodingKey>: TreeKeyedReading {
    let position: TreeDecodingPosition
    let record: CodingRecord

    private var container: TreeKeyedDecoding<Key> { TreeKeyedDecoding(position: position) }

    func willDecode<T>(_ type: T.Type, _ key: Key, ifPresent: Bool) { record.note(type, key, ifPresent: ifPresent) }
    func willBranch() { record.noteIrregularity() }
    func find(_ key: some CodingKey) -> Int? { container.find(key) }
    func isNull(at index: Int) -> Bool { container.isNull(at: index) }
    func isNil<T>(at index: Int, for type: T.Type) -> Bool { container.isNil(at: index, for: type) }
    func scalar<T>(_ type: T.Type, at index: Int) -> T? { container.scalar(type, at: index) }
    func nested<T: Decodable>(_ type: T.Type, at index: Int, _ key: Key) throws -> T {
        try container.nested(type, at: index, key)
    }
}

extension PlanTable.Result {
    /// The result for a type that is coded as its raw value, whose table has no fields.
    static var raw: Self { .table(PlanTable([], snakeCase: [], hasPlainNames: true)) }

    /// Returns the result for a type whose function has asked for no keyed container. The compiler's `init(from:)` of a struct without
    /// properties does not.
    static func withoutContainer(_ function: String, for type: any Any.Type) -> Self {
        #if os(Linux)
            if let properties = RuntimeMetadata.storedProperties(of: type), properties.isEmpty { return .unplanned }
        #endif
        return .mismatch("its `\(function)` uses no keyed container.")
    }
}

extension PlanTable {
    /// Makes a table for the keys that were recorded.
    ///
    /// - Parameter isWhole: Whether every stored property must have a key, because the plan initializes all of them.
    static func make(for type: any Any.Type, from record: CodingRecord, isWhole: Bool) -> Result {
        #if os(Linux)
            guard let properties = RuntimeMetadata.storedProperties(of: type) else { return .unplanned }
            if record.isIrregular { return .mismatch("its functions use containers in a way the compiler's never do.") }
            var places: [ByteEqualString: StoredProperty] = [:]
            for property in properties { places[ByteEqualString(property.name)] = property }
            var fields: [PlanField] = []
            var names: Set<ByteEqualString> = []
            for entry in record.entries {
                guard let name = entry.property, let step = entry.step,
                    // A property wrapper is stored under the name of its property with an underscore.
                    let property = places[ByteEqualString(name)] ?? places[ByteEqualString("_" + name)]
                else { return .mismatch("the key \(entry.name.visible(atMost: 100)) names no stored property.") }
                guard property.type == entry.type else {
                    return .mismatch("the property \(property.name) is not coded as a \(property.type).")
                }
                guard names.insert(ByteEqualString(entry.name)).inserted else {
                    return .mismatch("the key \(entry.name.visible(atMost: 100)) is used twice.")
                }
                guard property.isStrong, let coded = property.type as? any Codable.Type else { return .unplanned }
                let shape = unsafe ValueShape.make(coded, ifPresent: entry.ifPresent)
                unsafe fields.append(PlanField(entry.name, offset: property.offset, shape: shape, step: step))
            }
            guard !fields.isEmpty, fields.count <= mostFields, !isWhole || fields.count == properties.count else {
                return .unplanned
            }
            // The value may have none for them, or only this one.
            if let count = record.keyCount, count != fields.count {
                return .mismatch("its functions do not use all keys.")
            }
            let snakeCase = snakeCaseFields(fields, record.entries.map(\.name))
            let hasPlainNames = names.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } }
            return .table(PlanTable(fields, snakeCase: snakeCase, hasPlainNames: hasPlainNames))
        #else
            return .unplanned
        #endif
    }

    /// Returns the fields under names in snake case. Each of them must be read as the key that it was written for.
    private static func snakeCaseFields(_ fields: [PlanField], _ names: [String]) -> [PlanField]? {
        let converted = names.map { SnakeCase.snakeCase($0) }
        guard Set(converted.map { ByteEqualString($0) }).count == names.count,
            zip(names, converted).allSatisfy({ SnakeCase.camelCase($1) { $0.capitalized } == $0 })
        else { return nil }
        return zip(fields, converted).map { field, name in
            unsafe PlanField(name, offset: field.offset, shape: field.shape, step: field.step)
        }
    }
}
