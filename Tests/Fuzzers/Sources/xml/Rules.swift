import Mimeograph

/// The codes that the readers of XML may throw.
let readingCodes: Set<SerializationError.Code> = [
    .emptyBody, .syntax, .truncated, .invalidText, .unsupportedCharset, .limitExceeded,
]

/// Limits that inputs of this size can exceed, and that keep each run short.
let limits = {
    var limits = DecodingLimits.standard
    limits.elements = 20_000
    limits.outputBytes = 1 << 20
    return limits
}()
