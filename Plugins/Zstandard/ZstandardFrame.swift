import Mimeograph
import MimeographContentCoding

/// The header of a frame.
///
/// It is parsed here in addition to libzstd. So its errors are the same however the body is split. Also, libzstd reads formats
/// from drafts of the RFC, to which it does not apply the window limit.
///
/// Source: RFC 8878 §3.1.1.1.
struct ZstandardFrame {
    /// The size of the frame's content in bytes, if the header contains it.
    let contentSize: UInt64?
    /// The distance in bytes to which the frame may refer back.
    let windowSize: UInt64
    /// Whether a checksum of four bytes follows the last block.
    let hasChecksum: Bool

    /// The largest window in bytes. Source: RFC 9659 §3.
    static let mostWindow: UInt64 = 1 << 23
    /// The same size as a logarithm for libzstd.
    static let mostWindowLog: Int32 = 23
    static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    /// The bytes after a byte from 0x50 to 0x5F. Source: RFC 8878 §3.1.2.
    static let skippableMagic: [UInt8] = [0x2A, 0x4D, 0x18]

    /// The largest content of a block in bytes. Source: RFC 8878 §3.1.1.2.4.
    var mostBlock: UInt64 { min(windowSize, 128 << 10) }

    /// Returns the length of a header whose fifth byte is this descriptor.
    static func headerSize(descriptor: UInt8) -> Int {
        let window = isSingleSegment(descriptor) ? 0 : 1
        return 5 + window + dictionarySizes[Int(descriptor & 3)] + contentSizeSize(descriptor)
    }

    /// Reads a whole header, including the magic number.
    init(_ header: Span<UInt8>) throws(CodingFault) {
        let descriptor = header[4]
        guard descriptor & 0x08 == 0 else { throw .damaged }
        hasChecksum = descriptor & 0x04 != 0
        let isSingleSegment = Self.isSingleSegment(descriptor)
        let dictionaryStart = isSingleSegment ? 5 : 6
        let sizeStart = dictionaryStart + Self.dictionarySizes[Int(descriptor & 3)]
        // A dictionary id of 0 means that the frame needs no dictionary.
        guard Self.number(header, dictionaryStart..<sizeStart) == 0 else {
            throw .invalid(
                "The body was compressed with a dictionary, which the content coding zstd does not support.",
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
                "The body needs a window of \(windowSize) bytes, but the content coding zstd allows only \(Self.mostWindow), 8 MiB.",
                remedy: "Have the server compress with a smaller window, as RFC 9659 requires.",
                hasOffset: true
            )
        }
    }

    /// Returns the content size in the header of the first frame, if the header is valid and contains it.
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

/// The header of a block. Source: RFC 8878 §3.1.1.2.
struct ZstandardBlock {
    /// The number of bytes in the body after the header.
    let storedSize: Int
    /// The size of the content in bytes, or nil for a compressed block.
    let contentSize: UInt64?
    let isLast: Bool

    /// Reads the three bytes of a header.
    ///
    /// - Parameters:
    ///   - frame: The frame of the block.
    ///   - made: The size of the content of the frame's earlier blocks in bytes.
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
    static var damaged: CodingFault {
        .invalid(
            "The body is not Zstandard data, or it is damaged.",
            remedy: "Compare the Content-Encoding with what the server really sends.",
            // The number of bytes that libzstd has read then depends on how the input is split.
            hasOffset: false
        )
    }
}
