import Mimeograph
import MimeographTree

/// Makes elements of the values that a stream's reader finds, and gathers them.
///
/// It is a class, and is told many values at once, so that the reader need not know what they become.
protocol JSONElementReceiver: AnyObject {
    /// What it makes.
    associatedtype Element: Sendable

    /// What it has made.
    var elements: [Element] { get set }

    /// Whether it makes something of a failure.
    var receivesFailures: Bool { get }

    /// Makes elements of values.
    ///
    /// - Parameters:
    ///   - document: What the values are part of.
    ///   - roots: Where they are.
    /// - Returns: The first that no element could be made of; nil where there is none. Those after it were not looked at.
    ///   A location of the error has an offset in the document, and no line.
    func receive(_ document: TapeDocument, _ roots: ArraySlice<JSONElementRoot>) -> JSONElementFailure?

    /// Makes an element of a failure, or none.
    func receive(_ error: SerializationError)
}

/// Where an element of a document is.
struct JSONElementRoot {
    /// The index of its first word.
    let word: Int
    /// The offset of its first byte in the document.
    let offset: Int
}

/// A value that no element could be made of.
struct JSONElementFailure {
    /// Its index among the roots.
    let index: Int
    let error: SerializationError
}

/// Makes ``JSON`` values, which are references into the document.
final class JSONValueReceiver: JSONElementReceiver {
    var elements: [JSON] = []
    var receivesFailures: Bool { false }

    func receive(_ document: TapeDocument, _ roots: ArraySlice<JSONElementRoot>) -> JSONElementFailure? {
        for root in roots { elements.append(JSON(TreeNode(document, at: root.word))) }
        return nil
    }

    func receive(_ error: SerializationError) {}
}

/// Makes values of a `Decodable` type.
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

/// Makes results, so that an element that could not be read is one, too.
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
