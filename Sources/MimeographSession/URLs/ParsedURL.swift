/// A URL that was read already, and the text that it was read from.
///
/// It is an object because it goes with a request through many hands, and a copy of a ``RequestURL`` is one of each of its parts.
final class ParsedURL: Hashable, Sendable {
    let text: String
    let url: RequestURL

    init(text: String, url: RequestURL) {
        self.text = text
        self.url = url
    }

    convenience init(_ url: RequestURL) { self.init(text: url.text, url: url) }

    /// - Throws: ``SessionError/Code/invalidURL``.
    convenience init(_ text: String) throws(SessionError) { self.init(text: text, url: try RequestURL(text)) }

    static func == (one: ParsedURL, other: ParsedURL) -> Bool {
        one === other || one.text == other.text && one.url == other.url
    }

    func hash(into hasher: inout Hasher) { hasher.combine(url) }
}
