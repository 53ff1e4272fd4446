import Mimeograph
public import MimeographTree
import Synchronization

/// A property list that was read: its own copy of the bytes, and the tape over them.
///
/// Immutable but for its tables, so it is shared freely; a ``PropertyList`` value is a document and an index into its tape.
@usableFromInline
package final class PropertyListDocument: TapeDocument {
    @usableFromInline
    package typealias Value = PropertyList
    @usableFromInline
    package typealias Word = PropertyListWord

    /// The bytes that words of the tape point into, and some padding after them.
    @usableFromInline
    package let bytes: [UInt8]
    /// The tape; see ``PropertyListWord``. Word 0 is the root value.
    @usableFromInline
    package let tape: [UInt64]
    /// The format that it was read from.
    let format: PropertyListFileFormat

    /// Bytes of padding, so that eight bytes can be loaded at any offset of the text.
    static let padding = 64

    private let lookups = Mutex(TapeLookups())

    init(bytes: [UInt8], tape: [UInt64], format: PropertyListFileFormat) {
        self.bytes = bytes
        self.tape = tape
        self.format = format
    }

    @usableFromInline
    package func withLookups<Result: Sendable>(_ body: (inout TapeLookups) -> Result) -> Result {
        lookups.withLock { body(&$0) }
    }
}

extension PropertyListDocument {
    /// The index of the word that stands for the value at `index`: another one for a container that came before.
    @inline(__always)
    func resolved(_ index: Int) -> Int { word(at: index).target(from: index) }
}
