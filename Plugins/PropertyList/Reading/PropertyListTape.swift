import Mimeograph
import MimeographTree

/// Words while they are written.
typealias PropertyListTape = TapeBuffer

extension PropertyListTape {
    /// A word that was written before, or the place of the next.
    @inline(__always)
    subscript(index: Int) -> PropertyListWord {
        get { PropertyListWord(bits: self[bits: index]) }
        nonmutating set { self[bits: index] = newValue.bits }
    }
}
