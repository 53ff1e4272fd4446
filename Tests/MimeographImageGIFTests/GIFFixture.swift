/// A GIF built by hand. Its pixels are stored without compression, with one code each.
struct GIFFixture {
    private var head: [UInt8]
    private var blocks: [UInt8] = []
    private let colors: [[UInt8]]

    /// Starts a GIF with a table of four colors.
    init(
        width: UInt16,
        height: UInt16,
        colors: [[UInt8]] = [[0, 0, 0], [250, 10, 20], [30, 240, 40], [50, 60, 230]]
    ) {
        self.colors = colors
        let table = colors.flatMap { $0 }
        head = [Array("GIF89a".utf8), Self.short(width), Self.short(height), [0x81, 0, 0], table].flatMap { $0 }
    }

    static func short(_ number: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }

    /// The bytes of the file.
    var bytes: [UInt8] { head + blocks + [0x3B] }

    /// Returns the RGB pixels of indices.
    func rgb(_ indices: [UInt8]) -> [UInt8] { indices.flatMap { colors[Int($0)] } }

    /// Returns the RGBA pixels of indices; nil is transparent.
    func rgba(_ indices: [UInt8?]) -> [UInt8] {
        indices.flatMap { $0.map { colors[Int($0)] + [255] } ?? [0, 0, 0, 0] }
    }

    private static func dataBlocks(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let block = bytes[start..<min(bytes.count, start + 255)]
            result += [UInt8(block.count)] + block
        }
        return result + [0]
    }

    mutating func addComment(_ text: String) { blocks += [0x21, 0xFE] + Self.dataBlocks(Array(text.utf8)) }

    mutating func addApplication(_ name: String, _ data: [UInt8]) {
        blocks += [0x21, 0xFF, 11] + Array(name.utf8) + Self.dataBlocks(data)
    }

    mutating func addRepetitions(_ count: UInt16) { addApplication("NETSCAPE2.0", [1] + Self.short(count)) }

    mutating func add(
        _ indices: [UInt8],
        left: UInt16 = 0,
        top: UInt16 = 0,
        width: UInt16? = nil,
        height: UInt16? = nil,
        delay: UInt16 = 0,
        transparent: UInt8? = nil,
        disposal: UInt8 = 0,
        interlaced: Bool = false
    ) {
        blocks += [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1)] + Self.short(delay)
        blocks += [transparent ?? 0, 0]
        blocks += [0x2C] + Self.short(left) + Self.short(top)
        blocks += Self.short(width ?? UInt16(head[6])) + Self.short(height ?? (width == nil ? UInt16(head[8]) : 1))
        blocks += [interlaced ? 0x40 : 0, 2] + Self.dataBlocks(Self.codes(indices))
    }

    /// Returns 3-bit codes. A clear code before each index keeps them that short.
    static func codes(_ indices: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var bits = 0
        for code in indices.flatMap({ [4, Int($0)] }) + [5] {
            for bit in 0..<3 {
                if bits % 8 == 0 { bytes.append(0) }
                if code >> bit & 1 == 1 { bytes[bits / 8] |= 1 << UInt8(bits % 8) }
                bits += 1
            }
        }
        return bytes
    }
}
