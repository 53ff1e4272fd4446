import Mimeograph

/// The encoder for one value, and its single-value container: a frame of a context.
///
/// A format's own struct, of three words, so that an `any Encoder` holds it without a box. After the frame is closed the
/// serial number does not match any more; what an encoder that was kept is then asked to write is refused.
@usableFromInline
package protocol TreeValueEncoder: Encoder, SingleValueEncodingContainer {
    associatedtype Context: TreeEncodingContext

    var context: Context { get }
    var frame: Int { get }
    var serial: Int { get }

    init(context: Context, frame: Int, serial: Int)

    /// Throws unless the frame is the innermost one and `value` may be written into it.
    func checkInTurn<T>(_ value: @autoclosure () -> T) throws
    /// The encoder of a branch for a nested container or super encoder, which hangs on this frame.
    func branch(_ step: CodingStep) -> Self
}

extension TreeValueEncoder {
    @usableFromInline
    package var codingPath: [any CodingKey] { steps.codingPath }
    @usableFromInline
    package var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    @inlinable
    @inline(__always)
    package func singleValueContainer() -> any SingleValueEncodingContainer { self }

    @usableFromInline
    package var steps: [CodingStep] {
        isOpen ? Array(context.path.prefix(context.depth(ofFrame: frame))) : context.path
    }

    @inlinable
    @inline(__always)
    package var isOpen: Bool { frame < context.frameCount && context.serial(ofFrame: frame) == serial }

    /// Whether the frame is open and the innermost one, so that a branch may be made.
    @inlinable
    @inline(__always)
    package var isInnermost: Bool { isOpen && frame + 1 == context.frameCount }

    /// Makes the frame a container, or finds that it is one already. On misuse the encoder that it gives is spent.
    @inlinable
    @inline(__always)
    package func opening(_ container: CodingContainer) -> Self {
        if isInnermost, context.container(ofFrame: frame) == .none,
            context.openContainers < CodingContainer.maximumDepth
        {
            context.open(container, frame)
            return self
        }
        return reopening(container)
    }

    /// The same where it is one already, or there is something wrong.
    @usableFromInline
    package func reopening(_ container: CodingContainer) -> Self {
        guard isOpen else { return refusing("An encoder was used after its value was written.") }
        let found = context.container(ofFrame: frame)
        if found == .none {
            guard frame + 1 == context.frameCount else {
                return refusing("An encoder was used while a value inside of its own was written.")
            }
            if context.misuse == nil { context.misuse = context.tooDeep }
            return spent
        }
        return found == container ? self : refusing("An encoder was asked for containers of two kinds.")
    }

    /// An encoder for a nested container that was asked for out of turn: it goes nowhere, and the misuse is remembered.
    @usableFromInline
    package func spentBranch() -> Self { refusing("A nested container was asked for out of turn.") }

    /// An encoder whose frame is never open.
    private var spent: Self { Self(context: context, frame: frame, serial: -1) }

    private func refusing(_ description: String) -> Self {
        if context.misuse == nil { context.misuse = invalid(description, description) }
        return spent
    }

    private func invalid(_ value: Any, _ description: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: steps.codingPath, debugDescription: description))
    }

    @usableFromInline
    package func outOfTurn<T>(_ value: T) -> EncodingError {
        invalid(value, "A value was written into a container that is closed, or has another one open inside.")
    }

    /// Throws where the single value cannot be written, or is already.
    @inlinable
    @inline(__always)
    package func begin<T>(_ value: T) throws {
        try checkInTurn(value)
        guard context.container(ofFrame: frame) == .none else {
            throw EncodingError.invalidValue(value, context.errorContext("A value is written already."))
        }
    }
}

// MARK: - The single value

extension TreeValueEncoder {
    @inlinable
    @inline(__always)
    package func encodeNil() throws {
        try begin(nil as Bool?)
        context.appendNull()
        context.close(frame)
    }

    @inlinable
    @inline(__always)
    package func encode<T: Encodable>(_ value: T) throws {
        try begin(value)
        let mark = context.mark()
        do {
            try context.element(value)
        } catch {
            context.restore(mark)
            throw error
        }
        context.close(frame)
    }

    // The standard library has defaults for these two, which refuse.
    @inlinable
    @inline(__always)
    package func encode(_ value: Int128) throws { try encodeScalar(value) }

    @inlinable
    @inline(__always)
    package func encode(_ value: UInt128) throws { try encodeScalar(value) }

    @inlinable
    @inline(__always)
    package func encodeScalar<T>(_ value: T) throws {
        try begin(value)
        if !context.scalar(value) { throw context.unwritable(value, below: nil) }
        context.close(frame)
    }
}
