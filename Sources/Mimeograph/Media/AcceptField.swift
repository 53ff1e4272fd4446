/// An Accept field: media ranges with weights, in the client's order.
///
/// Parsing never fails. A malformed element is dropped and recorded in ``diagnostics``. A field without any element counts as
/// absent. At most 64 elements and 8,192 bytes are read.
///
/// ```swift
/// let accept = AcceptField(parsing: "text/html, application/xml;q=0.9, */*;q=0.8")
/// accept.quality(of: "application/json")   // 0.8
/// ```
///
/// Source: RFC 9110 §12.5.1.
public struct AcceptField: Hashable, Sendable {
    /// One media range and its weight.
    public struct Element: Hashable, Sendable {
        /// The range.
        public let range: MediaRange
        /// The weight; zero means "not acceptable".
        public let quality: QualityValue
        /// The index among the kept elements, from 0.
        public fileprivate(set) var position = 0

        /// Makes an element; the field sets its position.
        public init(_ range: MediaRange, quality: QualityValue = .one) {
            self.range = range
            self.quality = quality
        }
    }

    /// The kept elements in the client's order.
    public private(set) var elements: [Element] = []
    /// The dropped parts in order.
    public private(set) var diagnostics: [Diagnostic] = []

    /// The maximum number of elements to read, including dropped ones but not empty ones.
    package static let maximumElementCount = 64
    /// The maximum number of bytes to read, over all lines.
    package static let maximumByteCount = 8192

    /// Makes a field to send, without invalid ranges.
    public init(_ elements: [Element]) {
        for element in elements where element.range.invalidity == nil { append(element) }
    }

    /// Parses a field of one line.
    public init(parsing line: String) { self.init(parsing: [line]) }

    /// Parses a field of several lines, which are joined with commas.
    ///
    /// A comma in quotes does not separate; a bare `*` means `*/*` and `.2` is a weight (both non-standard).
    ///
    /// Source: RFC 9110 §5.3 (several lines), §12.5.1.
    public init(parsing lines: [String]) {
        var bytes: [UInt8] = []
        var totalCount = 0
        for (index, line) in lines.enumerated() {
            if index > 0 {
                totalCount += 2
                if bytes.count <= Self.maximumByteCount { bytes += [FieldSyntax.comma, FieldSyntax.space] }
            }
            totalCount += line.utf8.count
            bytes += line.utf8.prefix(max(0, Self.maximumByteCount + 1 - bytes.count))
        }
        parse(bytes.span, totalCount: totalCount)
    }

    private mutating func append(_ element: Element) {
        var element = element
        element.position = elements.count
        elements.append(element)
    }

    /// Parses the field from its first bytes, with at least one byte beyond the limit if it is too long.
    private mutating func parse(_ bytes: Span<UInt8>, totalCount: Int) {
        let limit = min(bytes.count, Self.maximumByteCount)
        var start = 0
        var count = 0
        while start < limit {
            let end = FieldSyntax.endOfListElement(bytes, from: start, to: bytes.count)
            let first = FieldSyntax.endOfOptionalWhitespace(bytes, from: start, to: min(end, limit))
            if end > limit { break }
            start = end + 1
            if first == end { continue }
            count += 1
            guard count <= Self.maximumElementCount else {
                diagnostics.append(Diagnostic(offset: first, length: totalCount - first, reason: .tooManyElements))
                return
            }
            do throws(StrictMediaSyntax.Failure) {
                let syntax = try StrictMediaSyntax(bytes, from: first, to: end, isAcceptElement: true)
                let range = MediaRange(pattern: syntax.pattern, parameters: syntax.parameters)
                append(Element(range, quality: syntax.quality ?? .one))
            } catch {
                diagnostics.append(
                    Diagnostic(offset: first, length: end - first, reason: .malformed(error.reason, at: error.offset))
                )
            }
        }
        if start < totalCount, totalCount > Self.maximumByteCount {
            diagnostics.append(Diagnostic(offset: start, length: totalCount - start, reason: .tooLong))
        }
    }
}

extension AcceptField: CustomStringConvertible {
    /// The field's value for sending; a weight of 1 is omitted.
    public var description: String {
        elements.map { element in
            element.quality == .one ? "\(element.range)" : "\(element.range);q=\(element.quality)"
        }.joined(separator: ", ")
    }
}

extension AcceptField {
    /// Returns the element with the most specific range that contains a type; of equals, the one with the greater weight.
    public func element(for type: MediaType) -> Element? {
        bestElement(for: type)?.element
    }

    /// Returns the weight of a type: zero if no range contains it, one if the field has no elements.
    public func quality(of type: MediaType) -> QualityValue {
        elements.isEmpty ? .one : element(for: type)?.quality ?? .zero
    }

    package func bestElement(for type: MediaType) -> (element: Element, match: MediaRange.Match)? {
        var best: (element: Element, match: MediaRange.Match)?
        for element in elements {
            guard let match = element.range.match(type) else { continue }
            if let best, (best.match, best.element.quality) >= (match, element.quality) { continue }
            best = (element, match)
        }
        return best
    }
}

extension AcceptField {
    /// A dropped part of the field. It contains the part's position, but none of its text.
    public struct Diagnostic: Hashable, Sendable {
        /// The number of UTF-8 bytes before the part, with lines joined by a comma and a space.
        public let offset: Int
        /// The length of the part in UTF-8 bytes.
        public let length: Int
        /// The reason for dropping the part.
        public let reason: Reason

        package init(offset: Int, length: Int, reason: Reason) {
            self.offset = offset
            self.length = length
            self.reason = reason
        }

        /// The reasons for dropping a part.
        public enum Reason: Hashable, Sendable {
            /// The element is not a media range with a weight; `at` is the offset of the first invalid byte in the field.
            case malformed(MediaTypeSyntaxError.Reason, at: Int)
            /// The part follows 64 other elements.
            case tooManyElements
            /// The part does not end within 8,192 bytes.
            case tooLong
        }
    }
}

extension AcceptField.Diagnostic: CustomStringConvertible {
    /// The position and the reason in one line.
    public var description: String {
        let why =
            switch reason {
            case .malformed(let reason, let offset): "\(reason.rawValue) (byte \(offset))"
            case .tooManyElements: "the field has more than \(AcceptField.maximumElementCount) elements"
            case .tooLong: "the field is longer than \(AcceptField.maximumByteCount) bytes"
            }
        return "dropped \(length) bytes at byte \(offset): \(why)"
    }
}
