import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A printer that writes rows field by field, as they appear in the body.
struct CSVRowPrinter: ~Copyable {
    private let delimiter: UInt8
    private let hasQuotes: Bool
    private let formulas: CSVFormulas
    private let emptyFieldIsNil: Bool
    /// Whether a number may contain the delimiter.
    private let splitsNumbers: Bool
    private var bytes = ByteBuffer(capacity: 1024)
    /// The number of fields in the row so far.
    private var column = 0

    init(_ format: CSVFormat) {
        delimiter = format.delimiter.byte
        hasQuotes = format.hasQuotes
        formulas = format.formulas
        emptyFieldIsNil = format.emptyFieldIsNil
        splitsNumbers = delimiter == UInt8(ascii: "-") || (0x30...0x39).contains(delimiter)
    }

    /// Returns the bytes written since the last call.
    mutating func finish() -> [UInt8] { bytes.finish() }

    // MARK: Rows

    /// A field that cannot be written.
    struct Failure: Error {
        let column: Int
        let refusal: Refusal
    }

    /// Writes a row of texts.
    ///
    /// - Parameter isAlone: Whether the table has one column. Then an empty text has quotes, which distinguish it from an empty
    ///   line.
    /// - Throws: The reason why a field cannot be written. Then no part of the row is written.
    mutating func write(_ texts: [String], isAlone: Bool) throws(Failure) {
        let start = beginRow()
        for text in texts {
            do throws(Refusal) { try write(text, marksEmpty: isAlone) } catch { throw failure(error, from: start) }
        }
        endRow()
    }

    /// Writes a row of values on a tape.
    ///
    /// - Parameters:
    ///   - values: The index of the value of each column; -1 for an empty field.
    ///   - isAlone: Whether the table has one column. Then an empty text has quotes.
    /// - Throws: The reason why a field cannot be written. Then no part of the row is written.
    mutating func write(_ tape: TapeView, _ values: [Int], isAlone: Bool) throws(Failure) {
        let start = beginRow()
        for index in values {
            do throws(Refusal) {
                if index < 0 { beginField() } else { try write(tape, at: index, isAlone: isAlone) }
            } catch {
                throw failure(error, from: start)
            }
        }
        endRow()
    }

    private mutating func beginRow() -> Int {
        column = 0
        return bytes.count
    }

    private mutating func endRow() {
        bytes.reserve(2)
        append(0x0D)
        append(0x0A)
    }

    private mutating func failure(_ refusal: Refusal, from start: Int) -> Failure {
        bytes.truncate(to: start)
        return Failure(column: max(0, column - 1), refusal: refusal)
    }

    /// Begins a field.
    @inline(__always)
    private mutating func beginField() {
        if column > 0 {
            bytes.reserve(1)
            append(delimiter)
        }
        column &+= 1
    }

    /// Writes a byte for which there is room.
    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        // SAFETY: the caller has made room for it.
        unsafe bytes.memory[bytes.count] = byte
        bytes.count &+= 1
    }

    // MARK: Fields

    /// The reason why a value cannot be written.
    enum Refusal: Error {
        case formula, quotes, notFlat

        var description: String {
            switch self {
            case .formula: "A spreadsheet would take the text for a formula, which CSVFormat.formulas refuses."
            case .quotes:
                "The text has a delimiter or a line end in it, or begins with U+FEFF, which cannot be written without quotes."
            case .notFlat: "A field holds a single value; rows are flat."
            }
        }
    }

    private mutating func write(_ tape: TapeView, at index: Int, isAlone: Bool) throws(Refusal) {
        let word = tape.word(at: index)
        switch word.tag {
        case .null: beginField()
        case .string:
            let isPresent = word.bits == TapeWord.presentText.bits && emptyFieldIsNil
            try unsafe writeText(tape.bytes(of: word), marksEmpty: isPresent || isAlone)
        case .true: try write(plain: "true")
        case .false: try write(plain: "false")
        case .smallInteger: try write(word.smallInteger)
        case .int64: try write(Int64(bitPattern: tape.bits(at: index + 1)))
        case .uint64: try write(plain: String(tape.bits(at: index + 1)))
        case .double:
            let value = Double(bitPattern: tape.bits(at: index + 1))
            // NaN is written the same whatever its sign is. A former `Float` has four bytes.
            try write(plain: value.isNaN ? "nan" : word.offset == 4 ? Float(value).description : value.description)
        case .bigNumber: try write(plain: tape.utf8String(of: word))
        case .data:
            // Quotes distinguish empty data from nil.
            if word.payload == 0 { return try write("", marksEmpty: emptyFieldIsNil || isAlone) }
            try write(plain: Base64.text(of: unsafe Array(tape.bytes(of: word))))
        case .date, .wideString, .shared, .extended, .array, .object:
            beginField()
            throw .notFlat
        }
    }

    /// Writes a text.
    ///
    /// - Parameter marksEmpty: Whether an empty text has quotes, which distinguish it from nil.
    private mutating func write(_ text: String, marksEmpty: Bool) throws(Refusal) {
        var text = text
        var failure: Refusal?
        // SAFETY: the buffer is only read, during the call.
        text.withUTF8 { bytes in
            do throws(Refusal) { try unsafe writeText(bytes, marksEmpty: marksEmpty) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private mutating func writeText(_ text: UnsafeBufferPointer<UInt8>, marksEmpty: Bool) throws(Refusal) {
        beginField()
        bytes.reserve(text.count &* 2 &+ 3)
        var needsQuotes = text.isEmpty && marksEmpty && hasQuotes
        // SAFETY: all indices are below the count, here and below.
        // U+FEFF at the beginning of the body would be a byte order mark.
        if column == 1, text.count >= 3, unsafe text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF {
            needsQuotes = true
        }
        let isFormula = unsafe formulas != .write && CSVFormulas.begins(Span(_unsafeElements: text))
        if isFormula, formulas == .refuse { throw .formula }
        for index in 0..<text.count {
            let byte = unsafe text[index]
            if byte == delimiter || byte == 0x0A || byte == 0x0D || byte == 0x22 && hasQuotes {
                needsQuotes = true
                break
            }
        }
        if needsQuotes, !hasQuotes { throw .quotes }
        if needsQuotes { append(0x22) }
        if isFormula { append(0x27) }
        if needsQuotes {
            for index in 0..<text.count {
                let byte = unsafe text[index]
                if byte == 0x22 { append(0x22) }
                append(byte)
            }
            append(0x22)
        } else {
            unsafe bytes.append(Span(_unsafeElements: text))
        }
    }

    /// Writes an integer.
    private mutating func write(_ value: Int64) throws(Refusal) {
        guard value.magnitude < 1 << 62, !splitsNumbers else { return try write(plain: "\(value)") }
        beginField()
        bytes.reserve(24)
        var magnitude = value.magnitude
        if value < 0 { append(0x2D) }
        // Writes the digits from the last to the first, in their final order.
        var digits = 1
        var power: UInt64 = 10
        while magnitude >= power {
            digits &+= 1
            power = power &* 10
        }
        var offset = bytes.count &+ digits
        bytes.count = offset
        repeat {
            offset &-= 1
            // SAFETY: there is room for as many digits.
            unsafe bytes.memory[offset] = 0x30 &+ UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
        } while magnitude > 0
    }

    /// Writes a text that needs no quotes in most tables: a number, a Boolean or Base64. It has quotes if it contains the
    /// delimiter, and is never a formula.
    private mutating func write(plain text: String) throws(Refusal) {
        let needsQuotes = text.utf8.contains(delimiter)
        beginField()
        if needsQuotes, !hasQuotes { throw .quotes }
        bytes.reserve(text.utf8.count + 2)
        if needsQuotes { append(0x22) }
        for byte in text.utf8 { append(byte) }
        if needsQuotes { append(0x22) }
    }
}

extension TapeView {
    /// Returns the bytes of a text or of data; none if the tape has no such bytes.
    fileprivate func bytes(of word: TapeWord) -> UnsafeBufferPointer<UInt8> {
        guard hasBytes(of: word) else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        // SAFETY: the tape has that many bytes.
        return unsafe UnsafeBufferPointer(rebasing: bytes[word.offset..<word.offset + word.payload])
    }
}
