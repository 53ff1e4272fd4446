import Mimeograph

/// The elements of a document as the decoder needs them: in one array, with names as numbers.
///
/// Comments and processing instructions are left out, and the text of an element is one piece, wherever its children
/// stand. For `<a x="1">t<b/><b>u</b></a>`:
/// ```
/// strings     0 ""   1 "a"   2 "x"   3 "b"
/// elements    0 a, children 1…, text "t"     1 b, next 2     2 b, text "u"
/// attributes  0 x="1", of element 0
/// ```
final class XMLCodingTree {
    /// A number that stands for no element.
    static let none: Int32 = -1

    struct Name {
        /// Numbers of strings: equal texts have one number. A name without a prefix or a namespace has that of no text.
        let local: Int32
        let prefix: Int32
        let namespace: Int32
    }

    struct Element {
        let name: Name
        let line: Int32
        fileprivate(set) var text = XMLCodingTree.none
        fileprivate(set) var firstAttribute: Int32 = 0
        fileprivate(set) var attributeCount: Int32 = 0
        fileprivate(set) var firstChild = XMLCodingTree.none
        fileprivate(set) var lastChild = XMLCodingTree.none
        fileprivate(set) var childCount: Int32 = 0
        fileprivate(set) var next = XMLCodingTree.none
    }

    struct Attribute {
        let name: Name
        let value: String
    }

    /// What the elements were made of.
    enum Source {
        /// Elements of a document, by number. The node keeps the document alive.
        case document(XML.Node, [XMLTreeNode])
        /// Elements that were built, by number.
        case built([XML.Element])
    }

    /// Set when all elements are there.
    private var source = Source.built([])
    private(set) var elements: [Element] = []
    private(set) var attributes: [Attribute] = []
    private(set) var strings: [String] = [""]
    private var texts: [String] = []
    private var numbers: [String: Int32] = ["": 0]

    init() {}
}

// MARK: - Building

extension XMLCodingTree {
    /// Says what the elements were made of, when all of them are there.
    func setSource(_ source: Source) { self.source = source }

    /// The number of a string, made where it has none.
    func intern(_ text: String) -> Int32 {
        if let number = numbers[text] { return number }
        let number = Int32(truncatingIfNeeded: strings.count)
        strings.append(text)
        numbers[text] = number
        return number
    }

    /// Adds an element after the last child of `parent`.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` where there are more than the numbers can count.
    func addElement(_ name: Name, line: Int, to parent: Int32) throws(SerializationError) -> Int32 {
        let limit = Int(Int32.max)
        if elements.count >= limit || strings.count >= limit || attributes.count >= limit {
            throw .limitExceeded(.elements, allowed: limit)
        }
        let number = Int32(elements.count)
        var element = Element(name: name, line: Int32(clamping: line))
        element.firstAttribute = Int32(attributes.count)
        elements.append(element)
        guard parent != XMLCodingTree.none else { return number }
        let last = elements[Int(parent)].lastChild
        if last == XMLCodingTree.none {
            elements[Int(parent)].firstChild = number
        } else {
            elements[Int(last)].next = number
        }
        elements[Int(parent)].lastChild = number
        elements[Int(parent)].childCount += 1
        return number
    }

    /// Adds an attribute to the element that was added last.
    func addAttribute(_ name: Name, _ value: String) {
        attributes.append(Attribute(name: name, value: value))
        elements[elements.count - 1].attributeCount += 1
    }

    /// Adds text to the end of an element's.
    func addText(_ text: String, to element: Int32) {
        let known = elements[Int(element)].text
        if known == XMLCodingTree.none {
            elements[Int(element)].text = Int32(texts.count)
            texts.append(text)
        } else {
            texts[Int(known)] += text
        }
    }
}

// MARK: - Reading

extension XMLCodingTree {
    /// An element with all that is left out here.
    func original(of element: Int32) -> XML.Element {
        switch source {
        case .built(let elements): elements[Int(element)]
        case .document(let node, let nodes): XML.Element(element: XML.Node(tree: node.tree, node: nodes[Int(element)]))
        }
    }

    func element(_ number: Int32) -> Element { elements[Int(number)] }

    /// The number of a string, nil where no name has it.
    func number(of text: String) -> Int32? { numbers[text] }

    func string(_ number: Int32) -> String { strings[Int(number)] }

    /// The text directly inside an element.
    func text(of element: Int32) -> String {
        let text = elements[Int(element)].text
        return text == XMLCodingTree.none ? "" : texts[Int(text)]
    }

    /// The attributes of an element.
    func attributes(of element: Int32) -> ArraySlice<Attribute> {
        let element = elements[Int(element)]
        return attributes[Int(element.firstAttribute)..<Int(element.firstAttribute) + Int(element.attributeCount)]
    }

    /// The line of an element, from 1; 0 where it is unknown.
    func line(of element: Int32) -> Int { element == XMLCodingTree.none ? 0 : Int(elements[Int(element)].line) }
}
