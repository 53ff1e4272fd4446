/// A received request.
public struct ServedRequest: Sendable {
    /// The method, for example `GET`.
    public let method: String
    /// The target: a path with a query, or a whole URL if the server is used as a proxy.
    public let target: String
    /// The fields in order.
    public let fields: [(name: String, value: String)]
    /// The body, without the framing.
    public let body: [UInt8]

    /// Returns the value of the first field with that name.
    public func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The path without the query.
    public var path: String {
        let isWhole = target.hasPrefix("http://")
        // In a whole URL, two slashes and a host precede the path.
        let path = isWhole ? target.dropFirst(7).drop { $0 != "/" } : target[...]
        return String(path.prefix { $0 != "?" })
    }

    /// Returns a number from the query.
    func number(_ name: String) -> Int? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        for pair in target[target.index(after: mark)...].split(separator: "&") where pair.hasPrefix("\(name)=") {
            return Int(pair.dropFirst(name.count + 1))
        }
        return nil
    }
}

/// A reader for the requests of one connection, one after the other.
struct RequestReader {
    private let socket: Socket
    private var buffer: [UInt8] = []

    /// The maximum sizes of a head and a body, in bytes.
    private static let mostHead = 1 << 16
    private static let mostBody = 64 << 20

    init(_ socket: Socket) { self.socket = socket }

    /// Returns the next request, or nil if the connection has ended or its input is not a request.
    mutating func next() -> ServedRequest? {
        guard let head = line(endingWith: [13, 10, 13, 10], atMost: Self.mostHead) else { return nil }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
        let request = ServedRequest(method: String(words[0]), target: String(words[1]), fields: fields, body: [])
        if request.field("Expect")?.lowercased() == "100-continue" {
            guard socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
        }
        let isChunked = request.field("Transfer-Encoding")?.lowercased() == "chunked"
        guard let body = isChunked ? chunks() : bytes(request.field("Content-Length").flatMap { Int($0) } ?? 0) else {
            return nil
        }
        return ServedRequest(method: request.method, target: request.target, fields: fields, body: body)
    }

    /// Reads a chunked body and skips its trailers. Source: RFC 9112 §7.1.
    private mutating func chunks() -> [UInt8]? {
        var body: [UInt8] = []
        while let line = line(endingWith: [13, 10], atMost: 64) {
            let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard let size = Int(digits, radix: 16), let chunk = bytes(size), body.count + size <= Self.mostBody else {
                return nil
            }
            body += chunk
            guard bytes(2) == [13, 10] else { return nil }
            if size == 0 { return body }
        }
        return nil
    }

    private mutating func line(endingWith end: [UInt8], atMost limit: Int) -> [UInt8]? {
        var searched = 0
        while true {
            while searched + end.count <= buffer.count {
                if buffer[searched..<searched + end.count].elementsEqual(end) {
                    let line = Array(buffer[..<searched])
                    buffer.removeFirst(searched + end.count)
                    return line
                }
                searched += 1
            }
            guard buffer.count <= limit, fill() else { return nil }
        }
    }

    private mutating func bytes(_ count: Int) -> [UInt8]? {
        guard (0...Self.mostBody).contains(count) else { return nil }
        while buffer.count < count { if !fill() { return nil } }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private mutating func fill() -> Bool {
        let more = socket.read()
        buffer += more
        return !more.isEmpty
    }
}
