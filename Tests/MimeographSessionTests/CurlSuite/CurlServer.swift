import Foundation
import MimeographSupport

/// A server that answers the requests of one case with the parts of its file, and records the requests.
///
/// Each connection has a thread. `stop()` ends all of them, and each connection ends by itself after a minute.
///
/// Source: curl/curl at 5c61e168698a, tests/server/sws.c.
final class CurlServer: Sendable {
    /// The port on 127.0.0.1.
    let port: Int
    private let listener: CurlSocket
    private let state = Locked(State())

    private struct State {
        var requests: [[UInt8]] = []
        var isStopped = false
        /// The part that the last response came from, if it asks for the next part in the next response.
        var bouncedPart: Int?
    }

    /// Opens the port. Connections wait until `start` is called.
    init() throws { (listener, port) = try CurlSocket.onLoopback() }

    /// The requests in the order in which they were complete, as bytes.
    var requests: [[UInt8]] { state.withLock { $0.requests } }

    /// Ends all threads.
    func stop() { state.withLock { $0.isStopped = true } }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Begins to answer requests.
    func start(_ testCase: CurlCase) {
        let end = Date() + 120
        Thread.detachNewThread { [self] in
            while !isStopped, Date() < end {
                guard listener.waitUntilReadable(milliseconds: 20), let connection = listener.acceptConnection() else {
                    continue
                }
                Thread.detachNewThread { [self] in
                    serve(connection, testCase)
                    connection.close()
                }
            }
            listener.close()
        }
    }

    private func serve(_ connection: CurlSocket, _ testCase: CurlCase) {
        var buffer: [UInt8] = []
        let end = Date() + 60
        while true {
            let request: CurlReceivedRequest
            while true {
                if let complete = CurlReceivedRequest(buffer, testCase) {
                    request = complete
                    break
                }
                guard let more = input(of: connection, until: end), !more.isEmpty else {
                    if !buffer.isEmpty { state.withLock { [buffer] in $0.requests.append(buffer) } }
                    return
                }
                buffer += more
            }
            buffer.removeFirst(request.bytes.count)
            let part = state.withLock { state in
                state.requests.append(request.bytes)
                return state.bouncedPart.map { $0 + 1 } ?? request.part
            }
            let reply = request.reply(part, of: testCase)
            state.withLock { $0.bouncedPart = reply.contains(text: "swsbounce") ? part : nil }
            guard connection.write(reply), !request.closes(after: reply, of: testCase) else {
                wait(testCase)
                // Without this the system would discard the reply if the client still sends.
                connection.endSending()
                let patience = Date() + 0.5
                while let more = input(of: connection, until: patience), !more.isEmpty {}
                return
            }
        }
    }

    /// Waits as long as a case asks after a reply, or until the server is stopped.
    private func wait(_ testCase: CurlCase) {
        let line = testCase.part("reply", "postcmd")?.lines.first ?? ""
        guard let seconds = line.split(separator: " ").last.flatMap({ Double($0) }) else { return }
        let end = Date() + seconds
        while !isStopped, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    }

    /// Returns the next bytes: empty at the end, nil if the server has stopped or the time is over.
    private func input(of connection: CurlSocket, until end: Date) -> [UInt8]? {
        while !isStopped, Date() < end {
            if connection.waitUntilReadable(milliseconds: 20) { return connection.receive() }
        }
        return nil
    }
}

extension [UInt8] {
    /// Whether a text occurs in the bytes.
    func contains(text: String) -> Bool { end(of: Array(text.utf8)) != nil }
}
