/// Finds bytes in a window of a stream.
enum JSONByteSearch {
    /// The offset of the first byte of that value, or nil where there is none.
    static func first(_ byte: UInt8, in window: Span<UInt8>, from start: Int) -> Int? {
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        var cursor = start
        while window.count &- cursor >= 64 {
            let block = JSONWindowBlock(bytes, at: cursor)
            if block.contains(byte) { return cursor &+ block.mask(of: byte).trailingZeroBitCount }
            cursor &+= 64
        }
        while cursor < window.count {
            if window[cursor] == byte { return cursor }
            cursor &+= 1
        }
        return nil
    }
}
