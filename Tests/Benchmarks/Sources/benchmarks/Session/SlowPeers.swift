import Foundation
import Mimeograph
import MimeographSession
import Processes

/// A transfer of a gibibyte through a session with one slow side.
///
/// It runs in a separate process that does nothing else, because it measures the peak resident memory of the process.
enum SlowPeers: String, CaseIterable {
    /// The reader takes a MiB, then waits for 10 ms. It reads at a tenth of the server's speed.
    case reader
    /// The body is generated while it is sent, in chunks of 256 KiB.
    case upload

    /// The environment variable that makes this program run only one of these transfers.
    static let variable = "MIMEOGRAPH_BENCHMARK_SESSION"
    private static let serverVariable = "MIMEOGRAPH_BENCHMARK_SERVER"

    /// Runs the transfer in a new process.
    ///
    /// - Returns: The peak resident memory in MiB, and the time in seconds; nil if the system does not report memory.
    func measureInProcess(_ server: LoopbackServer) throws -> (peak: Double, seconds: Double)? {
        let figures = try OwnProcess.figures([Self.variable: rawValue, Self.serverVariable: server.url])
        return figures.count == 2 ? (figures[0], figures[1]) : nil
    }

    /// Transfers the gibibyte and prints both figures; the new process calls this.
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
        guard count == 1 << 30 else { throw BrokenEngine("\(count) bytes were transferred.") }
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
        guard response.head.status == 201 else { throw BrokenEngine("The status is \(response.head.status).") }
        return Int(response.metrics.bytesSent)
    }
}

/// A countdown of the remaining chunks. It is unchecked because only one stream uses it, sequentially.
private final class Countdown: @unchecked Sendable {
    private var left: Int

    init(_ count: Int) { left = count }

    func next() -> Bool {
        left -= 1
        return left >= 0
    }
}
