extension ResponseValidation {
    /// What AFNetworking does: see ``Rules/afnetworking``.
    public static let afnetworking = ResponseValidation(rules: .afnetworking)

    /// Decides by AFNetworking's rules: the content type first, whose error that of the status wraps.
    func afnetworkingVerdict(
        _ head: ResponseHead,
        bodyIsEmpty: Bool,
        typeIsAcceptable: Bool,
        acceptable: [MediaRange]
    ) -> Verdict {
        var error: SerializationError?
        var isValid = true
        if !typeIsAcceptable, !(head.contentType == nil && bodyIsEmpty) {
            isValid = false
            if !bodyIsEmpty, head.url != nil { error = contentTypeError(head, acceptable: acceptable) }
        }
        let mayDecode = error == nil
        if head.url != nil, var status = statusError(head) {
            isValid = false
            if let error { status.underlying = [error] }
            error = status
        }
        return Verdict(isValid: isValid, error: error, mayDecode: mayDecode)
    }

    /// Puts a failure to decode together with the failure of validation that came before it, if any.
    ///
    /// With ``Rules/afnetworking`` the failure to decode is the outer one, as there. With ``Rules/strict`` both cannot
    /// happen; the status stays the outer one, because it is what a person has to know first.
    public func combining(
        _ decodingError: SerializationError,
        after validationError: SerializationError?
    ) -> SerializationError {
        guard let validationError else { return decodingError }
        var (outer, inner) = (decodingError, validationError)
        if rules == .strict { (outer, inner) = (validationError, decodingError) }
        outer.underlying.append(inner)
        return outer
    }
}
