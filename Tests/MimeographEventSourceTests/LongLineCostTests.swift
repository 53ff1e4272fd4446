import Foundation
import LoopbackServer
import Mimeograph
@testable import MimeographEventSource
import MimeographEventStream
import MimeographSession
import TestSupport
import Testing

/// What long lines cost. The memory of the process is measured, so that nothing else may run beside.
@Suite(.serialized) struct LongLineCostTests {
    /// Comments, unknown fields, `retry` and names may be of any length: nothing of them is kept.
    @Test(arguments: [":", "unknown: ", "retry: ", ""]) func longLinesThatAreIgnored(_ start: String) async throws {
        let piece = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 16)
        let server = try StreamServer { connection in
            connection.open()
            connection.send("data: a\n\n\(start)")
            // 64 MiB, 8 times what an event may have.
            for _ in 0..<1024 where !connection.send(piece) { return }
            connection.send("\ndata: b\n\n")
            connection.waitForEnd()
        }
        let manager = try server.manager()
        let before = try ResidentMemory.now
        #expect(try await EventSource(manager, "").read(2).map(\.data) == ["a", "b"])
        #expect(try ResidentMemory.now - before < 48 << 20)
    }
}
