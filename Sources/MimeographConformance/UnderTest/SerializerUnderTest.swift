import Mimeograph
import MimeographText

/// What is held to the laws: a serializer of any kind, with the type of its values forgotten, and what its author declared.
struct SerializerUnderTest: Sendable {
    /// What kind of serializer it is.
    enum Kind: String, Sendable {
        case reader, writer, format, stream, coding
    }

    /// A body that costs exactly so much of a limit.
    struct LimitedBody: Sendable {
        let figure: Int
        let type: MediaType?
        let make: @Sendable (Int) -> [UInt8]
    }

    /// A text to be put in many encodings.
    struct TextSample: Sendable {
        let text: String
        let expectation: Fixture.Expectation
        let encodings: [TextEncoding]
        let allowsMarks: Bool
    }

    let kind: Kind
    /// The ranges that its author says it accepts.
    let declaredTypes: [MediaRange]
    var fixtures: [Fixture]

    // What it does.

    /// The ranges that it says it accepts.
    var acceptedTypes: @Sendable () -> [MediaRange] = { [] }
    var inspect: @Sendable ([UInt8], ResponseHead) -> Inspection = { _, _ in .accept }
    /// Reads a body in one piece; nil for what only writes.
    var readWhole: (@Sendable ([UInt8], ResponseHead, DecodingLimits) -> Reading)?
    var stream: StreamAccess?
    /// Writes a value; nil where nothing does.
    var write: (@Sendable (any Sendable, inout RequestMessage) throws(SerializationError) -> Void)?
    var register: @Sendable (inout SerializerRegistry) throws(RegistryError) -> Void = { _ in }
    /// Whether a registry picks it, alone, for the wanted type.
    var isChosen: @Sendable (SerializerRegistry, ResponseHead) -> Bool = { _, _ in false }
    var areEqual: @Sendable (any Sendable, any Sendable) -> Bool?

    // What its author declared.

    var oracle: (@Sendable ([UInt8]) -> (any Sendable)?)?
    var oracleChecksMutations = false
    var limitedBodies: [DecodingLimits.Limit: LimitedBody] = [:]
    var large: (@Sendable (Int) -> Fixture)?
    var text: TextSample?
    var emptyBody: Fixture.Expectation?
    var unwritable: [any Sendable]?
    var truncationIsInvisible: String?
    var writingLosesDetail: String?
    var locationsAreElsewhere: String?
    var plugin: (any SerializerPlugin)?
    var vocabulary: [[UInt8]] = []
    var skipped: [ConformanceLaw: String] = [:]

    // How thoroughly it is checked.

    var seed: UInt64 = 1
    var mutationCount = 2000
    var timeLimit: Duration = .seconds(10)
    /// How long one call of a parser may take. A machine may be busy.
    var patience: Duration = .seconds(2)

    init<Value: Sendable>(
        _ kind: Kind,
        of type: Value.Type,
        types: [MediaRange],
        fixtures: [ConformanceFixture<Value>]
    ) {
        self.kind = kind
        self.declaredTypes = types
        self.fixtures = fixtures.map(\.fixture)
        areEqual = { one, other in
            guard let one = one as? Value, let other = other as? Value else { return false }
            guard let one = one as? any Equatable else { return nil }
            return one.isEqual(to: other)
        }
    }
}

extension Equatable {
    /// Whether the other is equal. A value with a NaN is not equal to itself; its text is compared instead.
    fileprivate func isEqual(to other: Any) -> Bool {
        guard let other = other as? Self else { return false }
        if other == self { return true }
        // A list of such values is equal to itself all the same, by its address; so that says nothing.
        let text = String(reflecting: self)
        return text.contains("nan") && text == String(reflecting: other)
    }
}

extension SerializerUnderTest {
    /// What came of reading a body: a value, an error, or for a stream the elements before an error, and it.
    struct Reading: Sendable {
        var value: (any Sendable)?
        var error: SerializationError?
    }

    /// Reads a body in one piece, as far as the serializer reads.
    func read(
        _ bytes: [UInt8],
        head: ResponseHead,
        limits: DecodingLimits = .standard
    ) throws(Violation) -> Reading {
        guard let readWhole else { throw Violation("Nothing here reads: declare .reader(…).") }
        return readWhole(bytes, head, limits)
    }

    /// A reading has a value or an error, and the error is about a location in the body.
    func checkShape(_ reading: Reading, count: Int) throws(Violation) {
        if reading.value == nil && reading.error == nil { throw Violation("There is neither a value nor an error.") }
        guard let error = reading.error else { return }
        if error.message.isEmpty { throw Violation("The error \(error.code.rawValue) says nothing.") }
        if let offset = error.location?.offset, offset < 0 || offset > count, locationsAreElsewhere == nil {
            throw Violation("The error is about byte \(offset) of \(count).")
        }
    }

    /// The head of a response of that type; nil stands for the first that it accepts.
    func head(_ type: MediaType? = nil) -> ResponseHead {
        guard let type = type ?? declaredTypes.first?.example else { return ResponseHead(status: 200) }
        return ResponseHead(status: 200, fields: ["Content-Type": type.description])
    }

    /// The head of a fixture.
    func head(of fixture: Fixture) -> ResponseHead { head(fixture.type) }

    /// The fixture that a case is about.
    func fixture(named name: String) -> Fixture? { fixtures.first { $0.name == name } }

    /// The head for a case: that of its fixture, if it has one.
    func head(for single: ConformanceCase) -> ResponseHead {
        single.type.map { head($0) } ?? fixture(named: single.fixture).map { head(of: $0) } ?? head()
    }

    /// Whether two values are the same.
    func same(_ one: any Sendable, _ other: any Sendable) throws(Violation) -> Bool {
        guard let equal = areEqual(one, other) else {
            throw Violation("The values are not Equatable: declare .comparing { $0.… }.")
        }
        return equal
    }

    /// Whether two readings are the same: equal values, and errors of one code, sentence and location.
    func same(_ one: Reading, _ other: Reading) throws(Violation) -> Bool {
        switch (one.value, other.value) {
        case (nil, nil): break
        case (let one?, let other?): if try !same(one, other) { return false }
        default: return false
        }
        return one.error?.code == other.error?.code && one.error?.message == other.error?.message
            && one.error?.location?.offset == other.error?.location?.offset
    }

    /// The bodies that are read, and what they are called.
    var bodies: [Fixture] { fixtures.filter(\.isRead) }
}

/// A law is broken, and how.
struct Violation: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

extension MediaRange {
    /// A media type that the range contains.
    var example: MediaType? {
        switch pattern {
        case .essence: concreteType
        case .any: MediaType(parsing: "application/x-conformance")
        case .type(let type): MediaType(parsing: "\(type)/x-conformance")
        case .anySuffix(let suffix): MediaType(parsing: "application/x-conformance+\(suffix)")
        case .typeSuffix(let type, let suffix): MediaType(parsing: "\(type)/x-conformance+\(suffix)")
        }
    }
}
