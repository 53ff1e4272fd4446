/// A property list that was read: its own copy of the bytes, and the tape over them.
///
/// Immutable, so it is shared freely; a ``PropertyList`` value is a document and an index into its tape.
final class PropertyListDocument: Sendable {
    /// The bytes that words of the tape point into, and some padding after them.
    let bytes: [UInt8]
    /// The tape; see ``PropertyListWord``. Word 0 is the root value.
    let tape: [UInt64]
    /// The format that it was read from.
    let format: PropertyListFileFormat

    /// Bytes of padding, so that eight bytes can be loaded at any offset of the text.
    static let padding = 64

    init(bytes: [UInt8], tape: [UInt64], format: PropertyListFileFormat) {
        self.bytes = bytes
        self.tape = tape
        self.format = format
    }
}

extension PropertyListDocument {
    @inline(__always)
    func word(at index: Int) -> PropertyListWord { PropertyListWord(bits: tape[index]) }

    /// The index of the word that stands for the value at `index`: another one for a container that came before.
    @inline(__always)
    func resolved(_ index: Int) -> Int {
        let word = word(at: index)
        return word.tag == .shared ? word.low : index
    }

    /// The index of the word after the value at `index`.
    @inline(__always)
    func index(after index: Int) -> Int {
        let word = word(at: index)
        return word.isContainer ? word.low : index &+ 1
    }
}
