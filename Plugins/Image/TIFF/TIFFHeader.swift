import Mimeograph
import MimeographImage

/// The directories of a TIFF, read without libtiff: their offsets and number, and whether the first one is complete. libtiff
/// reads their values for ``TIFFCodec/info(from:isWhole:limits:)`` and for the decoder.
///
/// Both forms are read, TIFF with 32-bit offsets and BigTIFF, in both byte orders.
///
/// Source: TIFF 6.0 §2; "The BigTIFF File Format Proposal" (Adobe's and libtiff's).
struct TIFFHeader {
    /// The number of directories, or nil if they are not counted.
    private(set) var pageCount: Int?

    /// Whether values of fields that describe the first page are missing from the bytes.
    private(set) var lacksValues = false

    /// The tags of these fields: sizes, samples, their meaning and compression, orientation, resolution, and the palette, without
    /// which libtiff reads indices as grays. Source: TIFF 6.0 §5, §8, §15, §16, §18, §19.
    private static let telling: Set<Int> = [
        256, 257, 258, 259, 262, 274, 277, 278, 282, 283, 284, 296, 320, 322, 323, 332, 338, 339,
    ]
    /// The size of a value in bytes by its type, from 1 on. Source: TIFF 6.0 §2; 13 from TIFF Technical Note 1, 16 to 18 from
    /// BigTIFF.
    private static let sizes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 1, 1, 8, 8, 8]

    private let isBigEndian: Bool
    private let isBig: Bool

    /// The work of libtiff for directories, besides pixels, before memory is reserved for them.
    private struct Cost {
        var directories = 0
        var values = 0
        var kinds: Set<Int> = []
    }

    private var cost = Cost()

    /// The largest number of kinds of fields in all directories. TIFF has about a hundred. libtiff sorts all known kinds whenever
    /// it finds an unknown one.
    private static let mostKinds = 1_000

    /// Reads the first directory, and counts the others.
    ///
    /// - Parameters:
    ///   - countsPages: Whether directories are counted, which takes the whole body.
    ///   - limits: The limits; `elements` limits the number of directories.
    /// - Returns: The header, or nil if the bytes end before the first directory does.
    /// - Throws: ``SerializationError/Code/syntax``, also if directories form a cycle or overlap,
    ///   ``SerializationError/Code/truncated`` if a later directory is missing, and ``SerializationError/Code/limitExceeded`` for
    ///   `elements`, and for `outputBytes` if the values of the fields take more bytes than the body.
    init?(_ body: Span<UInt8>, countsPages: Bool, limits: DecodingLimits) throws(SerializationError) {
        guard body.count >= 8 else {
            if body.count >= 2, body[0] != body[1] || (body[0] != 0x49 && body[0] != 0x4D) { throw Self.noTIFF }
            return nil
        }
        isBigEndian = body[0] == 0x4D
        let version = isBigEndian ? body.bigEndian16(2) : body.littleEndian16(2)
        isBig = version == 43
        guard body[0] == body[1], body[0] == 0x49 || body[0] == 0x4D, version == 42 || version == 43 else {
            throw Self.noTIFF
        }
        guard body.count >= 16 || !isBig else { return nil }
        var next = isBig ? word64(body, 8) : word32(body, 4)
        guard let entries = entries(at: next, body) else { return nil }
        lacksValues = isLackingValues(entries, body)
        if !countsPages { try add(entries, body, limits) }
        guard countsPages else { return }
        var seen: Set<Int> = []
        while next != 0 {
            guard seen.insert(next).inserted else {
                throw .corruptImage(
                    .tiff,
                    "The directories of the TIFF form a cycle.",
                    at: SourceLocation(offset: next)
                )
            }
            try limits.check(.elements, seen.count)
            guard let entries = self.entries(at: next, body) else {
                throw .truncatedImage(.tiff, at: SourceLocation(offset: body.count))
            }
            try add(entries, body, limits)
            next = offset(body, entries.upperBound)
        }
        pageCount = seen.count
    }

    private static var noTIFF: SerializationError {
        .corruptImage(.tiff, "The body does not begin with the signature of a TIFF.", at: SourceLocation(offset: 0))
    }

    private var entryLength: Int { isBig ? 20 : 12 }

    private func word16(_ body: Span<UInt8>, _ at: Int) -> Int {
        isBigEndian ? body.bigEndian16(at) : body.littleEndian16(at)
    }

    private func word32(_ body: Span<UInt8>, _ at: Int) -> Int {
        isBigEndian ? body.bigEndian32(at) : body.littleEndian32(at)
    }

    /// Reads eight bytes. Returns the largest number if the value does not fit.
    private func word64(_ body: Span<UInt8>, _ at: Int) -> Int {
        let (first, second) = (word32(body, at), word32(body, at + 4))
        let (high, low) = isBigEndian ? (first, second) : (second, first)
        return high >> 31 != 0 ? .max : high << 32 | low
    }

    private func offset(_ body: Span<UInt8>, _ at: Int) -> Int { isBig ? word64(body, at) : word32(body, at) }

    /// Returns the range of the entries of a directory, or nil if the entries or the offset after them are incomplete.
    private func entries(at start: Int, _ body: Span<UInt8>) -> Range<Int>? {
        let head = isBig ? 8 : 2
        guard start > 0, start <= body.count - head else { return nil }
        let count = isBig ? word64(body, start) : word16(body, start)
        let left = body.count - start - head - (isBig ? 8 : 4)
        guard left >= 0, count <= left / entryLength else { return nil }
        return start + head..<start + head + count * entryLength
    }

    /// Counts the work of libtiff for a directory.
    private mutating func add(
        _ entries: Range<Int>,
        _ body: Span<UInt8>,
        _ limits: DecodingLimits
    ) throws(SerializationError) {
        let location = SourceLocation(offset: entries.lowerBound)
        cost.directories += entries.count
        guard cost.directories <= body.count else {
            throw .corruptImage(.tiff, "The directories of the TIFF overlap.", at: location)
        }
        for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: entryLength) {
            cost.kinds.insert(word16(body, entry))
            let bytes = valueBytes(body, entry)
            if bytes > (isBig ? 8 : 4), bytes <= body.count { cost.values += bytes }
        }
        guard cost.kinds.count <= Self.mostKinds else {
            throw .corruptImage(.tiff, "The TIFF has more than \(Self.mostKinds) kinds of fields.", at: location)
        }
        // Values may overlap, and libtiff copies each of them.
        if cost.values > body.count { try limits.check(.outputBytes, cost.values, at: location) }
    }

    /// Returns the size of a field's value in bytes, or the largest number if it does not fit.
    private func valueBytes(_ body: Span<UInt8>, _ entry: Int) -> Int {
        let type = word16(body, entry + 2)
        let size = (1...Self.sizes.count).contains(type) ? Self.sizes[type - 1] : 1
        return ImageLimits.product(isBig ? word64(body, entry + 4) : word32(body, entry + 4), size)
    }

    private func isLackingValues(_ entries: Range<Int>, _ body: Span<UInt8>) -> Bool {
        for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: entryLength) {
            guard Self.telling.contains(word16(body, entry)) else { continue }
            let bytes = valueBytes(body, entry)
            let value = entry + (isBig ? 12 : 8)
            // Values are stored in the entry if they fit, else at the offset in the entry.
            if bytes > (isBig ? 8 : 4), bytes > body.count || offset(body, value) > body.count - bytes { return true }
        }
        return false
    }
}
