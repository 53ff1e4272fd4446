import Mimeograph
import MimeographJSON
import MimeographTree

extension JSONPathScalar {
    /// Creates the value of a number.
    init(_ number: JSON) {
        if case .read(let document, let index) = number.node.storage, document.word(at: index).has(.smallInteger) {
            self = .integer(document.word(at: index).smallInteger)
        } else {
            self = .number(number)
        }
    }

}

// Source: RFC 9535 §2.3.5.2.2.
extension JSONPathRun {
    /// Compares two values; nil is the absence of a value, which only equals itself.
    mutating func compare(
        _ left: JSONPathScalar?,
        _ comparison: JSONPathComparison,
        _ right: JSONPathScalar?
    ) throws(SerializationError) -> Bool {
        switch comparison {
        case .equal: return try areEqual(left, right)
        case .notEqual: return try !areEqual(left, right)
        case .less: return try isLess(left, right)
        case .greater: return try isLess(right, left)
        case .lessOrEqual:
            let isLess = try self.isLess(left, right)
            return isLess ? true : try areEqual(left, right)
        case .greaterOrEqual:
            let isGreater = try isLess(right, left)
            return isGreater ? true : try areEqual(left, right)
        }
    }

    private mutating func areEqual(
        _ left: JSONPathScalar?,
        _ right: JSONPathScalar?
    ) throws(SerializationError) -> Bool {
        switch (left, right) {
        case (nil, nil), (.null?, .null?): return true
        case (.boolean(let left)?, .boolean(let right)?): return left == right
        case (.integer(let left)?, .integer(let right)?): return left == right
        case (.integer(let left)?, .number(let right)?), (.number(let right)?, .integer(let left)?):
            try spend(digits: right)
            return JSON(left) == right
        case (.number(let left)?, .number(let right)?):
            try spend(digits: left)
            try spend(digits: right)
            return left == right
        case (.string(let left)?, .string(let right)?):
            try spend(1 + min(left.utf8.count, right.utf8.count) / 16)
            return left.hasSameBytes(as: right)
        case (.other(let value)?, .other(let other)?):
            return try areEqual(value, other)
        default: return false
        }
    }

    /// Compares two containers, or values of kinds that JSON does not have. All values here are references into the document.
    private mutating func areEqual(_ left: JSON, _ right: JSON) throws(SerializationError) -> Bool {
        guard case .read(_, let first) = left.node.storage, case .read(_, let second) = right.node.storage else {
            return left == right
        }
        let (word, other) = (view.word(at: first), view.word(at: second))
        guard word.tag == other.tag, !word.isArray || word.payload == other.payload else { return false }
        let extents = (view.index(after: first) - first, view.index(after: second) - second)
        try spend(1 + extents.0 + extents.1)
        // Texts are compared only if they are equally long, so those of the smaller value limit the time.
        try spendTexts(from: extents.0 < extents.1 ? first : second)
        return left == right
    }

    private mutating func isLess(
        _ left: JSONPathScalar?,
        _ right: JSONPathScalar?
    ) throws(SerializationError) -> Bool {
        switch (left, right) {
        case (.integer(let left)?, .integer(let right)?): return left < right
        case (.integer(let left)?, .number(let right)?): return Double(left) < Self.double(right)
        case (.number(let left)?, .integer(let right)?): return Self.double(left) < Double(right)
        case (.number(let left)?, .number(let right)?):
            if let left = left.node.uint64, let right = right.node.uint64 { return left < right }
            return Self.double(left) < Self.double(right)
        case (.string(let left)?, .string(let right)?):
            try spend(1 + min(left.utf8.count, right.utf8.count) / 16)
            // The order of UTF-8 is that of Unicode scalar values.
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        default: return false
        }
    }

    /// Returns the nearest double, infinite for a number out of range.
    private static func double(_ number: JSON) -> Double {
        if let value = number.node.double { return value }
        guard case .read(let document, let index) = number.node.storage else { return .nan }
        return Double(bitPattern: document.long(at: index))
    }

    /// Counts the digits of a number, which may be very many.
    private mutating func spend(digits number: JSON) throws(SerializationError) {
        guard case .read(let document, let index) = number.node.storage else { return }
        try spend(1 + document.word(at: index).payload / 16)
    }

    /// Counts the texts and digits in the value at an index.
    private mutating func spendTexts(from start: Int) throws(SerializationError) {
        let end = view.index(after: start)
        var index = start
        while index < end {
            let word = view.word(at: index)
            if !word.isContainer, !word.has(.extended), !word.has(.smallInteger) { try spend(word.payload / 16) }
            index += word.width
        }
    }
}
