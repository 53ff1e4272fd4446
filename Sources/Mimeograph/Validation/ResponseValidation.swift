/// The rules for an acceptable response, which are checked before decoding.
///
/// ```swift
/// var validation = ResponseValidation.strict
/// validation.statusCodes = [200...299, 304...304]
/// validation.contentTypes = .ranges(["application/json", "*/*+json"])
/// ```
public struct ResponseValidation: Hashable, Sendable {
    /// The acceptable status codes. Default 200–299.
    public var statusCodes: StatusCodes
    /// The acceptable content types. By default, the chosen serializer decides.
    public var contentTypes: AcceptableContentTypes

    /// Makes a validation; omitted arguments have their defaults.
    public init(statusCodes: StatusCodes = .successful, contentTypes: AcceptableContentTypes = .ofSerializer) {
        self.statusCodes = statusCodes
        self.contentTypes = contentTypes
    }

    /// Accepts the statuses 200–299, and the content types that a serializer accepts.
    public static let strict = ResponseValidation()

    /// Accepts every response.
    public static let none = ResponseValidation(statusCodes: .any, contentTypes: .any)

    /// A set of acceptable content types.
    public enum AcceptableContentTypes: Hashable, Sendable {
        /// The types that the serializer accepts.
        case ofSerializer
        /// Any type, or none.
        case any
        /// The types that match one of these ranges.
        case ranges([MediaRange])
    }
}

extension ResponseValidation {
    /// Returns the error of an unacceptable status or content type; nil if the response is acceptable.
    ///
    /// The content type does not matter if the body is empty.
    package func failure(of head: ResponseHead, bodyIsEmpty: Bool) -> SerializationError? {
        // The registry checks the serializers' types when it chooses one.
        statusError(head) ?? (bodyIsEmpty ? nil : contentTypeError(head, serializerTypes: nil))
    }

    /// Returns the error for an unacceptable status; nil if the status is acceptable.
    package func statusError(_ head: ResponseHead) -> SerializationError? {
        if statusCodes.contains(head.status) { return nil }
        let phrase = ReasonPhrase.of(head.status).map { " (\($0))" } ?? ""
        var error = SerializationError(
            .unacceptableStatus,
            "Request failed: unacceptable status \(head.status)\(phrase).",
            remedy: "Read the server's explanation in the error's body."
        )
        error.head = head
        return error
    }

    /// Returns the error for an unacceptable content type; nil if the content type is acceptable.
    ///
    /// - Parameter serializerTypes: The types that ``AcceptableContentTypes/ofSerializer`` accepts; nil for all.
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
        // The peer chose the type: omit its parameters, and shorten it.
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
