/// One JSON text a line; LF ends a line, and CR before it is white space.
///
/// Lines of nothing but white space are passed over. The last line may end with the body.
struct JSONLinesLayout: JSONStreamLayout {
    var endsAreKnownFirst: Bool { true }
    var lastElementMayBeOpen: Bool { true }
    var allowsByteOrderMark: Bool { true }
    var elementsAreOfArray: Bool { false }
    var afterScalar: JSONParseError.Kind { .contentAfterRoot }

    mutating func nextElement(in window: Span<UInt8>, from start: Int) -> Int? {
        let start = Self.spaceEnd(in: window, from: start)
        return start < window.count ? start : nil
    }

    mutating func elementEnd(in window: Span<UInt8>, from start: Int) -> Int? {
        JSONByteSearch.first(0x0A, in: window, from: start)
    }

    func endsScalar(_ byte: UInt8) -> Bool { Self.isSpace(byte) }

    func cutsElement(_ byte: UInt8) -> Bool { false }

    mutating func recover() {}

    func missingAtEnd() -> JSONParseError.Kind? { nil }
}
