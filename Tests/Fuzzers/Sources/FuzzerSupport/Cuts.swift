/// Ways to split an input into chunks. They depend only on the input, so that every run of an input is the same.
public struct Cuts {
    /// The sizes of the chunks in bytes, some of them zero. The rest of the input is one more chunk.
    public let sizes: [Int]

    /// Returns two ways. The first puts each of the first 128 bytes into a chunk of its own. A hash of the input chooses the
    /// second: small or large sizes taken from the bytes, or two chunks.
    public static func some(of input: [UInt8]) -> [Cuts] {
        // FNV-1a, so that every change of the input changes the chunks.
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

    /// Returns the chunks of an input, including empty ones.
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
