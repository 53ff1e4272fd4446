public import Mimeograph

/// A body and its expected result.
///
/// ```swift
/// .reads("two rows", "a,b\r\n1,2\r\n", as: table)
/// .refuses("an open quote", "a,\"b", .truncated)
/// ```
/// Names are unique within a suite, because failures and replays refer to them.
public struct ConformanceFixture<Value: Sendable>: Sendable {
    let fixture: Fixture

    /// A body that must be read as this value.
    ///
    /// - Parameters:
    ///   - name: A few words.
    ///   - body: The bytes.
    ///   - type: The media type, or nil for the first that the suite accepts.
    ///   - value: The expected value. For a stream, an array of all elements.
    public static func reads(
        _ name: String,
        _ body: [UInt8],
        type: MediaType? = nil,
        as value: Value
    ) -> ConformanceFixture {
        ConformanceFixture(fixture: Fixture(name: name, bytes: body, type: type, expectation: .value(value)))
    }

    /// A UTF-8 text that must be read as this value.
    public static func reads(_ name: String, _ text: String, type: MediaType? = nil, as value: Value) -> Self {
        reads(name, Array(text.utf8), type: type, as: value)
    }

    /// A body that must be read as a value that meets a condition, for values that cannot be written as literals.
    ///
    /// - Parameters:
    ///   - name: A few words.
    ///   - body: The bytes.
    ///   - type: The media type, or nil for the first that the suite accepts.
    ///   - isRight: Whether the value is correct. For a stream, the value is an array of all elements.
    public static func reads(
        _ name: String,
        _ body: [UInt8],
        type: MediaType? = nil,
        where isRight: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        let expectation = Fixture.Expectation.satisfying { ($0 as? Value).map(isRight) ?? false }
        return ConformanceFixture(fixture: Fixture(name: name, bytes: body, type: type, expectation: expectation))
    }

    /// A UTF-8 text that must be read as a value that meets a condition.
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
    ///   - type: The media type, or nil for the first that the suite accepts.
    ///   - code: The code of the error, or nil for any code.
    public static func refuses(
        _ name: String,
        _ body: [UInt8],
        type: MediaType? = nil,
        _ code: SerializationError.Code? = nil
    ) -> Self {
        ConformanceFixture(fixture: Fixture(name: name, bytes: body, type: type, expectation: .refused(code)))
    }

    /// A UTF-8 text that must be refused.
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

    /// A body that may be read or refused. Only the laws about all bodies use it.
    public static func reads(anything name: String, _ body: [UInt8], type: MediaType? = nil) -> Self {
        ConformanceFixture(fixture: Fixture(name: name, bytes: body, type: type, expectation: .anything))
    }

    /// A value that must be written, as these bytes if they are given.
    ///
    /// - Parameters:
    ///   - name: A few words.
    ///   - value: The value to write.
    ///   - bytes: The expected bytes, or nil if they are not always the same.
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

    /// A value that must be written as this UTF-8 text.
    public static func writes(_ name: String, _ value: Value, as text: String) -> Self {
        writes(name, value, as: Array(text.utf8))
    }
}

/// A fixture with its value's type erased.
struct Fixture: Sendable {
    let name: String
    let bytes: [UInt8]
    let type: MediaType?
    let expectation: Expectation

    /// The expected result.
    enum Expectation: Sendable {
        case value(any Sendable)
        case satisfying(@Sendable (any Sendable) -> Bool)
        case refused(SerializationError.Code?)
        case declined
        case anything
        case written(any Sendable, exactly: Bool)
    }

    /// Whether the fixture is a body to read.
    var isRead: Bool {
        if case .written = expectation { false } else { true }
    }

    /// Whether the body must be read successfully.
    var isGood: Bool {
        switch expectation {
        case .value, .satisfying: true
        case .refused, .declined, .anything, .written: false
        }
    }

    /// Whether the fixture has a value.
    var hasValue: Bool {
        if case .written = expectation { true } else { isGood }
    }
}

extension SerializerUnderTest {
    /// Returns the value of a fixture, or nil if it has none. A value that only a condition describes is read from the body.
    func value(of fixture: Fixture) throws(Violation) -> (any Sendable)? {
        switch fixture.expectation {
        case .value(let value), .written(let value, _): value
        case .satisfying: try read(fixture.bytes, head: head(of: fixture)).value
        case .refused, .declined, .anything: nil
        }
    }

    /// Whether a value is the expected one.
    func meets(_ expectation: Fixture.Expectation, _ value: any Sendable) throws(Violation) -> Bool {
        switch expectation {
        case .value(let expected): try same(value, expected)
        case .satisfying(let isRight): isRight(value)
        case .refused, .declined, .anything, .written: false
        }
    }
}
