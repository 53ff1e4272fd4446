import Mimeograph

/// A parser of regular expressions. It recurses once for each level of parentheses, which are limited.
///
/// The grammar has `^` and `$` as ordinary characters. But the mappings to other engines make them anchors, as the public suite of
/// JSONPath requires, so they are anchors here too, outside of brackets. Source: RFC 9485 §3 and §5.
struct IRegexpParser {
    private let scalars: [Unicode.Scalar]
    private let isTooLong: Bool
    private var index = 0
    private var nesting = 0
    /// The classes that the nodes name by their index.
    private(set) var classes: [IRegexpClass] = []
    /// The indices of classes with a single character.
    private var known: [Unicode.Scalar: Int] = [:]

    private static let maximumNesting = 64

    init(_ pattern: String, maximumStates: Int) {
        // Each state takes a character of the pattern, or several in a class.
        isTooLong = pattern.utf8.count > 64 * (maximumStates + 1)
        scalars = isTooLong ? [] : Array(pattern.unicodeScalars)
    }

    mutating func parse() throws(IRegexpError) -> IRegexpNode {
        if isTooLong { throw .tooLarge }
        let node = try choice()
        guard index == scalars.count else { throw .malformed }
        return node
    }
}

extension IRegexpParser {
    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func take() throws(IRegexpError) -> Unicode.Scalar {
        guard let scalar = next else { throw .malformed }
        index += 1
        return scalar
    }

    private mutating func choice() throws(IRegexpError) -> IRegexpNode {
        var branches = [try branch()]
        while skip("|") { branches.append(try branch()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func branch() throws(IRegexpError) -> IRegexpNode {
        var pieces: [IRegexpNode] = []
        while let scalar = next, scalar != "|", scalar != ")" { pieces.append(try quantified(try atom())) }
        return pieces.count == 1 ? pieces[0] : .sequence(pieces)
    }

    private mutating func atom() throws(IRegexpError) -> IRegexpNode {
        let scalar = try take()
        switch scalar {
        case "(":
            nesting += 1
            guard nesting <= Self.maximumNesting else { throw .tooLarge }
            let node = try choice()
            guard skip(")") else { throw .malformed }
            nesting -= 1
            return node
        case "^": return .start
        case "$": return .end
        case ".": return add(.anyButLineEnds)
        case "[": return add(try brackets())
        case "\\":
            if let category = try category() { return add(category) }
            return single(try escape())
        case "*", "+", "?", "{", "}", "]": throw .malformed
        default: return single(scalar)
        }
    }

    private mutating func add(_ set: IRegexpClass) -> IRegexpNode {
        classes.append(set)
        return .character(classes.count - 1)
    }

    private mutating func single(_ scalar: Unicode.Scalar) -> IRegexpNode {
        if let index = known[scalar] { return .character(index) }
        known[scalar] = classes.count
        var set = IRegexpClass()
        set.insert(scalar, through: scalar)
        return add(set)
    }

    private mutating func quantified(_ atom: IRegexpNode) throws(IRegexpError) -> IRegexpNode {
        if skip("*") { return .repetition(atom, least: 0, most: nil) }
        if skip("+") { return .repetition(atom, least: 1, most: nil) }
        if skip("?") { return .repetition(atom, least: 0, most: 1) }
        guard skip("{") else { return atom }
        let least = try count()
        var most: Int? = least
        if skip(",") { most = next == "}" ? nil : try count() }
        guard skip("}"), most.map({ $0 >= least }) ?? true else { throw .malformed }
        return .repetition(atom, least: least, most: most)
    }

    /// Parses a number of repetitions. A number beyond the limit on states stays just beyond it.
    private mutating func count() throws(IRegexpError) -> Int {
        let start = index
        var value = 0
        while let digit = next.flatMap({ UInt8(exactly: $0.value) }), digit.isDigit {
            value = min(value * 10 + Int(digit - 48), 1 << 24)
            index += 1
        }
        if index == start { throw .malformed }
        return value
    }
}

// MARK: - Classes

extension IRegexpParser {
    /// Parses the rest of `\p{…}` or `\P{…}` after the backslash; returns nil if another escape comes next.
    private mutating func category() throws(IRegexpError) -> IRegexpClass? {
        guard next == "p" || next == "P" else { return nil }
        let isNegated = try take() == "P"
        guard skip("{") else { throw .malformed }
        var name = ""
        while let scalar = next, scalar != "}", name.utf8.count < 3 {
            name.unicodeScalars.append(scalar)
            index += 1
        }
        guard skip("}"), var set = IRegexpClass(category: name) else { throw .malformed }
        set.isNegated = isNegated
        return set
    }

    /// Parses the character after a backslash.
    private mutating func escape() throws(IRegexpError) -> Unicode.Scalar {
        let scalar = try take()
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}": return scalar
        default: throw .malformed
        }
    }

    /// Parses a class after its opening bracket.
    private mutating func brackets() throws(IRegexpError) -> IRegexpClass {
        var set = IRegexpClass()
        set.isNegated = skip("^")
        if skip("-") { set.insert("-", through: "-") } else { try element(of: &set) }
        while !skip("]") {
            // A minus sign is itself only as the first or the last character.
            if skip("-") {
                guard skip("]") else { throw .malformed }
                set.insert("-", through: "-")
                break
            }
            try element(of: &set)
        }
        set.normalize()
        return set
    }

    private mutating func element(of set: inout IRegexpClass) throws(IRegexpError) {
        if next == "\\" {
            index += 1
            if let category = try category() {
                set.insertCategories(of: category)
                return
            }
            index -= 1
        }
        let first = try character()
        guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
            set.insert(first, through: first)
            return
        }
        index += 1
        let last = try character()
        guard first <= last else { throw .malformed }
        set.insert(first, through: last)
    }

    /// Parses a character in brackets.
    private mutating func character() throws(IRegexpError) -> Unicode.Scalar {
        let scalar = try take()
        switch scalar {
        case "\\": return try escape()
        case "-", "[", "]": throw .malformed
        default: return scalar
        }
    }
}
