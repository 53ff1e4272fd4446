import Mimeograph

/// The encoder for one value, which is also its single-value container: a frame of a context.
///
/// It has three words, so an `any Encoder` holds it without a box. After the frame is closed, the serial number no longer
/// matches. An encoder that was kept then fails to write.
struct TreeEncoder: Encoder, SingleValueEncodingContainer {
    let context: TreeEncodingContext
    let frame: Int
    let serial: Int

    @inline(__always)
    init(context: TreeEncodingContext, frame: Int, serial: Int) {
        self.context = context
        self.frame = frame
        self.serial = serial
    }

    @inline(__always)
    init(context: TreeEncodingContext, at place: KeyedContainers.Place) {
        self.init(context: context, frame: place.depth, serial: place.value)
    }

    var codingPath: [any CodingKey] { steps.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard opens(.keyed) else { return reopening(.keyed).newContainer() }
        if let record = context.record, record.place == serial {
            context.record = nil
            return KeyedEncodingContainer(RecordedKeyedEncoding(encoder: self, record: record))
        }
        // SAFETY: the container for this type of keys was kept at that address.
        if let known = unsafe context.container(ObjectIdentifier(type), at: place) {
            return unsafe KeptContainer<KeyedEncodingContainer<Key>>.copy(at: known)
        }
        return newContainer()
    }

    @inline(never)
    private func newContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
        guard let number = context.newNumber(ObjectIdentifier(Key.self), at: place) else {
            return KeyedEncodingContainer(TreeKeyedEncoding(encoder: self))
        }
        return keptContainer(number)
    }

    /// Makes a container that is kept. Not inlined, because a variable of its type needs a metadata lookup.
    @inline(never)
    private func keptContainer<Key: CodingKey>(_ number: Int) -> KeyedEncodingContainer<Key> {
        let container = KeyedEncodingContainer(KeptKeyedEncoding<Key>(context, number: number))
        context.keep(KeptContainer(container), number: number)
        return container
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { TreeUnkeyedEncoding(encoder: opening(.unkeyed)) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    // MARK: The frame

    /// The frame, if it is open.
    var open: TreeEncodingContext.Frame? {
        guard let frame = context.frame(frame), frame.serial == serial else { return nil }
        return frame
    }

    var steps: [CodingStep] { context.steps(open?.depth ?? Int.max) }

    @inline(__always)
    var place: KeyedContainers.Place { KeyedContainers.Place(serial, depth: frame) }

    /// Whether the frame is open and the innermost one, so that values may be written into it.
    @inline(__always)
    var isInnermost: Bool { context.state.top.serial == serial }

    /// Whether nested containers and super encoders may be added. They may not when the encoding is over.
    var mayBranch: Bool { isInnermost && (context.root ?? context).state.containers.isOpen }

    /// Makes the frame a container, or checks that it already is one. On misuse, returns an encoder that is closed.
    private func opening(_ container: CodingContainer) -> TreeEncoder {
        opens(container) ? self : reopening(container)
    }

    /// Makes the frame a container, if it is not one yet and may be one; returns whether it did.
    @inline(__always)
    private func opens(_ container: CodingContainer) -> Bool {
        guard isInnermost, context.state.top.container == .none,
            context.state.openContainers < CodingContainer.maximumDepth
        else { return false }
        context.state.top.container = container
        context.begin()
        return true
    }

    /// Handles a frame that is already a container, and misuse.
    @inline(never)
    private func reopening(_ container: CodingContainer) -> TreeEncoder {
        guard let open else { return refusing("An encoder was used after its value was written.") }
        if open.container == .none {
            guard isInnermost else {
                return refusing("An encoder was used while a value inside it was being written.")
            }
            if context.misuse == nil { context.misuse = context.tooDeep }
            return spent
        }
        return open.container == container ? self : refusing("An encoder was asked for containers of two kinds.")
    }

    /// Returns an encoder for a nested container or super encoder. If the member is already such a container, it continues that
    /// one.
    func branch(_ key: some CodingKey, _ container: CodingContainer) -> TreeEncoder {
        guard mayBranch else { return refusing("A nested container was requested out of order.") }
        let steps = steps
        let name = context.convertedName(of: key, steps)
        if container != .none, let branch = context.branch(named: name, container, .key(key), below: steps) {
            return branch
        }
        context.beginMember(name)
        return context.branch(.key(key), below: steps)
    }

    /// An encoder whose frame is never open.
    private var spent: TreeEncoder { TreeEncoder(context: context, frame: frame, serial: -1) }

    /// Records a misuse, and returns an encoder whose output is discarded.
    func refusing(_ description: String) -> TreeEncoder {
        if context.misuse == nil { context.misuse = invalid(description, description) }
        return spent
    }

    private func invalid(_ value: Any, _ description: String) -> any Error {
        EncodingError.invalidValue(
            value,
            EncodingError.Context(codingPath: steps.codingPath, debugDescription: description)
        )
    }

    @inline(never)
    func outOfTurn<T>(_ value: T) -> any Error {
        invalid(value, "A value was written into a container that is closed or has another container open inside it.")
    }

    // MARK: The single value

    /// Throws if the single value cannot be written, or has already been written.
    func begin<T>(_ value: T) throws {
        guard isInnermost else { throw outOfTurn(value) }
        guard context.state.top.container == .none else {
            throw EncodingError.invalidValue(value, context.errorContext("A value has already been written."))
        }
    }

    func encodeNil() throws {
        try begin(nil as Bool?)
        context.appendNull()
        context.state.top.container = .single
    }

    func encode<T: Encodable>(_ value: T) throws {
        if T.self == String.self { return try encode(reinterpret(value, as: String.self)) }
        try begin(value)
        let mark = context.mark()
        do {
            try context.element(value, context.kind(of: T.self))
        } catch {
            context.restore(mark)
            throw error
        }
        context.state.top.container = .single
    }

    // Each type has its own method: the standard library's defaults for some of them throw, and the other methods are found
    // faster.
    func encode(_ value: Bool) throws { try encode(scalar: value) }
    func encode(_ value: String) throws {
        try begin(value)
        context.write(present: value)
        context.state.top.container = .single
    }
    func encode(_ value: Double) throws { try encode(scalar: value) }
    func encode(_ value: Int) throws { try encode(scalar: value) }
    func encode(_ value: Int128) throws { try encode(scalar: value) }
    func encode(_ value: UInt128) throws { try encode(scalar: value) }

    private func encode<T>(scalar value: T) throws {
        try begin(value)
        if !context.scalar(value) { throw context.unwritable(value) }
        context.state.top.container = .single
    }
}

/// The unkeyed container, which writes the elements of an array.
struct TreeUnkeyedEncoding: UnkeyedEncodingContainer {
    let encoder: TreeEncoder

    private var context: TreeEncodingContext { encoder.context }
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.open?.count ?? 0 }

    func encodeNil() throws {
        guard encoder.isInnermost else { throw encoder.outOfTurn(nil as Bool?) }
        context.state.top.count += 1
        context.appendNull()
    }

    func encode<T: Encodable>(_ value: T) throws {
        guard encoder.isInnermost else { throw encoder.outOfTurn(value) }
        let mark = context.mark()
        context.state.top.count = mark.count + 1
        if CodingScalar.includes(T.self) {
            if context.scalar(value) { return }
            context.restore(mark)
            throw context.unwritable(value, below: .index(mark.count))
        }
        context.state.path.append(index: mark.count)
        try context.element(value, mark)
    }

    // The standard library's defaults for these two throw.
    func encode(_ value: Int128) throws { try encode(wide: value) }
    func encode(_ value: UInt128) throws { try encode(wide: value) }

    private func encode<I: FixedWidthInteger>(wide value: I) throws {
        guard encoder.isInnermost else { throw encoder.outOfTurn(value) }
        guard context.isWritable(value) else {
            throw context.unwritable(value, below: .index(context.state.top.count))
        }
        context.state.top.count += 1
        _ = context.scalar(value)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        branch().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { branch().unkeyedContainer() }

    func superEncoder() -> any Encoder { branch() }

    private func branch() -> TreeEncoder {
        guard encoder.mayBranch else { return encoder.refusing("A nested container was requested out of order.") }
        context.state.top.count += 1
        return context.branch(.index(context.state.top.count - 1), below: encoder.steps)
    }
}
