import Foundation
import LoopbackServer
import Mimeograph
@testable import MimeographEventSource
import MimeographEventStream
import MimeographSession
import TestSupport
import Testing

/// The memory cost of long lines. The memory of the process is measured, so no other test may run at the same time.
@Suite(.serialized) struct LongLineCostTests {
    /// Comments, unknown fields, `retry` and names may be of any length, because they are not kept.
    @Test(arguments: [":", "unknown: ", "retry: ", ""]) func longLinesThatAreIgnored(_ start: String) async throws {
        let piece = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 16)
        let server = try StreamServer { connection in
            connection.open()
            connection.send("data: a\n\n\(start)")
            // 64 MiB, 8 times the limit for an event.
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
