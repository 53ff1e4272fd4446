import Mimeograph

/// Makes what a stream gives of the values that were read.
protocol JSONElementMaking {
    /// What it makes.
    associatedtype Element: Sendable

    /// Takes a document, whose values are asked for next.
    mutating func begin(_ document: JSONDocument)

    /// Makes an element of the value at an index of the document's tape.
    ///
    /// - Throws: An error whose location, if any, has an offset in the document and no line.
    func element(at root: Int) throws(SerializationError) -> Element

    /// Whether something stands for an element that could not be read.
    var reportsFailures: Bool { get }

    /// What stands for an element that could not be read; nil where nothing does.
    func element(failing error: SerializationError) -> Element?

    /// Lets go of the document.
    mutating func end()
}

/// Makes ``JSON`` values, which are places in the document.
struct JSONValueMaker: JSONElementMaking {
    private var document: JSONDocument?

    mutating func begin(_ document: JSONDocument) { self.document = document }

    func element(at root: Int) -> JSON { document.map { JSON($0, at: root) } ?? .null }

    var reportsFailures: Bool { false }

    func element(failing error: SerializationError) -> JSON? { nil }

    mutating func end() { document = nil }
}

/// Makes values of a `Decodable` type.
struct JSONDecodingMaker<Value: Decodable & Sendable>: JSONElementMaking {
    private let format: JSONFormat
    private var context: JSONDecodingContext?

    init(format: JSONFormat) { self.format = format }

    mutating func begin(_ document: JSONDocument) {
        context = JSONDecodingContext(document: document, format: format)
    }

    func element(at root: Int) throws(SerializationError) -> Value {
        guard let context else { throw SerializationError(.dataShape, "There is no document.") }
        context.lastFailure = nil
        do {
            return try context.root(Value.self, at: root)
        } catch {
            throw JSONCodingReport.decoding(error, of: Value.self, in: context, root: root)
        }
    }

    var reportsFailures: Bool { false }

    func element(failing error: SerializationError) -> Value? { nil }

    mutating func end() { context = nil }
}

/// Makes results, so that an element that could not be read is one, too.
struct JSONResultMaker<Base: JSONElementMaking>: JSONElementMaking {
    private var base: Base

    init(_ base: Base) { self.base = base }

    mutating func begin(_ document: JSONDocument) { base.begin(document) }

    func element(at root: Int) throws(SerializationError) -> Result<Base.Element, SerializationError> {
        .success(try base.element(at: root))
    }

    var reportsFailures: Bool { true }

    func element(failing error: SerializationError) -> Result<Base.Element, SerializationError>? { .failure(error) }

    mutating func end() { base.end() }
}
