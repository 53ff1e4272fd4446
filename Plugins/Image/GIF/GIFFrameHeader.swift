/// What stands before the compressed indices of one frame of a GIF.
struct GIFFrameHeader {
    /// What happens to the area of a frame when the next one is shown. Source: GIF89a §23.
    enum Disposal {
        /// It stays.
        case none
        /// It becomes transparent.
        case background
        /// What was there before comes back.
        case previous
    }

    /// Where its image separator stands, in bytes.
    let start: Int
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    let isInterlaced: Bool
    /// Where its own colour table stands; nil where it has none.
    let table: Range<Int>?
    /// The index that is not drawn.
    let transparentIndex: UInt8?
    let disposal: Disposal
    /// In hundredths of a second.
    let delay: Int

    /// The columns and rows of the canvas that it covers.
    func area(in canvasWidth: Int, _ canvasHeight: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        (
            min(canvasWidth, left)..<min(canvasWidth, left + width),
            min(canvasHeight, top)..<min(canvasHeight, top + height)
        )
    }

    /// The rows of the picture in the order in which they are stored. Source: GIF89a appendix E.
    var rows: [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }
}
