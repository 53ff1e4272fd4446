import Mimeograph

/// The encoder for one value, and its single-value container: a frame of a context.
///
/// Three words, so that an `any Encoder` holds it without a box. After the frame is closed the serial number does not match any
/// more; what an encoder that was kept is then asked to write is refused.
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

    /// A container that is kept. Not inlined, because a variable of its type takes a look-up.
    @inline(never)
    private func keptContainer<Key: CodingKey>(_ number: Int) -> KeyedEncodingContainer<Key> {
        let container = KeyedEncodingContainer(KeptKeyedEncoding<Key>(context, number: number))
        context.keep(KeptContainer(container), number: number)
        return container
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { TreeUnkeyedEncoding(encoder: opening(.unkeyed)) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    // MARK: The frame

    /// The frame, where it is open.
    var open: TreeEncodingContext.Frame? {
        guard let frame = context.frame(frame), frame.serial == serial else { return nil }
        return frame
    }

    var steps: [CodingStep] { context.steps(open?.depth ?? Int.max) }

    @inline(__always)
    var place: KeyedContainers.Place { KeyedContainers.Place(serial, depth: frame) }

    /// Whether the frame is open and the innermost one, so that something may be written into it.
    @inline(__always)
    var isInnermost: Bool { context.state.top.serial == serial }

    /// The same for nested containers and super encoders, of which an encoding that is over has no more.
    var mayBranch: Bool { isInnermost && (context.root ?? context).state.containers.isOpen }

    /// Makes the frame a container, or finds that it is one already. On misuse the encoder that it gives is spent.
    private func opening(_ container: CodingContainer) -> TreeEncoder {
        opens(container) ? self : reopening(container)
    }

    /// Makes the frame a container, where it is none yet and may be one.
    @inline(__always)
    private func opens(_ container: CodingContainer) -> Bool {
        guard isInnermost, context.state.top.container == .none,
            context.state.openContainers < CodingContainer.maximumDepth
        else { return false }
        context.state.top.container = container
        context.begin()
        return true
    }

    /// The same where it is one already, or there is something wrong.
    @inline(never)
    private func reopening(_ container: CodingContainer) -> TreeEncoder {
        guard let open else { return refusing("An encoder was used after its value was written.") }
        if open.container == .none {
            guard isInnermost else {
                return refusing("An encoder was used while a value inside of its own was written.")
            }
            if context.misuse == nil { context.misuse = context.tooDeep }
            return spent
        }
        return open.container == container ? self : refusing("An encoder was asked for containers of two kinds.")
    }

    /// An encoder for a container that is asked for by itself: the same one where the member is such a container.
    func branch(_ key: some CodingKey, _ container: CodingContainer) -> TreeEncoder {
        guard mayBranch else { return refusing("A nested container was asked for out of turn.") }
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

    /// An encoder that goes nowhere; the misuse is remembered.
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
        invalid(value, "A value was written into a container that is closed, or has another one open inside.")
    }

    // MARK: The single value

    /// Throws where the single value cannot be written, or is already.
    func begin<T>(_ value: T) throws {
        guard isInnermost else { throw outOfTurn(value) }
        guard context.state.top.container == .none else {
            throw EncodingError.invalidValue(value, context.errorContext("A value is written already."))
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

    // Each by name: the standard library has defaults for some, which refuse, and the others are found faster.
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

/// Writes the elements of an array.
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

    // The standard library has defaults for these two, which refuse.
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
        guard encoder.mayBranch else { return encoder.refusing("A nested container was asked for out of turn.") }
        context.state.top.count += 1
        return context.branch(.index(context.state.top.count - 1), below: encoder.steps)
    }
}
