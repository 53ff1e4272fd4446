import Mimeograph

/// What all Content-Length lines of a message say together.
///
/// A line may hold a list, which is what a sender that joins lines makes of them; all of its numbers must be the same one. A list with
/// an empty element counts as invalid: RFC 9110 §5.6.1.2 lets a recipient pass over it, and what reads a message before this does might
/// not.
///
/// Source: RFC 9110 §8.6, RFC 9112 §6.3 (5).
enum ContentLength: Equatable {
    /// There is no line.
    case absent
    /// All of them name this number of bytes.
    case known(Int64)
    /// They contradict each other, or are no numbers, or one is larger than 2⁶³ - 1.
    case invalid

    init(_ fields: HeaderFields) {
        self = .absent
        for line in fields.lines where Self.isName(line.name.utf8) {
            guard let number = Self.number(inList: line.value.utf8) else {
                self = .invalid
                return
            }
            switch self {
            case .absent: self = .known(number)
            case .known(let other) where other == number: break
            default:
                self = .invalid
                return
            }
        }
    }

    /// Whether a field's name is Content-Length, without regard to case.
    private static func isName(_ name: String.UTF8View) -> Bool {
        name.count == 14 && name.elementsEqual("content-length".utf8) { $0 | 0x20 == $1 }
    }

    /// The number that is each element of a list; nil where there is none, or another one.
    private static func number(inList bytes: String.UTF8View) -> Int64? {
        var common: Int64?
        for element in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let number = number(element), common == nil || common == number else { return nil }
            common = number
        }
        return common
    }

    /// The number that digits write, with spaces and tabs around them.
    private static func number(_ element: Substring.UTF8View) -> Int64? {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let start = element.firstIndex(where: { !isSpace($0) }),
            let end = element.lastIndex(where: { !isSpace($0) })
        else { return nil }
        var number: Int64 = 0
        for byte in element[start...end] {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (tenfold, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = tenfold.addingReportingOverflow(Int64(byte - 0x30))
            if overflows || overflowsToo { return nil }
            number = sum
        }
        return number
    }
}

extension ResponseHead {
    /// The number of bytes that Content-Length names; nil where there is no such field, and where what it says is invalid.
    var contentLength: Int64? {
        guard case .known(let length) = ContentLength(fields) else { return nil }
        return length
    }
}
