import Mimeograph

// Source: XPath 1.0 §4.

extension XPathEvaluation {
    func result(
        of function: XPathFunction,
        _ arguments: [XPathExpression],
        _ context: XPathContext
    ) throws(XPathFailure) -> XPathResult {
        switch function {
        case .last: return .number(Double(context.size))
        case .position: return .number(Double(context.position))
        case .count: return .number(Double(try nodes(arguments[0], context).count))
        case .id: return .nodes(try identified(try result(of: arguments[0], context)))
        case .localName: return .string(try subject(arguments, context).map(\.localName) ?? "")
        case .namespaceURI: return .string(try subject(arguments, context).map(\.namespaceURI) ?? "")
        case .name: return .string(try subject(arguments, context).map(\.qualifiedName) ?? "")
        case .string: return .string(try string(arguments.first, context))
        case .boolean: return .boolean(try boolean(arguments[0], context))
        case .not: return .boolean(try !boolean(arguments[0], context))
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .lang: return .boolean(try isInLanguage(try string(arguments[0], context), context.node))
        case .number:
            guard let argument = arguments.first else { return .number(try number(of: context.node)) }
            return .number(try number(argument, context))
        case .sum:
            var sum = 0.0
            for node in try nodes(arguments[0], context) { sum += try number(of: node) }
            return .number(sum)
        case .floor: return .number(try number(arguments[0], context).rounded(.down))
        case .ceiling: return .number(try number(arguments[0], context).rounded(.up))
        case .round: return .number(Self.rounded(try number(arguments[0], context)))
        default: return try textResult(of: function, arguments, context)
        }
    }

    func number(_ expression: XPathExpression, _ context: XPathContext) throws(XPathFailure) -> Double {
        try number(of: try result(of: expression, context))
    }

    /// Returns the string of an argument, or of the context node without an argument.
    func string(_ expression: XPathExpression?, _ context: XPathContext) throws(XPathFailure) -> String {
        guard let expression else { return try text(of: context.node) }
        return try string(of: try result(of: expression, context))
    }

    /// Returns the nearest integer; of two, the greater one. Source: XPath 1.0 §4.4.
    static func rounded(_ number: Double) -> Double {
        if !number.isFinite || number == 0 { return number }
        if number < 0, number >= -0.5 { return -0.0 }
        let below = number.rounded(.down)
        return number - below >= 0.5 ? below + 1 : below
    }

    /// Returns the node whose name a function returns.
    private func subject(_ arguments: [XPathExpression], _ context: XPathContext) throws(XPathFailure) -> XPathNode? {
        guard let argument = arguments.first else { return context.node }
        return try nodes(argument, context).first
    }

    /// Returns the elements whose IDs are listed in a text, or in the texts of nodes. Source: XPath 1.0 §4.1.
    private func identified(_ value: XPathResult) throws(XPathFailure) -> [XPathNode] {
        if tree.hasSkippedIdentifiers { throw .identifiers }
        var texts: [String] = []
        if case .nodes(let nodes) = value {
            for node in nodes { texts.append(try text(of: node)) }
        } else {
            texts.append(try string(of: value))
        }
        var found: [XPathNode] = []
        for text in texts {
            try spend(bytes: text.utf8.count)
            for word in XMLScalar.words(text) {
                try spend()
                if let element = tree.element(withID: String(word)) { found.append(XPathNode(node: element)) }
            }
        }
        try sort(&found)
        return found
    }

    /// Returns whether a node has a language or a variant of it, ignoring case. Source: XPath 1.0 §4.3.
    private func isInLanguage(_ language: String, _ node: XPathNode) throws(XPathFailure) -> Bool {
        var next = node.holder ?? (node.node.isElement ? node.node : node.node.parent)
        while let element = next {
            try spend()
            if let attribute = element.attribute(named: "lang", namespace: XMLNamespaces.xml) {
                let value = try text(of: XPathNode(node: attribute))
                try spend(bytes: language.utf8.count)
                let lowercase = value.utf8.lazy.map(Self.lowercase)
                guard lowercase.starts(with: language.utf8.lazy.map(Self.lowercase)) else { return false }
                let rest = value.utf8.dropFirst(language.utf8.count)
                return rest.isEmpty || rest.first == UInt8(ascii: "-")
            }
            next = element.parent
        }
        return false
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension XPathNode {
    fileprivate var localName: String {
        switch node.kind {
        case .element, .attribute, .processingInstruction: node.nameText
        case .namespace: node.prefix ?? ""
        default: ""
        }
    }

    fileprivate var namespaceURI: String {
        switch node.kind {
        case .element, .attribute: node.uri ?? ""
        default: ""
        }
    }

    fileprivate var qualifiedName: String {
        guard node.kind == .element || node.kind == .attribute, let prefix = node.prefix else { return localName }
        return "\(prefix):\(localName)"
    }
}

// Source: XPath 1.0 §4.2. Characters are Unicode scalars, not Swift's `Character`.

extension XPathEvaluation {
    /// Returns the result of a string function.
    func textResult(
        of function: XPathFunction,
        _ arguments: [XPathExpression],
        _ context: XPathContext
    ) throws(XPathFailure) -> XPathResult {
        if case .stringLength = function {
            let text = try string(arguments.first, context)
            try spend(bytes: text.utf8.count)
            return .number(Double(text.unicodeScalars.count))
        }
        if case .normalizeSpace = function { return .string(try normalized(try string(arguments.first, context))) }
        var texts: [String] = []
        for argument in arguments.prefix(function == .substring ? 1 : Int.max) {
            texts.append(try string(argument, context))
        }
        switch function {
        case .concat:
            var whole = ""
            for text in texts {
                try spend(bytes: text.utf8.count)
                whole += text
            }
            return .string(whole)
        case .startsWith:
            try spend(bytes: texts[1].utf8.count)
            return .boolean(texts[0].beginsWithBytes(of: texts[1]))
        case .contains: return .boolean(try offset(of: texts[1], in: texts[0]) != nil)
        case .substringBefore:
            guard let offset = try offset(of: texts[1], in: texts[0]) else { return .string("") }
            return .string(Self.text(texts[0].utf8.prefix(offset)))
        case .substringAfter:
            guard let offset = try offset(of: texts[1], in: texts[0]) else { return .string("") }
            return .string(Self.text(texts[0].utf8.dropFirst(offset + texts[1].utf8.count)))
        case .substring:
            let first = try number(arguments[1], context)
            let count = arguments.count > 2 ? try number(arguments[2], context) : nil
            return .string(try substring(texts[0], first, count))
        default: return .string(try translated(texts[0], from: texts[1], to: texts[2]))
        }
    }

    private static func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }

    private func offset(of wanted: String, in text: String) throws(XPathFailure) -> Int? {
        try spend(bytes: text.utf8.count + wanted.utf8.count)
        return XMLLibrary.offset(of: wanted, in: text)
    }

    /// Returns the characters from a position, counted from 1. Both numbers are rounded.
    private func substring(_ text: String, _ first: Double, _ count: Double?) throws(XPathFailure) -> String {
        try spend(bytes: text.utf8.count)
        let start = Self.rounded(first)
        let end = count.map { start + Self.rounded($0) } ?? .infinity
        // A comparison with NaN is always false.
        guard start < end else { return "" }
        var characters = String.UnicodeScalarView()
        var position = 0.0
        for scalar in text.unicodeScalars {
            position += 1
            if position >= end { break }
            if position >= start { characters.append(scalar) }
        }
        return String(characters)
    }

    private func normalized(_ text: String) throws(XPathFailure) -> String {
        try spend(bytes: text.utf8.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var isPending = false
        for byte in text.utf8 {
            if XMLCharacters.isSpace(byte) {
                isPending = !bytes.isEmpty
            } else {
                if isPending { bytes.append(0x20) }
                isPending = false
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func translated(_ text: String, from: String, to: String) throws(XPathFailure) -> String {
        // Every character needs a look-up.
        try spend(1 + text.utf8.count + from.utf8.count + to.utf8.count)
        var replacements: [Unicode.Scalar: Unicode.Scalar?] = [:]
        var next = to.unicodeScalars.makeIterator()
        for scalar in from.unicodeScalars {
            let replacement = next.next()
            // If a character is repeated, its first replacement counts.
            if replacements[scalar] == nil { replacements[scalar] = .some(replacement) }
        }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch replacements[scalar] {
            case .none: result.append(scalar)
            case .some(.some(let replacement)): result.append(replacement)
            case .some(.none): break
            }
        }
        return String(result)
    }
}
