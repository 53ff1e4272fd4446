internal import Mimeograph

/// A law that a serializer must obey. Each law is a separate check.
public enum ConformanceLaw: String, CaseIterable, Codable, Sendable {
    /// Each fixture has its expected result: the value, the error code or the bytes.
    case outcomes
    /// The same bytes give the same result, whatever was read in between.
    case repeatable
    /// A written value is read back as the same value.
    case roundTrip
    /// A type that is marked with `SynthesizedCodable` is written and read as its own functions do it.
    case markedTypes
    /// An independent reader agrees about the fixtures and about the written bytes.
    case oracle
    /// The way a body is split into chunks changes neither the elements nor the error.
    case chunking
    /// A large body is read like a small one: at once, in chunks, again, and after another body of the same length.
    case largeBodies
    /// The status of a response, and fields that do not describe its body, change nothing.
    case heads
    /// Every prefix of every fixture gives an error or the true value, never another value.
    case prefixes
    /// Thousands of seeded random changes give a value or an error, the same twice. A value survives a round trip.
    case mutations
    /// An error has a message, a location within the body, and no content of the body.
    case errors
    /// The serializer enforces `DecodingLimits.inputBytes`.
    case inputBytes
    /// The serializer enforces `DecodingLimits.outputBytes`.
    case outputBytes
    /// The serializer enforces `DecodingLimits.expansionRatio`.
    case expansionRatio
    /// The serializer enforces `DecodingLimits.depth`.
    case depth
    /// The serializer enforces `DecodingLimits.elements`.
    case elements
    /// The serializer enforces `DecodingLimits.pixels`.
    case pixels
    /// The serializer accepts exactly the media types that the suite declares, and reads a body of each.
    case declaredTypes
    /// A registry never chooses the serializer for a type that it does not accept.
    case undeclaredTypes
    /// Only the head and the first bytes decide whether the serializer declines. The next serializer gets the whole body.
    case declining
    /// A failed write leaves the message unchanged.
    case failedWrite
    /// Text in each encoding, with and without a byte order mark and a label, is read correctly or refused.
    case charsets
    /// An empty body has the declared result.
    case emptyBody
    /// A hundred concurrent reads agree.
    case concurrency
    /// A canceled reader of a stream ends at once.
    case cancellation
    /// Registering the serializer changes no decision about the types of others.
    case monotonicity
}

extension ConformanceLaw {
    /// The limit that the law is about, or nil.
    var limit: DecodingLimits.Limit? { DecodingLimits.Limit(rawValue: rawValue) }
}
