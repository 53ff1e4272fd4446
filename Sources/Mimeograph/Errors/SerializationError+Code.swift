extension SerializationError {
    /// What kind of failure a ``SerializationError`` is.
    ///
    /// The set is open: a plugin may define codes of its own, and a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, in lower camel case.
        public let rawValue: String

        /// Makes a code of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's name.
        public var description: String { rawValue }

        /// The bytes break the grammar of the format.
        public static let syntax = Code(rawValue: "syntax")
        /// The bytes are well-formed, but do not have the shape of the wanted type.
        public static let dataShape = Code(rawValue: "dataShape")
        /// The bytes end too early; more of them might have made a value.
        public static let truncated = Code(rawValue: "truncated")
        /// A limit of the ``DecodingLimits`` was exceeded; see ``SerializationError/limit``.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// No registered serializer reads (or writes) this media type for the wanted type.
        public static let unsupportedMediaType = Code(rawValue: "unsupportedMediaType")
        /// The response has a body and no usable Content-Type, and nothing else told what it is.
        public static let missingContentType = Code(rawValue: "missingContentType")
        /// The content type is not among those that the caller accepts.
        public static let unacceptableContentType = Code(rawValue: "unacceptableContentType")
        /// The status code is not among those that the caller accepts.
        public static let unacceptableStatus = Code(rawValue: "unacceptableStatus")
        /// A value was wanted and the body is empty.
        public static let emptyBody = Code(rawValue: "emptyBody")
        /// The charset label is unknown, or its encoding cannot be decoded here.
        public static let unsupportedCharset = Code(rawValue: "unsupportedCharset")
        /// The bytes are not valid in the encoding they claim.
        public static let invalidText = Code(rawValue: "invalidText")
        /// A Content-Encoding names a coding that is not registered.
        public static let unsupportedContentCoding = Code(rawValue: "unsupportedContentCoding")
        /// A serializer looked at the head and the first bytes and said that the body is not its own.
        public static let declined = Code(rawValue: "declined")
        /// Every attempt of a fallback failed; the attempts are in ``SerializationError/underlying``.
        public static let allAttemptsFailed = Code(rawValue: "allAttemptsFailed")
        /// The value cannot be written in this format.
        public static let unencodableValue = Code(rawValue: "unencodableValue")
        /// No offered media type is acceptable to the client (server side, status 406).
        public static let notAcceptable = Code(rawValue: "notAcceptable")
        /// A header field's name or value may not be sent.
        public static let invalidField = Code(rawValue: "invalidField")
        /// The transport or file that provides the bytes failed; see ``SerializationError/underlying``.
        public static let sourceFailed = Code(rawValue: "sourceFailed")
        /// A body that is to be sent has more or fewer bytes than was declared.
        public static let lengthMismatch = Code(rawValue: "lengthMismatch")
    }
}
