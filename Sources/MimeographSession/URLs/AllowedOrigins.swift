/// Origins that get what is secret: servers by scheme, host and port.
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

    /// Makes a list of origins by name.
    ///
    /// - Parameter urls: A URL of each origin: `https://cdn.example.com`, `http://localhost:8080`. Its path counts for nothing,
    ///   and a name stands for no name under it.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public init(_ urls: [String]) throws(SessionError) {
        var origins: Set<String> = []
        for text in urls { origins.insert(try RequestURL(text).origin) }
        self.origins = origins
    }

    func contains(_ url: RequestURL) -> Bool { origins.contains(url.origin) }
}

/// Where requests of a manager are at home: what it adds to them of its own is for these origins.
struct HomeOrigins: Hashable, Sendable {
    let base: RequestURL
    let others: AllowedOrigins
    /// Whether a server has named the URL that the request goes to, as that of a page, and not the caller.
    var isOfPages = false

    func contain(_ url: RequestURL) -> Bool { url.hasSameOrigin(as: base) || others.contains(url) }
}
