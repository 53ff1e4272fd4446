/// Undoes the run-length encoding of a bitmap with 4 or 8 bits a pixel, row by row.
///
/// A pair of bytes is a run, which fills pixels with one index (of 8 bits) or two by turns (of 4 bits); or, where the first is
/// 0, the end of a row (0) or of the picture (1), a leap to the right and down (2), or so many pixels as they are. What goes
/// beyond a row is left out, and what is leapt over has index 0.
///
/// Source: Microsoft, Windows GDI, Bitmap Compression.
struct BMPRuns {
    private let isNarrow: Bool
    private let width: Int
    private var at: Int
    /// The column that is next.
    private var x = 0
    /// Rows that are passed over before the next is read.
    private var rowsToSkip = 0
    private var isAtEnd = false
    /// Whether the body ended before the picture did.
    private(set) var isCutShort = false

    init(from start: Int, isNarrow: Bool, width: Int) {
        self.isNarrow = isNarrow
        self.width = width
        at = start
    }

    /// The indices of the next row.
    mutating func nextRow(of body: Span<UInt8>) -> [UInt8] {
        var row = [UInt8](repeating: 0, count: width)
        if rowsToSkip > 0 {
            rowsToSkip -= 1
            if rowsToSkip > 0 { return row }
        }
        while !isAtEnd {
            guard at <= body.count - 2 else {
                // A last row that is full needs no mark of an end.
                isCutShort = x < width
                x = 0
                break
            }
            let (count, second) = (Int(body[at]), body[at + 1])
            at += 2
            if count > 0 {
                fill(&row, count, second)
            } else if second == 0 {
                x = 0
                return row
            } else if second == 1 {
                isAtEnd = true
            } else if second == 2 {
                guard at <= body.count - 2 else {
                    isCutShort = true
                    break
                }
                let (right, down) = (Int(body[at]), Int(body[at + 1]))
                at += 2
                x = min(width, x + right)
                if down > 0 {
                    rowsToSkip = down
                    return row
                }
            } else {
                copy(&row, Int(second), of: body)
                if isCutShort { break }
            }
        }
        if isAtEnd || isCutShort { x = 0 }
        return row
    }

    private mutating func fill(_ row: inout [UInt8], _ count: Int, _ byte: UInt8) {
        let end = min(width, x + count)
        let (first, second) = isNarrow ? (byte >> 4, byte & 15) : (byte, byte)
        var isFirst = true
        while x < end {
            row[x] = isFirst ? first : second
            isFirst.toggle()
            x += 1
        }
    }

    private mutating func copy(_ row: inout [UInt8], _ count: Int, of body: Span<UInt8>) {
        let length = isNarrow ? (count + 1) / 2 : count
        for index in 0..<count {
            let from = at + (isNarrow ? index / 2 : index)
            guard from < body.count else {
                isCutShort = true
                return
            }
            let byte = body[from]
            if x < width { row[x] = isNarrow ? (index % 2 == 0 ? byte >> 4 : byte & 15) : byte }
            x = min(width, x + 1)
        }
        // Pixels as they are end at an even byte.
        at += (length + 1) / 2 * 2
    }
}
