import Mimeograph

/// Where a decoder stands.
enum XMLDecodingPlace {
    /// At an element of its own: the root, or one of a list. A list in it is its children.
    case element(Int32)
    /// At the elements of a key, of which this match is the first. A list is all of them.
    case member(XMLMatch, XMLListLayout)
    /// At text that has no element of its own: an attribute, or the text of this element. A list in it is its words.
    case text(String, of: Int32)
    /// At a word of a list, in this element. It is no list again, or there would be no end to it.
    case word(String, in: Int32)
    /// At a key that nothing stands for, in this element.
    case absent(XMLKeyRule, in: Int32)
}

/// The child elements of one name: the first of them, and how the others are found.
struct XMLMatch {
    let first: Int32
    let parent: Int32
}
