import Mimeograph
import MimeographTree

/// The tape of the current row, reused for the next; see ``RowLayout``.
///
/// Its bytes begin with the names of the columns; the bytes of the row follow.
@safe
final class CSVRowTape {
    // SAFETY: one thread uses a tape, and no access spans a call that comes back here; this also holds for the bytes.
    @exclusivity(unchecked) private var words: CodingStack<UInt64>
    @exclusivity(unchecked) private var bytes: CodingStack<UInt8>
    private let names: [String]?
    private let namesLength: Int
    private let emptyFieldIsNil: Bool
    private let layout: RowLayout

    init(_ names: [String]?, count: Int, emptyFieldIsNil: Bool) {
        self.names = names
        self.emptyFieldIsNil = emptyFieldIsNil
        layout = RowLayout(hasNames: names != nil)
        var bytes = CodingStack<UInt8>(capacity: 512)
        let nameWords = names?.map { name in
            let start = bytes.count
            for byte in name.utf8 { bytes.append(byte) }
            return TapeWord(.string, payload: bytes.count - start, offset: start)
        }
        namesLength = bytes.count
        unsafe self.bytes = bytes
        unsafe words = RowLayout.words(count: count, names: nameWords)
    }

    /// Creates a tape for the rows after a row that is kept.
    convenience init(of other: CSVRowTape) {
        let count = unsafe other.names?.count ?? other.words.count - 3
        self.init(other.names, count: count, emptyFieldIsNil: other.emptyFieldIsNil)
    }

    /// Puts a row on the tape, and returns a view that is valid until the next row.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for a field that is too large for a word.
    func fill(with row: CSVRow, _ reader: CSVRowReader) throws(SerializationError) -> TapeView {
        if row.length > TapeWord.maximumPayload {
            var error = SerializationError.tooLargeField
            error.location = reader.location(of: 0, in: row)
            throw error
        }
        let start = namesLength
        // SAFETY: there is room for the bytes of the row and the padding, and for as many words as there are columns.
        unsafe bytes.removeLast(to: start)
        unsafe bytes.reserve(row.length &+ PaddedBytes.padding)
        let target = unsafe bytes.memory.baseAddress.unsafelyUnwrapped + start
        unsafe target.update(from: row.base, count: row.length)
        unsafe bytes.count = start &+ row.length
        // Without quotes, an empty text is at offset 0.
        let absent = TapeWord(emptyFieldIsNil ? .null : .string)
        let words = unsafe self.words.memory.baseAddress.unsafelyUnwrapped
        var index = layout.first
        var column = 0
        while column < row.count {
            let field = row[column]
            var length = field.count
            if field.hasEscapes {
                let room = unsafe UnsafeMutableBufferPointer(start: target + field.start, count: length)
                length = unsafe row.unescape(field, into: room)
            }
            let word = TapeWord(.string, payload: length, offset: start &+ field.start)
            unsafe words[index] = field.isAbsent ? absent.bits : word.bits
            index &+= layout.stride
            column &+= 1
        }
        return unsafe TapeView(
            UnsafeBufferPointer(start: words, count: self.words.count),
            UnsafeBufferPointer(start: bytes.memory.baseAddress, count: bytes.count)
        )
    }
}
