import Mimeograph

/// A part of a filter whose use is not known yet.
private enum JSONPathTerm {
    case query(JSONPathQuery)
    /// A literal, or a function with a value.
    case operand(JSONPathOperand, isLiteral: Bool)
    /// A function that is true or false.
    case logical(JSONPathExpression)
}

// MARK: - Logical expressions

extension JSONPathParser {
    mutating func logicalOr() throws(SerializationError) -> JSONPathExpression {
        var operands = [try logicalAnd()]
        while skipAfterBlank("||") { operands.append(try logicalAnd()) }
        return operands.count == 1 ? operands[0] : .or(operands)
    }

    private mutating func logicalAnd() throws(SerializationError) -> JSONPathExpression {
        var operands = [try basic()]
        while skipAfterBlank("&&") { operands.append(try basic()) }
        return operands.count == 1 ? operands[0] : .and(operands)
    }

    /// Skips an operator and blank space on both sides. Skips nothing if something else follows the space.
    private mutating func skipAfterBlank(_ text: String) -> Bool {
        let start = offset
        skipBlank()
        if skip(text: text) {
            skipBlank()
            return true
        }
        offset = start
        return false
    }

    private mutating func basic() throws(SerializationError) -> JSONPathExpression {
        if skip("!") {
            skipBlank()
            if isNext("(") { return .not(try parenthesis()) }
            let start = offset
            return .not(try test(try term(), at: start))
        }
        if isNext("(") { return try parenthesis() }
        let start = offset
        let left = try term()
        guard let comparison = comparison() else { return try test(left, at: start) }
        let leftOperand = try operand(left, at: start)
        let rightStart = offset
        return .comparison(leftOperand, comparison, try operand(try term(), at: rightStart))
    }

    private mutating func parenthesis() throws(SerializationError) -> JSONPathExpression {
        try enter()
        offset += 1
        skipBlank()
        let expression = try logicalOr()
        skipBlank()
        guard skip(")") else { throw expected("an operator or )") }
        leave()
        return expression
    }

    private mutating func comparison() -> JSONPathComparison? {
        if skipAfterBlank("==") { return .equal }
        if skipAfterBlank("!=") { return .notEqual }
        if skipAfterBlank("<=") { return .lessOrEqual }
        if skipAfterBlank(">=") { return .greaterOrEqual }
        if skipAfterBlank("<") { return .less }
        return skipAfterBlank(">") ? .greater : nil
    }
}

// MARK: - Types

extension JSONPathParser {
    /// Returns the test of a term. Source: RFC 9535 §2.4.3.
    private func test(_ term: JSONPathTerm, at start: Int) throws(SerializationError) -> JSONPathExpression {
        switch term {
        case .query(let query): return .exists(query)
        case .logical(let expression): return expression
        case .operand(_, isLiteral: true): throw expected("a comparison with the literal", at: start)
        case .operand: throw expected("a comparison with the function's value", at: start)
        }
    }

    /// Returns the value of a term, for a comparison or a function.
    private func operand(_ term: JSONPathTerm, at start: Int) throws(SerializationError) -> JSONPathOperand {
        switch term {
        case .query(let query):
            guard query.isSingular else {
                throw expected("a query of names and indices only, because one value is needed", at: start)
            }
            return .query(query)
        case .operand(let operand, _): return operand
        case .logical: throw expected("a value; match() and search() have none, they are true or false", at: start)
        }
    }

    private func nodes(_ term: JSONPathTerm, at start: Int) throws(SerializationError) -> JSONPathQuery {
        guard case .query(let query) = term else { throw expected("a query as the argument", at: start) }
        return query
    }
}

// MARK: - Terms

extension JSONPathParser {
    private mutating func term() throws(SerializationError) -> JSONPathTerm {
        if skip("@") { return .query(JSONPathQuery(isAbsolute: false, try segments())) }
        if skip("$") { return .query(JSONPathQuery(isAbsolute: true, try segments())) }
        if isNext("'") || isNext("\"") { return .operand(.literal(.string(try string())), isLiteral: true) }
        if isNumberNext { return .operand(.literal(try number()), isLiteral: true) }
        let start = offset
        if let first = next, first.isLowercaseLetter {
            while let byte = next, byte.isLowercaseLetter || byte.isDigit || byte == UInt8(ascii: "_") { offset += 1 }
        }
        let name = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isNext("(") { return try function(name, at: start) }
        switch ByteEqualString(name) {
        case "true": return .operand(.literal(.boolean(true)), isLiteral: true)
        case "false": return .operand(.literal(.boolean(false)), isLiteral: true)
        case "null": return .operand(.literal(.null), isLiteral: true)
        default: throw expected("@, $, a literal, a function, ! or (", at: start)
        }
    }

    /// Parses the arguments of a function, and checks their number and types. Source: RFC 9535 §2.4.
    private mutating func function(_ name: String, at start: Int) throws(SerializationError) -> JSONPathTerm {
        let parameters: Int
        switch ByteEqualString(name) {
        case "length", "count", "value": parameters = 1
        case "match", "search": parameters = 2
        default: throw expected("a function: length, count, match, search or value", at: start)
        }
        try enter()
        offset += 1
        skipBlank()
        var arguments: [(term: JSONPathTerm, start: Int)] = []
        if !isNext(")") {
            repeat {
                skipBlank()
                let start = offset
                guard arguments.count < parameters else { throw expected(") after the last argument") }
                arguments.append((try term(), start))
                skipBlank()
            } while skip(",")
        }
        guard arguments.count == parameters else {
            throw expected(parameters == 1 ? "an argument" : "two arguments")
        }
        guard skip(")") else { throw expected(") after the last argument") }
        leave()
        let first = arguments[0]
        switch ByteEqualString(name) {
        case "length": return .operand(.length(try operand(first.term, at: first.start)), isLiteral: false)
        case "count": return .operand(.count(try nodes(first.term, at: first.start)), isLiteral: false)
        case "value": return .operand(.value(try nodes(first.term, at: first.start)), isLiteral: false)
        default:
            let text = try operand(first.term, at: first.start)
            let pattern = try self.pattern(
                try operand(arguments[1].term, at: arguments[1].start),
                at: arguments[1].start
            )
            return .logical(.pattern(text, pattern, isWhole: name.hasSameBytes(as: "match")))
        }
    }

    /// Compiles a pattern, unless it is known only during evaluation.
    private func pattern(_ operand: JSONPathOperand, at start: Int) throws(SerializationError) -> JSONPathPattern {
        guard case .literal(let literal) = operand else { return .computed(operand) }
        guard case .string(let text) = literal else { return .compiled(nil) }
        let location = SourceLocation(offset: start, in: bytes.span)
        return .compiled(try IRegexp.compile(text, limits: limits, at: location))
    }
}
