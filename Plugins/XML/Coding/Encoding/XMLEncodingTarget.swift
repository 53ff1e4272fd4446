import Mimeograph

/// A destination of a value.
enum XMLEncodingTarget {
    /// The existing root element.
    case root(XML.Element.Storage)
    /// One or several new elements at the end of another element.
    case element(XML.Name, in: XML.Element.Storage, XMLListLayout)
    /// An attribute.
    case attribute(XML.Name, of: XML.Element.Storage)
    /// The text of an element.
    case text(of: XML.Element.Storage)
    /// A word of a list.
    case word(XMLWordList)
}

/// A text of words separated by spaces.
final class XMLWordList {
    private let target: XMLEncodingTarget
    private var isEmpty = true

    /// Makes an empty list for a target that already exists.
    init(_ target: XMLEncodingTarget) { self.target = target }

    /// Appends a word; returns false if it is empty or contains white space.
    func append(_ word: String, _ context: XMLEncodingContext) -> Bool {
        if word.isEmpty || word.utf8.contains(where: XMLCharacters.isSpace) { return false }
        context.append(isEmpty ? word : " " + word, to: target)
        isEmpty = false
        return true
    }
}

/// A destination of the elements of a list.
enum XMLItemTarget {
    /// New elements with this name at the end of another element.
    case elements(XML.Name, in: XML.Element.Storage, XMLListLayout)
    case words(XMLWordList)

    /// Makes a destination; nil if the target is a word, which cannot contain a list.
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

    /// The target of the next element.
    var target: XMLEncodingTarget {
        switch self {
        case .elements(let name, let storage, let list): .element(name, in: storage, list)
        case .words(let list): .word(list)
        }
    }
}
