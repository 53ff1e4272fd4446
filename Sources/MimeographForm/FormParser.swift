public import Mimeograph

/// A parser for the fields of `application/x-www-form-urlencoded`, which is also the format of a query.
///
/// Any bytes are a valid form. A `%` that is not followed by two digits is a percent sign, and invalid UTF-8 becomes U+FFFD.
///
/// Source: WHATWG URL §5.1 "application/x-www-form-urlencoded parsing", §1.3 "percent-decode".
struct FormParser: ~Copyable {
    /// The bytes of one name or value without escapes.
    private var decoded: [UInt8] = []

    init() {}

    /// Passes each field and the offset of its first byte to `receive`.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for a body with too many bytes or fields, and any error from
    ///   `receive`.
    mutating func parse(
        _ body: Span<UInt8>,
        limits: DecodingLimits,
        _ receive: (_ field: Form.Field, _ offset: Int) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        try limits.check(.inputBytes, body.count)
        var count = 0
        var start = 0
        while start < body.count {
            if body[start] == UInt8(ascii: "&") {
                start += 1
                continue
            }
            var end = start
            var equals: Int?
            while end < body.count, body[end] != UInt8(ascii: "&") {
                if equals == nil, body[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            count += 1
            if count > limits.elements {
                try limits.check(.elements, count, at: SourceLocation(offset: start, in: body))
            }
            let name = text(body, start..<(equals ?? end))
            let value = equals.map { text(body, ($0 + 1)..<end) }
            try receive(Form.Field(name, value ?? "", isBare: value == nil), start)
            start = end + 1
        }
    }

    private mutating func text(_ body: Span<UInt8>, _ range: Range<Int>) -> String {
        decoded.removeAll(keepingCapacity: true)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = body[index]
            index += 1
            if byte == UInt8(ascii: "+") {
                decoded.append(0x20)
            } else if byte == UInt8(ascii: "%"), index + 1 < range.upperBound,
                let high = body[index].hexDigit, let low = body[index + 1].hexDigit
            {
                decoded.append(high << 4 | low)
                index += 2
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension Form {
    /// Reads a form.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``. Reading a form cannot fail in any other way.
    public init(parsing body: Span<UInt8>, limits: DecodingLimits = .standard) throws(SerializationError) {
        var fields: [Field] = []
        var parser = FormParser()
        try parser.parse(body, limits: limits) { (field, _) throws(SerializationError) in fields.append(field) }
        self.init(fields: fields)
    }

    /// Reads a form from any collection of bytes, such as the `utf8` of a query.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    public init(parsing body: some Collection<UInt8>, limits: DecodingLimits = .standard) throws(SerializationError) {
        self = try withBytes(of: body) { (span) throws(SerializationError) in try Form(parsing: span, limits: limits) }
    }
}
