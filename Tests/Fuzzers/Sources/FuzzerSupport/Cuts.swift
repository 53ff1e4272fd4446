/// Ways to cut an input into chunks, all taken from the input itself, so that an input means the same each time.
public struct Cuts {
    /// The sizes of the chunks in bytes, zero among them; what they leave over is one chunk more.
    public let sizes: [Int]

    /// Each of the first 128 bytes alone, and one other way, which depends on all of the input: small sizes, or large ones,
    /// that are the bytes themselves; or two pieces.
    public static func some(of input: [UInt8]) -> [Cuts] {
        // FNV-1a, so that a change anywhere means another cut.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in input { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let other =
            switch (hash >> 32) % 3 {
            case 0: Cuts(sizes: input.map { Int($0 & 7) })
            case 1: Cuts(sizes: input.map { Int($0) + 1 })
            default: Cuts(sizes: [Int(hash % UInt64(input.count + 1))])
            }
        return [Cuts(sizes: Array(repeating: 1, count: min(128, input.count))), other]
    }

    /// The chunks of an input, none of them left out.
    public func chunks(of input: [UInt8]) -> [ArraySlice<UInt8>] {
        var chunks: [ArraySlice<UInt8>] = []
        var start = 0
        for size in sizes where start < input.count {
            let end = min(input.count, start + size)
            chunks.append(input[start..<end])
            start = end
        }
        chunks.append(input[start...])
        return chunks
    }
}
