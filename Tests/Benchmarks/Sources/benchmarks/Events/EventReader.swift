import Foundation
import Mimeograph
import MimeographEventSource
import MimeographEventStream
import MimeographJSON
import MimeographSession
import Processes

/// One way to read a million events, run in a separate process to measure all of its resident memory.
enum EventReader: String, CaseIterable {
    /// The parser alone, over the chunks of a response.
    case parser
    /// One response, by `stream`.
    case stream
    /// An `EventSource`, read as events.
    case source
    /// An `EventSource`, with the data decoded to values.
    case values

    static let count = 1_000_000
    /// The environment variable that makes this program run only one of these ways.
    static let variable = "MIMEOGRAPH_BENCHMARK_EVENTS"
    private static let serverVariable = "MIMEOGRAPH_BENCHMARK_SERVER"

    struct Figures {
        /// In MiB.
        let peak: Double
        /// Resident memory at the end, minus resident memory after a tenth of the events, in MiB.
        let growth: Double
        let seconds: Double
    }

    private struct Price: Decodable, Sendable {
        var symbol: String
        var cents: Int
        var isOpen: Bool
    }

    var title: String {
        switch self {
        case .parser: "the session's chunks, EventStreamParser"
        case .stream: "HTTPSessionManager.stream"
        case .source: "EventSource.events()"
        case .values: "EventSource.events(of:), JSON"
        }
    }

    /// Measures it in a new process; returns nil if the system does not report resident memory.
    func measureInProcess(_ server: LoopbackServer) throws -> Figures? {
        let figures = try OwnProcess.figures([Self.variable: rawValue, Self.serverVariable: server.url])
        guard figures.count == 3 else { return nil }
        return Figures(peak: figures[0], growth: figures[1], seconds: figures[2])
    }

    /// Reads the events and prints the figures; the new process calls this.
    func runAlone() throws {
        try AsyncWork.wait(for: { try await read() })
    }

    private func read() async throws {
        let url = ProcessInfo.processInfo.environment[Self.serverVariable] ?? ""
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        let manager = try HTTPSessionManager(
            baseURL: url,
            serializers: SerializerRegistry {
                JSONPlugin()
                EventStreamPlugin(data: JSONFormat())
            },
            configuration: configuration
        )
        // The server makes its content at the first request.
        for try await _ in EventSource(manager, "\(Self.count)", reconnection: .none).events() { break }
        let path = "\(Self.count)"
        let source = EventSource(manager, path, reconnection: .none)
        var progress = Progress()
        switch self {
        case .parser:
            let message = try manager.request(.get, path)
            let response = try await manager.session.response(for: message, configuration: manager.configuration)
            var parser = EventStreamParser()
            var events: [ServerSentEvent] = []
            for try await chunk in response.body {
                try parser.consume(chunk.span, into: &events)
                for event in events { progress.add(event.data.utf8.count) }
                events.removeAll(keepingCapacity: true)
            }
        case .stream:
            for try await event: ServerSentEvent in try await manager.stream(path) {
                progress.add(event.data.utf8.count)
            }
        case .source:
            for try await event in source.events() { progress.add(event.data.utf8.count) }
        case .values:
            for try await price: Price in source.events() { progress.add(price.symbol.utf8.count + price.cents % 2) }
        }
        try progress.print()
    }

    /// The progress of the reading.
    private struct Progress {
        private let start = ContinuousClock.now
        private var count = 0
        private var bytes = 0
        private var residentEarly: Int?

        mutating func add(_ size: Int) {
            count += 1
            bytes &+= size
            if count == EventReader.count / 10 { residentEarly = ResidentMemory.now }
        }

        func print() throws {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            guard count == EventReader.count, bytes > count else { throw BrokenEngine("Read \(count) events.") }
            guard let peak = ResidentMemory.peak, let now = ResidentMemory.now, let early = residentEarly else {
                return
            }
            Swift.print(Double(peak) / 1_048_576, Double(now - early) / 1_048_576, seconds)
        }
    }
}
