import Mimeograph
import MimeographJSON
import MimeographTree

// The recursion is as deep as the filters, parentheses and functions of the query, which are limited.

extension JSONPathRun {
    /// Whether an expression is true for the current value, at an index. Source: RFC 9535 §2.3.5.2.
    mutating func holds(_ expression: JSONPathExpression, at current: Int) throws(SerializationError) -> Bool {
        switch expression {
        case .or(let operands):
            for operand in operands where try holds(operand, at: current) { return true }
            return false
        case .and(let operands):
            for operand in operands where try !holds(operand, at: current) { return false }
            return true
        case .not(let operand): return try !holds(operand, at: current)
        case .exists(let query): return try first(query, at: current) != nil
        case .comparison(let left, let comparison, let right):
            return try compare(try scalar(left, at: current), comparison, try scalar(right, at: current))
        case .pattern(let text, let pattern, let isWhole):
            guard case .string(let text) = try scalar(text, at: current) else { return false }
            switch pattern {
            case .compiled(let pattern): return try pattern?.matches(text, isWhole: isWhole, &self) ?? false
            case .computed(let operand):
                guard case .string(let pattern) = try scalar(operand, at: current) else { return false }
                return try compiled(pattern)?.matches(text, isWhole: isWhole, &self) ?? false
            }
        }
    }

    /// Returns the index of the first value that a query in a filter selects; nil if it selects none.
    private mutating func first(_ query: JSONPathQuery, at current: Int) throws(SerializationError) -> Int? {
        let start = query.isAbsolute ? root : current
        guard query.isSingular else {
            var walk = JSONPathWalk(query.segments, from: start)
            return try walk.next(&self)
        }
        var value = start
        for segment in query.segments {
            value = resolved(value)
            let word = view.word(at: value)
            switch segment.selectors[0] {
            case .name(let name):
                guard word.isObject, let next = try member(name, of: value) else { return nil }
                value = next
            case .index(let offset):
                guard word.isArray, let next = try element(offset, of: value) else { return nil }
                value = next.index
            case .wildcard, .slice, .filter: return nil
            }
        }
        return value
    }

    /// Returns the value of an operand; nil if it has none ("Nothing" in the RFC).
    private mutating func scalar(
        _ operand: JSONPathOperand,
        at current: Int
    ) throws(SerializationError) -> JSONPathScalar? {
        switch operand {
        case .literal(let value): return value
        case .query(let query): return try first(query, at: current).map { scalar(at: $0) }
        case .length(let operand): return try length(of: operand, at: current).map { .integer(Int64($0)) }
        case .count(let query):
            var walk = JSONPathWalk(query.segments, from: query.isAbsolute ? root : current)
            var count: Int64 = 0
            while try walk.next(&self) != nil { count += 1 }
            return .integer(count)
        case .value(let query):
            var walk = JSONPathWalk(query.segments, from: query.isAbsolute ? root : current)
            guard let value = try walk.next(&self), try walk.next(&self) == nil else { return nil }
            return scalar(at: value)
        }
    }

    /// Returns the number of characters, elements or members of a value; nil for other values. Source: RFC 9535 §2.4.4.
    private mutating func length(of operand: JSONPathOperand, at current: Int) throws(SerializationError) -> Int? {
        switch try scalar(operand, at: current) {
        case .string(let text):
            try spend(1 + text.utf8.count / 16)
            return text.unicodeScalars.count
        case .other(let value):
            guard case .read(_, let index) = value.node.storage else { return nil }
            let word = view.word(at: index)
            if word.isArray { return document.count(ofContainerAt: index) }
            return word.isObject ? try memberCount(of: index) : nil
        default: return nil
        }
    }

    /// Returns the value at an index, for a comparison.
    private func scalar(at index: Int) -> JSONPathScalar {
        let index = resolved(index)
        let word = view.word(at: index)
        switch word.tag {
        case .null: return .null
        case .false: return .boolean(false)
        case .true: return .boolean(true)
        case .smallInteger: return .integer(word.smallInteger)
        case .int64: return .integer(Int64(bitPattern: view.bits(at: index &+ 1)))
        case .uint64, .double, .bigNumber: return .number(JSON(TreeNode(document, at: index)))
        case .string: return .string(view.utf8String(of: word))
        case .wideString: return .string(document.string(of: word))
        case .date, .data, .shared, .extended, .array, .object: return .other(JSON(TreeNode(document, at: index)))
        }
    }
}
