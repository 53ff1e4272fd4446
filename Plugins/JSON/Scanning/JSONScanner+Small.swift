import Mimeograph
import MimeographTree

extension JSONScanner {
    /// The size in bytes of the largest body that ``parseSmall(_:options:limits:)`` reads.
    private static let smallBody = 4096

    /// Returns the offset at which the text of a body in UTF-8 begins, after a byte order mark; nil if the text is empty or too
    /// large, and for options that need more than one pass.
    @inline(__always)
    static func textStart(of body: Span<UInt8>, options: JSONReadingOptions, limits: DecodingLimits) -> Int? {
        let encoding = JSONTextEncoding(of: body)
        guard body.count > encoding.prefix, body.count <= limits.inputBytes, encoding.isUTF8,
            options.duplicateKeys == .lastWins, options.allowsFragments, !options.allowsComments,
            !options.allowsTrailingCommas
        else { return nil }
        return encoding.prefix
    }

    /// Reads a small body without creating a document; returns nil if it cannot.
    ///
    /// It returns nil for a text in UTF-16, an option that needs more than one pass, a parse error, and a tape that is too small.
    /// Then ``JSONScanner/parseAny(_:options:limits:)`` reads the body from the beginning.
    static func parseSmall(_ body: Span<UInt8>, options: JSONReadingOptions, limits: DecodingLimits) -> InlineTape? {
        guard body.count <= smallBody, let start = textStart(of: body, options: options, limits: limits) else {
            return nil
        }
        var small = InlineTape(body.extracting(start..<body.count), words: 8 + (body.count - start) / 2)
        let (bytes, tape) = (small.bytes, small.tape)
        var state = JSONScanState(cursor: otherSpaceEnd(bytes, from: 0), remaining: limits.elements)
        let rules = JSONScanRules(stripping: options.nullStripping, depth: limits.depth)
        guard
            case .done = JSONMemberPrediction.withNone(of: bytes, { scan(bytes, tape, &state, $0, rules) })
        else { return nil }
        small.used = state.used
        return small
    }
}
