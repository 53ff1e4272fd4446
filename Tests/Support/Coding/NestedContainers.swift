/// A value that requests nested containers in a loop.
public struct NestedContainers: Encodable, Sendable {
    /// The kind of the containers.
    public enum Kind: Sendable {
        /// Elements of an array.
        case rows
        /// Elements of an array, each of which lives until the next is requested.
        case records
        /// Members of an object, each with its own name.
        case members
        /// Super encoders.
        case supers
        /// Two containers inside each other, in each of many values.
        case deep
        /// A container in each of many values that fail and are skipped.
        case failing
    }

    private struct Failure: Error {}

    private struct Deep: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            var inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "a"))
            var list = inner.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "b"))
            try list.encode(1)
        }
    }

    private struct Failing: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            var inner = container.nestedUnkeyedContainer()
            try inner.encode(1)
            throw Failure()
        }
    }

    private let kind: Kind
    private let count: Int

    /// Writes itself.
    public func encode(to encoder: any Encoder) throws {
        switch kind {
        case .rows:
            var rows = encoder.unkeyedContainer()
            for number in 0..<count {
                var row = rows.nestedUnkeyedContainer()
                try row.encode(number % 10)
            }
        case .records:
            var rows = encoder.unkeyedContainer()
            var row: KeyedEncodingContainer<AnyKey>?
            for number in 0..<count {
                row = rows.nestedContainer(keyedBy: AnyKey.self)
                try row?.encode(number % 10, forKey: AnyKey(stringValue: "a"))
            }
        case .members:
            var members = encoder.container(keyedBy: AnyKey.self)
            for number in 0..<count {
                var list = members.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "\(number)"))
                try list.encode(number % 10)
            }
        case .supers:
            var rows = encoder.unkeyedContainer()
            for number in 0..<count { try [number % 10].encode(to: rows.superEncoder()) }
        case .deep: try [Deep](repeating: Deep(), count: count / 2).encode(to: encoder)
        case .failing:
            var rows = encoder.unkeyedContainer()
            for _ in 0..<count { try? rows.encode(Failing()) }
            try rows.encode(1)
        }
    }

    /// Returns the peak memory of an encoding for each nested container, in bytes. It includes about 40 bytes for the result.
    ///
    /// This works only in a separate process, because the peak is that of the whole process.
    public static func memory(_ kind: Kind, by encode: (NestedContainers) throws -> [UInt8]) throws -> Int {
        _ = try encode(NestedContainers(kind: kind, count: 1_000))
        let count = 200_000
        let before = try ResidentMemory.peak
        _ = try encode(NestedContainers(kind: kind, count: count))
        return (try ResidentMemory.peak - before) / count
    }
}
