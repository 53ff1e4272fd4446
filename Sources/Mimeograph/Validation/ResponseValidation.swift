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

    /// Makes a validation; what is not given has its default.
    public init(statusCodes: StatusCodes = .successful, contentTypes: AcceptableContentTypes = .ofSerializer) {
        self.statusCodes = statusCodes
        self.contentTypes = contentTypes
    }

    /// The status must be 200–299, and the content type one that a serializer accepts.
    public static let strict = ResponseValidation()

    /// Every response is acceptable.
    public static let none = ResponseValidation(statusCodes: .any, contentTypes: .any)

    /// Which content types are acceptable.
    public enum AcceptableContentTypes: Hashable, Sendable {
        /// Those that the serializer accepts.
        case ofSerializer
        /// All, and none at all.
        case any
        /// Those that match one of these ranges.
        case ranges([MediaRange])
    }
}

extension ResponseValidation {
    /// Returns why a response is not acceptable: the error of its status, else that of its content type; nil if it is acceptable.
    ///
    /// The content type of a response without a body does not matter.
    package func failure(of head: ResponseHead, bodyIsEmpty: Bool) -> SerializationError? {
        // Which content types the serializers accept is found out when one is chosen.
        statusError(head) ?? (bodyIsEmpty ? nil : contentTypeError(head, serializerTypes: nil))
    }

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

    /// The error for an unacceptable content type, or nil if the content type is acceptable.
    ///
    /// - Parameter serializerTypes: The types that the serializer accepts, for ``AcceptableContentTypes/ofSerializer``; nil if all are
    ///   acceptable then.
    package func contentTypeError(_ head: ResponseHead, serializerTypes: [MediaRange]?) -> SerializationError? {
        let acceptable: [MediaRange]
        switch contentTypes {
        case .any: return nil
        case .ofSerializer:
            guard let serializerTypes else { return nil }
            acceptable = serializerTypes
        case .ranges(let ranges): acceptable = ranges
        }
        if acceptable.contains(.any) { return nil }
        let contentType = head.contentType
        if let contentType, acceptable.contains(where: { $0.contains(contentType) }) { return nil }
        let ranges = acceptable.map(\.description).sorted().joined(separator: ", ")
        // The type is the peer's text: its parameters say nothing here, and a long one is cut.
        let type = contentType?.visibleEssence
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
