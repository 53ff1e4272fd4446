import Mimeograph

/// An error of a reader, which becomes a ``SerializationError`` when the original body is available.
///
/// It is small and trivial, so the reading functions can throw it at no cost.
struct PropertyListParseError: Error {
    enum Kind: UInt8 {
        case syntax, truncated, invalidText, depth, elements, expansion, ratio
        /// A string, data or container that is too large for a word of the tape.
        case size
    }

    let kind: Kind
    /// One sentence; empty for the limits, which have their own sentences.
    let message: StaticString
    /// The number of bytes before the error, in the reader's copy.
    let offset: Int

    init(_ kind: Kind, _ message: StaticString, at offset: Int) {
        self.kind = kind
        self.message = message
        self.offset = offset
    }

    static func depth(at offset: Int) -> PropertyListParseError { PropertyListParseError(.depth, "", at: offset) }
    static func elements(at offset: Int) -> PropertyListParseError { PropertyListParseError(.elements, "", at: offset) }
    static func expansion(at offset: Int) -> PropertyListParseError {
        PropertyListParseError(.expansion, "", at: offset)
    }
    static func ratio(at offset: Int) -> PropertyListParseError { PropertyListParseError(.ratio, "", at: offset) }
    static func size(at offset: Int) -> PropertyListParseError {
        PropertyListParseError(
            .size,
            "The body holds a string, data or a container of 2^28 units or more, which is larger than values can be here.",
            at: offset
        )
    }
}

extension PropertyListParseError {
    /// Returns the error for callers.
    ///
    /// - Parameters:
    ///   - body: The body as it was received, in which the error is located.
    ///   - bodyOffset: The offset in the body that corresponds to ``offset`` in the copy.
    ///   - format: The format in which the body was read.
    ///   - limits: The limits of the reader.
    func error(
        in body: Span<UInt8>,
        bodyOffset: Int,
        format: PropertyListFileFormat,
        limits: DecodingLimits
    ) -> SerializationError {
        let location =
            format == .binary ? SourceLocation(offset: bodyOffset) : SourceLocation(offset: bodyOffset, in: body)
        switch kind {
        case .depth: return .limitExceeded(.depth, allowed: limits.depth, at: location)
        case .elements: return .limitExceeded(.elements, allowed: limits.elements, at: location)
        case .expansion: return .limitExceeded(.outputBytes, allowed: limits.outputBytes, at: location)
        case .ratio: return .limitExceeded(.expansionRatio, allowed: limits.expansionRatio, at: location)
        case .syntax: return error(.syntax, location, format.remedy)
        case .truncated:
            return error(.truncated, location, "Check whether the transfer was cut short; the body needs more bytes.")
        case .invalidText: return error(.invalidText, location, "Ask the sender to write valid Unicode.")
        case .size: return error(.limitExceeded, location, "Ask the sender to split it.")
        }
    }

    private func error(
        _ code: SerializationError.Code,
        _ location: SourceLocation,
        _ remedy: String
    ) -> SerializationError {
        SerializationError(code, "\(message)", at: location, remedy: remedy)
    }
}

extension PropertyListFileFormat {
    fileprivate var remedy: String {
        switch self {
        case .xml: "The body is not an XML property list; ask the sender to correct it, or read it in its own format."
        case .binary: "The body is a damaged binary property list; ask the sender to write it again."
        case .openStep: "The body is not an OpenStep property list; ask the sender to correct it, or to send XML."
        }
    }
}
