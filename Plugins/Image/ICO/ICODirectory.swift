import Mimeograph

/// The directory of an icon or cursor. It lists pictures of several sizes, each a PNG or a bitmap without a file header.
///
/// The sizes and depths in the directory are hints and often wrong. Those in the header of each picture count.
///
/// Source: Microsoft, "Icons in Win32"; John Hornick, "Icons" (1995).
struct ICODirectory {
    struct Entry {
        let range: Range<Int>
        /// The size in pixels and the depth according to the directory. The depth is 0 if it is not given.
        let width: Int
        let height: Int
        let bits: Int
    }

    /// The pictures within the body, in the order of the directory.
    private(set) var entries: [Entry] = []
    /// Whether the directory lists a picture beyond the end of the body.
    private var isCutShort = false
    /// The number of pictures that the directory lists.
    let count: Int
    let isCursor: Bool
    var length: Int { Self.headerLength + count * Self.entryLength }

    private static let headerLength = 6
    private static let entryLength = 16

    /// Reads the directory. Returns nil if the bytes end before it does.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` if the bytes are not a directory, or it is empty.
    init?(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) {
        guard body.count >= Self.headerLength else {
            let expected: [UInt8] = [0, 0, 1, 0]
            for index in 0..<min(4, body.count) where body[index] != expected[index] && !(index == 2 && body[2] == 2) {
                throw Self.noIcon
            }
            return nil
        }
        let kind = body.littleEndian16(2)
        guard body.littleEndian16(0) == 0, kind == 1 || kind == 2 else { throw Self.noIcon }
        isCursor = kind == 2
        count = body.littleEndian16(4)
        guard count > 0 else {
            throw .corruptImage(.ico, "The icon contains no pictures.", at: SourceLocation(offset: 4))
        }
        try limits.check(.elements, count)
        guard body.count >= length else { return nil }
        for index in 0..<count {
            let at = Self.headerLength + index * Self.entryLength
            let start = body.littleEndian32(at + 12)
            // A length beyond the end of the body is reduced: the remaining bytes may suffice.
            let end = min(body.count, start + body.littleEndian32(at + 8))
            guard start >= length, start < end else {
                isCutShort = isCutShort || start >= body.count && body.littleEndian32(at + 8) > 0
                continue
            }
            entries.append(
                Entry(
                    range: start..<end,
                    width: body[at] == 0 ? 256 : Int(body[at]),
                    height: body[at + 1] == 0 ? 256 : Int(body[at + 1]),
                    // In a cursor this field is the position of the hot spot.
                    bits: isCursor ? 0 : body.littleEndian16(at + 6)
                )
            )
        }
    }

    private static var noIcon: SerializationError {
        .corruptImage(.ico, "The body does not begin with the signature of an icon.", at: SourceLocation(offset: 0))
    }

    /// Returns the largest, then deepest, picture according to the headers of the pictures; among equal ones the first.
    ///
    /// Pictures with unreadable headers are skipped.
    ///
    /// - Throws: The error of the first picture, if no picture is readable.
    func best(of body: Span<UInt8>) throws(SerializationError) -> ICOPicture {
        // The chunks of a PNG are scanned once, up to the start of the next picture. Pictures may overlap, so scanning each of
        // them to its end could take far more time than the size of the body justifies.
        let starts = Set(entries.map(\.range.lowerBound)).sorted()
        let ends = [Int: Int](uniqueKeysWithValues: zip(starts, starts.dropFirst()))
        var known: [Int: ICOPicture?] = [:]
        var best: (entry: Entry, picture: ICOPicture)?
        var firstError: SerializationError?
        for entry in entries {
            let start = entry.range.lowerBound
            if known[start] == nil {
                let end = min(entry.range.upperBound, ends[start] ?? .max)
                known[start] = .some(nil)
                do throws(SerializationError) {
                    known[start] = try ICOPicture(body.extracting(start..<end), start: start)
                } catch {
                    firstError = firstError ?? error
                }
            }
            guard case .some(.some(let picture)) = known[start] else { continue }
            if let (_, other) = best, (other.area, other.bits) >= (picture.area, picture.bits) { continue }
            best = (entry, picture)
        }
        if let (entry, _) = best {
            return try ICOPicture(body.extracting(entry.range), start: entry.range.lowerBound)
        }
        throw firstError ?? missingPicture(in: body)
    }

    func first(of body: Span<UInt8>) throws(SerializationError) -> ICOPicture {
        guard let entry = entries.first else { throw missingPicture(in: body) }
        return try ICOPicture(body.extracting(entry.range), start: entry.range.lowerBound)
    }

    /// Creates the error for a picture that the directory lists but the body does not contain.
    func missingPicture(in body: Span<UInt8>) -> SerializationError {
        if isCutShort { return .truncatedImage(.ico, at: SourceLocation(offset: body.count)) }
        return .corruptImage(
            .ico,
            "The icon lists \(count) pictures, which do not fit side by side in \(body.count) bytes.",
            at: SourceLocation(offset: 4)
        )
    }
}
