package import Mimeograph

/// What a scan of a binary format stopped at; made into a ``SerializationError`` where the limits are at hand.
///
/// It is small and trivial, so that the scanning functions can throw it at no cost.
@usableFromInline
package struct TapeParseError: Error {
    package enum Kind: UInt8, Sendable {
        case syntax, truncated, invalidText, emptyBody, inputBytes, depth, elements
        /// A string or data that a tape's word cannot describe, or a body whose offsets it cannot.
        case size
    }

    package let kind: Kind
    /// One sentence; nothing for the limits, which have sentences of their own.
    let message: StaticString
    /// Bytes before the error.
    package let offset: Int

    private init(kind: Kind, _ message: StaticString, at offset: Int) {
        self.kind = kind
        self.message = message
        self.offset = offset
    }

    /// What the format does not allow.
    @usableFromInline
    package init(_ message: StaticString, at offset: Int) { self.init(kind: .syntax, message, at: offset) }

    @usableFromInline
    package static func truncated(at offset: Int) -> Self {
        Self(kind: .truncated, "The body ends before the value does.", at: offset)
    }
    @usableFromInline
    package static func invalidText(at offset: Int) -> Self {
        Self(kind: .invalidText, "A string holds bytes that are not valid UTF-8.", at: offset)
    }
    @usableFromInline
    package static let emptyBody = Self(
        kind: .emptyBody,
        "The body is empty, where a value was expected.",
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
            "The body holds a string or data of 2^28 bytes or more, or is too large as a whole to be read at once.",
            at: offset
        )
    }

    /// Makes the error that callers see.
    ///
    /// - Parameters:
    ///   - limits: The limits that the scan had.
    ///   - remedy: What to do about a body that breaks the format's rules.
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
        case .emptyBody: return error(.emptyBody, "Ask for an optional value where the sender may have nothing to say.")
        case .size: return error(.limitExceeded, "Ask the sender to split it.")
        }
    }

    private func error(_ code: SerializationError.Code, _ remedy: String) -> SerializationError {
        SerializationError(code, "\(message)", at: SourceLocation(offset: offset), remedy: remedy)
    }
}
