import Mimeograph

/// The functions for values of one type that need the type itself. All memory is that of a value of the type.
@usableFromInline
package protocol ValueCoding {
    associatedtype Value: Codable

    /// Writes the value to the tape, as the type does.
    static func encode(_ value: UnsafeRawPointer, into context: TreeEncodingContext) throws
    /// Reads the value at an index, as the type does, into memory that is not initialized.
    static func decode(at index: Int, from context: TreeDecodingContext, into memory: UnsafeMutableRawPointer) throws
    static func destroy(_ memory: UnsafeMutableRawPointer)
    /// Moves values to memory that is not initialized.
    static func move(_ values: UnsafeMutableRawPointer, to memory: UnsafeMutableRawPointer, count: Int)
    /// Whether two values are equal, as far as the type can tell.
    static func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool

    // MARK: For optionals

    static func isNil(_ value: UnsafeRawPointer) -> Bool
    static func storeNil(in memory: UnsafeMutableRawPointer)
    /// Makes an optional of the content that was stored in the memory.
    static func wrap(_ memory: UnsafeMutableRawPointer)

    // MARK: For dictionaries and raw values

    /// Returns the number of members of a dictionary.
    static func count(of value: UnsafeRawPointer) -> Int
    /// Calls `body` with each key and value.
    static func forEach(
        of value: UnsafeRawPointer,
        sorted: Bool,
        _ body: (String, UnsafeRawPointer) throws -> Void
    ) rethrows
    /// Calls `body` with the raw value.
    static func withRawValue(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void) rethrows
    /// Stores the value for a raw value, which `body` stores in memory; returns false if either has none.
    static func storeRaw(_ memory: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Bool) -> Bool
}

// A shape calls only what its kind has.
extension ValueCoding {
    @usableFromInline package static func isNil(_ value: UnsafeRawPointer) -> Bool { false }
    @usableFromInline package static func storeNil(in memory: UnsafeMutableRawPointer) {}
    @usableFromInline package static func wrap(_ memory: UnsafeMutableRawPointer) {}
    @usableFromInline package static func count(of value: UnsafeRawPointer) -> Int { 0 }
    @usableFromInline package static func forEach(
        of value: UnsafeRawPointer,
        sorted: Bool,
        _ body: (String, UnsafeRawPointer) throws -> Void
    ) rethrows {}
    @usableFromInline package static func withRawValue(
        of value: UnsafeRawPointer,
        _ body: (UnsafeRawPointer) throws -> Void
    ) rethrows {}
    @usableFromInline package static func storeRaw(
        _ memory: UnsafeMutableRawPointer,
        _ body: (UnsafeMutableRawPointer) -> Bool
    ) -> Bool { false }
}

// SAFETY, for this file: the memory that a plan passes holds a value of the shape's type, or has room for one.

extension ValueCoding {
    @usableFromInline package static func encode(
        _ value: UnsafeRawPointer,
        into context: TreeEncodingContext
    ) throws {
        try unsafe context.element(value.assumingMemoryBound(to: Value.self).pointee, context.kind(of: Value.self))
    }

    @usableFromInline package static func decode(
        at index: Int,
        from context: TreeDecodingContext,
        into memory: UnsafeMutableRawPointer
    ) throws {
        unsafe memory.initializeMemory(as: Value.self, to: try context.value(Value.self, at: index))
    }

    @usableFromInline package static func destroy(_ memory: UnsafeMutableRawPointer) {
        unsafe memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }

    @usableFromInline package static func move(
        _ values: UnsafeMutableRawPointer,
        to memory: UnsafeMutableRawPointer,
        count: Int
    ) {
        unsafe memory.moveInitializeMemory(
            as: Value.self,
            from: values.assumingMemoryBound(to: Value.self),
            count: count
        )
    }

    @usableFromInline package static func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        guard let left = unsafe left.assumingMemoryBound(to: Value.self).pointee as? any Equatable else { return true }
        func isEqual<E: Equatable>(_ left: E) -> Bool {
            let right = unsafe right.assumingMemoryBound(to: E.self).pointee
            // A value that holds NaN is not equal to itself.
            return left == right || left != left && right != right
        }
        return isEqual(left)
    }
}

enum ValueCoder<Value: Codable>: ValueCoding {}

enum OptionalCoder<Wrapped: Codable>: ValueCoding {
    typealias Value = Wrapped?

    static func isNil(_ value: UnsafeRawPointer) -> Bool {
        unsafe value.assumingMemoryBound(to: Value.self).pointee == nil
    }

    static func storeNil(in memory: UnsafeMutableRawPointer) {
        unsafe memory.initializeMemory(as: Value.self, to: nil)
    }

    static func wrap(_ memory: UnsafeMutableRawPointer) {
        // The content of an optional is at its beginning, so this adds the mark that it is not nil.
        let content = unsafe memory.assumingMemoryBound(to: Wrapped.self).move()
        unsafe memory.initializeMemory(as: Value.self, to: content)
    }
}

enum DictionaryCoder<Element: Codable>: ValueCoding {
    typealias Value = [String: Element]

    static func count(of value: UnsafeRawPointer) -> Int {
        unsafe value.assumingMemoryBound(to: Value.self).pointee.count
    }

    static func forEach(
        of value: UnsafeRawPointer,
        sorted: Bool,
        _ body: (String, UnsafeRawPointer) throws -> Void
    ) rethrows {
        let members = unsafe value.assumingMemoryBound(to: Value.self).pointee
        if sorted {
            for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                try unsafe withUnsafePointer(to: value) { try unsafe body(name, UnsafeRawPointer($0)) }
            }
        } else {
            for (name, value) in members {
                try unsafe withUnsafePointer(to: value) { try unsafe body(name, UnsafeRawPointer($0)) }
            }
        }
    }
}

enum RawCoder<Value: RawRepresentable & Codable>: ValueCoding {
    static func withRawValue(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void) rethrows {
        let raw = unsafe value.assumingMemoryBound(to: Value.self).pointee.rawValue
        try unsafe withUnsafePointer(to: raw) { try unsafe body(UnsafeRawPointer($0)) }
    }

    static func storeRaw(_ memory: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Bool) -> Bool {
        unsafe withUnsafeTemporaryAllocation(of: Value.RawValue.self, capacity: 1) { buffer in
            guard let base = buffer.baseAddress, unsafe body(UnsafeMutableRawPointer(base)) else { return false }
            guard let value = unsafe Value(rawValue: base.move()) else { return false }
            unsafe memory.initializeMemory(as: Value.self, to: value)
            return true
        }
    }

    // MARK: The first value

    // A type may be coded in another way than its raw values are. As for structs, the first value shows it.

    private static var plan: CodingPlan? {
        (Value.self as? any SynthesizedCodable.Type).flatMap { CodingPlan.plan(for: $0) }
    }

    static func encode(_ value: UnsafeRawPointer, into context: TreeEncodingContext) throws {
        let value = unsafe value.assumingMemoryBound(to: Value.self).pointee
        if context.textShape == nil, let plan, case .unknown = plan.encoding, let raw = value.rawValue as? any Encodable
        {
            let (own, other) = (TreeEncodingContext(context.format, nil), TreeEncodingContext(context.format, nil))
            if (try? own.encode(value)) != nil {
                let isSame = (try? other.encode(raw)) != nil && own.view.copies() == other.view.copies()
                plan.setEncoding(
                    isSame ? .raw : .mismatch("its `encode(to:)` does not write its raw value."),
                    for: Value.self
                )
            }
        }
        try context.element(value, context.kind(of: Value.self))
    }

    static func decode(at index: Int, from context: TreeDecodingContext, into memory: UnsafeMutableRawPointer) throws {
        let value = try context.value(Value.self, at: index)
        if context.textShape == nil, let plan, case .unknown = plan.decoding {
            let raw = (Value.RawValue.self as? any Decodable.Type).flatMap { try? context.value($0, at: index) }
            let other = (raw as? Value.RawValue).flatMap { Value(rawValue: $0) }
            let isSame = other.map { isEqual($0.rawValue, value.rawValue) } ?? false
            plan.setDecoding(
                isSame ? .raw : .mismatch("its `init(from:)` does not read its raw value."),
                for: Value.self
            )
        }
        unsafe memory.initializeMemory(as: Value.self, to: value)
    }

    private static func isEqual(_ left: Value.RawValue, _ right: Value.RawValue) -> Bool {
        func isEqual<E: Equatable>(_ left: E) -> Bool { left == right as? E }
        return (left as? any Equatable).map { isEqual($0) } ?? false
    }
}
