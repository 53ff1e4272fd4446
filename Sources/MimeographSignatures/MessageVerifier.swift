public import Mimeograph
public import MimeographSession
import MimeographStructuredFields

/// An interceptor that rejects responses without a valid signature.
///
/// ```swift
/// let server = try SignatureKey(.ecdsaP256, publicKey: pem)
/// configuration.interceptors.append(
///     MessageVerifier(components: [.status, .targetURI.ofRequest], bodyComponents: ["content-digest"]) { keyID in
///         keyID == "server-1" ? server : nil
///     }
/// )
/// ```
/// The session verifies the head of each response from the network before it uses any of it: redirects, challenges, errors and
/// answers to revalidations, too. Interim responses and trailers are not verified. A response of any origin needs a signature,
/// unless you name the origins. The request fails with `SessionError.Code.signatureMissing`,
/// `SessionError.Code.signatureInvalid` or `SessionError.Code.signatureExpired`, and no
/// interceptor decides whether to retry it.
///
/// If `content-digest` is among the components, also as one member (`;key`) or another form, the session requires a digest that
/// it supports. It compares the body with all supported digests of the field while it is read. Otherwise nothing protects the
/// body. A cached response is used again only for requests with the same
/// verifier, or a copy of it, so another run of the program does not use it.
///
/// A verifier also checks requests, for a server: ``verify(_:)``. It does not read the body. A signature that covers nothing is
/// always rejected.
///
/// Source: RFC 9421 §3.2.
public struct MessageVerifier: RequestInterceptor {
    /// The most signatures of a message that are verified.
    private static let mostSignatures = 4

    private let components: [SignatureComponent]
    private let bodyComponents: [SignatureComponent]
    private let maximumAge: Int64?
    private let clockSkew: Int64
    private let label: String?
    private let tag: String?
    private let origins: AllowedOrigins?
    private let isNewNonce: (@Sendable (SignatureParameters) -> Bool)?
    private let key: @Sendable (String?) -> SignatureKey?
    /// A random number, which another verifier does not have.
    private let identity = UInt64.random(in: .min ... .max)
    /// Returns the time in seconds since the start of 1970.
    var now: @Sendable () -> Int64 = { SignatureTime.now }

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - components: The components that a signature must cover. It may cover more.
    ///   - bodyComponents: The components that it must also cover if a request has a body, or if a response may have one.
    ///   - maximumAge: The longest time since the signature was made, in whole seconds; the signature must then say when
    ///     (`created`). With nil, a signature without a time is accepted, and so is one of any age. Default 5 minutes.
    ///   - clockSkew: How far the clocks may differ, in whole seconds. It applies to `created` and `expires`. Default 30 s.
    ///   - label: The label of the signature; nil for any.
    ///   - tag: The tag that the signature must have; nil for any.
    ///   - origins: The origins whose responses need a signature; nil for all origins.
    ///   - isNewNonce: Returns whether the `nonce` is new for its `keyID`, and remembers it. `created` and `expires` say how long
    ///     that is necessary. It is called for valid signatures only, and a signature without a nonce is rejected. With nil,
    ///     nonces are not checked.
    ///   - key: Returns the key for a `keyid`, or nil if it is unknown. The argument is nil for a signature without a `keyid`.
    public init(
        components: [SignatureComponent],
        bodyComponents: [SignatureComponent] = [],
        maximumAge: Duration? = .seconds(300),
        clockSkew: Duration = .seconds(30),
        label: String? = nil,
        tag: String? = nil,
        origins: AllowedOrigins? = nil,
        isNewNonce: (@Sendable (SignatureParameters) -> Bool)? = nil,
        key: @escaping @Sendable (_ keyID: String?) -> SignatureKey?
    ) {
        self.components = components
        self.bodyComponents = bodyComponents
        self.maximumAge = maximumAge.map(SignatureTime.seconds)
        self.clockSkew = SignatureTime.seconds(clockSkew)
        self.label = label
        self.tag = tag
        self.origins = origins
        self.isNewNonce = isNewNonce
        self.key = key
    }

    /// Throws, because the session must call the verifier for each response.
    ///
    /// - Throws: `SessionError.Code.invalidRequest`. The verifier is inside another interceptor; put it into
    ///   the `interceptors` of the configuration itself.
    public func adapt(_ request: RequestMessage) async throws -> RequestMessage {
        throw SessionError.nestedInterceptor("MessageVerifier")
    }

    /// Verifies a message.
    ///
    /// If several signatures have the label and the tag, one of them must be valid. More than four are rejected. The body is not
    /// read: compare it with a covered `Content-Digest`, as a session does.
    ///
    /// - Returns: The parameters of the valid signature.
    /// - Throws: `SessionError.Code.signatureMissing`,
    ///   `SessionError.Code.signatureInvalid`, `SessionError.Code.signatureExpired`.
    @discardableResult
    public func verify(_ message: SignableMessage) throws(SessionError) -> SignatureParameters {
        try SignatureFailure.converted(to: .signatureInvalid) { () throws(SignatureFailure) in
            let found = try candidates(in: SignatureFields(message.fields))
            let values = try ComponentValues(message)
            var first: SignatureFailure?
            for (input, signature) in found {
                do throws(SignatureFailure) {
                    return try verify(input, signature, of: values)
                } catch {
                    first = first ?? error
                }
            }
            throw first
                ?? SignatureFailure(
                    "The message has no signature\(wanted).",
                    remedy: "The sender must sign it. Check the label and the tag that the verifier expects.",
                    code: .signatureMissing
                )
        }
    }

    private var wanted: String {
        (label.map { " with the label \($0)" } ?? "") + (tag.map { " with the tag \($0)" } ?? "")
    }

    /// Returns the signatures with the label and the tag.
    private func candidates(in fields: SignatureFields) throws(SignatureFailure) -> [(InnerList, [UInt8])] {
        var found: [(InnerList, [UInt8])] = []
        for (name, member) in fields.inputs where label?.hasSameBytes(as: name) ?? true {
            guard case .innerList(let input) = member, let signature = fields.signatures[name]?.byteSequence else {
                throw SignatureFailure(
                    "The signature \(name.visible(atMost: 60)) is not a list of components with a byte sequence.",
                    remedy: "The sender must follow RFC 9421 §4."
                )
            }
            if let tag, input.parameters["tag"]?.string?.hasSameBytes(as: tag) != true { continue }
            found.append((input, signature))
        }
        guard found.count <= Self.mostSignatures else {
            throw SignatureFailure(
                "The message has \(found.count) signatures, but at most \(Self.mostSignatures) are verified.",
                remedy: "Name the label or the tag in MessageVerifier."
            )
        }
        return found
    }

    private func verify(
        _ input: InnerList,
        _ signature: [UInt8],
        of values: ComponentValues
    ) throws(SignatureFailure) -> SignatureParameters {
        let parameters = try SignatureParameters(input.parameters)
        try checkTimes(of: parameters)
        let base = try SignatureBase(input, of: values)
        try checkComponents(of: base, values.message.hasBody ? components + bodyComponents : components)
        guard let key = key(parameters.keyID) else {
            throw SignatureFailure(
                "The key of the signature is unknown.",
                remedy: "Add the key for its keyid to the look-up of MessageVerifier."
            )
        }
        if let algorithm = parameters.algorithm, !algorithm.hasSameBytes(as: key.algorithm.rawValue) {
            throw SignatureFailure(
                "The signature names another algorithm than \(key.algorithm.rawValue), the algorithm of its key.",
                remedy: "Use a key for that algorithm, if it is supported; see SignatureAlgorithm."
            )
        }
        guard key.isValid(signature, of: base.bytes) else {
            throw SignatureFailure(
                "The signature does not match the message and the key.",
                remedy: "The message was changed in transit, or the sender used another key."
            )
        }
        try checkNonce(of: parameters)
        return parameters
    }

    private func checkTimes(of parameters: SignatureParameters) throws(SignatureFailure) {
        let now = now()
        if let created = parameters.created, created > now + clockSkew {
            throw expired("The signature was created \(created - now) s in the future.")
        }
        if let expires = parameters.expires, expires < now - clockSkew {
            throw expired("The signature expired \(now - expires) s ago.")
        }
        guard let maximumAge else { return }
        guard let created = parameters.created else {
            throw SignatureFailure(
                "The signature does not say when it was created.",
                remedy: "The sender must add the parameter created, or set maximumAge to nil."
            )
        }
        if now - created > maximumAge + clockSkew {
            throw expired("The signature is \(now - created) s old, but the limit is \(maximumAge) s.")
        }
    }

    private func expired(_ message: String) -> SignatureFailure {
        SignatureFailure(
            message,
            remedy: "Check both clocks, or raise maximumAge or clockSkew of MessageVerifier.",
            code: .signatureExpired
        )
    }

    private func checkComponents(
        of base: SignatureBase,
        _ required: [SignatureComponent]
    ) throws(SignatureFailure) {
        guard !base.components.isEmpty else {
            throw SignatureFailure(
                "The signature covers no component.",
                remedy: "The sender must cover the parts of the message that the recipient uses."
            )
        }
        for component in required where !base.components.contains(component) {
            throw SignatureFailure(
                "The signature does not cover the component \(component.visible).",
                remedy: "The sender must cover it, or remove it from the components of MessageVerifier."
            )
        }
    }

    private func checkNonce(of parameters: SignatureParameters) throws(SignatureFailure) {
        guard let isNewNonce else { return }
        guard parameters.nonce != nil else {
            throw SignatureFailure("The signature has no nonce.", remedy: "The sender must add the parameter nonce.")
        }
        guard isNewNonce(parameters) else {
            throw SignatureFailure(
                "The nonce of the signature was used before.",
                remedy: "The message may be a replay. A sender must use a new nonce each time."
            )
        }
    }
}

extension MessageVerifier: ExchangeInterceptor {
    package var cacheIdentity: [UInt8] { Array("\(identity)".utf8) }

    package var addedNames: [String] { [] }

    package var requiresContentDigest: Bool { !digestComponents.isEmpty }

    /// The required components that are about the digest of the body.
    private var digestComponents: [SignatureComponent] {
        (components + bodyComponents).filter { $0.isField("content-digest") }
    }

    package func applies(to url: RequestURL, isHome: Bool) -> Bool { origins?.contains(url) ?? true }

    package func prepare(_ request: inout RequestMessage) throws(SessionError) {
        // The digest of another member would not protect the body.
        let keys = digestComponents.map { $0.parameters["key"] }
        let isSupported = { (key: BareItem?) in
            key.map { $0.string.flatMap(DigestAlgorithm.init(rawValue:)) != nil } ?? true
        }
        guard keys.isEmpty || keys.contains(where: isSupported) else {
            throw SessionError(
                .invalidRequest,
                "MessageVerifier requires a member of Content-Digest that is not supported.",
                remedy: "Require \"content-digest\", or its member sha-256 or sha-512."
            )
        }
    }

    package func check(_ head: ResponseHead, of request: RequestMessage) throws(SessionError) {
        try verify(.response(head, to: request))
    }
}
