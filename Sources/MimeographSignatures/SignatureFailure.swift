import Mimeograph
public import MimeographSession

extension SessionError.Code {
    /// A request or a response cannot be signed, for example because a component is missing. Nothing was sent.
    public static let messageNotSigned = SessionError.Code(rawValue: "messageNotSigned")
    /// A message has no signature that the verifier looks for.
    public static let signatureMissing = SessionError.Code(rawValue: "signatureMissing")
    /// A signature is wrong, malformed, ambiguous, or does not cover a required component.
    public static let signatureInvalid = SessionError.Code(rawValue: "signatureInvalid")
    /// A signature is too old, has expired, or was created in the future.
    public static let signatureExpired = SessionError.Code(rawValue: "signatureExpired")
    /// A key for signatures cannot be read, or is not a key for its algorithm.
    public static let invalidSignatureKey = SessionError.Code(rawValue: "invalidSignatureKey")
    /// The platform has no message signatures, because they need OpenSSL.
    public static let signaturesUnavailable = SessionError.Code(rawValue: "signaturesUnavailable")
}

/// The reason why a message cannot be signed or verified. The caller adds the code.
struct SignatureFailure: Error {
    let message: String
    let remedy: String
    /// The code, if it does not depend on the caller.
    var code: SessionError.Code?

    init(_ message: String, remedy: String, code: SessionError.Code? = nil) {
        self.message = message
        self.remedy = remedy
        self.code = code
    }

    /// Makes a failure of parsing or serializing something, such as a field.
    init(_ subject: String, _ error: SerializationError) {
        self.init(
            "\(subject) cannot be parsed or serialized: \(error.message)",
            remedy: error.remedy ?? "See RFC 9651 and RFC 9421."
        )
    }

    func error(_ code: SessionError.Code) -> SessionError {
        SessionError(self.code ?? code, message, remedy: remedy)
    }

    /// Runs an operation, and throws its failure with a code.
    static func converted<Value>(
        to code: SessionError.Code,
        _ operation: () throws(SignatureFailure) -> Value
    ) throws(SessionError) -> Value {
        do throws(SignatureFailure) { return try operation() } catch { throw error.error(code) }
    }
}
