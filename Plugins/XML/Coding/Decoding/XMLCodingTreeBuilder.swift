import Mimeograph

/// Fills an ``XMLCodingTree``.
struct XMLCodingTreeBuilder {
    private(set) var elements: [XMLCodingTree.Element] = []
    private(set) var attributes: [XMLCodingTree.Attribute] = []
    private(set) var strings: [String] = [""]
    private(set) var texts: [String] = []
    private(set) var numbers: [ByteEqualString: Int32] = [ByteEqualString(""): 0]

    /// Whether each name may become a key.
    private var areNamesHashable = true

    /// The number of a name or a prefix, which may become a key.
    mutating func intern(name text: String) -> Int32 {
        if let number = numbers[ByteEqualString(text)] { return number }
        areNamesHashable = areNamesHashable && XMLNameEscape.isHashable(text)
        return intern(text)
    }

    /// - Throws: ``SerializationError/Code/limitExceeded`` where a name is no key that Swift compares in time.
    func checkNames() throws(SerializationError) {
        if !areNamesHashable { throw .keyNotStreamSafe() }
    }

    /// The number of a string, made where it has none.
    mutating func intern(_ text: String) -> Int32 {
        if let number = numbers[ByteEqualString(text)] { return number }
        let number = Int32(truncatingIfNeeded: strings.count)
        strings.append(text)
        numbers[ByteEqualString(text)] = number
        return number
    }

    /// Adds an element after the last child of `parent`.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` where there are more than the numbers can count.
    mutating func addElement(_ name: XMLCodingTree.Name, line: Int, to parent: Int32) throws(SerializationError)
        -> Int32
    {
        let limit = Int(Int32.max)
        if elements.count >= limit || strings.count >= limit || attributes.count >= limit {
            throw .limitExceeded(.elements, allowed: limit)
        }
        let number = Int32(elements.count)
        var element = XMLCodingTree.Element(name: name, line: Int32(clamping: line))
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
    mutating func addAttribute(_ name: XMLCodingTree.Name, _ value: String) {
        attributes.append(XMLCodingTree.Attribute(name: name, value: value))
        elements[elements.count - 1].attributeCount += 1
    }

    /// Adds text to the end of an element's.
    mutating func addText(_ text: String, to element: Int32) {
        let known = elements[Int(element)].text
        if known == XMLCodingTree.none {
            elements[Int(element)].text = Int32(texts.count)
            texts.append(text)
        } else {
            texts[Int(known)] += text
        }
    }
}
