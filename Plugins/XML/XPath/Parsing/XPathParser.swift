import Mimeograph

/// A parser for expressions. The recursion is as deep as the brackets of the expression, whose number is limited.
///
/// Source: XPath 1.0 §2 and §3. The methods are named after the productions.
struct XPathParser {
    private let tokens: [XPathToken]
    private let namespaces: [ByteEqualString: String]
    private var index = 0

    /// Parses a whole expression with the namespaces of its prefixes.
    static func parse(_ expression: String, namespaces: [String: String]) throws(XPathFailure) -> XPathExpression {
        var bound: [ByteEqualString: String] = ["xml": XMLNamespaces.xml]
        for (prefix, uri) in namespaces { bound[ByteEqualString(prefix)] = uri }
        var parser = XPathParser(tokens: try XPathLexer.tokens(of: expression), namespaces: bound)
        let result = try parser.expression()
        guard parser.next == .end else { throw .syntax(at: parser.offset) }
        return result
    }

    private init(tokens: [XPathToken], namespaces: [ByteEqualString: String]) {
        self.tokens = tokens
        self.namespaces = namespaces
    }

    private var next: XPathToken.Kind { tokens[index].kind }
    private var offset: Int { tokens[index].offset }

    /// Skips the next token if it has this kind.
    private mutating func skip(_ kind: XPathToken.Kind) -> Bool {
        guard next == kind else { return false }
        index += 1
        return true
    }

    private mutating func close(_ kind: XPathToken.Kind) throws(XPathFailure) {
        if skip(kind) { return }
        throw next == .end ? .parenthesis(at: offset) : .syntax(at: offset)
    }
}

// MARK: - Operators

extension XPathParser {
    private mutating func expression() throws(XPathFailure) -> XPathExpression {
        var operands = [try and()]
        while skip(.or) { operands.append(try and()) }
        return operands.count == 1 ? operands[0] : .or(operands)
    }

    private mutating func and() throws(XPathFailure) -> XPathExpression {
        var operands = [try chain()]
        while skip(.and) { operands.append(try chain()) }
        return operands.count == 1 ? operands[0] : .and(operands)
    }

    /// Reads operands with operators of a rank between them: equality, relation, sum or product.
    private mutating func chain(_ rank: Int = 0) throws(XPathFailure) -> XPathExpression {
        if rank == 4 { return try signed() }
        var operands = [try chain(rank + 1)]
        var operators: [XPathOperator] = []
        while let found = next.chained, found.rank == rank {
            index += 1
            operators.append(found.operator)
            operands.append(try chain(rank + 1))
        }
        return operators.isEmpty ? operands[0] : .chain(operands, operators)
    }

    private mutating func signed() throws(XPathFailure) -> XPathExpression {
        var signs = 0
        while skip(.minus) { signs += 1 }
        let operand = try union()
        return signs == 0 ? operand : .signed([operand], isNegative: signs % 2 == 1)
    }

    private mutating func union() throws(XPathFailure) -> XPathExpression {
        var operands = [try path()]
        while skip(.bar) { operands.append(try path()) }
        return operands.count == 1 ? operands[0] : .union(operands)
    }
}

// MARK: - Paths

extension XPathParser {
    private mutating func path() throws(XPathFailure) -> XPathExpression {
        if skip(.slash) {
            let steps = beginsStep ? try self.steps() : []
            return .path(XPathPath(start: .root, steps: steps))
        }
        if skip(.slashes) { return .path(XPathPath(start: .root, steps: try steps(afterSlashes: true))) }
        if beginsStep { return .path(XPathPath(start: .context, steps: try steps())) }
        let primary = try self.primary()
        let predicates = try self.predicates()
        if skip(.slash) {
            return .path(XPathPath(start: .filter([primary], predicates), steps: try steps()))
        }
        if skip(.slashes) {
            return .path(XPathPath(start: .filter([primary], predicates), steps: try steps(afterSlashes: true)))
        }
        return predicates.isEmpty ? primary : .path(XPathPath(start: .filter([primary], predicates), steps: []))
    }

    private static let nodeTypes: Set<ByteEqualString> = ["node", "text", "comment", "processing-instruction"]

    private var beginsStep: Bool {
        switch next {
        case .dot, .dots, .at, .axis, .name, .anyName: true
        case .function(let name): Self.nodeTypes.contains(ByteEqualString(name))
        default: false
        }
    }

    private mutating func steps(afterSlashes: Bool = false) throws(XPathFailure) -> [XPathStep] {
        var steps: [XPathStep] = []
        try append(to: &steps, afterSlashes: afterSlashes)
        while true {
            if skip(.slash) {
                try append(to: &steps, afterSlashes: false)
            } else if skip(.slashes) {
                try append(to: &steps, afterSlashes: true)
            } else {
                return steps
            }
        }
    }

    private static let everything = XPathStep(axis: .descendantOrSelf, test: .node, predicates: [])

    /// Appends a step. `//a` becomes the descendant axis unless the position among siblings matters.
    private mutating func append(to steps: inout [XPathStep], afterSlashes: Bool) throws(XPathFailure) {
        let step = try self.step()
        guard afterSlashes else {
            steps.append(step)
            return
        }
        if step.axis == .child, !step.isPositional {
            steps.append(XPathStep(axis: .descendant, test: step.test, predicates: step.predicates))
        } else {
            steps += [Self.everything, step]
        }
    }

    private mutating func step() throws(XPathFailure) -> XPathStep {
        if skip(.dot) { return XPathStep(axis: .self, test: .node, predicates: []) }
        if skip(.dots) { return XPathStep(axis: .parent, test: .node, predicates: []) }
        var axis = XPathAxis.child
        if skip(.at) {
            axis = .attribute
        } else if case .axis(let name) = next {
            guard let known = XPathAxis(rawValue: name) else { throw .syntax(at: offset) }
            axis = known
            index += 1
        }
        let test = try nodeTest()
        return XPathStep(axis: axis, test: test, predicates: try predicates())
    }

    private mutating func nodeTest() throws(XPathFailure) -> XPathNodeTest {
        let start = offset
        let kind = next
        switch kind {
        case .name(let prefix, let local):
            index += 1
            return .name(local, in: meaning(of: prefix))
        case .anyName(let prefix):
            index += 1
            return .anyName(in: prefix.map { meaning(of: $0) })
        case .function(let name):
            index += 1
            guard skip(.open) else { throw .syntax(at: offset) }
            var test: XPathNodeTest
            switch ByteEqualString(name) {
            case "node": test = .node
            case "text": test = .text
            case "comment": test = .comment
            case "processing-instruction":
                test = .instruction(nil)
                if case .literal(let target) = next {
                    test = .instruction(target)
                    index += 1
                }
            default: throw .syntax(at: start)
            }
            try close(.close)
            return test
        default: throw .syntax(at: start)
        }
    }

    private func meaning(of prefix: String?) -> XPathPrefix {
        guard let prefix else { return .none }
        return namespaces[ByteEqualString(prefix)].map { .namespace($0) } ?? .unbound
    }

    private mutating func predicates() throws(XPathFailure) -> [XPathPredicate] {
        var predicates: [XPathPredicate] = []
        while skip(.openBracket) {
            predicates.append(XPathPredicate(try expression()))
            try close(.closeBracket)
        }
        return predicates
    }
}

// MARK: - Primary expressions

extension XPathParser {
    private mutating func primary() throws(XPathFailure) -> XPathExpression {
        let start = offset
        switch next {
        case .open:
            index += 1
            let inner = try expression()
            try close(.close)
            return inner
        case .literal(let text):
            index += 1
            return .literal(text)
        case .number(let number):
            index += 1
            return .number(number)
        case .variable(let name):
            index += 1
            return .variable(name)
        case .function(let name):
            index += 1
            guard skip(.open) else { throw .syntax(at: offset) }
            var arguments: [XPathExpression] = []
            if next != .close {
                repeat { arguments.append(try expression()) } while skip(.comma)
            }
            try close(.close)
            return .call(XPathCall(function: XPathFunction(rawValue: name), arguments: arguments))
        default: throw .syntax(at: start)
        }
    }
}
