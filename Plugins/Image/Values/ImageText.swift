import Mimeograph

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

extension ImageText {
    /// Two texts are equal where they have the same characters.
    ///
    /// They come from a peer: two ways to write a letter with its marks are two texts here, unlike for Swift's strings, whose
    /// comparison takes a time that grows with the square of a run of marks.
    public static func == (first: ImageText, second: ImageText) -> Bool { first.keys == second.keys }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(keys) }

    private var keys: [ByteEqualString?] {
        [
            ByteEqualString(keyword), ByteEqualString(value), language.map { ByteEqualString($0) },
            translatedKeyword.map { ByteEqualString($0) },
        ]
    }
}
