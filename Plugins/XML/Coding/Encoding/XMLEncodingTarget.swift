import Mimeograph

/// Where a value is to be written.
enum XMLEncodingTarget {
    /// Into this element, which is there already: the root.
    case root(XML.Element.Storage)
    /// As a new element, or several, at the end of another one.
    case element(XML.Name, in: XML.Element.Storage, XMLListLayout)
    /// As an attribute.
    case attribute(XML.Name, of: XML.Element.Storage)
    /// As the text of an element.
    case text(of: XML.Element.Storage)
    /// As a word of a list.
    case word(XMLWordList)
}

/// A text that is made of words with spaces between them.
final class XMLWordList {
    private let target: XMLEncodingTarget
    private var isEmpty = true

    /// The list of no words; it is there from now on.
    init(_ target: XMLEncodingTarget) { self.target = target }

    /// Adds a word; false where it is none, because it is empty or has white space in it.
    func append(_ word: String, _ context: XMLEncodingContext) -> Bool {
        if word.isEmpty || word.utf8.contains(where: XMLCharacters.isSpace) { return false }
        context.append(isEmpty ? word : " " + word, to: target)
        isEmpty = false
        return true
    }
}
