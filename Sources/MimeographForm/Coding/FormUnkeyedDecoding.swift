import Mimeograph

/// Decodes elements in order.
struct FormUnkeyedDecoding {
    let context: FormDecodingContext
    let codingPath: [any CodingKey]
    private let elements: [FormNode]
    private(set) var currentIndex = 0

    /// - Parameter acceptsOneText: Whether a text that came once is an element.
    init(
        _ context: FormDecodingContext,
        _ node: FormNode,
        codingPath: [any CodingKey],
        acceptsOneText: Bool
    ) throws {
        self.context = context
        self.codingPath = codingPath
        let elements: [FormNode]? =
            switch node.kind {
            case .none: []
            case .elements: node.children
            case .members: node.numberedChildren
            // A name alone stands for a list with nothing in it.
            case .text where node.isNullAlone: []
            case .text: acceptsOneText || node.texts.count > 1 ? node.repeatedTexts : nil
            }
        guard let elements else { throw context.noElements(node, codingPath) }
        self.elements = elements
    }

    private var path: [any CodingKey] { codingPath + [PlainCodingKey(index: currentIndex)] }

    private func next(_ type: any Any.Type) throws -> FormNode {
        if currentIndex < elements.count { return elements[currentIndex] }
        throw context.failure(nil, path, "There are no more elements.") { .valueNotFound(type, $0) }
    }
}

extension FormUnkeyedDecoding: UnkeyedDecodingContainer {
    var count: Int? { elements.count }

    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try next(Never.self).isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try context.value(type, of: next(type), path: path)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder(type).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder([Any].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder((any Decoder).self)
        currentIndex += 1
        return decoder
    }

    private func decoder(_ type: any Any.Type) throws -> FormValueDecoder {
        FormValueDecoder(context, try next(type), codingPath: path, wantsElements: true)
    }
}

extension FormNode {
    /// The members' values in the order of their names, where all of these are numbers without leading zeros.
    var numberedChildren: [FormNode]? {
        var numbered: [(number: Int, child: FormNode)] = []
        numbered.reserveCapacity(names.count)
        for (name, child) in zip(names, children) {
            guard let number = Int(name), number >= 0, String(number).hasSameBytes(as: name) else { return nil }
            numbered.append((number, child))
        }
        return numbered.sorted { $0.number < $1.number }.map(\.child)
    }

    /// A node for each value of a repeated name.
    fileprivate var repeatedTexts: [FormNode] {
        texts.map { text in
            let node = FormNode(offset: offset)
            node.set(text)
            return node
        }
    }
}
