/// The rules of a format whose scalars are all texts, such as a form or a table.
///
/// The type that is decoded decides how to read a text: `007` can be a number or a text. So a tape of such a format has only
/// texts and null, and ``TreeDecodingContext`` converts a text to another scalar on request. The strategies decide how dates and
/// data are written, as for all formats.
package struct TextRules: Sendable {
    package enum Shape: Sendable {
        /// Values nest, as in a form. A text is also a list of one, and null is also an empty list or an empty object. If a name
        /// is missing, some types have an empty value for it.
        case nested
        /// Objects are rows of scalars, as in a table. A superclass shares the row, and null is also an empty text.
        case rows
    }

    let shape: Shape
    let boolean: @Sendable (_ text: Span<UInt8>) -> Bool?

    /// - Parameters:
    ///   - shape: How values nest.
    ///   - boolean: Parses a Boolean; returns nil if the text is not one.
    package init(shape: Shape, boolean: @escaping @Sendable (_ text: Span<UInt8>) -> Bool?) {
        self.shape = shape
        self.boolean = boolean
    }
}

extension Span<UInt8> {
    /// Whether the text equals a word of lowercase ASCII letters.
    package func isWord(_ word: StaticString, ignoringCase: Bool = false) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        let mask: UInt8 = ignoringCase ? 0x20 : 0
        // SAFETY: the index is below the count of both.
        for index in indices where unsafe self[index] | mask != word.utf8Start[index] { return false }
        return true
    }
}

/// A dictionary whose keys are names of columns, unless their type is coded as a value.
protocol NamedMembers {
    static var haveNames: Bool { get }
}

extension Dictionary: NamedMembers {
    static var haveNames: Bool {
        Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    }
}

/// A type of the standard library with an empty value for a missing name, in a format that writes no name for an empty value.
protocol EmptyDecodable {
    static var nothing: Self { get }
}

extension Array: EmptyDecodable { static var nothing: Self { [] } }
extension ContiguousArray: EmptyDecodable { static var nothing: Self { [] } }
extension Set: EmptyDecodable { static var nothing: Self { [] } }
extension Dictionary: EmptyDecodable { static var nothing: Self { [:] } }
extension Optional: EmptyDecodable { static var nothing: Self { nil } }
