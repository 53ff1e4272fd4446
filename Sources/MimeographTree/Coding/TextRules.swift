/// The rules of a format whose scalars are all texts, such as a form or a table.
///
/// A type decides what a text is: `007` is a number where a number is wanted, and a text where a text is. So a tape of such a format has
/// texts and null only, and ``TreeDecodingContext`` makes other scalars of them when they are asked for. How dates and data are written is
/// said by the strategies, as for all formats.
package struct TextRules: Sendable {
    package enum Shape: Sendable {
        /// Values nest, as in a form. A text is a list of one too, null is a list or an object of nothing, and a name that is missing is
        /// what its type makes of nothing.
        case nested
        /// Objects are rows of scalars, as in a table. A superclass shares the row, and null is an empty text too.
        case rows
    }

    let shape: Shape
    /// Reads a truth value; nil if the text is none.
    let boolean: @Sendable (_ text: Span<UInt8>) -> Bool?

    /// - Parameters:
    ///   - shape: How values lie in one another.
    ///   - boolean: Reads a truth value.
    package init(shape: Shape, boolean: @escaping @Sendable (_ text: Span<UInt8>) -> Bool?) {
        self.shape = shape
        self.boolean = boolean
    }
}

extension Span<UInt8> {
    /// Whether a text is a word of lower-case ASCII letters.
    package func isWord(_ word: StaticString, ignoringCase: Bool = false) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        let mask: UInt8 = ignoringCase ? 0x20 : 0
        // SAFETY: the index is below the count of both.
        for index in indices where unsafe self[index] | mask != word.utf8Start[index] { return false }
        return true
    }
}

/// A dictionary, whose keys are names of columns, unless they are of a type that is coded as a value.
protocol NamedMembers {
    static var haveNames: Bool { get }
}

extension Dictionary: NamedMembers {
    static var haveNames: Bool {
        Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    }
}

/// A type of the standard library that a name stands for if it is missing, in a format that writes no name for it.
protocol EmptyDecodable {
    static var nothing: Self { get }
}

extension Array: EmptyDecodable { static var nothing: Self { [] } }
extension ContiguousArray: EmptyDecodable { static var nothing: Self { [] } }
extension Set: EmptyDecodable { static var nothing: Self { [] } }
extension Dictionary: EmptyDecodable { static var nothing: Self { [:] } }
extension Optional: EmptyDecodable { static var nothing: Self { nil } }
