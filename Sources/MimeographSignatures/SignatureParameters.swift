import MimeographStructuredFields

/// The parameters of a signature.
///
/// Source: RFC 9421 §2.3.
public struct SignatureParameters: Hashable, Sendable {
    /// When the signature was made, in seconds since the start of 1970 in UTC.
    public var created: Int64?
    /// When the signature expires, in seconds since the start of 1970 in UTC.
    public var expires: Int64?
    /// A text that a sender uses once.
    public var nonce: String?
    /// The name of the algorithm. The key decides the algorithm; a verifier rejects another name.
    public var algorithm: String?
    /// The name by which the verifier finds the key.
    public var keyID: String?
    /// The application that the signature is for.
    public var tag: String?
}

extension SignatureParameters {
    /// Reads the parameters of a received signature. Unknown ones are ignored here, but the signature covers them.
    init(_ parameters: StructuredParameters) throws(SignatureFailure) {
        created = try Self.value("created", in: parameters) { $0.integer }
        expires = try Self.value("expires", in: parameters) { $0.integer }
        nonce = try Self.value("nonce", in: parameters) { $0.string }
        algorithm = try Self.value("alg", in: parameters) { $0.string }
        keyID = try Self.value("keyid", in: parameters) { $0.string }
        tag = try Self.value("tag", in: parameters) { $0.string }
    }

    private static func value<Value>(
        _ key: String,
        in parameters: StructuredParameters,
        _ convert: (BareItem) -> Value?
    ) throws(SignatureFailure) -> Value? {
        guard let item = parameters[key] else { return nil }
        guard let value = convert(item) else {
            throw SignatureFailure(
                "The parameter \(key) of the signature has a wrong type.",
                remedy: "created and expires are integers, and the others are strings."
            )
        }
        return value
    }

    /// The parameters in the order in which they are written. Missing ones are left out.
    var structured: StructuredParameters {
        var parameters = StructuredParameters()
        parameters["created"] = created.map { .integer($0) }
        parameters["keyid"] = keyID.map { .string($0) }
        parameters["alg"] = algorithm.map { .string($0) }
        parameters["expires"] = expires.map { .integer($0) }
        parameters["nonce"] = nonce.map { .string($0) }
        parameters["tag"] = tag.map { .string($0) }
        return parameters
    }
}
