import ImageTestSupport

/// A GIF as a list of blocks, of any kind and in any order.
///
/// Source: CompuServe, Graphics Interchange Format, Version 89a.
struct GIFBlocks {
    /// The screen with its colors, an extension, or an image.
    struct Block: PicturePart {
        /// The bytes before the data blocks: the screen, an extension's label, or an image descriptor with colors and code size.
        var content: [UInt8]
        /// The content of the data blocks; nil if there are none.
        var data: [UInt8]?

        var bytes: [UInt8] { content + (data.map(GIFBlocks.dataBlocks) ?? []) }
    }

    var blocks: [Block] = []

    init(_ blocks: [Block]) { self.blocks = blocks }

    /// Parses the blocks of a valid file.
    init(parsing bytes: [UInt8]) {
        func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        var at = 13 + tableLength(bytes[10])
        blocks.append(Block(content: Array(bytes[..<at])))
        while at < bytes.count, bytes[at] != 0x3B {
            let head = bytes[at] == 0x2C ? 11 + tableLength(bytes[at + 9]) : 2
            let content = Array(bytes[at..<at + head])
            at += head
            var data: [UInt8] = []
            while bytes[at] != 0 {
                data += bytes[at + 1...at + Int(bytes[at])]
                at += 1 + Int(bytes[at])
            }
            at += 1
            blocks.append(Block(content: content, data: data))
        }
        blocks.append(Block(content: [0x3B]))
    }

    static func dataBlocks(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 255).flatMap { start in
            let block = bytes[start..<min(bytes.count, start + 255)]
            return [UInt8(block.count)] + block
        } + [0]
    }

    var bytes: [UInt8] { blocks.flatMap(\.bytes) }
}
