/// A text that a file holds beside its pixels: a title, an author, a comment.
public struct ImageText: Hashable, Sendable {
    /// What the text is, for example `Title`; `Comment` for the comment of a JPEG or GIF.
    public var keyword: String
    /// The text.
    public var value: String
    /// The language of the text as RFC 5646 tags it; nil where it is not said.
    public var language: String?
    /// The keyword in that language; nil where it is not said.
    public var translatedKeyword: String?

    /// Makes a text.
    public init(_ keyword: String, _ value: String, language: String? = nil, translatedKeyword: String? = nil) {
        self.keyword = keyword
        self.value = value
        self.language = language
        self.translatedKeyword = translatedKeyword
    }
}
