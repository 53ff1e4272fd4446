/// What a scan stopped at; made into a ``SerializationError`` where the original body is at hand.
///
/// It is small and trivial, so that the scanning functions can throw it at no cost.
struct JSONParseError: Error {
    enum Kind: UInt8 {
        case emptyBody
        case expectedValue, expectedElement, expectedKey, expectedColon
        case expectedCommaOrObjectEnd, expectedCommaOrArrayEnd, contentAfterRoot, trailingComma
        case literal, leadingZero, expectedDigit
        case controlCharacter, escape, hexDigits, loneSurrogate, invalidText
        case unterminatedString, unterminatedComment
        case fragment, duplicateKey
        case notAnArray, expectedSeparator, expectedSpace
        case depth, elements, textLength
    }

    let kind: Kind
    /// Bytes of UTF-8 before the place, in the scanner's copy.
    let offset: Int

    init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// The fault as a negative number, so that a function of the hot loop can give it in place of an offset.
    ///
    /// A throwing call would cost a register in all of the loop and a test of it besides the one of the result.
    var sentinel: Int { -1 - (offset << 5 | Int(kind.rawValue)) }

    /// The fault that a ``sentinel`` stands for.
    init(sentinel: Int) {
        let bits = -1 - sentinel
        kind = Kind(rawValue: UInt8(truncatingIfNeeded: bits & 31)) ?? .expectedValue
        offset = bits >> 5
    }
}
