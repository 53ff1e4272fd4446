import Mimeograph
import MimeographTree

extension JSONScanner {
    /// The size in bytes of the largest body that ``parseSmall(_:options:limits:)`` reads.
    private static let smallBody = 4096

    /// Reads a small body without creating a document; returns nil if it cannot.
    ///
    /// It returns nil for a text in UTF-16, an option that needs more than one pass, a parse error, and a tape that is too small.
    /// Then ``JSONScanner/parseAny(_:options:limits:)`` reads the body from the beginning.
    static func parseSmall(_ body: Span<UInt8>, options: JSONReadingOptions, limits: DecodingLimits) -> InlineTape? {
        let encoding = JSONTextEncoding(of: body)
        let count = body.count - encoding.prefix
        guard count > 0, count <= smallBody, body.count <= limits.inputBytes, encoding.isUTF8,
            options.duplicateKeys == .lastWins, options.allowsFragments, !options.allowsComments,
            !options.allowsTrailingCommas
        else { return nil }
        var small = InlineTape(body.extracting(encoding.prefix..<body.count), words: 8 + count / 2)
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
