package import Mimeograph

/// An error at which a scan of a binary format stops. Code that knows the limits turns it into a `SerializationError`.
///
/// It is small and trivial, so that the scanning functions can throw it at no cost.
@usableFromInline
package struct TapeParseError: Error {
    package enum Kind: UInt8, Sendable {
        case syntax, truncated, invalidText, emptyBody, inputBytes, depth, elements
        /// A string or data too long for a word of a tape, or a body with offsets too large for one.
        case size
    }

    package let kind: Kind
    /// One sentence; empty for the limits, which have their own sentences.
    let message: StaticString
    /// The number of bytes before the error.
    package let offset: Int

    private init(kind: Kind, _ message: StaticString, at offset: Int) {
        self.kind = kind
        self.message = message
        self.offset = offset
    }

    /// Creates an error for bytes that the format does not allow.
    @usableFromInline
    package init(_ message: StaticString, at offset: Int) { self.init(kind: .syntax, message, at: offset) }

    @usableFromInline
    package static func truncated(at offset: Int) -> Self {
        Self(kind: .truncated, "The body ends before the value does.", at: offset)
    }
    @usableFromInline
    package static func invalidText(at offset: Int) -> Self {
        Self(kind: .invalidText, "A string contains bytes that are not valid UTF-8.", at: offset)
    }
    @usableFromInline
    package static let emptyBody = Self(
        kind: .emptyBody,
        "The body is empty, but a value was expected.",
        at: 0
    )
    @usableFromInline
    package static func inputBytes(at offset: Int) -> Self { Self(kind: .inputBytes, "", at: offset) }
    @usableFromInline
    package static func depth(at offset: Int) -> Self { Self(kind: .depth, "", at: offset) }
    @usableFromInline
    package static func elements(at offset: Int) -> Self { Self(kind: .elements, "", at: offset) }
    @usableFromInline
    package static func size(at offset: Int) -> Self {
        Self(
            kind: .size,
            "The body contains a string or data of 2^28 bytes or more, or is too large to be parsed at once.",
            at: offset
        )
    }

    /// Makes the error for callers.
    ///
    /// - Parameters:
    ///   - limits: The limits of the scan.
    ///   - remedy: The remedy for a body that breaks the format's rules.
    package func error(limits: DecodingLimits, remedy: String) -> SerializationError {
        switch kind {
        case .inputBytes:
            return .limitExceeded(.inputBytes, allowed: limits.inputBytes, at: SourceLocation(offset: offset))
        case .depth: return .limitExceeded(.depth, allowed: limits.depth, at: SourceLocation(offset: offset))
        case .elements: return .limitExceeded(.elements, allowed: limits.elements, at: SourceLocation(offset: offset))
        case .syntax: return error(.syntax, remedy)
        case .truncated:
            return error(.truncated, "Check whether the transfer was cut short; the body needs more bytes.")
        case .invalidText:
            return error(.invalidText, "Ask the sender to write strings in UTF-8, and other bytes as data.")
        case .emptyBody: return error(.emptyBody, "Request an optional value if the sender may send nothing.")
        case .size: return error(.limitExceeded, "Ask the sender to split the body.")
        }
    }

    private func error(_ code: SerializationError.Code, _ remedy: String) -> SerializationError {
        SerializationError(code, "\(message)", at: SourceLocation(offset: offset), remedy: remedy)
    }
}
