import Mimeograph

/// The elements of a document for the decoder: in one array, with names as numbers.
///
/// It has no comments and processing instructions. The text of an element is one string, wherever its children are. For `<a
/// x="1">t<b/><b>u</b></a>`:
/// ```
/// strings     0 ""   1 "a"   2 "x"   3 "b"
/// elements    0 a, children 1…, text "t"     1 b, next 2     2 b, text "u"
/// attributes  0 x="1", of element 0
/// ```
final class XMLCodingTree {
    /// The number that means no element.
    static let none: Int32 = -1

    struct Name {
        /// The numbers of strings. Equal strings have the same number. A missing prefix or namespace has the number of the empty
        /// string.
        let local: Int32
        let prefix: Int32
        let namespace: Int32
    }

    struct Element {
        let name: Name
        let line: Int32
        var text = XMLCodingTree.none
        var firstAttribute: Int32 = 0
        var attributeCount: Int32 = 0
        var firstChild = XMLCodingTree.none
        var lastChild = XMLCodingTree.none
        var childCount: Int32 = 0
        var next = XMLCodingTree.none
    }

    struct Attribute {
        let name: Name
        let value: String
    }

    /// The source of the elements.
    enum Source {
        /// Elements of a document, by number. The node keeps the document alive.
        case document(XML.Node, [XMLTreeNode])
        /// Built elements, by number.
        case built([XML.Element])
    }

    let elements: [Element]
    let attributes: [Attribute]
    private let source: Source
    private let strings: [String]
    private let texts: [String]
    private let numbers: [ByteEqualString: Int32]

    init(_ builder: XMLCodingTreeBuilder, of source: Source) {
        self.source = source
        elements = builder.elements
        attributes = builder.attributes
        strings = builder.strings
        texts = builder.texts
        numbers = builder.numbers
    }
}

extension XMLCodingTree {
    /// Returns the original element, including everything that the tree leaves out.
    func original(of element: Int32) -> XML.Element {
        switch source {
        case .built(let elements): elements[Int(element)]
        case .document(let node, let nodes): XML.Element(element: XML.Node(tree: node.tree, node: nodes[Int(element)]))
        }
    }

    func element(_ number: Int32) -> Element { elements[Int(number)] }

    /// Returns the number of a string; nil if no name uses it.
    func number(of text: String) -> Int32? { numbers[ByteEqualString(text)] }

    func string(_ number: Int32) -> String { strings[Int(number)] }

    /// Returns the text directly inside an element.
    func text(of element: Int32) -> String {
        let text = elements[Int(element)].text
        return text == XMLCodingTree.none ? "" : texts[Int(text)]
    }

    /// Returns the attributes of an element.
    func attributes(of element: Int32) -> ArraySlice<Attribute> {
        let element = elements[Int(element)]
        return attributes[Int(element.firstAttribute)..<Int(element.firstAttribute) + Int(element.attributeCount)]
    }

    /// Returns the line of an element, from 1; 0 if it is unknown.
    func line(of element: Int32) -> Int { element == XMLCodingTree.none ? 0 : Int(elements[Int(element)].line) }

    /// Returns the first child with the local name and, if given, the namespace and the prefix. The search is linear.
    func first(_ local: Int32, namespace: Int32?, prefix: Int32?, in parent: Int32) -> Int32? {
        var child = elements[Int(parent)].firstChild
        while child != XMLCodingTree.none {
            let element = elements[Int(child)]
            if element.name.local == local, namespace == nil || element.name.namespace == namespace,
                prefix == nil || element.name.prefix == prefix
            {
                return child
            }
            child = element.next
        }
        return nil
    }

    /// Returns the next child with the same local name and namespace. The search is linear.
    func next(_ child: Int32) -> Int32? {
        let name = elements[Int(child)].name
        var next = elements[Int(child)].next
        while next != XMLCodingTree.none {
            let element = elements[Int(next)]
            if element.name.local == name.local, element.name.namespace == name.namespace { return next }
            next = element.next
        }
        return nil
    }
}

/// An index of children by name, for elements with many children, which a hostile document may contain.
///
/// The first look-up in an element builds a table, so reading all children takes linear time.
struct XMLMemberIndex {
    /// The maximum number of children that are searched linearly. Elements with more children get a table.
    static let mostScanned = 32

    private struct Key: Hashable {
        let local: Int32
        let kind: Int32
        let value: Int32
        static func any(_ local: Int32) -> Key { Key(local: local, kind: 0, value: 0) }
        static func namespace(_ local: Int32, _ value: Int32) -> Key { Key(local: local, kind: 1, value: value) }
        static func prefix(_ local: Int32, _ value: Int32) -> Key { Key(local: local, kind: 2, value: value) }
    }

    private struct Table {
        var first: [Key: Int32] = [:]
        /// For each child, the next child with the same local name and namespace.
        var next: [Int32: Int32] = [:]
    }

    private let tree: XMLCodingTree
    private var tables: [Int32: Table] = [:]

    init(_ tree: XMLCodingTree) { self.tree = tree }

    /// Returns the first child with the local name and the namespace, if given, or else the prefix, if given.
    mutating func first(_ local: Int32, namespace: Int32?, prefix: Int32?, in parent: Int32) -> Int32? {
        let table = table(of: parent)
        if let namespace { return table.first[.namespace(local, namespace)] }
        if let prefix { return table.first[.prefix(local, prefix)] }
        return table.first[.any(local)]
    }

    /// Returns the next child with the same local name and namespace.
    mutating func next(_ child: Int32, in parent: Int32) -> Int32? { table(of: parent).next[child] }

    private mutating func table(of parent: Int32) -> Table {
        if let table = tables[parent] { return table }
        var table = Table()
        var last: [Key: Int32] = [:]
        var child = tree.element(parent).firstChild
        while child != XMLCodingTree.none {
            let name = tree.element(child).name
            for key in [.any(name.local), .prefix(name.local, name.prefix)] as [Key] where table.first[key] == nil {
                table.first[key] = child
            }
            let key = Key.namespace(name.local, name.namespace)
            if let previous = last[key] { table.next[previous] = child } else { table.first[key] = child }
            last[key] = child
            child = tree.element(child).next
        }
        tables[parent] = table
        return table
    }
}
