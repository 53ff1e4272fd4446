public import Mimeograph

/// A policy for redirects: how many to follow, where to, and which fields go along.
///
/// ```swift
/// configuration.redirects = .none                                       // a 302 is the response
/// configuration.redirects.decide = { redirect in
///     redirect.request.url.hasPrefix("https://example.com/") ? .follow : .stop
/// }
/// ```
/// Some rules always hold. A redirect leads only to `http` or `https`, and an empty `Location` is ignored. Secrets are not sent
/// to another origin. Secrets are fields with secret names (`Authorization`, `Proxy-Authorization`, `Cookie`, `X-Api-Key`,
/// `Idempotency-Key` and the like). Fields that an interceptor set count too, except preferences such as `Accept`. To send a
/// secret along, return another request with ``Decision/send(_:)``.
public struct RedirectPolicy: Sendable {
    /// The most redirects in a row, 20 by default. With 0, no redirect is followed, and the redirect itself is the response.
    public var limit: Int
    /// Whether a redirect may lead from `https` to `http`. By default it may not, and is an error.
    public var allowsDowngrade: Bool
    /// Decides about each redirect; nil follows all of them.
    public var decide: (@Sendable (Redirect) async -> Decision)?

    /// Makes a policy.
    public init(
        limit: Int = 20,
        allowsDowngrade: Bool = false,
        decide: (@Sendable (Redirect) async -> Decision)? = nil
    ) {
        self.limit = limit
        self.allowsDowngrade = allowsDowngrade
        self.decide = decide
    }

    /// Follows at most 20 redirects.
    public static let standard = RedirectPolicy()
    /// Follows no redirects: the redirect itself is the response.
    public static let none = RedirectPolicy(limit: 0)

    /// A decision about a redirect.
    public enum Decision: Sendable {
        /// Sends the request to the target of the redirect.
        case follow
        /// Returns the redirect itself as the response.
        case stop
        /// Sends this request instead; its URL is absolute.
        case send(RequestMessage)
    }

    /// A redirect that is about to be followed.
    public struct Redirect: Sendable {
        /// The response that redirects; its `url` is the URL that sent it.
        public let head: ResponseHead
        /// The request that would be sent, with its absolute URL. Secrets of another origin are already removed.
        public let request: RequestMessage
        /// The number of redirects that were followed before this one.
        public let count: Int
    }
}

/// The rules by which a redirect changes a request.
///
/// A QUERY keeps its method and body after 301 and 302, because only POST has an exception there.
///
/// Source: RFC 9110 §15.4; RFC 10008 §2.5; Fetch §4.4 "HTTP-redirect fetch" for the method and the body.
enum RedirectRules {
    /// Whether the status redirects if there is a Location.
    static func redirects(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Rejects a response with several targets, as browsers and curl do. An attacker may have added one of them.
    ///
    /// Source: RFC 9110 §5.3, §10.2.2.
    ///
    /// - Throws: ``SessionError/Code/invalidResponse``.
    static func checkLocation(of head: ResponseHead) throws(SessionError) {
        let targets = head.fields.values(of: "Location")
        guard targets.count > 1, !targets.allSatisfy({ $0.hasSameBytes(as: targets[0]) }) else { return }
        throw SessionError(
            .invalidResponse,
            "The response has \(targets.count) fields Location with different targets.",
            remedy: "Correct the server, or the proxy in front of it."
        ).with(head)
    }

    /// Returns the target of a redirect; nil if the response does not redirect.
    ///
    /// - Throws: ``SessionError/Code/redirectRefused`` if the target is not a URL of a web server.
    static func target(of head: ResponseHead, from url: RequestURL) throws(SessionError) -> RequestURL? {
        // An empty Location names the same URL, and would loop. Browsers and curl ignore it.
        guard redirects(head.status), let location = head.fields.values(of: "Location").first, !location.isEmpty else {
            return nil
        }
        do throws(SessionError) {
            return try RequestURL(location, relativeTo: url)
        } catch {
            throw SessionError(
                .redirectRefused,
                "The server redirects to something that is not a URL of a web server.",
                remedy: "To get the redirect itself as the response, with its Location, use RedirectPolicy.none.",
                underlying: [error]
            ).with(head)
        }
    }

    /// Returns the request for the target.
    ///
    /// - Parameters:
    ///   - secrets: The names, in lower case, of fields that are secret because an interceptor set them.
    ///   - ownKey: The idempotency key for another origin, if the request has one; nil for none. The caller's own key is for its
    ///     origin only.
    static func next(
        _ request: RequestMessage,
        status: Int,
        from url: RequestURL,
        to target: RequestURL,
        secrets: Set<String>,
        ownKey: String?
    ) -> RequestMessage {
        var next = request
        next.url = target.text
        let becomesGet =
            switch status {
            case 301, 302: request.method == .post
            case 303: request.method != .get && request.method != .head
            default: false
            }
        if becomesGet {
            next.method = .get
            next.body = .none
            next.trailers = nil
            for name in fieldsOfBodies { next.fields.remove(name) }
            next.fields.remove(IdempotencyKey.field)
        }
        if !url.hasSameOrigin(as: target) {
            let key = next.fields.contains(IdempotencyKey.field) ? ownKey : nil
            removeSecrets(from: &next.fields)
            // Without a key, the target could not recognize a repetition.
            next.fields[IdempotencyKey.field] = key
            if !secrets.isEmpty { next.fields.remove(contentsOf: secrets) }
        }
        return next
    }

    /// Removes fields that belong to one origin, before the others go to another origin.
    ///
    /// - Parameter given: Fields that stay, whatever their names are.
    static func removeSecrets(from fields: inout HeaderFields, except given: HeaderFields = [:]) {
        for line in fields where isOfAnOrigin(line.name) && !given.contains(line.name) { fields.remove(line.name) }
    }

    /// Whether a field belongs to one origin: Host, or a field with a secret name such as `Authorization`, `Cookie` or
    /// `X-Api-Key`. Source: Fetch §4.4 step 13; RFC 9110 §15.4 step 5.
    static func isOfAnOrigin(_ name: String) -> Bool {
        name.lowercased().hasSameBytes(as: "host") || SecretName.matches(name)
    }

    /// Source: Fetch §4.4, "request-body-header name", and the fields that frame a body.
    private static let fieldsOfBodies = [
        "Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length",
        "Transfer-Encoding",
        "Content-MD5", "Content-Range", "Content-Digest", "Repr-Digest", "Digest", "Expect", "Trailer",
    ]
}
