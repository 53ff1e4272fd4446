import Mimeograph

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
            context.note(name)
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
