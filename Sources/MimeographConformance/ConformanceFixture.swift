public import Mimeograph

/// A body, and what must come of it.
///
/// ```swift
/// .reads("two rows", "a,b\r\n1,2\r\n", as: table)
/// .refuses("an open quote", "a,\"b", .truncated)
/// ```
/// Names are unique within a suite: a failure and a replay name the fixture.
public struct ConformanceFixture<Value: Sendable>: Sendable {
    let fixture: Fixture

    /// A body that must be read as this value.
    ///
    /// - Parameters:
    ///   - name: A few words.
    ///   - body: The bytes.
    ///   - type: The media type; nil stands for the first that the suite accepts.
    ///   - value: What it must be read as; of a stream, all its elements.
    public static func reads(
        _ name: String,
        _ body: [UInt8],
        type: MediaType? = nil,
        as value: Value
    ) -> ConformanceFixture {
        ConformanceFixture(fixture: Fixture(name: name, bytes: body, type: type, expectation: .value(value)))
    }

    /// A text, in UTF-8, that must be read as this value.
    public static func reads(_ name: String, _ text: String, type: MediaType? = nil, as value: Value) -> Self {
        reads(name, Array(text.utf8), type: type, as: value)
    }

    /// A body that must be read as a value which is as it should be, for values that cannot be made by hand.
    ///
    /// - Parameters:
    ///   - name: A few words.
    ///   - body: The bytes.
    ///   - type: The media type; nil stands for the first that the suite accepts.
    ///   - isRight: Whether the value, or of a stream the array of all its elements, is as it should be.
    public static func reads(
        _ name: String,
        _ body: [UInt8],
        type: MediaType? = nil,
        where isRight: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        let expectation = Fixture.Expectation.satisfying { ($0 as? Value).map(isRight) ?? false }
        return ConformanceFixture(fixture: Fixture(name: name, bytes: body, type: type, expectation: expectation))
    }

    /// A text, in UTF-8, that must be read as a value which is as it should be.
    public static func reads(
        _ name: String,
        _ text: String,
        type: MediaType? = nil,
        where isRight: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        reads(name, Array(text.utf8), type: type, where: isRight)
    }

    /// A body that must be refused.
    ///
    /// - Parameters:
    ///   - name: A few words.
    ///   - body: The bytes.
    ///   - type: The media type; nil stands for the first that the suite accepts.
    ///   - code: The code of the error; nil allows any.
    public static func refuses(
        _ name: String,
        _ body: [UInt8],
        type: MediaType? = nil,
        _ code: SerializationError.Code? = nil
    ) -> Self {
        ConformanceFixture(fixture: Fixture(name: name, bytes: body, type: type, expectation: .refused(code)))
    }

    /// A text, in UTF-8, that must be refused.
    public static func refuses(
        _ name: String,
        _ text: String,
        type: MediaType? = nil,
        _ code: SerializationError.Code? = nil
    ) -> Self {
        refuses(name, Array(text.utf8), type: type, code)
    }

    /// A body that `inspect` must decline.
    public static func declines(_ name: String, _ body: [UInt8], type: MediaType? = nil) -> Self {
        ConformanceFixture(fixture: Fixture(name: name, bytes: body, type: type, expectation: .declined))
    }

    /// A body that may be read or refused, and that the laws about all bodies are held against.
    public static func reads(anything name: String, _ body: [UInt8], type: MediaType? = nil) -> Self {
        ConformanceFixture(fixture: Fixture(name: name, bytes: body, type: type, expectation: .anything))
    }

    /// A value that must be written as these bytes; nil where they are not always the same.
    ///
    /// - Parameters:
    ///   - name: A few words.
    ///   - value: What is written.
    ///   - bytes: What must come out.
    public static func writes(_ name: String, _ value: Value, as bytes: [UInt8]? = nil) -> Self {
        ConformanceFixture(
            fixture: Fixture(
                name: name,
                bytes: bytes ?? [],
                type: nil,
                expectation: .written(value, exactly: bytes != nil)
            )
        )
    }

    /// A value that must be written as this text, in UTF-8.
    public static func writes(_ name: String, _ value: Value, as text: String) -> Self {
        writes(name, value, as: Array(text.utf8))
    }
}

/// A fixture whose value's type is forgotten.
struct Fixture: Sendable {
    let name: String
    let bytes: [UInt8]
    let type: MediaType?
    let expectation: Expectation

    /// What must come of it.
    enum Expectation: Sendable {
        case value(any Sendable)
        case satisfying(@Sendable (any Sendable) -> Bool)
        case refused(SerializationError.Code?)
        case declined
        case anything
        case written(any Sendable, exactly: Bool)
    }

    /// Whether it is a body that is read.
    var isRead: Bool {
        if case .written = expectation { false } else { true }
    }

    /// Whether it must be read.
    var isGood: Bool {
        switch expectation {
        case .value, .satisfying: true
        case .refused, .declined, .anything, .written: false
        }
    }

    /// Whether there is a value to it.
    var hasValue: Bool {
        if case .written = expectation { true } else { isGood }
    }
}

extension SerializerUnderTest {
    /// The value of a fixture, made by reading it where the author could not make it; nil where it has none.
    func value(of fixture: Fixture) throws(Violation) -> (any Sendable)? {
        switch fixture.expectation {
        case .value(let value), .written(let value, _): value
        case .satisfying: try read(fixture.bytes, head: head(of: fixture)).value
        case .refused, .declined, .anything: nil
        }
    }

    /// Whether a value is what was expected.
    func meets(_ expectation: Fixture.Expectation, _ value: any Sendable) throws(Violation) -> Bool {
        switch expectation {
        case .value(let expected): try same(value, expected)
        case .satisfying(let isRight): isRight(value)
        case .refused, .declined, .anything, .written: false
        }
    }
}
