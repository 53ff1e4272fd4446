public import Mimeograph
public import MimeographSession
import MimeographStructuredFields

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An interceptor that signs each request just before it is sent.
///
/// ```swift
/// let key = try SignatureKey(.ed25519, privateKey: pem)
/// configuration.contentDigest = .sha256
/// configuration.interceptors.append(
///     MessageSigner(key: key, keyID: "client-1", components: [.method, .targetURI], bodyComponents: ["content-digest"])
/// )
/// ```
/// The session signs after everything else has changed the request: other interceptors wherever they are in the list, cookies,
/// credentials, digests and validators of the cache. Each retry, each answer to a challenge and each redirect is signed again,
/// with a new time and nonce. If a reused connection is lost before the response, the transport may send an idempotent request
/// again with the same signature and nonce. The transport adds some fields later, such as `Host`, which cannot be covered; cover
/// ``SignatureComponent/authority`` instead. If `content-length` is covered, the signer sets the field.
///
/// Only requests to the signer's origins are signed: those that you name, otherwise the origin of the manager's base URL and its
/// `allowedOrigins`. Without a base URL it is the origin of the URL that the program requests. A redirect to another origin is
/// sent without a signature.
///
/// If a request cannot be signed, it fails with `SessionError.Code.messageNotSigned`, and nothing is sent. A
/// stored response is not used for a request with another key.
///
/// Source: RFC 9421 §3.1.
public struct MessageSigner: RequestInterceptor {
    private let key: SignatureKey
    private let components: [SignatureComponent]
    private let bodyComponents: [SignatureComponent]
    private let label: String
    private let fixed: SignatureParameters
    private let lifetime: Duration?
    private let sendsNonce: Bool
    private let origins: AllowedOrigins?
    /// Returns the time in seconds since the start of 1970.
    var now: @Sendable () -> Int64 = { SignatureTime.now }

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - key: The private key or the shared secret.
    ///   - keyID: The name by which the verifier finds the key.
    ///   - components: The components to cover. A message without one of them is not sent.
    ///   - bodyComponents: The components to cover as well if a request has a body, or if a response may have one.
    ///   - label: The label of the signature, which must be new in the message. It consists of lower-case letters, digits, and
    ///     `_`, `-`, `.` and `*`.
    ///   - lifetime: How long the signature is valid (`expires`), in whole seconds; nil for no limit.
    ///   - tag: The application that the signature is for; nil for none.
    ///   - sendsAlgorithm: Whether the signature names its algorithm (`alg`). Verifiers know it from the key.
    ///   - sendsNonce: Whether each signature has a new random `nonce` of 128 bits.
    ///   - origins: The origins to sign requests for; nil for those of the manager.
    public init(
        key: SignatureKey,
        keyID: String?,
        components: [SignatureComponent],
        bodyComponents: [SignatureComponent] = [],
        label: String = "sig",
        lifetime: Duration? = nil,
        tag: String? = nil,
        sendsAlgorithm: Bool = false,
        sendsNonce: Bool = false,
        origins: AllowedOrigins? = nil
    ) {
        self.key = key
        self.components = components
        self.bodyComponents = bodyComponents
        self.label = label
        fixed = SignatureParameters(algorithm: sendsAlgorithm ? key.algorithm.rawValue : nil, keyID: keyID, tag: tag)
        self.lifetime = lifetime
        self.sendsNonce = sendsNonce
        self.origins = origins
    }

    /// Signs a request with an absolute URL.
    ///
    /// - Throws: `SessionError.Code.messageNotSigned`; the request is then unchanged.
    public func sign(_ request: inout RequestMessage) throws(SessionError) {
        request.fields = try signedFields(of: .request(request), parameters())
    }

    /// Signs the head of a response.
    ///
    /// - Parameters:
    ///   - head: The head.
    ///   - request: The request that it answers, if the signature covers components of it.
    /// - Throws: `SessionError.Code.messageNotSigned`; the head is then unchanged.
    public func sign(_ head: inout ResponseHead, to request: RequestMessage? = nil) throws(SessionError) {
        head.fields = try signedFields(of: .response(head, to: request), parameters())
    }

    /// Throws, because the session must call the signer just before it sends a request.
    ///
    /// - Throws: `SessionError.Code.invalidRequest`. The signer is inside another interceptor; put it into
    ///   the `interceptors` of the configuration itself.
    public func adapt(_ request: RequestMessage) async throws -> RequestMessage {
        throw SessionError.nestedInterceptor("MessageSigner")
    }

    private func parameters() -> SignatureParameters {
        var parameters = fixed
        let created = now()
        parameters.created = created
        if let lifetime { parameters.expires = created + SignatureTime.seconds(lifetime) }
        if sendsNonce {
            var generator = SystemRandomNumberGenerator()
            parameters.nonce = "\(String(generator.next(), radix: 36))-\(String(generator.next(), radix: 36))"
        }
        return parameters
    }

    /// Returns the fields of a message with one more signature.
    func signedFields(
        of message: SignableMessage,
        _ parameters: SignatureParameters
    ) throws(SessionError) -> HeaderFields {
        var signed = message.fields
        let covered = message.hasBody ? components + bodyComponents : components
        let input = InnerList(covered.map(\.item), parameters: parameters.structured)
        let base = try SignatureFailure.converted(to: .messageNotSigned) { () throws(SignatureFailure) in
            let present = try SignatureFields(signed)
            guard present.inputs[label] == nil else {
                throw SignatureFailure(
                    "The message already has a signature with the label \(label.visible(atMost: 60)).",
                    remedy: "Give each MessageSigner its own label."
                )
            }
            return try SignatureBase(input, of: ComponentValues(message))
        }
        let signature = try key.signature(of: base.bytes)
        try SignatureFailure.converted(to: .messageNotSigned) { () throws(SignatureFailure) in
            try SignatureFields.add(input, signature, label: label, to: &signed)
        }
        return signed
    }
}

extension MessageSigner: ExchangeInterceptor {
    package var cacheIdentity: [UInt8] {
        let parts = [key.algorithm.rawValue, key.identity, label, fixed.keyID, fixed.tag]
        return parts.flatMap { part in Array((part.map { "\($0.utf8.count):\($0)" } ?? "-").utf8) }
    }

    package var addedNames: [String] { ["signature", "signature-input"] }

    package var requiresContentDigest: Bool { false }

    package func applies(to url: RequestURL, isHome: Bool) -> Bool { origins?.contains(url) ?? isHome }

    package func prepare(_ request: inout RequestMessage) throws(SessionError) {
        if (components + bodyComponents).contains(where: { $0.isField("content-length") }) {
            try setLength(of: &request)
        }
        try sign(&request)
    }

    /// Sets Content-Length, which the transport would add later, if the length is known.
    private func setLength(of request: inout RequestMessage) throws(SessionError) {
        if case .none = request.body { return }
        guard !request.fields.contains("Content-Length"), let length = try request.body.length else { return }
        request.fields["Content-Length"] = "\(length)"
    }
}

/// Times in whole seconds since the start of 1970 in UTC.
enum SignatureTime {
    /// The largest number of seconds that a field can carry. Source: RFC 9651 §3.3.1.
    static let latest: Int64 = 999_999_999_999_999

    static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    /// Returns the whole seconds of a duration, between zero and a number that sums do not overflow.
    static func seconds(_ duration: Duration) -> Int64 { min(max(duration.components.seconds, 0), latest) }
}
