import Mimeograph

extension ResponseValidation {
    /// AFNetworking 4's decision about a response.
    ///
    /// - The content type is checked first. If the status fails too, its error wraps the error of the content type.
    /// - A response without a content type and without a body is acceptable.
    /// - If the body is empty, a wrong content type makes the response invalid without an error.
    /// - If the head has no URL, errors are not reported, and the status is not checked.
    /// - A body is decoded anyway, unless its content type is among the errors.
    ///
    /// Source: AFNetworking 4, behavior of `validateResponse:data:error:`.
    struct AFNetworkingVerdict {
        let isValid: Bool
        /// The reason why the response is invalid. Some invalid responses have no reason.
        let error: SerializationError?
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
    /// Returns the error of a body that could not be decoded, with the error of its response among its underlying errors, as in
    /// AFNetworking.
    func wrapping(_ response: SerializationError?) -> SerializationError {
        var error = self
        if let response { error.underlying.append(response) }
        return error
    }
}
