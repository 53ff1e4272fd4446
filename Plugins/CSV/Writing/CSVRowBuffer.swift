import Mimeograph
import MimeographTree

/// The fields of the row that is written, each as it will stand in the body, in whatever order they come.
struct CSVRowBuffer: ~Copyable {
    private let delimiter: UInt8
    private let hasQuotes: Bool
    private let formulas: CSVFormulas
    private var content = ByteBuffer(capacity: 512)
    /// Where the field of each column stands in the content. A start of -1 is an empty field, one of -2 a field that was not written.
    private var fields: [(start: Int, end: Int)] = []
    /// Whether the delimiter may stand in a number.
    private let splitsNumbers: Bool

    init(_ format: CSVFormat) {
        delimiter = format.delimiter.byte
        hasQuotes = format.hasQuotes
        formulas = format.formulas
        splitsNumbers = delimiter == UInt8(ascii: "-") || (0x30...0x39).contains(delimiter)
    }

    /// The number of columns.
    var count: Int { fields.count }

    /// The number of columns that were written, with nothing or with something.
    var writtenCount: Int { fields.reduce(0) { $1.start == -2 ? $0 : $0 + 1 } }

    /// Begins a row of so many columns, which are empty.
    mutating func begin(columns: Int) {
        content.count = 0
        if fields.count == columns {
            for column in fields.indices { fields[column] = (-2, -2) }
        } else {
            fields = Array(repeating: (-2, -2), count: columns)
        }
    }

    /// Adds a column.
    mutating func addColumn() { fields.append((-2, -2)) }

    /// Writes the row behind what was written.
    func write(to bytes: inout ByteBuffer) {
        bytes.reserve(content.count + fields.count + 2)
        for column in fields.indices {
            let (start, end) = fields[column]
            // SAFETY: there is room for all fields, the delimiters and the line end.
            if column > 0 {
                unsafe bytes.memory[bytes.count] = delimiter
                bytes.count &+= 1
            }
            if start < 0 || end == start { continue }
            let source = unsafe UnsafeBufferPointer(rebasing: content.memory[start..<end])
            let target = unsafe UnsafeMutableBufferPointer(rebasing: bytes.memory[bytes.count...])
            _ = unsafe target.update(fromContentsOf: source)
            bytes.count &+= end &- start
        }
        unsafe bytes.memory[bytes.count] = 0x0D
        unsafe bytes.memory[bytes.count &+ 1] = 0x0A
        bytes.count &+= 2
    }

    // MARK: Fields

    /// What is wrong with a text.
    enum Refusal: Error {
        case formula, quotes

        var description: String {
            switch self {
            case .formula: "A spreadsheet would take the text for a formula, which CSVFormat.formulas refuses."
            case .quotes:
                "The text has a delimiter or a line end in it, or begins with U+FEFF, which cannot be written without quotes."
            }
        }
    }

    /// Writes a text.
    ///
    /// - Parameter marksEmpty: Whether an empty text has quotes, which tell it from nil.
    mutating func set(_ column: Int, _ text: String, marksEmpty: Bool) throws(Refusal) {
        var failure: Refusal?
        // SAFETY: the buffer is only read, during the call.
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            do throws(Refusal) {
                try set(column, unsafe Span(_unsafeElements: bytes), marksEmpty: marksEmpty)
            } catch {
                failure = error
            }
        }
        if isDone == nil { try set(column, Array(text.utf8).span, marksEmpty: marksEmpty) }
        if let failure { throw failure }
    }

    private mutating func set(_ column: Int, _ text: Span<UInt8>, marksEmpty: Bool) throws(Refusal) {
        let start = content.count
        content.reserve(text.count &* 2 &+ 3)
        var needsQuotes = text.isEmpty && marksEmpty && hasQuotes
        // U+FEFF at the beginning of the body would be a byte order mark.
        if column == 0, text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { needsQuotes = true }
        let isFormula = formulas != .write && CSVFormulas.begins(text)
        if isFormula, formulas == .refuse { throw .formula }
        for index in text.indices {
            let byte = text[index]
            if byte == delimiter || byte == 0x0A || byte == 0x0D || byte == 0x22 && hasQuotes {
                needsQuotes = true
                break
            }
        }
        if needsQuotes, !hasQuotes { throw .quotes }
        if needsQuotes { append(0x22) }
        if isFormula { append(0x27) }
        if needsQuotes {
            for index in text.indices {
                if text[index] == 0x22 { append(0x22) }
                append(text[index])
            }
            append(0x22)
        } else {
            content.append(text)
        }
        fields[column] = (start, content.count)
    }

    /// Writes a byte for which there is room.
    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        // SAFETY: the caller has made room for it.
        unsafe content.memory[content.count] = byte
        content.count &+= 1
    }

    /// Writes an integer.
    mutating func set<I: FixedWidthInteger>(_ column: Int, integer value: I) throws(Refusal) {
        guard let small = Int64(exactly: value), small.magnitude < 1 << 62, !splitsNumbers else {
            return try set(column, plain: "\(value)")
        }
        let start = content.count
        content.reserve(24)
        var magnitude = small.magnitude
        if small < 0 { append(0x2D) }
        // From the last digit on, in the order of digits in the end.
        var digits = 1
        var power: UInt64 = 10
        while magnitude >= power {
            digits &+= 1
            power = power &* 10
        }
        var offset = content.count &+ digits
        content.count = offset
        repeat {
            offset &-= 1
            // SAFETY: there is room for as many digits.
            unsafe content.memory[offset] = 0x30 &+ UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
        } while magnitude > 0
        fields[column] = (start, content.count)
    }

    /// Writes a text that stands for itself in most tables: a number, a date, Base64. It has quotes where the delimiter is one of its
    /// characters, and is no formula.
    mutating func set(_ column: Int, plain text: String) throws(Refusal) {
        let start = content.count
        let bytes = Array(text.utf8)
        let needsQuotes = bytes.contains(delimiter)
        if needsQuotes, !hasQuotes { throw .quotes }
        content.reserve(bytes.count + 2)
        if needsQuotes { append(0x22) }
        content.append(bytes.span)
        if needsQuotes { append(0x22) }
        fields[column] = (start, content.count)
    }

    /// Writes nothing.
    mutating func clear(_ column: Int) { fields[column] = (-1, -1) }
}
