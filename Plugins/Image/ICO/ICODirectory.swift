import Mimeograph

/// What an icon or cursor holds: pictures of several sizes, each a PNG or a bitmap without the header of a file.
///
/// What the directory says of size and depth is a hint, often a wrong one: each picture says it itself, and that counts.
///
/// Source: Microsoft, "Icons in Win32"; John Hornick, "Icons" (1995).
struct ICODirectory {
    /// A picture.
    struct Entry {
        let range: Range<Int>
        /// How large the directory says that it is, in pixels, and how deep; 0 for the depth where it does not say.
        let width: Int
        let height: Int
        let bits: Int
    }

    /// The pictures that lie in the body, in the order of the directory.
    private(set) var entries: [Entry] = []
    /// Whether a picture that the directory names would lie behind the end of the body.
    private var isCutShort = false
    /// How many the directory names.
    let count: Int
    /// Whether it is a cursor.
    let isCursor: Bool
    /// The bytes of the directory.
    var length: Int { Self.headerLength + count * Self.entryLength }

    private static let headerLength = 6
    private static let entryLength = 16

    /// Reads the directory; nil where the bytes end before it does.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` where it is no directory, or names nothing.
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
            throw .corruptImage(.ico, "The icon holds no picture.", at: SourceLocation(offset: 4))
        }
        try limits.check(.elements, count)
        guard body.count >= length else { return nil }
        for index in 0..<count {
            let at = Self.headerLength + index * Self.entryLength
            let start = body.littleEndian32(at + 12)
            // A length that leads behind the body is cut: what is there may be enough.
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
                    // In a cursor it is the position of the pointer's tip.
                    bits: isCursor ? 0 : body.littleEndian16(at + 6)
                )
            )
        }
    }

    private static var noIcon: SerializationError {
        .corruptImage(.ico, "The body does not begin as an icon does.", at: SourceLocation(offset: 0))
    }

    /// The picture that is largest, then deepest, by what the pictures say themselves; of equals the first.
    ///
    /// Those whose header cannot be read are passed over.
    ///
    /// - Throws: What is wrong with the first, where none can be read.
    func best(of body: Span<UInt8>) throws(SerializationError) -> ICOPicture {
        // The chunks of a PNG are looked at as far as to the next picture, and once: pictures may lie one over the other, so that
        // the time for all of them would be more than the body is worth.
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

    /// The first picture.
    func first(of body: Span<UInt8>) throws(SerializationError) -> ICOPicture {
        guard let entry = entries.first else { throw missingPicture(in: body) }
        return try ICOPicture(body.extracting(entry.range), start: entry.range.lowerBound)
    }

    /// The error for a picture that the directory names and that is not there.
    func missingPicture(in body: Span<UInt8>) -> SerializationError {
        if isCutShort { return .truncatedImage(.ico, at: SourceLocation(offset: body.count)) }
        return .corruptImage(
            .ico,
            "The icon names \(count) pictures, which do not lie side by side in \(body.count) bytes.",
            at: SourceLocation(offset: 4)
        )
    }
}
