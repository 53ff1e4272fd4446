import Mimeograph

/// What all encoders and containers of one encoding share: text or words that grow, and the frames that are open in it.
///
/// A value's `encode(to:)` runs inside of a frame. Values that are encoded directly come strictly one inside of the other;
/// nested containers and `superEncoder()` do not, and each of these gets a context of its own, a branch.
///
/// As for decoding, the types that conform are the formats' own; see ``TreeDecodingContext``.
@usableFromInline
package protocol TreeEncodingContext: AnyObject, ScalarWriting {
    var userInfo: [CodingUserInfoKey: Any] { get }
    /// The steps from the root to the value that is written.
    var path: [CodingStep] { get set }
    /// Containers that are open now, those outside included.
    var openContainers: Int { get }
    /// The first thing that an encoder was asked for and cannot do; asking could not throw.
    var misuse: EncodingError? { get set }

    /// Writes a value of any type; ``path`` leads to it.
    func element<T: Encodable>(_ value: T) throws
    /// Writes null, or what stands for it.
    func appendNull()
    /// The error for a number that the format cannot write.
    func unwritable<T>(_ value: T, below step: CodingStep?) -> EncodingError

    /// Everything as it was before a value whose encoding failed.
    associatedtype Mark
    func mark() -> Mark
    func restore(_ mark: Mark)

    // Frames, by their number from the outermost on.
    var frameCount: Int { get }
    func container(ofFrame frame: Int) -> CodingContainer
    /// Tells a frame from those before and after it at the same depth.
    func serial(ofFrame frame: Int) -> Int
    /// Members or elements so far.
    func count(ofFrame frame: Int) -> Int
    /// How many steps of ``path`` lead to it.
    func depth(ofFrame frame: Int) -> Int
    /// Makes the frame an object or an array.
    func open(_ container: CodingContainer, _ frame: Int)
    /// Makes the frame one whose single value is written.
    func close(_ frame: Int)
    /// Writes what stands before the next element of a frame, and counts it.
    func beginElement(of frame: Int)
    /// The same for the next member.
    func beginMember(_ name: String, of frame: Int)
}

/// What a frame of an encoding has been asked for.
@usableFromInline
package enum CodingContainer: BitwiseCopyable {
    /// Nothing yet.
    case none
    /// A value, which is written.
    case single
    case keyed, unkeyed

    /// The most containers that may lie in one another: as deep as a reader goes by default.
    ///
    /// Of values, which may be in single-value containers only, as many again.
    @usableFromInline
    package static let maximumDepth = 512
}

extension TreeEncodingContext {
    @usableFromInline
    package var tooDeep: EncodingError {
        .invalidValue(
            path.last.map { $0.codingKey.stringValue } ?? "",
            errorContext("Containers are nested more than \(CodingContainer.maximumDepth) deep.")
        )
    }

    /// The error for a value that encoded nothing where something is needed.
    @usableFromInline
    package func nothing(of type: (any Any.Type)?) -> EncodingError {
        .invalidValue(type.map { "\($0)" } ?? "", errorContext("The value did not encode anything."))
    }

    @usableFromInline
    package func errorContext(_ description: String, below step: CodingStep? = nil) -> EncodingError.Context {
        EncodingError.Context(codingPath: (path + (step.map { [$0] } ?? [])).codingPath, debugDescription: description)
    }

    /// Throws where no more containers may be opened.
    @inlinable
    @inline(__always)
    package func checkDepth() throws {
        guard openContainers < CodingContainer.maximumDepth else { throw tooDeep }
    }
}

// MARK: - Values

extension TreeEncodingContext {
    /// Writes a member; where its value throws, everything is as it was before.
    @inlinable
    @inline(__always)
    package func member<T: Encodable>(_ value: T, named name: String, _ key: some CodingKey, of frame: Int) throws {
        let mark = mark()
        beginMember(name, of: frame)
        try element(value, below: .key(key), mark)
    }

    /// Writes an element; where it throws, everything is as it was before.
    @inlinable
    @inline(__always)
    package func append<T: Encodable>(_ value: T, to frame: Int) throws {
        let mark = mark()
        let step = CodingStep.index(count(ofFrame: frame))
        beginElement(of: frame)
        if CodingScalar.includes(T.self) {
            if scalar(value) { return }
            restore(mark)
            throw unwritable(value, below: step)
        }
        try element(value, below: step, mark)
    }

    @inlinable
    @inline(__always)
    package func element<T: Encodable>(_ value: T, below step: CodingStep, _ mark: Mark) throws {
        path.append(step)
        do {
            try element(value)
        } catch {
            path.removeLast()
            restore(mark)
            throw error
        }
        path.removeLast()
    }
}
