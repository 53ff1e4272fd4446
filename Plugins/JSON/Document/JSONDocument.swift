import Mimeograph
public import MimeographTree
import Synchronization

/// A parsed document: its own copy of the bytes, strings unescaped in place, and the tape over them.
///
/// Immutable but for its tables, so it is shared freely; a ``JSON`` value is a document and an index into its tape.
@usableFromInline
package final class JSONDocument: TapeDocument {
    @usableFromInline
    package typealias Value = JSON
    @usableFromInline
    package typealias Word = JSONWord

    /// The bytes; strings and number texts are read from here.
    @usableFromInline
    package let bytes: [UInt8]
    /// The tape; see ``JSONWord``. Word 0 begins the root value.
    @usableFromInline
    package let tape: [UInt64]

    private let lookups = Mutex(TapeLookups())

    init(bytes: [UInt8], tape: [UInt64]) {
        self.bytes = bytes
        self.tape = tape
    }

    @usableFromInline
    package func withLookups<Result: Sendable>(_ body: (inout TapeLookups) -> Result) -> Result {
        lookups.withLock { body(&$0) }
    }
}
