/// Says why a text is no media type or media range.
///
/// It is thrown for text that a programmer or a configuration wrote. Fields from a peer are read leniently and give nil
/// or a diagnostic instead.
public struct MediaTypeSyntaxError: Error, Sendable {
    /// The text that was refused, whole.
    public let text: String
    /// Where the trouble is: the number of UTF-8 bytes before it in ``text``.
    public let offset: Int
    /// What the trouble is.
    public let reason: Reason

    /// Makes an error.
    package init(text: String, offset: Int, reason: Reason) {
        self.text = text
        self.offset = offset
        self.reason = reason
    }

    /// What can be wrong with a media type. More may be added.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The reason in words.
        public let rawValue: String

        /// Makes a reason.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no type before the slash.
        public static let missingType = Reason(rawValue: "the type before the slash is missing")
        /// There is no slash.
        public static let missingSlash = Reason(rawValue: "there is no slash after the type")
        /// There is no subtype after the slash.
        public static let missingSubtype = Reason(rawValue: "the subtype after the slash is missing")
        /// A byte stands where the grammar allows none of its kind.
        public static let unexpectedByte = Reason(rawValue: "this byte has no place here")
        /// A wildcard where it has no meaning, as in `*/json` or `text/h*`.
        public static let misplacedWildcard = Reason(
            rawValue: "a wildcard stands only in */*, type/*, */*+suffix and type/*+suffix"
        )
        /// A wildcard where a concrete media type is needed.
        public static let notConcrete = Reason(rawValue: "a media type has no wildcard; use a media range")
        /// The suffix of a pattern such as `*/*+json` is empty or has a plus sign.
        public static let badSuffix = Reason(rawValue: "a suffix has at least one character and no plus sign")
        /// A parameter has no name.
        public static let missingParameterName = Reason(rawValue: "the name of a parameter is missing")
        /// A parameter has no `=` with a value right after its name.
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

    /// Feeds what `==` compares.
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
