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

/// Where the elements of a list go.
enum XMLItemTarget {
    /// As elements of this name, at the end of another one.
    case elements(XML.Name, in: XML.Element.Storage, XMLListLayout)
    case words(XMLWordList)

    /// Nil where a list cannot be: in a word of another one.
    init?(_ target: XMLEncodingTarget, _ context: XMLEncodingContext, _ rules: XMLKeyRules) {
        let item = XMLListLayout.wrapped(context.format.itemName)
        if context.isFinished { return nil }
        switch target {
        case .word: return nil
        case .attribute(let name, let storage):
            storage.attributes.append(XML.Attribute(name, ""))
            context.recordPrefix(of: name)
            self = .words(XMLWordList(target))
        case .text: self = .words(XMLWordList(target))
        case .element(let name, let parent, .repeated): self = .elements(name, in: parent, item)
        case .root(let storage):
            self = .elements(rules.elementName(context.format.itemName), in: storage, item)
        case .element(_, _, .wrapped(let name)):
            guard let storage = context.open(target) else { return nil }
            self = .elements(rules.elementName(name), in: storage, item)
        case .element(_, _, .words):
            guard let storage = context.open(target) else { return nil }
            self = .words(XMLWordList(.text(of: storage)))
        }
    }

    /// Where the next one goes.
    var target: XMLEncodingTarget {
        switch self {
        case .elements(let name, let storage, let list): .element(name, in: storage, list)
        case .words(let list): .word(list)
        }
    }
}
