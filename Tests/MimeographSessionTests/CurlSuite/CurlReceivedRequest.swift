/// A complete request that the suite's server has received, and the choice of its response.
///
/// Source: curl/curl at 5c61e168698a, tests/server/sws.c.
struct CurlReceivedRequest {
    /// The head and the body as received.
    let bytes: [UInt8]
    /// The number of the part to send.
    let part: Int
    private let isConnect: Bool
    private let isHead: Bool
    private let asksToClose: Bool
    /// Whether the server does not wait for the body, because the case asks for credentials first.
    private let isCutShort: Bool

    /// Parses the first request in a buffer; nil if it is not complete.
    init?(_ buffer: [UInt8], _ testCase: CurlCase) {
        guard let headEnd = buffer.end(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = Array(buffer[..<headEnd]).headText
        let commands = testCase.part("reply", "servercmd")?.lines ?? []
        let lacksCredentials = commands.contains("auth_required") && !head.contains("Authorization:")
        var end = headEnd
        if commands.contains("no-expect"), head.contains("Expect: 100-continue") {
            isCutShort = false
        } else if lacksCredentials {
            isCutShort = true
        } else if head.firstMatch(of: #/\nTransfer-Encoding: chunked/#.ignoresCase()) != nil {
            isCutShort = false
            guard let length = CurlChunks(Array(buffer[headEnd...]))?.length else { return nil }
            end += length
        } else {
            let length = head.firstMatch(of: #/\nContent-Length: *(\d+)/#.ignoresCase()).flatMap { Int($0.1) } ?? 0
            let skipped = commands.compactMap { $0.wholeMatch(of: #/skip: (\d+)/#).flatMap { Int($0.1) } }.first ?? 0
            isCutShort = skipped > 0
            end += max(0, length - skipped)
        }
        guard buffer.count >= end else { return nil }
        bytes = Array(buffer[..<end])
        isConnect = head.hasPrefix("CONNECT ")
        isHead = head.hasPrefix("HEAD ")
        asksToClose = head.contains("Connection: close")
        part = Self.part(head, isConnect: isConnect)
    }

    /// Returns the number of the part for a request: the last four digits of a long number after the last slash, more for
    /// credentials.
    private static func part(_ head: String, isConnect: Bool) -> Int {
        var part = 0
        if !isConnect, let path = head.firstMatch(of: #/^\S+ +(.*?) *HTTP\/\d/#)?.1,
            let slash = path.lastIndex(of: "/"),
            let digits = path[path.index(after: slash)...].prefixMatch(of: #/\d+/#)?.0, let number = Int(digits),
            number > 10_000
        {
            part = number % 10_000
        }
        if head.contains("Authorization: Digest") { return part + 1000 }
        if part >= 1000, head.contains("Authorization: Basic") { return part + 1 }
        return part
    }

    /// Returns the response: a part for CONNECT or for other methods.
    func reply(_ part: Int, of testCase: CurlCase) -> [UInt8] {
        testCase.part("reply", (isConnect ? "connect" : "data") + (part == 0 ? "" : "\(part)"))?.bytes ?? []
    }

    /// Returns whether the server closes the connection after the response.
    ///
    /// curl's server also leaves connections open on which the client waits for the end of the body. They would end after five
    /// seconds, and end at once here.
    func closes(after reply: [UInt8], of testCase: CurlCase) -> Bool {
        if reply.isEmpty || asksToClose || isCutShort || reply.contains(text: "swsclose") { return true }
        if testCase.part("reply", "servercmd")?.lines.contains("swsclose") == true { return true }
        return !isConnect && !Self.isDelimited(reply, isHead: isHead)
    }

    private static func isDelimited(_ reply: [UInt8], isHead: Bool) -> Bool {
        var rest = reply
        while true {
            guard let end = rest.end(of: Array("\r\n\r\n".utf8)) ?? rest.end(of: Array("\n\n".utf8)) else {
                return false
            }
            let head = Array(rest[..<end]).headText
            rest.removeFirst(end)
            guard let status = head.prefixMatch(of: #/HTTP\/\d(?:\.\d)? (\d\d\d)/#).flatMap({ Int($0.1) }) else {
                return false
            }
            if (100...199).contains(status) { continue }
            if isHead || status == 204 || status == 304 { return true }
            if head.firstMatch(of: #/\nTransfer-Encoding: *chunked/#.ignoresCase()) != nil {
                return CurlChunks(rest) != nil
            }
            let length = head.firstMatch(of: #/\nContent-Length: *(\d+)/#.ignoresCase()).flatMap { Int($0.1) }
            return length.map { rest.count >= $0 } ?? false
        }
    }
}

extension [UInt8] {
    /// A head as text, with single line feeds, because `\r\n` is one character of Swift.
    fileprivate var headText: String { filter { $0 != 0x0D }.latin1 }
}

/// A body in chunks.
struct CurlChunks {
    /// The content.
    private(set) var content: [UInt8] = []
    /// The lines of the trailer section.
    private(set) var trailers: [String] = []
    /// The number of bytes of the coded body.
    private(set) var length = 0

    /// Parses the body at the beginning of some bytes; nil if it is incomplete or has another form.
    init?(_ bytes: [UInt8]) {
        func line() -> String? {
            guard let end = bytes.end(of: [0x0D, 0x0A], from: length) else { return nil }
            defer { length = end }
            return Array(bytes[length..<(end - 2)]).latin1
        }
        while true {
            guard let head = line(), let size = Int(head.prefix { $0 != ";" && $0 != " " }, radix: 16) else {
                return nil
            }
            if size == 0 { break }
            guard size >= 0, bytes.count - length >= size + 2 else { return nil }
            content += bytes[length..<(length + size)]
            length += size + 2
        }
        while let trailer = line() {
            if trailer.isEmpty { return }
            trailers.append(trailer)
        }
        return nil
    }
}
