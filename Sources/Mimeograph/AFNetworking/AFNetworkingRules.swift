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
    package func combining(
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

/// Where callbacks are called.
public struct CallbackExecutor: Sendable {
    /// Runs what it is given.
    package let run: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Makes an executor.
    ///
    /// - Parameter run: Runs what it is given, now or later, once.
    public init(_ run: @escaping @Sendable (_ callback: @escaping @Sendable () -> Void) -> Void) { self.run = run }

    /// On any thread, several at the same time.
    public static let concurrent = CallbackExecutor { callback in callback() }

    /// On the main actor. A program that never runs its main queue, as many servers, never gets its callbacks.
    public static let main = CallbackExecutor { callback in Task { @MainActor in callback() } }
}
