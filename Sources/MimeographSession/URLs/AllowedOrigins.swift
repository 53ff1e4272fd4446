/// A set of origins that may receive secrets: servers by scheme, host and port.
///
/// ```swift
/// api.allowedOrigins = try AllowedOrigins(["https://cdn.example.com"])
/// ```
///
/// Source: RFC 6454 §4.
public struct AllowedOrigins: Hashable, Sendable {
    private let origins: Set<String>

    /// No origin.
    public static let none = AllowedOrigins(origins: [])

    private init(origins: Set<String>) { self.origins = origins }

    /// Makes a set from one URL of each origin.
    ///
    /// - Parameter urls: The URLs, such as `https://cdn.example.com` or `http://localhost:8080`. Paths are ignored, and a name
    ///   does not include its subdomains.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public init(_ urls: [String]) throws(SessionError) {
        var origins: Set<String> = []
        for text in urls { origins.insert(try RequestURL(text).origin) }
        self.origins = origins
    }

    package func contains(_ url: RequestURL) -> Bool { origins.contains(url.origin) }
}

/// The origins to which a manager sends its own additions to a request.
struct HomeOrigins: Hashable, Sendable {
    let base: RequestURL
    let others: AllowedOrigins
    /// Whether a server, rather than the caller, named the request's URL as the URL of a page.
    var isOfPages = false

    func contain(_ url: RequestURL) -> Bool { url.hasSameOrigin(as: base) || others.contains(url) }
}
