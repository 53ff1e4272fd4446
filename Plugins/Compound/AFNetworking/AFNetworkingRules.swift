import Mimeograph

extension ResponseValidation {
    /// What AFNetworking 4 decides about a response.
    ///
    /// - The content type is checked first. If the status fails too, its error wraps that of the content type.
    /// - A response without a content type and without a body is acceptable.
    /// - A wrong content type of an empty body makes the response invalid without an error.
    /// - A head without a URL gives no errors, and its status is not checked.
    /// - A body is decoded all the same unless its content type is among the errors.
    ///
    /// Source: AFNetworking 4, behaviour of `validateResponse:data:error:`.
    struct AFNetworkingVerdict {
        /// Whether the response is acceptable.
        let isValid: Bool
        /// Why it is not. There are invalid responses without a reason.
        let error: SerializationError?
        /// Whether the body may be decoded.
        let mayDecode: Bool
    }

    /// Decides about a response by AFNetworking's rules.
    ///
    /// - Parameter serializerTypes: The types that the serializer accepts, for ``AcceptableContentTypes/ofSerializer``.
    func afnetworkingVerdict(
        _ head: ResponseHead,
        bodyIsEmpty: Bool,
        serializerTypes: [MediaRange]? = nil
    ) -> AFNetworkingVerdict {
        var error: SerializationError?
        var isValid = true
        let typeError = contentTypeError(head, serializerTypes: serializerTypes)
        if let typeError, !(head.contentType == nil && bodyIsEmpty) {
            isValid = false
            if !bodyIsEmpty, head.url != nil { error = typeError }
        }
        let mayDecode = error == nil
        if head.url != nil, var status = statusError(head) {
            isValid = false
            if let error { status.underlying = [error] }
            error = status
        }
        return AFNetworkingVerdict(isValid: isValid, error: error, mayDecode: mayDecode)
    }
}

extension SerializationError {
    /// The error of a body that could not be decoded, with the error of its response underneath, as AFNetworking has it.
    func wrapping(_ response: SerializationError?) -> SerializationError {
        var error = self
        if let response { error.underlying.append(response) }
        return error
    }
}
