/// A parsed document: its own copy of the bytes, strings unescaped in place, and the tape over them.
///
/// Immutable, so it is shared freely; a ``JSON`` value is a document and an index into its tape.
final class JSONDocument: Sendable {
    /// The bytes; strings and number texts are read from here.
    let bytes: [UInt8]
    /// The tape; see ``JSONWord``. Word 0 begins the root value.
    let tape: [UInt64]

    init(bytes: [UInt8], tape: [UInt64]) {
        self.bytes = bytes
        self.tape = tape
    }
}

extension JSONDocument {
    @inline(__always)
    func word(at index: Int) -> JSONWord { JSONWord(bits: tape[index]) }

    /// The index of the word after the value that begins at `index`.
    @inline(__always)
    func index(after index: Int) -> Int {
        let word = word(at: index)
        switch word.tag {
        case .array, .object: return word.low
        default: return index &+ word.width
        }
    }
}
