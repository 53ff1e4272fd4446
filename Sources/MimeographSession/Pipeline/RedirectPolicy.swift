public import Mimeograph

/// Decides about redirects: how many, where to, and what goes along.
///
/// ```swift
/// configuration.redirects = .none                                       // a 302 is the response
/// configuration.redirects.decide = { redirect in
///     redirect.request.url.hasPrefix("https://example.com/") ? .follow : .stop
/// }
/// ```
/// Whatever it decides: a redirect leads to `http` or `https` only, and a secret does not go to another origin. Secret are fields by
/// their names (`Authorization`, `Proxy-Authorization`, `Cookie`, `X-Api-Key`, `Private-Token` and the like), and all that an
/// interceptor has set, but for those that say what is wanted, such as `Accept`. A caller that wants a secret to go along gives
/// another request by ``Decision/send(_:)``. An empty `Location` redirects nowhere.
public struct RedirectPolicy: Sendable {
    /// How many redirects may follow each other. Default 20. With 0 none is followed, and the response that redirects is the
    /// response.
    public var limit: Int
    /// Whether a redirect may lead from `https` to `http`. Default false: it is an error.
    public var allowsDowngrade: Bool
    /// Asked before each redirect; nil follows all of them.
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
    /// Follows none: the response that redirects is the response.
    public static let none = RedirectPolicy(limit: 0)

    /// What is done about a redirect.
    public enum Decision: Sendable {
        /// The request goes where the server says.
        case follow
        /// The response that redirects is the response.
        case stop
        /// This request goes out instead; its URL is absolute.
        case send(RequestMessage)
    }

    /// A redirect that is about to be followed.
    public struct Redirect: Sendable {
        /// The response that redirects; its `url` is where it came from.
        public let head: ResponseHead
        /// The request that would go out, with its absolute URL; secrets of another origin are taken out already.
        public let request: RequestMessage
        /// How many redirects were followed before this one.
        public let count: Int
    }
}

/// What a request becomes when a response redirects it.
///
/// Source: RFC 9110 §15.4; Fetch §4.4 "HTTP-redirect fetch" for what method and body become.
enum RedirectRules {
    /// Whether the status says where to go, if there is a Location.
    static func redirects(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Where the response says that the request is to go; nil where it says nothing.
    ///
    /// - Throws: ``SessionError/Code/redirectRefused`` where that is no URL of a web server.
    static func target(of head: ResponseHead, from url: RequestURL) throws(SessionError) -> RequestURL? {
        // An empty one names the same URL, which would be asked again and again. Browsers and curl take it for none.
        guard redirects(head.status), let location = head.fields.values(of: "Location").first, !location.isEmpty else {
            return nil
        }
        do throws(SessionError) {
            return try RequestURL(location, relativeTo: url)
        } catch {
            throw SessionError(
                .redirectRefused,
                "The server redirects to something that is no URL of a web server.",
                remedy: "RedirectPolicy.none gives the response that redirects, with its Location.",
                underlying: [error]
            ).with(head)
        }
    }

    /// The request that goes to the target.
    ///
    /// - Parameter secrets: The names, in lower case, of fields that are secret because of who has set them.
    static func next(
        _ request: RequestMessage,
        status: Int,
        from url: RequestURL,
        to target: RequestURL,
        secrets: Set<String>
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
        }
        if !url.hasSameOrigin(as: target) {
            removeSecrets(from: &next.fields)
            if !secrets.isEmpty { next.fields.remove(contentsOf: secrets) }
        }
        return next
    }

    /// Takes out what is for one origin alone, before the fields go to another one.
    ///
    /// - Parameter given: Fields that stay, whatever their names are.
    static func removeSecrets(from fields: inout HeaderFields, except given: HeaderFields = [:]) {
        for line in fields where isOfAnOrigin(line.name) && !given.contains(line.name) { fields.remove(line.name) }
    }

    /// Whether a field is for one origin alone: what is secret by its name, as `Authorization`, `Cookie` and `X-Api-Key` are, and
    /// Host.
    ///
    /// Source: Fetch §4.4 step 13; RFC 9110 §15.4 step 5.
    static func isOfAnOrigin(_ name: String) -> Bool {
        name.lowercased().hasSameBytes(as: "host") || SecretName.matches(name)
    }

    /// Source: Fetch §4.4, "request-body-header name", and what frames a body.
    private static let fieldsOfBodies = [
        "Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length",
        "Transfer-Encoding",
        "Content-MD5", "Content-Range", "Content-Digest", "Repr-Digest", "Digest", "Expect", "Trailer",
    ]
}
