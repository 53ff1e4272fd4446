/// The limits of what a peer may make a parser spend.
///
/// Every parser checks its limits before it allocates. If a body exceeds one, parsing throws
/// ``SerializationError/Code/limitExceeded``; the error names the limit, the actual number and the property to raise.
///
/// ```swift
/// var limits = DecodingLimits.standard
/// limits.inputBytes = 64 << 20
/// ```
public struct DecodingLimits: Hashable, Sendable {
    /// The largest body that a parser takes, in bytes. Default 8 MiB.
    public var inputBytes: Int
    /// The most bytes that content codings, entities or pixels may expand to. Default 64 MiB.
    public var outputBytes: Int
    /// The largest ratio of a content coding's output to its input. Default 200.
    ///
    /// The ratio counts only from 64 KiB of output on. It also limits the expansion of a binary property list whose containers
    /// share objects.
    public var expansionRatio: Int
    /// The deepest nesting of containers or elements. The outermost has depth 1. Default 512.
    public var depth: Int
    /// The most values, nodes, members or parts that a body may hold. Default 4 Mi (4,194,304).
    public var elements: Int
    /// The most pixels that an image may have, over all frames. Default 64 Mi (67,108,864).
    public var pixels: Int
    /// The most content codings that a body may have, not counting `identity`. Default 8.
    ///
    /// No honest sender needs more, and each takes time in proportion to the body.
    public var contentCodings: Int

    /// Makes limits; omitted arguments have their defaults.
    public init(
        inputBytes: Int = 8 << 20,
        outputBytes: Int = 64 << 20,
        expansionRatio: Int = 200,
        depth: Int = 512,
        elements: Int = 4 << 20,
        pixels: Int = 64 << 20,
        contentCodings: Int = 8
    ) {
        self.inputBytes = inputBytes
        self.outputBytes = outputBytes
        self.expansionRatio = expansionRatio
        self.depth = depth
        self.elements = elements
        self.pixels = pixels
        self.contentCodings = contentCodings
    }

    /// The defaults, which suit responses of an API.
    public static let standard = DecodingLimits()
}

extension DecodingLimits {
    /// One of the limits of a ``DecodingLimits``.
    public enum Limit: String, CaseIterable, Sendable {
        /// ``DecodingLimits/inputBytes``.
        case inputBytes
        /// ``DecodingLimits/outputBytes``.
        case outputBytes
        /// ``DecodingLimits/expansionRatio``.
        case expansionRatio
        /// ``DecodingLimits/depth``.
        case depth
        /// ``DecodingLimits/elements``.
        case elements
        /// ``DecodingLimits/pixels``.
        case pixels
        /// ``DecodingLimits/contentCodings``.
        case contentCodings

        /// The limited quantity, for messages.
        package var noun: String {
            switch self {
            case .inputBytes: "input size"
            case .outputBytes: "output size"
            case .expansionRatio: "expansion"
            case .depth: "nesting depth"
            case .elements: "element count"
            case .pixels: "image size"
            case .contentCodings: "content codings"
            }
        }

        /// The unit of the limit, for messages.
        package var unit: String {
            switch self {
            case .inputBytes, .outputBytes: "bytes"
            case .expansionRatio: "times the input"
            case .depth: "levels"
            case .elements: "elements"
            case .pixels: "pixels"
            case .contentCodings: "codings"
            }
        }
    }

    /// The value of one limit.
    public subscript(limit: Limit) -> Int {
        get {
            switch limit {
            case .inputBytes: inputBytes
            case .outputBytes: outputBytes
            case .expansionRatio: expansionRatio
            case .depth: depth
            case .elements: elements
            case .pixels: pixels
            case .contentCodings: contentCodings
            }
        }
        set {
            switch limit {
            case .inputBytes: inputBytes = newValue
            case .outputBytes: outputBytes = newValue
            case .expansionRatio: expansionRatio = newValue
            case .depth: depth = newValue
            case .elements: elements = newValue
            case .pixels: pixels = newValue
            case .contentCodings: contentCodings = newValue
            }
        }
    }

    /// Throws if `actual` exceeds the limit.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    public func check(
        _ limit: Limit,
        _ actual: Int,
        at location: SourceLocation? = nil
    ) throws(SerializationError) {
        if actual > self[limit] {
            throw .limitExceeded(limit, allowed: self[limit], actual: actual, at: location)
        }
    }
}

/// The limit that a body exceeded, and by how much.
public struct LimitExcess: Hashable, Sendable {
    /// The limit.
    public let limit: DecodingLimits.Limit
    /// The allowed value, in the limit's unit.
    public let allowed: Int
    /// The actual value, in the same unit; nil if only "more" is known.
    public let actual: Int?

    package init(_ limit: DecodingLimits.Limit, allowed: Int, actual: Int? = nil) {
        self.limit = limit
        self.allowed = allowed
        self.actual = actual
    }
}

extension SerializationError {
    /// Makes the error for an exceeded limit, which names the limit, the actual value and the property to raise.
    ///
    /// - Parameters:
    ///   - limit: The limit.
    ///   - allowed: The allowed value.
    ///   - actual: The actual value; nil if only "more" is known.
    ///   - location: The position in the body at which it was detected.
    public static func limitExceeded(
        _ limit: DecodingLimits.Limit,
        allowed: Int,
        actual: Int? = nil,
        at location: SourceLocation? = nil
    ) -> SerializationError {
        let figure = actual.map { "\($0)" } ?? "more than \(allowed)"
        var error = SerializationError(
            .limitExceeded,
            "The body exceeds the limit on \(limit.noun): \(figure) \(limit.unit), and \(allowed) are allowed.",
            at: location,
            remedy: "If you trust the sender, raise DecodingLimits.\(limit.rawValue)."
        )
        error.limit = LimitExcess(limit, allowed: allowed, actual: actual)
        return error
    }
}
