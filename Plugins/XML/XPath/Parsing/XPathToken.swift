import Mimeograph

/// A token of an expression. Source: XPath 1.0 §3.7.
struct XPathToken {
    enum Kind: Equatable {
        case open, close, openBracket, closeBracket
        case dot, dots, at, comma
        case slash, slashes, bar
        case plus, minus, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        case multiply, and, or, mod, div
        case literal(String)
        case number(Double)
        /// The name of an axis, followed by two colons.
        case axis(String)
        /// The name of a function or a node type, followed by a parenthesis.
        case function(String)
        case variable(String)
        /// A name test.
        case name(prefix: String?, local: String)
        case anyName(prefix: String?)
        case end

        /// The operator of a comparison or a calculation, and its rank: a higher one is evaluated first.
        var chained: (operator: XPathOperator, rank: Int)? {
            switch self {
            case .equal: (.equal, 0)
            case .notEqual: (.notEqual, 0)
            case .less: (.less, 1)
            case .lessOrEqual: (.lessOrEqual, 1)
            case .greater: (.greater, 1)
            case .greaterOrEqual: (.greaterOrEqual, 1)
            case .plus: (.add, 2)
            case .minus: (.subtract, 2)
            case .multiply: (.multiply, 3)
            case .div: (.divide, 3)
            case .mod: (.modulo, 3)
            default: nil
            }
        }
    }

    let kind: Kind
    /// The offset of the first byte.
    let offset: Int
}

/// A lexer that splits an expression into tokens.
struct XPathLexer {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The offset of the next character in bytes.
    private var offset = 0
    private(set) var tokens: [XPathToken] = []

    private init(_ expression: String) { scalars = Array(expression.unicodeScalars) }

    /// Returns the tokens, ending with `end`.
    static func tokens(of expression: String) throws(XPathFailure) -> [XPathToken] {
        var lexer = XPathLexer(expression)
        while try lexer.readToken() {}
        return lexer.tokens
    }

    private func scalar(_ distance: Int = 0) -> Unicode.Scalar? {
        index + distance < scalars.count ? scalars[index + distance] : nil
    }

    private mutating func skip(_ count: Int = 1) {
        for _ in 0..<count {
            offset += UTF8.width(scalars[index])
            index += 1
        }
    }

    private mutating func skipSpaces() {
        while let next = scalar(), next == " " || next == "\t" || next == "\n" || next == "\r" { skip() }
    }

    /// Whether an ambiguous token is an operator at this position. Source: XPath 1.0 §3.7.
    private var expectsOperator: Bool {
        switch tokens.last?.kind {
        case .close, .closeBracket, .dot, .dots, .literal, .number, .variable, .name, .anyName: true
        default: false
        }
    }

    private mutating func add(_ kind: XPathToken.Kind, at start: Int, length: Int = 0) {
        tokens.append(XPathToken(kind: kind, offset: start))
        skip(length)
    }

    /// Reads a token; returns false at the end.
    private mutating func readToken() throws(XPathFailure) -> Bool {
        skipSpaces()
        let start = offset
        guard let first = scalar() else {
            add(.end, at: start)
            return false
        }
        let second = scalar(1)
        switch first {
        case "(": add(.open, at: start, length: 1)
        case ")": add(.close, at: start, length: 1)
        case "[": add(.openBracket, at: start, length: 1)
        case "]": add(.closeBracket, at: start, length: 1)
        case "@": add(.at, at: start, length: 1)
        case ",": add(.comma, at: start, length: 1)
        case "|": add(.bar, at: start, length: 1)
        case "+": add(.plus, at: start, length: 1)
        case "-": add(.minus, at: start, length: 1)
        case "=": add(.equal, at: start, length: 1)
        case "!" where second == "=": add(.notEqual, at: start, length: 2)
        case "<" where second == "=": add(.lessOrEqual, at: start, length: 2)
        case "<": add(.less, at: start, length: 1)
        case ">" where second == "=": add(.greaterOrEqual, at: start, length: 2)
        case ">": add(.greater, at: start, length: 1)
        case "/" where second == "/": add(.slashes, at: start, length: 2)
        case "/": add(.slash, at: start, length: 1)
        case "*" where expectsOperator: add(.multiply, at: start, length: 1)
        case "*": add(.anyName(prefix: nil), at: start, length: 1)
        case ".":
            if second == "." {
                add(.dots, at: start, length: 2)
            } else if let second, ("0"..."9").contains(second) {
                try readNumber(start)
            } else {
                add(.dot, at: start, length: 1)
            }
        case "0"..."9": try readNumber(start)
        case "\"", "'": try readLiteral(first, start)
        case "$":
            skip()
            guard let name = readName() else { throw .variable(at: offset) }
            guard scalar() == ":", scalar(1) != ":" else {
                add(.variable(name), at: start)
                break
            }
            skip()
            guard let local = readName() else { throw .variable(at: offset) }
            add(.variable("\(name):\(local)"), at: start)
        default: try readWord(start)
        }
        return true
    }

    private mutating func readNumber(_ start: Int) throws(XPathFailure) {
        var text = ""
        var hasPoint = false
        while let next = scalar(), ("0"..."9").contains(next) || (next == "." && !hasPoint) {
            hasPoint = hasPoint || next == "."
            text.unicodeScalars.append(next)
            skip()
        }
        let number = XML.XPath.number(of: text)
        if number.isNaN { throw .number(at: start) }
        add(.number(number), at: start)
    }

    private mutating func readLiteral(_ quote: Unicode.Scalar, _ start: Int) throws(XPathFailure) {
        skip()
        var text = ""
        while let next = scalar(), next != quote {
            text.unicodeScalars.append(next)
            skip()
        }
        guard scalar() != nil else { throw .literal(at: offset) }
        skip()
        add(.literal(text), at: start)
    }

    /// Reads a name without a colon; returns nil if there is none.
    private mutating func readName() -> String? {
        guard let first = scalar(), XMLCharacters.startsName(first) else { return nil }
        var name = ""
        while let next = scalar(), XMLCharacters.continuesName(next) {
            name.unicodeScalars.append(next)
            skip()
        }
        return name
    }

    private mutating func readWord(_ start: Int) throws(XPathFailure) {
        guard let name = readName() else { throw .syntax(at: start) }
        if expectsOperator {
            switch name.utf8.count {
            case 2 where name.hasSameBytes(as: "or"): add(.or, at: start)
            case 3 where name.hasSameBytes(as: "and"): add(.and, at: start)
            case 3 where name.hasSameBytes(as: "mod"): add(.mod, at: start)
            case 3 where name.hasSameBytes(as: "div"): add(.div, at: start)
            default: throw .syntax(at: start)
            }
            return
        }
        var qualified = name
        var prefix: String?
        var local = name
        if scalar() == ":", scalar(1) != ":" {
            skip()
            if scalar() == "*" {
                add(.anyName(prefix: name), at: start, length: 1)
                return
            }
            guard let rest = readName() else { throw .syntax(at: offset) }
            prefix = name
            local = rest
            qualified = "\(name):\(rest)"
        }
        skipSpaces()
        if prefix == nil, scalar() == ":", scalar(1) == ":" {
            add(.axis(name), at: start, length: 2)
        } else if scalar() == "(" {
            add(.function(qualified), at: start)
        } else {
            add(.name(prefix: prefix, local: local), at: start)
        }
    }
}
