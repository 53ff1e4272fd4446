/// A set of status codes, stored as ranges.
///
/// ```swift
/// let acceptable: StatusCodes = [200..<300, 304...304]
/// let more = acceptable.union([404...404, 410...410])
/// ```
public struct StatusCodes: Hashable, Sendable {
    /// The ranges in ascending order, neither overlapping nor adjacent.
    public let ranges: [ClosedRange<Int>]

    /// Makes a set of the codes in any of the ranges.
    public init(_ ranges: some Sequence<ClosedRange<Int>>) {
        var merged: [ClosedRange<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // Adjacent bounds differ by one. The subtraction cannot overflow, since the lower bound exceeds the upper one.
            if let last = merged.last, range.lowerBound <= last.upperBound || range.lowerBound - 1 == last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    /// Makes a set of one range.
    public init(_ range: ClosedRange<Int>) { ranges = [range] }

    /// Makes a set of the codes in a half-open range; an empty range makes an empty set.
    public init(_ range: Range<Int>) { ranges = range.isEmpty ? [] : [ClosedRange(range)] }

    /// Makes a set of one code.
    public init(_ code: Int) { ranges = [code...code] }

    /// Whether the code is in the set.
    public func contains(_ code: Int) -> Bool { ranges.contains { $0.contains(code) } }

    /// Returns the codes that are in this set or in the other.
    public func union(_ other: StatusCodes) -> StatusCodes { StatusCodes(ranges + other.ranges) }

    /// Every number.
    public static let any = StatusCodes(Int.min...Int.max)
    /// The empty set.
    public static let none = StatusCodes([ClosedRange<Int>]())
    /// 200 to 299.
    public static let successful = StatusCodes(200...299)
    /// 400 to 599.
    public static let errors = StatusCodes(400...599)
}

extension StatusCodes: ExpressibleByArrayLiteral {
    /// Makes a set of the codes in any of the ranges.
    ///
    /// Ranges may be half-open or closed: `[200..<300, 404...404, 500...]`.
    public init(arrayLiteral ranges: any RangeExpression<Int> & Sendable...) {
        self.init(
            ranges.flatMap { range -> [ClosedRange<Int>] in
                if let closed = range as? ClosedRange<Int> { return [closed] }
                let range = range.relative(to: Int.min..<Int.max)
                return range.isEmpty ? [] : [ClosedRange(range)]
            }
        )
    }
}

extension StatusCodes: CustomStringConvertible {
    /// For example `200–299, 304`.
    public var description: String {
        if self == .any { return "any" }
        if ranges.isEmpty { return "none" }
        return ranges.map { $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
            .joined(separator: ", ")
    }
}

/// The standard phrases for status codes, for messages. The phrase that a server sends is not kept.
package enum ReasonPhrase {
    /// Returns the phrase of a status code; nil if the code is not registered.
    ///
    /// Source: IANA HTTP Status Code Registry; RFC 9110 §15.
    package static func of(_ status: Int) -> String? { phrases[status] }

    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
    ]
}
