import Mimeograph

/// The encoder for one value, and its single-value container: a frame of a context.
///
/// Three words, so that an `any Encoder` holds it without a box. After the frame is closed the serial number does not
/// match any more; what an encoder that was kept is then asked to write is refused.
struct JSONValueEncoder {
    let context: JSONEncodingContext
    let frame: Int
    let serial: Int

    /// An encoder whose frame is never open.
    private var spent: JSONValueEncoder { JSONValueEncoder(context: context, frame: frame, serial: -1) }

    var isOpen: Bool { frame < context.frames.count && context.frames[frame].serial == serial }
    var steps: [CodingStep] {
        isOpen ? Array(context.path.prefix(context.frames[frame].depth)) : context.path
    }

    /// Makes the frame a container, or finds that it is one already. On misuse the encoder that it gives is spent.
    func opening(_ container: JSONEncodingContext.Container) -> JSONValueEncoder {
        guard isOpen else { return refusing("An encoder was used after its value was written.") }
        let found = context.frames[frame].container
        if found == .none {
            guard frame + 1 == context.frames.count else {
                return refusing("An encoder was used while a value inside of its own was written.")
            }
            guard context.openContainers < JSONEncodingSettings.maximumDepth else {
                if context.misuse == nil { context.misuse = context.tooDeep }
                return spent
            }
            context.open(container, frame)
        } else if found != container {
            return refusing("An encoder was asked for containers of two kinds.")
        }
        return self
    }

    /// An encoder for a nested container that was asked for out of turn.
    func spentBranch() -> JSONValueEncoder { refusing("A nested container was asked for out of turn.") }

    private func refusing(_ description: String) -> JSONValueEncoder {
        if context.misuse == nil { context.misuse = invalid(description) }
        return spent
    }

    private func invalid(_ description: String) -> EncodingError {
        .invalidValue(description, EncodingError.Context(codingPath: steps.codingPath, debugDescription: description))
    }

    /// Throws unless the frame is the innermost one and `value` may be written into it.
    @inline(__always)
    func checkInTurn<T>(_ value: @autoclosure () -> T) throws {
        guard frame + 1 == context.frames.count, context.frames[frame].serial == serial else {
            throw outOfTurn(value())
        }
    }

    private func outOfTurn<T>(_ value: T) -> EncodingError {
        let description = "A value was written into a container that is closed, or has another one open inside."
        return .invalidValue(value, EncodingError.Context(codingPath: steps.codingPath, debugDescription: description))
    }

    /// A context for a nested container or super encoder at the end of the text, hanging on this frame.
    func branch(_ step: CodingStep) -> JSONEncodingContext {
        let branch = JSONEncodingContext(
            settings: context.settings,
            path: steps + [step],
            level: context.openContainers,
            outerDepth: context.outerDepth + context.frames.count,
            capacity: 64
        )
        context.branches.append(
            JSONEncodingContext.Branch(
                place: context.frames[frame].count - 1,
                offset: context.text.count,
                context: branch
            )
        )
        return branch
    }
}

extension JSONValueEncoder: Encoder {
    var codingPath: [any CodingKey] { steps.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { context.settings.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONKeyedEncoding<Key>(encoder: opening(.keyed)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONUnkeyedEncoding(encoder: opening(.unkeyed)) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws {
        try begin(nil as Bool?)
        context.text.appendNull()
        context.frames[frame].container = .single
    }

    func encode<T: Encodable>(_ value: T) throws {
        try begin(value)
        let mark = context.mark()
        do {
            try context.element(value)
        } catch {
            context.restore(mark)
            throw error
        }
        context.frames[frame].container = .single
    }

    // The standard library has defaults for these two, which refuse.
    func encode(_ value: Int128) throws { try encodeInteger(value) }
    func encode(_ value: UInt128) throws { try encodeInteger(value) }

    private func encodeInteger<T: FixedWidthInteger>(_ value: T) throws {
        try begin(value)
        context.text.appendInteger(value)
        context.frames[frame].container = .single
    }

    private func begin<T>(_ value: T) throws {
        try checkInTurn(value)
        guard context.frames[frame].container == .none else {
            throw EncodingError.invalidValue(value, context.errorContext("A value is written already."))
        }
    }
}
