import Mimeograph

/// A keyed container, which writes the members of an object.
struct TreeKeyedEncoding<Key: CodingKey>: TreeKeyedWriting {
    let encoder: TreeEncoder

    var writesAbsent: Bool { encoder.context.writesAbsent }

    @inline(__always)
    func append<T>(scalar value: T, _ key: Key) throws {
        try encoder.context.append(scalar: value, key, at: encoder.place)
    }

    @inline(__always)
    func append<T: Encodable>(value: T, _ key: Key) throws {
        try encoder.context.append(value: value, key, at: encoder.place)
    }
}

/// A keyed container that is reused; see ``KeyedContainers``.
@safe
struct KeptKeyedEncoding<Key: CodingKey>: TreeKeyedWriting {
    private let context: Unmanaged<TreeEncodingContext>
    private let number: Int

    init(_ context: TreeEncodingContext, number: Int) {
        // SAFETY: the context lives as long as the content of its containers; see ``KeptContexts``.
        unsafe self.context = .passUnretained(context)
        self.number = number
    }

    var encoder: TreeEncoder { with { TreeEncoder(context: $0, at: $1) } }

    @inline(__always)
    var writesAbsent: Bool { with { context, _ in context.writesAbsent } }

    @inline(__always)
    private func with<Result>(
        _ body: (TreeEncodingContext, KeyedContainers.Place) throws -> Result
    ) rethrows -> Result {
        try unsafe context._withUnsafeGuaranteedRef { try body($0, $0.state.containers[number]) }
    }

    @inline(__always)
    func append<T>(scalar value: T, _ key: Key) throws { try with { try $0.append(scalar: value, key, at: $1) } }

    @inline(__always)
    func append<T: Encodable>(value: T, _ key: Key) throws { try with { try $0.append(value: value, key, at: $1) } }
}

extension TreeEncodingContext {
    /// Writes a member whose value is a string, number or Boolean.
    @inline(__always)
    fileprivate func append<T>(scalar value: T, _ key: some CodingKey, at place: KeyedContainers.Place) throws {
        // This comes first, because it calls code that the compiler knows nothing about.
        let name = key.stringValue
        guard state.top.serial == place.value else { throw outOfTurn(value, place) }
        guard isWritable(value) else { throw unwritable(value, below: .key(key)) }
        beginMember(keepsKeys ? name : converted(key, place))
        _ = scalar(value)
    }

    /// Writes a member. If its value throws, the earlier state is restored.
    @inline(__always)
    fileprivate func append<T: Encodable>(value: T, _ key: some CodingKey, at place: KeyedContainers.Place) throws {
        let name = key.stringValue
        guard state.top.serial == place.value else { throw outOfTurn(value, place) }
        let mark = mark()
        beginMember(keepsKeys ? name : converted(key, place))
        state.path.append(key)
        try element(value, mark)
    }

    // Neither is inlined: if the context is used in more than one place, its references are counted.
    @inline(never)
    private func outOfTurn<T>(_ value: T, _ place: KeyedContainers.Place) -> any Error {
        TreeEncoder(context: self, at: place).outOfTurn(value)
    }

    @inline(never)
    private func converted(_ key: some CodingKey, _ place: KeyedContainers.Place) -> String {
        convertedName(of: key, TreeEncoder(context: self, at: place).steps)
    }

    /// Returns the address of a kept container for that type of keys, set to a frame; nil if there is none.
    @inline(__always)
    func container(_ keys: ObjectIdentifier, at place: KeyedContainers.Place) -> UnsafeRawPointer? {
        root == nil ? unsafe state.containers.container(keys, at: place) : nil
    }

    /// Returns the number for a new container of a frame; nil if the container must hold its own reference to the context.
    func newNumber(_ keys: ObjectIdentifier, at place: KeyedContainers.Place) -> Int? {
        root == nil ? state.containers.newNumber(keys, at: place) : nil
    }

    func keep<Container>(_ container: KeptContainer<Container>, number: Int) {
        state.containers.keep(container, number: number)
    }
}

extension TreeEncodingContext {
    /// Ends the use of the containers, after the value is encoded.
    func endContainers() {
        let used = state.containers.end()
        if !used.isEmpty { KeptContexts.keep(self, for: used) }
    }
}

/// The methods of a keyed container, on top of two properties and two methods.
///
/// It is a protocol because the compiler then reads the encoder in place; see ``TreeKeyedReading``.
protocol TreeKeyedWriting: KeyedEncodingContainerProtocol {
    var encoder: TreeEncoder { get }
    /// Whether an optional property that is nil is written as null.
    var writesAbsent: Bool { get }

    /// Writes a member whose value is a string, number or Boolean.
    func append<T>(scalar value: T, _ key: Key) throws
    /// Writes a member.
    func append<T: Encodable>(value: T, _ key: Key) throws

    /// Called before a member is written, even if it is nil, and before a container or encoder for a member is made.
    ///
    /// - Parameter ifPresent: Whether it is an optional that is not written if it is nil.
    func willEncode<T>(_ type: T.Type, _ key: Key, ifPresent: Bool)
    func willBranch()
}

extension TreeKeyedWriting {
    @inline(__always)
    func willEncode<T>(_ type: T.Type, _ key: Key, ifPresent: Bool) {}
    @inline(__always)
    func willBranch() {}

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws {
        willBranch()
        try appendNil(key)
    }

    private func appendNil(_ key: Key) throws {
        let encoder = encoder
        guard encoder.isInnermost else { throw encoder.outOfTurn(nil as Bool?) }
        encoder.context.beginMember(encoder.context.convertedName(of: key, encoder.steps))
        encoder.context.appendNull()
    }

    @inline(__always)
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        willEncode(T.self, key, ifPresent: false)
        try append(value: value, key)
    }

    @inline(__always)
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if T.self == String.self { return try append(optional: reinterpret(value, as: String?.self), key) }
        willEncode(T?.self, key, ifPresent: true)
        if let value { try append(value: value, key) } else if writesAbsent { try appendNil(key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        willBranch()
        return encoder.branch(key, .keyed).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        willBranch()
        return encoder.branch(key, .unkeyed).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        willBranch()
        return encoder.context.textShape == .rows ? encoder : encoder.branch(PlainCodingKey.super, .none)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        willBranch()
        return encoder.branch(key, .none)
    }

    @inline(__always)
    func append<T>(required value: T, _ key: Key) throws {
        willEncode(T.self, key, ifPresent: false)
        try append(scalar: value, key)
    }

    // The standard library's defaults for optionals would find `encode` at run time.
    @inline(__always)
    func append<T>(optional value: T?, _ key: Key) throws {
        willEncode(T?.self, key, ifPresent: true)
        guard let value else {
            if writesAbsent { try appendNil(key) }
            return
        }
        if T.self == String.self, writesAbsent, reinterpret(value, as: String.self).isEmpty {
            // The optional itself shows that the value could have been nil.
            return try append(value: reinterpret(value, as: String.self) as String?, key)
        }
        try append(scalar: value, key)
    }
}

// Each scalar type has its own method, because the compiler would not specialize a generic method while `Key` is open.

extension TreeKeyedWriting {
    @inline(__always)
    func encode(_ value: Bool, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: String, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: Double, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: Float, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: Int, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: Int8, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: Int16, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: Int32, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: Int64, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: Int128, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: UInt, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: UInt8, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: UInt16, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: UInt32, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: UInt64, forKey key: Key) throws { try append(required: value, key) }
    @inline(__always)
    func encode(_ value: UInt128, forKey key: Key) throws { try append(required: value, key) }
}

extension TreeKeyedWriting {
    @inline(__always)
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try append(optional: value, key) }
    @inline(__always)
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try append(optional: value, key) }
}
