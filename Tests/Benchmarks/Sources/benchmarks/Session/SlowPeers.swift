import Foundation
import Mimeograph
import MimeographSession
import Processes

/// A gibibyte through a session of which one side is slow, in a process of its own.
///
/// What is measured is all that the process ever had resident, so that it must do nothing else.
enum SlowPeers: String, CaseIterable {
    /// The reader takes a MiB, then does something else for 10 ms: a tenth of what the server could send.
    case reader
    /// The body is made as it is sent, in pieces of 256 KiB.
    case upload

    /// The environment variable that makes this program do one of them, and nothing else.
    static let variable = "MIMEOGRAPH_BENCHMARK_SESSION"
    private static let serverVariable = "MIMEOGRAPH_BENCHMARK_SERVER"

    /// Does it in a new process.
    ///
    /// - Returns: The most resident memory in MiB, and the time in seconds; nil where the system does not tell.
    func measureInProcess(_ server: LoopbackServer) throws -> (peak: Double, seconds: Double)? {
        let figures = try OwnProcess.figures([Self.variable: rawValue, Self.serverVariable: server.url])
        return figures.count == 2 ? (figures[0], figures[1]) : nil
    }

    /// What that process does: carries the gibibyte, and prints both figures.
    func runAlone() throws {
        try AsyncWork.wait(for: { try await carry() })
    }

    private func carry() async throws {
        let server = ProcessInfo.processInfo.environment[Self.serverVariable] ?? ""
        let session = SessionManager(transport: CurlTransport())
        let start = ContinuousClock.now
        let count =
            switch self {
            case .reader: try await read("\(server)/1G.bin", session)
            case .upload: try await send("\(server)/put/1G.bin", session)
            }
        let time = (ContinuousClock.now - start) / .seconds(1)
        guard count == 1 << 30 else { throw BrokenEngine("\(count) bytes were carried") }
        guard let peak = ResidentMemory.peak else { return }
        print(Double(peak) / 1_048_576, time)
    }

    private func read(_ url: String, _ session: SessionManager) async throws -> Int {
        let response = try await session.response(for: RequestMessage(url: url))
        var count = 0
        for try await chunk in response.body {
            let mebibytes = count >> 20
            count += chunk.count
            if count >> 20 > mebibytes { try await Task.sleep(for: .milliseconds(10)) }
        }
        return count
    }

    private func send(_ url: String, _ session: SessionManager) async throws -> Int {
        let chunk = [UInt8](repeating: 7, count: 1 << 18)
        let stream = BodyStream {
            let left = Countdown(4096)
            return AsyncThrowingStream { left.next() ? chunk : nil }
        }
        var request = RequestMessage(url: url)
        request.method = .put
        let response = try await session.upload(request, from: .stream(stream))
        guard response.head.status == 201 else { throw BrokenEngine("the status \(response.head.status)") }
        return Int(response.metrics.bytesSent)
    }
}

/// So many pieces are left. It is unchecked because one stream alone asks for them, one after the other.
private final class Countdown: @unchecked Sendable {
    private var left: Int

    init(_ count: Int) { left = count }

    func next() -> Bool {
        left -= 1
        return left >= 0
    }
}
