/// An answer of the server.
struct Answer: Sendable {
    var status = 200
    var fields: [(name: String, value: String)] = []
    var body = Body.bytes([])

    enum Body: Sendable {
        case bytes([UInt8])
        /// Pieces that are sent one by one in a chunked body, with a pause before each but the first.
        case pieces([[UInt8]], pause: Int)
        /// Bytes in pieces of 16 KiB with a pause after each. If `cut` is set, the connection is closed after that many bytes.
        case slow([UInt8], pause: Int, cut: Int?)
    }

    init(_ status: Int = 200, _ type: String? = nil, _ body: [UInt8] = []) {
        self.status = status
        self.body = .bytes(body)
        if let type { fields.append(("Content-Type", type)) }
    }

    init(_ status: Int = 200, _ type: String, _ text: String) { self.init(status, type, Array(text.utf8)) }

    /// Returns a copy with another field.
    func with(_ name: String, _ value: String) -> Answer {
        var copy = self
        copy.fields.append((name, value))
        return copy
    }

    /// Sends the answer.
    ///
    /// - Parameter sleep: A closure that waits for a number of milliseconds.
    /// - Returns: Whether the connection can take another request.
    func send(to socket: Socket, isHead: Bool, sleep: (Int) -> Void) -> Bool {
        var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        let mayHaveBody = status != 204 && status != 304
        switch body {
        case .bytes(let bytes), .slow(let bytes, _, _):
            if mayHaveBody { head += "Content-Length: \(bytes.count)\r\n" }
        case .pieces: head += "Transfer-Encoding: chunked\r\n"
        }
        guard socket.write(Array("\(head)\r\n".utf8)) else { return false }
        if isHead || !mayHaveBody { return true }
        switch body {
        case .bytes(let bytes): return socket.write(bytes)
        case .pieces(let pieces, let pause):
            for (index, piece) in pieces.enumerated() {
                if index > 0 { sleep(pause) }
                let size = String(piece.count, radix: 16)
                guard socket.write(Array("\(size)\r\n".utf8) + piece + [13, 10]) else { return false }
            }
            return socket.write(Array("0\r\n\r\n".utf8))
        case .slow(let bytes, let pause, let cut):
            var sent = 0
            while sent < min(bytes.count, cut ?? .max) {
                let end = min(sent + 1 << 14, bytes.count, cut ?? .max)
                guard socket.write(Array(bytes[sent..<end])) else { return false }
                sent = end
                if pause > 0 { sleep(pause) }
            }
            return sent == bytes.count
        }
    }

    private static func reason(_ status: Int) -> String {
        [
            200: "OK", 201: "Created", 204: "No Content", 206: "Partial Content", 302: "Found", 304: "Not Modified",
            307: "Temporary Redirect", 401: "Unauthorized", 404: "Not Found", 416: "Range Not Satisfiable",
            422: "Unprocessable Content", 503: "Service Unavailable",
        ][status] ?? "Something Else"
    }
}
