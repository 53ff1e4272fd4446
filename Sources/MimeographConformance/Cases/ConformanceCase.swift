public import Mimeograph

/// One trial of a law: the law, and the bytes to try it on. It contains everything that a replay of the trial needs.
///
/// Its ``description`` is one line that ``init(_:)`` reads back:
/// ```
/// suite=csv law=mutations fixture=two%20rows seed=81 bytes=612c
/// ```
public struct ConformanceCase: Hashable, Sendable {
    /// The suite.
    public var suite: String
    /// The law.
    public var law: ConformanceLaw
    /// The fixture that the case was made from, or an empty string.
    public var fixture: String
    /// The seed of the pseudo-random choices of this case.
    public var seed: UInt64
    /// The body.
    public var bytes: [UInt8]
    /// The offsets at which a stream's body is split into chunks.
    public var cuts: [Int]
    /// The value of a limit.
    public var figure: Int?
    /// The media type, if it differs from the type of the fixture.
    public var type: MediaType?

    init(
        suite: String = "",
        law: ConformanceLaw,
        fixture: String = "",
        seed: UInt64 = 0,
        bytes: [UInt8] = [],
        cuts: [Int] = [],
        figure: Int? = nil,
        type: MediaType? = nil
    ) {
        self.suite = suite
        self.law = law
        self.fixture = fixture
        self.seed = seed
        self.bytes = bytes
        self.cuts = cuts
        self.figure = figure
        self.type = type
    }
}

extension ConformanceCase: LosslessStringConvertible {
    /// The case in one line.
    public var description: String {
        var line = FieldLine()
        line["suite"] = suite
        line["law"] = law.rawValue
        line["fixture"] = fixture
        line["seed"] = String(seed)
        if !cuts.isEmpty { line["cuts"] = cuts.map(String.init).joined(separator: ",") }
        if let figure { line["figure"] = String(figure) }
        if let type { line["type"] = type.description }
        line["bytes"] = Hexadecimal.text(of: bytes)
        return line.description
    }

    /// Parses the line of a case. The result is nil if the line is invalid.
    public init?(_ text: String) {
        let line = FieldLine(text)
        guard let suite = line["suite"], let law = line["law"].flatMap({ ConformanceLaw(rawValue: $0) }),
            let bytes = Hexadecimal.bytes(of: line["bytes"] ?? "")
        else { return nil }
        self.init(
            suite: suite,
            law: law,
            fixture: line["fixture"] ?? "",
            seed: line["seed"].flatMap { UInt64($0) } ?? 0,
            bytes: bytes,
            cuts: (line["cuts"] ?? "").split(separator: ",").compactMap { Int($0) },
            figure: line["figure"].flatMap { Int($0) },
            type: line["type"].flatMap { MediaType(parsing: $0) }
        )
    }
}

/// A case that breaks a law.
public struct ConformanceFailure: Error, Hashable, Sendable {
    /// The case, with its law, fixture, seed and bytes.
    public let failedCase: ConformanceCase
    /// The problem, in one sentence.
    public let message: String

    init(_ failedCase: ConformanceCase, _ message: String) {
        self.failedCase = failedCase
        self.message = message
    }
}

extension ConformanceFailure: CustomStringConvertible {
    /// The message, the bytes in hexadecimal, and the line that replays the case.
    public var description: String {
        let fixture = failedCase.fixture.isEmpty ? "" : ", fixture \"\(failedCase.fixture)\""
        return """
            \(failedCase.suite): \(failedCase.law.rawValue)\(fixture): \(message)
              bytes:  \(Hexadecimal.excerpt(of: failedCase.bytes))
              replay: \(failedCase)
            """
    }
}
