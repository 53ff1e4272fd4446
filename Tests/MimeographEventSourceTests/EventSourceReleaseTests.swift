import Foundation
import Mimeograph
import MimeographEventStream
import MimeographSession
import TestSupport
import Testing

@testable import MimeographEventSource

/// A source, its session and the values that a caller's closures capture are released after the loop has ended in any way.
@Suite(.within(minutes: 5))
struct EventSourceReleaseTests {
    enum Ending: CaseIterable, Sendable { case finished, failed, cancelled, closed, left, waiting }

    final class Given: Sendable {}

    struct Left {
        weak var given: Given?
        weak var session: SessionManager?
        weak var source: EventSource?

        var isEmpty: Bool { given == nil && session == nil && source == nil }
    }

    @Test(arguments: Ending.allCases) func sourcesAreReleased(_ ending: Ending) async throws {
        let left = try await Self.carryOut(ending)
        for _ in 0..<4000 where !left.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(left.isEmpty, "\(left)")
    }

    private static func carryOut(_ ending: Ending) async throws -> Left {
        let given = Given()
        let server = try StreamServer { connection in
            if ending == .finished, connection.number > 1 { return connection.respond(204) }
            if ending == .failed { return connection.respond(404) }
            connection.open()
            connection.send("retry: \(ending == .waiting ? 60_000 : 1)\ndata: \(connection.number)\n\n")
            guard ending != .finished, ending != .waiting else { return }
            for _ in 0..<200 where connection.send(":\n\n") { usleep(50_000) }
        }
        let manager = try server.manager { configuration in
            configuration.onInterimResponse = { _ in withExtendedLifetime(given) {} }
            configuration.redirects.decide = { _ in
                withExtendedLifetime(given) {}
                return .follow
            }
        }
        let source = EventSource(manager, "")
        let left = Left(given: given, session: manager.session, source: source)
        let states = source.states
        let reading = Task {
            for try await _ in source.events() {
                if ending == .left { break }
                if ending == .closed { source.close() }
            }
        }
        if ending == .waiting {
            for await state in states { if case .waiting = state { break } }
        }
        if ending == .cancelled || ending == .waiting {
            try await Task.sleep(for: .milliseconds(100))
            reading.cancel()
        }
        _ = await reading.result
        return left
    }
}
