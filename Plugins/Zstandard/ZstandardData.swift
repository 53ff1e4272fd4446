import Mimeograph
import MimeographContentCoding

/// The layout of Zstandard: consecutive frames, some of which are skippable.
///
/// libzstd gets one header, or at most one block, at a time, because after a failed step it does not report the output before the
/// error.
///
/// Source: RFC 8878 §3.
struct ZstandardData: CodedData {
    private enum Phase {
        /// Before or within the header of a frame. Its bytes so far are in `head`.
        case frame
        /// Within the header of a block.
        case blockHeader
        /// This number of bytes of a block, or of the checksum after the last one, have not been read yet.
        case content(Int, then: Next)
        /// This number of bytes of a skippable frame have not been read yet.
        case skipped(Int)
    }

    private enum Next { case blockHeader, checksum, frame }

    /// The name of the library in errors.
    static let library = "libzstd"

    private var phase = Phase.frame
    private var head: [UInt8] = []
    private var frame: ZstandardFrame?
    /// The number of bytes decoded from the frame.
    private var made: UInt64 = 0
    private var hasFrames = false
    private var stream: ZstandardDecoder?
    private var failure: CodingFault?

    /// A block of one byte may hold 128 KiB. Source: RFC 8878 §3.1.1.2.
    static var hasBoundedExpansion: Bool { false }

    var isComplete: Bool {
        if case .frame = phase { return hasFrames && head.isEmpty }
        return false
    }

    mutating func step(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        room: Int
    ) throws(CodingFault) -> Bool {
        if let failure { throw failure }
        do throws(CodingFault) {
            switch phase {
            case .frame: try readFrameHeader(input, &position, end)
            case .blockHeader: try readBlockHeader(input, &position, end)
            case .content(let count, let next):
                return try readContent(count, next, input, &position, end, &output, room)
            case .skipped(let count):
                let length = min(count, end - position)
                position += length
                phase = length == count ? .frame : .skipped(count - length)
            }
            return false
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func readFrameHeader(
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ end: Int
    ) throws(CodingFault) {
        while position < end {
            let byte = input[position]
            let isSkippable = head.isEmpty ? 0x50...0x5F ~= byte : head[0] != ZstandardFrame.magic[0]
            if head.count < 4 {
                let isMagic =
                    if isSkippable {
                        head.isEmpty || byte == ZstandardFrame.skippableMagic[head.count - 1]
                    } else {
                        byte == ZstandardFrame.magic[head.count]
                    }
                guard isMagic else { throw hasFrames ? .excess : .damaged }
            }
            head.append(byte)
            position += 1
            if isSkippable {
                guard head.count == 8 else { continue }
                let size = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
                phase = size == 0 ? .frame : .skipped(size)
                hasFrames = true
                head = []
                return
            }
            guard head.count > 4, head.count == ZstandardFrame.headerSize(descriptor: head[4]) else { continue }
            frame = try ZstandardFrame(head.span)
            made = 0
            hasFrames = true
            try feed(head)
            head = []
            phase = .blockHeader
            return
        }
    }

    private mutating func readBlockHeader(
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ end: Int
    ) throws(CodingFault) {
        while position < end, head.count < 3 {
            head.append(input[position])
            position += 1
        }
        guard head.count == 3, let frame else { return }
        let block = try ZstandardBlock(head, of: frame, behind: made)
        try feed(head)
        head = []
        let next: Next = !block.isLast ? .blockHeader : frame.hasChecksum ? .checksum : .frame
        if block.storedSize > 0 { phase = .content(block.storedSize, then: next) } else { go(to: next) }
    }

    private mutating func readContent(
        _ count: Int,
        _ next: Next,
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ end: Int,
        _ output: inout [UInt8],
        _ room: Int
    ) throws(CodingFault) -> Bool {
        let start = position
        let before = output.count
        let isFull = try run(input, &position, min(end, position + count), &output, room)
        made += UInt64(output.count - before)
        let left = count - (position - start)
        // libzstd does not read the last byte of a frame until all output is written.
        if left > 0 || isFull { phase = .content(left, then: next) } else { go(to: next) }
        return isFull
    }

    private mutating func go(to next: Next) {
        switch next {
        case .blockHeader: phase = .blockHeader
        case .checksum: phase = .content(4, then: .frame)
        case .frame: phase = .frame
        }
    }

    /// Passes a header to libzstd, which yields no output.
    private mutating func feed(_ header: [UInt8]) throws(CodingFault) {
        var position = 0
        var output: [UInt8] = []
        _ = try run(header.span, &position, header.count, &output, 1)
        guard output.isEmpty, position == header.count else { throw .damaged }
    }

    private mutating func run(
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ end: Int,
        _ output: inout [UInt8],
        _ room: Int
    ) throws(CodingFault) -> Bool {
        do throws(ZstandardFailure) {
            if stream == nil { stream = try ZstandardDecoder() }
            guard let stream else { return false }
            return try stream.step(input, from: &position, to: end, into: &output, room: room)
                == .needsRoom
        } catch {
            switch error {
            case .outOfMemory: throw .outOfMemory(Self.library)
            case .invalidData: throw .damaged
            }
        }
    }
}
