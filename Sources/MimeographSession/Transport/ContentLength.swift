import Mimeograph

/// The combined meaning of all Content-Length lines of a message.
///
/// A line may hold a list, because some senders join lines. All elements of the list must have the same text: recipients disagree
/// about `030` beside `30`. A list with an empty element is invalid: RFC 9110 §5.6.1.2 allows recipients to skip it, but an
/// intermediary might not.
///
/// Source: RFC 9110 §8.6, RFC 9112 §6.3 (5); WHATWG Fetch, "extract a length", for lists.
enum ContentLength: Equatable {
    /// The message has no such line.
    case absent
    /// All lines name this number of bytes.
    case known(Int64)
    /// The lines contradict each other, or a line is not a number. A sentence says which.
    case invalid(String)
    /// A line names a number that is larger than 2⁶³ - 1, as a sentence says.
    case tooLarge(String)

    init(_ fields: HeaderFields) {
        self = .absent
        var first = "".utf8[...]
        for line in fields.lines where Self.isName(line.name.utf8) {
            let value = line.value.utf8
            // The value is nearly always one number of a few digits.
            if self == .absent, (1...18).contains(value.count), value.allSatisfy(Self.isDigit) {
                self = .known(value.reduce(0) { $0 * 10 + Int64($1 - 0x30) })
                first = value[...]
                continue
            }
            for element in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                let text = Self.trimmed(element)
                let isFirst = self == .absent
                if !isFirst, first.elementsEqual(text) { continue }
                self = isFirst ? Self.number(text, in: line.value) : Self.contradiction(first, text, in: line.value)
                guard case .known = self else { return }
                first = text
            }
        }
    }

    /// Whether a field's name is Content-Length, ignoring case.
    private static func isName(_ name: String.UTF8View) -> Bool {
        name.count == 14 && FieldSyntax.equalsIgnoringCase(String(name), "content-length")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Removes spaces and tabs around an element.
    static func trimmed(_ element: Substring.UTF8View) -> Substring.UTF8View {
        guard let start = element.firstIndex(where: { !FieldSyntax.isOptionalWhitespace($0) }),
            let end = element.lastIndex(where: { !FieldSyntax.isOptionalWhitespace($0) })
        else { return element[element.endIndex...] }
        return element[start...end]
    }

    /// Parses a number in digits.
    ///
    /// - Parameter line: The value that the number is part of.
    private static func number(_ text: Substring.UTF8View, in line: String) -> ContentLength {
        guard !text.isEmpty, text.allSatisfy(isDigit) else {
            return .invalid("The Content-Length of the response, \(quoted(line)), is not a decimal number.")
        }
        guard let number = Int64(Substring(text)) else {
            return .tooLarge("The Content-Length of the response, \(quoted(line)), is larger than 2^63 - 1.")
        }
        return .known(number)
    }

    /// Returns the reason why a second number is invalid: it is not a number, or it differs from the first one.
    private static func contradiction(
        _ first: Substring.UTF8View,
        _ second: Substring.UTF8View,
        in line: String
    ) -> ContentLength {
        guard case .known = number(second, in: line) else { return number(second, in: line) }
        let both = "\(quoted(String(Substring(first)))) and \(quoted(String(Substring(second))))"
        return .invalid("The response has two values of Content-Length that differ: \(both).")
    }

    /// Returns a value for a message, shortened and in quotation marks.
    private static func quoted(_ value: String) -> String { "\"\(value.visible(atMost: 40))\"" }
}

extension ResponseHead {
    /// The number of bytes that Content-Length names; nil if the field is absent or invalid.
    var contentLength: Int64? {
        guard case .known(let length) = ContentLength(fields) else { return nil }
        return length
    }
}
