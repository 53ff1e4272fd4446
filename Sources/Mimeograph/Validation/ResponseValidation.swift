/// Decides, before anything is decoded, whether a response is one that the caller wants.
///
/// ```swift
/// var validation = ResponseValidation.strict
/// validation.statusCodes = [200...299, 304...304]
/// validation.contentTypes = .ranges(["application/json", "*/*+json"])
/// ```
public struct ResponseValidation: Hashable, Sendable {
    /// The status codes that are acceptable. Default 200–299.
    public var statusCodes: StatusCodes
    /// The content types that are acceptable. Default: those of the serializer.
    public var contentTypes: AcceptableContentTypes
    /// In which order is asked, and what follows from a failure.
    public var rules: Rules

    /// Makes a validation; what is not given has its default.
    public init(
        statusCodes: StatusCodes = .successful,
        contentTypes: AcceptableContentTypes = .ofSerializer,
        rules: Rules = .strict
    ) {
        self.statusCodes = statusCodes
        self.contentTypes = contentTypes
        self.rules = rules
    }

    /// The status first, then the content type; nothing is decoded after a failure.
    public static let strict = ResponseValidation(rules: .strict)

    /// Every response is acceptable.
    public static let none = ResponseValidation(statusCodes: .any, contentTypes: .any)

    /// In which order is asked, and what follows from a failure.
    public enum Rules: Hashable, Sendable {
        /// The status first, then the content type; the first failure is the error, and nothing is decoded after it.
        /// The content type of a response without a body does not matter.
        case strict
        /// AFNetworking 4's rules, with all their consequences:
        ///
        /// - The content type is asked first; a failed status wraps its error, so that the status is the outer one.
        /// - A response without a content type and without a body is acceptable.
        /// - A wrong content type of an empty body makes the response invalid without an error.
        /// - A head without a URL gives no errors, and its status is not asked.
        /// - A body is decoded all the same unless its content type is among the errors.
        ///
        /// Source: AFNetworking 4, behaviour of `validateResponse:data:error:`.
        case afnetworking
    }

    /// Which content types are acceptable.
    public enum AcceptableContentTypes: Hashable, Sendable {
        /// Those that the serializer accepts.
        case ofSerializer
        /// All, and none at all.
        case any
        /// Those that match one of these ranges.
        case ranges([MediaRange])
    }

    /// What was decided.
    package struct Verdict: Sendable {
        /// Whether the response is acceptable.
        package let isValid: Bool
        /// Why it is not. With ``Rules/afnetworking`` there are invalid responses without a reason.
        package let error: SerializationError?
        /// Whether the body may be decoded.
        package let mayDecode: Bool
    }
}

extension ResponseValidation {
    /// Decides about a response.
    ///
    /// - Parameters:
    ///   - head: The head of the response; nil where it is no HTTP response, which is acceptable.
    ///   - bodyIsEmpty: Whether the response has no body.
    ///   - serializerTypes: What the serializer accepts, for ``AcceptableContentTypes/ofSerializer``; nil where it does
    ///     not matter, as where the serializer was chosen by the content type.
    package func validate(
        _ head: ResponseHead?,
        bodyIsEmpty: Bool,
        serializerTypes: [MediaRange]? = nil
    ) -> Verdict {
        guard let head else { return Verdict(isValid: true, error: nil, mayDecode: true) }
        let acceptable = acceptableRanges(serializerTypes)
        let typeIsAcceptable = accepts(head, acceptable)
        switch rules {
        case .strict:
            var error = statusError(head)
            if error == nil, !bodyIsEmpty, !typeIsAcceptable {
                error = contentTypeError(head, acceptable: acceptable ?? [])
            }
            return Verdict(isValid: error == nil, error: error, mayDecode: error == nil)
        case .afnetworking:
            return afnetworkingVerdict(
                head,
                bodyIsEmpty: bodyIsEmpty,
                typeIsAcceptable: typeIsAcceptable,
                acceptable: acceptable ?? []
            )
        }
    }

    private func acceptableRanges(_ serializerTypes: [MediaRange]?) -> [MediaRange]? {
        switch contentTypes {
        case .ofSerializer: serializerTypes
        case .any: nil
        case .ranges(let ranges): ranges
        }
    }

    /// A response without a content type is acceptable only where any is.
    private func accepts(_ head: ResponseHead, _ acceptable: [MediaRange]?) -> Bool {
        guard let acceptable, !acceptable.contains(.any) else { return true }
        guard let type = head.contentType else { return false }
        return acceptable.contains { $0.contains(type) }
    }
}

extension ResponseValidation {
    /// The error for an unacceptable status, or nil where the status is acceptable.
    package func statusError(_ head: ResponseHead) -> SerializationError? {
        if statusCodes.contains(head.status) { return nil }
        let phrase = ReasonPhrase.of(head.status).map { " (\($0))" } ?? ""
        var error = SerializationError(
            .unacceptableStatus,
            "Request failed: unacceptable status \(head.status)\(phrase).",
            remedy: "What the server says about it is in the error's body."
        )
        error.head = head
        return error
    }

    /// The error for an unacceptable content type.
    func contentTypeError(_ head: ResponseHead, acceptable: [MediaRange]) -> SerializationError {
        let ranges = acceptable.map(\.description).sorted().joined(separator: ", ")
        // The type is the peer's text: its parameters say nothing here, and a long one is cut.
        let type = head.contentType?.visibleEssence
        var error = SerializationError(
            .unacceptableContentType,
            "Request failed: unacceptable content type: \(type ?? "none"). Acceptable: \(ranges.isEmpty ? "none" : ranges).",
            remedy: type == nil
                ? "Have the server send a Content-Type, or set ResponseValidation.contentTypes to .any."
                : "If you trust the server, add the type to ResponseValidation.contentTypes."
        )
        error.head = head
        return error
    }
}
