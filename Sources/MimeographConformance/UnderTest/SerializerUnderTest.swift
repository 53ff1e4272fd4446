import Mimeograph
import MimeographText

/// A serializer of any kind, with the type of its values erased, and the declarations of its author.
struct SerializerUnderTest: Sendable {
    /// The kind of a serializer.
    enum Kind: String, Sendable {
        case reader, writer, format, stream, coding
    }

    /// A body that uses an exact amount of a limit.
    struct LimitedBody: Sendable {
        let figure: Int
        let type: MediaType?
        let make: @Sendable (Int) -> [UInt8]
    }

    /// A text to encode in many ways.
    struct TextSample: Sendable {
        let text: String
        let expectation: Fixture.Expectation
        let encodings: [TextEncoding]
        let allowsMarks: Bool
    }

    let kind: Kind
    /// The media ranges that the suite declares.
    let declaredTypes: [MediaRange]
    var fixtures: [Fixture]

    // MARK: Abilities

    /// Returns the media ranges that the serializer accepts.
    var acceptedTypes: @Sendable () -> [MediaRange] = { [] }
    var inspect: @Sendable ([UInt8], ResponseHead) -> Inspection = { _, _ in .accept }
    /// Reads a body in one piece; nil if the serializer only writes.
    var readWhole: (@Sendable ([UInt8], ResponseHead, DecodingLimits) -> Reading)?
    var stream: StreamAccess?
    /// Writes a value; nil without a writer.
    var write: (@Sendable (any Sendable, inout RequestMessage) throws(SerializationError) -> Void)?
    var register: @Sendable (inout SerializerRegistry) throws(RegistryError) -> Void = { _ in }
    /// Whether a registry chooses the serializer for the requested type.
    var isChosen: @Sendable (SerializerRegistry, ResponseHead) -> Bool = { _, _ in false }
    var areEqual: @Sendable (any Sendable, any Sendable) -> Bool?
    /// The format; nil for another kind of serializer.
    var format: (any CodableFormat)?

    // MARK: Declarations

    var oracle: (@Sendable ([UInt8]) -> (any Sendable)?)?
    var oracleChecksMutations = false
    var limitedBodies: [DecodingLimits.Limit: LimitedBody] = [:]
    var large: (@Sendable (Int) -> Fixture)?
    var text: TextSample?
    var emptyBody: Fixture.Expectation?
    var unwritable: [any Sendable]?
    /// Samples of types that are marked with `SynthesizedCodable`.
    var marked: [MarkedSample] = []
    var truncationIsInvisible: String?
    var writingLosesDetail: String?
    var locationsAreElsewhere: String?
    var plugin: (any SerializerPlugin)?
    var vocabulary: [[UInt8]] = []
    var skipped: [ConformanceLaw: String] = [:]

    // MARK: Extent of the checks

    var seed: UInt64 = 1
    var mutationCount = 2000
    var timeLimit: Duration = .seconds(10)
    /// The longest time that one call of a parser may take, with a margin for a busy machine.
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
    /// Whether the other value is equal. A value with a NaN is not equal to itself, so its text is compared.
    fileprivate func isEqual(to other: Any) -> Bool {
        guard let other = other as? Self else { return false }
        if other == self { return true }
        // An array with NaNs may be equal to itself by its address, so comparing it with itself proves nothing.
        let text = String(reflecting: self)
        return text.contains("nan") && text == String(reflecting: other)
    }
}

extension SerializerUnderTest {
    /// The result of reading a body: a value or an error. A stream may have both: the elements before the error, and the error.
    struct Reading: Sendable {
        var value: (any Sendable)?
        var error: SerializationError?
    }

    /// Reads a body in one piece.
    func read(
        _ bytes: [UInt8],
        head: ResponseHead,
        limits: DecodingLimits = .standard
    ) throws(Violation) -> Reading {
        guard let readWhole else { throw Violation("The suite has no reader. Declare .reader(…).") }
        return readWhole(bytes, head, limits)
    }

    /// Checks that a reading has a value or an error, and that the error is about a location in the body.
    func checkShape(_ reading: Reading, count: Int) throws(Violation) {
        if reading.value == nil && reading.error == nil { throw Violation("There is neither a value nor an error.") }
        guard let error = reading.error else { return }
        if error.message.isEmpty { throw Violation("The error \(error.code.rawValue) has no message.") }
        if let offset = error.location?.offset, offset < 0 || offset > count, locationsAreElsewhere == nil {
            throw Violation("The error is at byte \(offset), outside the \(count) bytes of the body.")
        }
    }

    /// Returns the head of a response with that type, or with the first accepted type for nil.
    func head(_ type: MediaType? = nil) -> ResponseHead {
        guard let type = type ?? declaredTypes.first?.example else { return ResponseHead(status: 200) }
        return ResponseHead(status: 200, fields: ["Content-Type": type.description])
    }

    /// Returns the head of a fixture.
    func head(of fixture: Fixture) -> ResponseHead { head(fixture.type) }

    /// Returns the fixture with that name.
    func fixture(named name: String) -> Fixture? { fixtures.first { $0.name == name } }

    /// Returns the head for a case, with the type of the case, or else with the type of its fixture.
    func head(for single: ConformanceCase) -> ResponseHead {
        single.type.map { head($0) } ?? fixture(named: single.fixture).map { head(of: $0) } ?? head()
    }

    /// Whether two values are the same.
    func same(_ one: any Sendable, _ other: any Sendable) throws(Violation) -> Bool {
        guard let equal = areEqual(one, other) else {
            throw Violation("The values are not Equatable. Declare .comparing { $0.… }.")
        }
        return equal
    }

    /// Whether two readings are the same: equal values, and errors with the same code, message and location.
    func same(_ one: Reading, _ other: Reading) throws(Violation) -> Bool {
        switch (one.value, other.value) {
        case (nil, nil): break
        case (let one?, let other?): if try !same(one, other) { return false }
        default: return false
        }
        return one.error?.code == other.error?.code && one.error?.message == other.error?.message
            && one.error?.location?.offset == other.error?.location?.offset
    }

    /// The fixtures whose bodies are read.
    var bodies: [Fixture] { fixtures.filter(\.isRead) }
}

/// A violation of a law, with a message.
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
