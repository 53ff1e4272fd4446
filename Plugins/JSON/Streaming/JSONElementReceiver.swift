import Mimeograph
import MimeographTree

/// A receiver that turns the values found by a stream's reader into elements, and collects them.
///
/// It is a class and receives many values at once, so the reader does not depend on the type of the elements.
protocol JSONElementReceiver: AnyObject {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// The elements so far.
    var elements: [Element] { get set }

    /// Whether a failure becomes an element.
    var receivesFailures: Bool { get }

    /// Creates elements from values.
    ///
    /// - Parameters:
    ///   - document: The document that contains the values.
    ///   - roots: The positions of the values.
    /// - Returns: The first value that cannot become an element; nil if all can. Later values are not processed. The location of
    ///   the error has an offset in the document, and no line.
    func receive(_ document: TapeDocument, _ roots: ArraySlice<JSONElementRoot>) -> JSONElementFailure?

    /// Creates an element from a failure, if ``receivesFailures`` is true.
    func receive(_ error: SerializationError)
}

/// The position of an element in a document.
struct JSONElementRoot {
    /// The index of its first word.
    let word: Int
    /// The offset of its first byte in the document.
    let offset: Int
}

/// A value that cannot become an element.
struct JSONElementFailure {
    /// Its index among the roots.
    let index: Int
    let error: SerializationError
}

/// A receiver that creates ``JSON`` values, which are references into the document.
final class JSONValueReceiver: JSONElementReceiver {
    var elements: [JSON] = []
    var receivesFailures: Bool { false }

    func receive(_ document: TapeDocument, _ roots: ArraySlice<JSONElementRoot>) -> JSONElementFailure? {
        for root in roots { elements.append(JSON(TreeNode(document, at: root.word))) }
        return nil
    }

    func receive(_ error: SerializationError) {}
}

/// A receiver that decodes values of a `Decodable` type.
final class JSONDecodingReceiver<Value: Decodable & Sendable>: JSONElementReceiver {
    private let format: JSONFormat
    var elements: [Value] = []
    var receivesFailures: Bool { false }

    init(format: JSONFormat) { self.format = format }

    func receive(_ document: TapeDocument, _ roots: ArraySlice<JSONElementRoot>) -> JSONElementFailure? {
        var context = format.decoding(document)
        defer { TreeDecodingContext.end(&context) }
        for (number, root) in zip(roots.indices, roots) {
            do {
                elements.append(try context.root(Value.self, at: root.word))
            } catch {
                var (error, index) = context.report(error, of: Value.self, root: root.word)
                if let found = index.flatMap({ document.offset(of: $0, root: root.word) }) {
                    error.location = SourceLocation(offset: found, line: 1, column: 1)
                }
                return JSONElementFailure(index: number, error: error)
            }
        }
        return nil
    }

    func receive(_ error: SerializationError) {}
}

/// A receiver that creates results, so that an element that cannot be read is a result too.
final class JSONResultReceiver<Base: JSONElementReceiver>: JSONElementReceiver {
    private let base: Base
    var elements: [Result<Base.Element, SerializationError>] = []
    var receivesFailures: Bool { true }

    init(_ base: Base) { self.base = base }

    func receive(_ document: TapeDocument, _ roots: ArraySlice<JSONElementRoot>) -> JSONElementFailure? {
        let failure = base.receive(document, roots)
        for element in base.elements { elements.append(.success(element)) }
        base.elements.removeAll(keepingCapacity: true)
        return failure
    }

    func receive(_ error: SerializationError) { elements.append(.failure(error)) }
}
