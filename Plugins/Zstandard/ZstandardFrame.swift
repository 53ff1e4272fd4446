import Mimeograph
import MimeographContentCoding

/// What the header of a frame says.
///
/// It is read here as well as by libzstd, so that what is wrong with it is told in the same way wherever the body is cut, and
/// because libzstd reads formats of drafts before the RFC, to which it applies no limit on windows.
///
/// Source: RFC 8878 §3.1.1.1.
struct ZstandardFrame {
    /// How many bytes the frame holds, where it says so.
    let contentSize: UInt64?
    /// How many bytes back the frame may refer.
    let windowSize: UInt64
    /// Whether four bytes of checksum stand behind the last block.
    let hasChecksum: Bool

    /// In bytes. Source: RFC 9659 §3.
    static let mostWindow: UInt64 = 1 << 23
    /// The same as libzstd counts it.
    static let mostWindowLog: Int32 = 23
    static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    /// Behind a byte from 0x50 to 0x5F. Source: RFC 8878 §3.1.2.
    static let skippableMagic: [UInt8] = [0x2A, 0x4D, 0x18]

    /// The most that a block may hold, in bytes. Source: RFC 8878 §3.1.1.2.4.
    var mostBlock: UInt64 { min(windowSize, 128 << 10) }

    /// How many bytes the header has of which the fifth is this one.
    static func headerSize(descriptor: UInt8) -> Int {
        let window = isSingleSegment(descriptor) ? 0 : 1
        return 5 + window + dictionarySizes[Int(descriptor & 3)] + contentSizeSize(descriptor)
    }

    /// Reads a whole header, the magic number included.
    init(_ header: Span<UInt8>) throws(CodingFault) {
        let descriptor = header[4]
        guard descriptor & 0x08 == 0 else { throw .damaged }
        hasChecksum = descriptor & 0x04 != 0
        let isSingleSegment = Self.isSingleSegment(descriptor)
        let dictionaryStart = isSingleSegment ? 5 : 6
        let sizeStart = dictionaryStart + Self.dictionarySizes[Int(descriptor & 3)]
        // A dictionary of the number 0 is none.
        guard Self.number(header, dictionaryStart..<sizeStart) == 0 else {
            throw .invalid(
                "The body was compressed with a dictionary, which the content coding zstd has no way to name.",
                remedy: "Have the server compress without one.",
                hasOffset: true
            )
        }
        let sizeSize = Self.contentSizeSize(descriptor)
        let size = Self.number(header, sizeStart..<sizeStart + sizeSize)
        contentSize = sizeSize == 0 ? nil : sizeSize == 2 ? size + 256 : size
        if isSingleSegment {
            windowSize = contentSize ?? 0
        } else {
            let base = UInt64(1) << (10 + UInt64(header[5] >> 3))
            windowSize = base + base / 8 * UInt64(header[5] & 7)
        }
        guard windowSize <= Self.mostWindow else {
            throw .invalid(
                "The body needs a window of \(windowSize) bytes, and the content coding zstd allows \(Self.mostWindow), 8 MiB.",
                remedy: "Have the server compress with a smaller window, as RFC 9659 has it.",
                hasOffset: true
            )
        }
    }

    /// How many bytes the first frame says it holds, where it is sound so far.
    static func size(ofFirstIn body: Span<UInt8>) -> Int? {
        guard body.count > 4, magic.indices.allSatisfy({ body[$0] == magic[$0] }),
            case let end = headerSize(descriptor: body[4]), body.count >= end,
            let frame = try? ZstandardFrame(body.extracting(..<end)), let size = frame.contentSize
        else { return nil }
        return Int(exactly: size)
    }

    private static func isSingleSegment(_ descriptor: UInt8) -> Bool { descriptor & 0x20 != 0 }

    private static let dictionarySizes = [0, 1, 2, 4]

    private static func contentSizeSize(_ descriptor: UInt8) -> Int {
        let flag = descriptor >> 6
        return flag == 0 ? (isSingleSegment(descriptor) ? 1 : 0) : 1 << Int(flag)
    }

    private static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
}

/// What the header of a block says. Source: RFC 8878 §3.1.1.2.
struct ZstandardBlock {
    /// How many bytes of the body it has behind its header.
    let storedSize: Int
    /// How many bytes it holds, where that is said: what is compressed does not.
    let contentSize: UInt64?
    /// Whether it is the frame's last.
    let isLast: Bool

    /// Reads the three bytes of a header.
    ///
    /// - Parameters:
    ///   - frame: Whose block it is.
    ///   - made: How many bytes the frame's other blocks held.
    init(_ header: [UInt8], of frame: ZstandardFrame, behind made: UInt64) throws(CodingFault) {
        let bits = Int(header[0]) | Int(header[1]) << 8 | Int(header[2]) << 16
        let size = bits >> 3
        isLast = bits & 1 != 0
        switch bits >> 1 & 3 {
        case 0: (storedSize, contentSize) = (size, UInt64(size))
        case 1: (storedSize, contentSize) = (1, UInt64(size))
        case 2: (storedSize, contentSize) = (size, nil)
        default: throw .damaged
        }
        guard size <= frame.mostBlock else { throw .damaged }
        if let contentSize, let whole = frame.contentSize {
            let (end, overflows) = made.addingReportingOverflow(contentSize)
            guard !overflows, isLast ? end == whole : end <= whole else { throw .damaged }
        }
    }
}

extension CodingFault {
    /// What a frame holds is wrong.
    static var damaged: CodingFault {
        .invalid(
            "The body is not Zstandard data, or it is damaged.",
            remedy: "Compare the Content-Encoding with what the server really sends.",
            // How many bytes libzstd has read then depends on how the input is cut.
            hasOffset: false
        )
    }
}
