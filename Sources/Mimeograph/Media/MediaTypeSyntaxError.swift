/// The reason why a text is not a media type or media range.
///
/// It is thrown for text from a program or a configuration. Fields from a peer are parsed leniently, with nil or a diagnostic
/// instead.
public struct MediaTypeSyntaxError: Error, Sendable {
    /// The whole text.
    public let text: String
    /// The number of UTF-8 bytes before the error in ``text``.
    public let offset: Int
    /// The kind of error.
    public let reason: Reason

    package init(text: String, offset: Int, reason: Reason) {
        self.text = text
        self.offset = offset
        self.reason = reason
    }

    /// The kinds of error. More may be added.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The reason in words.
        public let rawValue: String

        /// Makes a reason.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The type before the slash is missing.
        public static let missingType = Reason(rawValue: "the type before the slash is missing")
        /// The slash is missing.
        public static let missingSlash = Reason(rawValue: "the slash after the type is missing")
        /// The subtype after the slash is missing.
        public static let missingSubtype = Reason(rawValue: "the subtype after the slash is missing")
        /// The grammar does not allow the byte at this position.
        public static let unexpectedByte = Reason(rawValue: "this byte is not allowed here")
        /// A wildcard is at a wrong position, as in `*/json` or `text/h*`.
        public static let misplacedWildcard = Reason(
            rawValue: "a wildcard is allowed only in */*, type/*, */*+suffix and type/*+suffix"
        )
        /// A media type has a wildcard.
        public static let notConcrete = Reason(rawValue: "a media type cannot have a wildcard; use a media range")
        /// The suffix of a pattern such as `*/*+json` is empty or has a plus sign.
        public static let badSuffix = Reason(rawValue: "a suffix has at least one character and no plus sign")
        /// The name of a parameter is missing.
        public static let missingParameterName = Reason(rawValue: "the name of a parameter is missing")
        /// An `=` with a value does not follow the name of a parameter.
        public static let missingParameterValue = Reason(rawValue: "the value of a parameter is missing")
        /// A quoted string has no end.
        public static let unterminatedQuote = Reason(rawValue: "a quoted string does not end")
        /// A weight is not a number from 0 to 1.
        public static let badWeight = Reason(rawValue: "a weight is a number from 0 to 1 without sign or exponent")
        /// There are more than ``MediaType/maximumParameterCount`` parameters.
        public static let tooManyParameters = Reason(rawValue: "there are too many parameters")
    }
}

extension MediaTypeSyntaxError: Hashable {
    /// Whether all properties are equal; texts are compared by their bytes.
    public static func == (one: MediaTypeSyntaxError, other: MediaTypeSyntaxError) -> Bool {
        one.text.hasSameBytes(as: other.text) && one.offset == other.offset && one.reason == other.reason
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text.utf8Key)
        hasher.combine(offset)
        hasher.combine(reason)
    }
}

extension MediaTypeSyntaxError: CustomStringConvertible {
    /// The text, the offset and the reason in one line.
    public var description: String { "\(text.quotedForMessage), byte \(offset): \(reason.rawValue)" }
}
