import Mimeograph
import MimeographTree

/// The bytes of a document while it is read.
typealias PropertyListBytes = PaddedBytes

extension PropertyListBytes {
    /// Eight bytes, the first in the highest bits.
    @inline(__always)
    func bigEndian(at offset: Int) -> UInt64 { word(at: offset).byteSwapped }

    /// Writes eight bytes, the first from the highest bits.
    @inline(__always)
    func store(bigEndian word: UInt64, at offset: Int) { store(word.byteSwapped, at: offset) }
}

/// Words while they are written.
typealias PropertyListTape = TapeBuffer

extension PropertyListTape {
    /// A word that was written before, or the next one.
    @inline(__always)
    subscript(index: Int) -> PropertyListWord {
        get { PropertyListWord(bits: self[bits: index]) }
        nonmutating set { self[bits: index] = newValue.bits }
    }
}
