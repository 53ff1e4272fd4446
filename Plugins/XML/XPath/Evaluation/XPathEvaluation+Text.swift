import Mimeograph

// Source: XPath 1.0 §4.2. Characters are those of Unicode, not what Swift calls a Character.

extension XPathEvaluation {
    /// The functions that make something of texts.
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

    /// The characters from a position on, from 1; both numbers are rounded.
    private func substring(_ text: String, _ first: Double, _ count: Double?) throws(XPathFailure) -> String {
        try spend(bytes: text.utf8.count)
        let start = Self.rounded(first)
        let end = count.map { start + Self.rounded($0) } ?? .infinity
        // Neither is true of what is no number.
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
        try spend(bytes: text.utf8.count + from.utf8.count + to.utf8.count)
        var replacements: [Unicode.Scalar: Unicode.Scalar?] = [:]
        var next = to.unicodeScalars.makeIterator()
        for scalar in from.unicodeScalars {
            let replacement = next.next()
            // Of a character that comes twice the first one counts.
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
