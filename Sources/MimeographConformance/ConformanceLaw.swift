internal import Mimeograph

/// One law that a serializer is held to; each is a check of its own.
public enum ConformanceLaw: String, CaseIterable, Codable, Sendable {
    /// Each fixture gives what it says: this value, that code, these bytes.
    case outcomes
    /// The same bytes give the same, whatever was read in between.
    case repeatable
    /// What is written is read back as the same value.
    case roundTrip
    /// An independent reader agrees about fixtures and about what is written.
    case oracle
    /// Where chunks are cut changes neither the elements nor the error.
    case chunking
    /// A large body is read as a small one is: at once, in chunks, again, and after another body of the same length.
    case largeBodies
    /// The status of a response, and fields that say nothing of its body, change nothing.
    case heads
    /// Every prefix of every fixture gives an error or the truth, never another value.
    case prefixes
    /// Thousands of seeded changes give a value or an error, the same twice, and a value survives a round trip.
    case mutations
    /// An error has a sentence, a location within the body, and nothing of what the body says.
    case errors
    /// `DecodingLimits.inputBytes` is held.
    case inputBytes
    /// `DecodingLimits.outputBytes` is held.
    case outputBytes
    /// `DecodingLimits.expansionRatio` is held.
    case expansionRatio
    /// `DecodingLimits.depth` is held.
    case depth
    /// `DecodingLimits.elements` is held.
    case elements
    /// `DecodingLimits.pixels` is held.
    case pixels
    /// It accepts what its author says that it does, and reads a body of each of those types.
    case declaredTypes
    /// It is never chosen for a type that it does not accept.
    case undeclaredTypes
    /// Declining is decided from the head and the first bytes only, and leaves the whole body to the next one.
    case declining
    /// A write that fails leaves the message as it was.
    case failedWrite
    /// Text in each encoding, with and without a byte order mark and a label, is read rightly or refused.
    case charsets
    /// An empty body gives what its author says.
    case emptyBody
    /// A hundred reads at the same time agree.
    case concurrency
    /// A cancelled reader of a stream ends at once.
    case cancellation
    /// Registering it changes no decision about another's types.
    case monotonicity
}

extension ConformanceLaw {
    /// The limit that the law is about, if it is about one.
    var limit: DecodingLimits.Limit? { DecodingLimits.Limit(rawValue: rawValue) }
}
