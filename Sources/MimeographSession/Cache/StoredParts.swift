import Mimeograph

/// The ranges of a representation that are stored, if it is incomplete.
///
/// The bytes are one array: first the bytes of the first range, then those of the next.
///
/// Source: RFC 9111 §3.3.
struct StoredParts: Hashable, Sendable {
    /// The number of bytes of the whole.
    let total: Int
    /// The stored ranges in order. They do not touch each other, and each has at least one byte.
    private(set) var ranges: [Range<Int>]

    /// The most separate ranges.
    static let mostRanges = 32

    init(_ range: Range<Int>, of total: Int) {
        self.total = total
        ranges = [range]
    }

    var isComplete: Bool { ranges.first == 0..<total }

    /// Returns the bytes at these positions; nil if one is missing.
    func bytes(at positions: Range<Int>, in body: [UInt8]) -> ArraySlice<UInt8>? {
        var offset = 0
        for range in ranges {
            if range.lowerBound <= positions.lowerBound, positions.upperBound <= range.upperBound {
                let start = offset + positions.lowerBound - range.lowerBound
                return body[start..<(start + positions.count)]
            }
            offset += range.count
        }
        return nil
    }

    /// Joins another range with the stored ones, in one pass.
    ///
    /// - Returns: False, without a change, if the bytes contradict each other or there would be too many ranges.
    mutating func join(_ new: Range<Int>, _ bytes: [UInt8], into body: inout [UInt8]) -> Bool {
        var (kept, joined, rest) = ([Range<Int>](), new, [Range<Int>]())
        var keptCount = 0
        var offset = 0
        var (before, after) = (ArraySlice<UInt8>(), ArraySlice<UInt8>())
        for range in ranges {
            let piece = body[offset..<(offset + range.count)]
            offset += range.count
            if range.upperBound < new.lowerBound {
                kept.append(range)
                keptCount = offset
            } else if range.lowerBound > new.upperBound {
                rest.append(range)
            } else {
                let shared = range.clamped(to: new)
                let own = piece.dropFirst(shared.lowerBound - range.lowerBound).prefix(shared.count)
                guard own.elementsEqual(bytes.dropFirst(shared.lowerBound - new.lowerBound).prefix(shared.count)) else {
                    return false
                }
                if range.lowerBound < new.lowerBound { before = piece.prefix(new.lowerBound - range.lowerBound) }
                if range.upperBound > new.upperBound { after = piece.suffix(range.upperBound - new.upperBound) }
                joined = min(joined.lowerBound, range.lowerBound)..<max(joined.upperBound, range.upperBound)
            }
        }
        guard kept.count + rest.count < Self.mostRanges else { return false }
        let restCount = rest.reduce(0) { $0 + $1.count }
        body = Array(body[..<keptCount]) + before + bytes + after + body.suffix(restCount)
        ranges = kept + [joined] + rest
        return true
    }

    /// The text of the ranges in a file.
    var text: String {
        "\(total):" + ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    }

    /// Parses the text in a file; nil if it is malformed or does not match a body of this many bytes.
    init?(_ text: String, byteCount: Int) {
        let parts = text.parts(at: ":")
        guard parts.count == 2, let total = Int(parts[0]), total > 0 else { return nil }
        self.total = total
        ranges = []
        var count = 0
        for pair in parts[1].parts(at: ",") {
            let ends = pair.parts(at: "-")
            guard ends.count == 2, let lower = Int(ends[0]), let upper = Int(ends[1]), lower >= 0, lower < upper,
                upper <= total, ranges.last.map({ $0.upperBound < lower }) ?? true, ranges.count < Self.mostRanges
            else { return nil }
            ranges.append(lower..<upper)
            count += upper - lower
        }
        guard count == byteCount, !ranges.isEmpty else { return nil }
    }
}
