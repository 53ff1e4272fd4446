import Mimeograph
import MimeographEventSource
import MimeographEventStream
import MimeographJSON
import MimeographSession

/// The command that follows a stream of events.
enum EventsCommand: UsesProfiles {
    static let name = "events"
    static let summary = "Follows a stream of events, and reconnects when it ends."
    static let operands = "URL [ITEM|FILE|-]…"
    static let examples = [
        (line: "events https://example.com/news", meaning: "Shows each event when it arrives."),
        (
            line: "events https://example.com/news --count 1 --select $.data --raw",
            meaning: "Shows the data of one event."
        ),
        (
            line: "events https://example.com/chat stream:=true --until [DONE]",
            meaning: "Sends POST, and stops at the last event."
        ),
    ]
    static let details = """
        Each event is shown when it arrives: its type, data and id. Standard error reports the connection. If the stream
        ends or is lost, the command reconnects, as browsers do: after the time that the server sets, or 3 seconds, and
        then after longer times of up to a minute. It sends the id of the last event, so that the server continues after
        it. It stops when the server has nothing more (status 204), on Ctrl-C, or if the response is not an event stream.

        With a body (--data, values such as name=text, or FILE), it sends POST, and only once unless --repeat is given.

        Exit status: 1 an event is invalid, 3 the stream was lost for good, 4 the server refused the request,
        5 the server failed.
        """

    static var options: [OptionDeclaration] {
        let foreign: Set = ["log", "curl", "retry", "har"]
        return RequestBody.options + RequestOptions.sending.filter { !foreign.contains($0.name) } + TrustOptions.all + [
            OptionDeclaration("count", .required("N"), help: "Stops after N events."),
            OptionDeclaration("last-event-id", .required("ID"), help: "Starts after the event with this id."),
            OptionDeclaration(
                "reconnect",
                .required("N"),
                help: "Reconnects at most N times without an event in between; 0 never. Default: no limit."
            ),
            OptionDeclaration("repeat", help: "Sends a POST again when its stream ends."),
            OptionDeclaration("until", .required("DATA"), help: "Stops at the event with this data, such as [DONE]."),
        ] + Settings.showing.filter { $0.name != "max-size" }
    }

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try Settings(arguments)
        let options = try RequestOptions(arguments, console)
        let registry = try Formats.registry(settings)
        let body = try RequestBody(arguments, settings, console, registry, options, hasBody: true)
        let count = try number(arguments, "count")
        let reporter = Reporter(console, settings)
        do {
            let client = try RequestClient(options, registry, console)
            defer {
                client.session.invalidate(cancelling: true)
                reporter.save(client.configuration.cookies)
            }
            let source = try client.events(body, arguments, reconnection: reconnection(arguments))
            return try show(source, atMost: count, ValuePrinter(settings, console), reporter)
        } catch let error as SessionError {
            return reporter.report(error)
        } catch let error as SerializationError {
            reporter.report(error)
            return .badBody
        }
    }

    private static func reconnection(_ arguments: Arguments) throws(UsageError) -> EventSource.Reconnection {
        let limit = try number(arguments, "reconnect")
        if limit == 0 { return .none }
        var rules = EventSource.Reconnection(limit: limit)
        if arguments.has("repeat") { rules.methods.insert(.post) }
        return rules
    }

    private static func number(_ arguments: Arguments, _ name: String) throws(UsageError) -> Int? {
        guard let text = arguments.values[name] else { return nil }
        guard let number = Int(text), number >= 0 else { throw UsageError("--\(name) takes a number, not \(text)") }
        return number
    }

    /// Shows each event when it arrives, until the stream ends or the output fails.
    private static func show(
        _ source: EventSource,
        atMost limit: Int?,
        _ printer: ValuePrinter,
        _ reporter: Reporter
    ) throws -> ExitCode {
        let pull = EventPull(source)
        var count = 0
        while !reporter.console.output.isClosed, count < limit ?? .max {
            let news = Waiting.wait { await pull.next() }
            switch news {
            case .state(.waiting(let wait)):
                let seconds = (wait.delay / .milliseconds(100)).rounded() / 10
                let reason = wait.cause.map { "because \($0.message)" } ?? "because the stream ended."
                reporter.remark("connecting again in \(seconds) seconds, \(reason)")
            case .state(let state): reporter.remark("\(state)")
            case .event(let event):
                try printer.show(event.json, to: reporter.console.output)
                count += 1
            case .failure(let error): throw error
            case .end: return .success
            }
        }
        return .success
    }
}

extension RequestClient {
    /// Returns the source of the requested events.
    ///
    /// - Throws: ``SessionError`` if the body cannot be written.
    fileprivate func events(
        _ body: RequestBody,
        _ arguments: Arguments,
        reconnection: EventSource.Reconnection
    ) throws(SessionError) -> EventSource {
        let content: RequestContent
        do throws(SerializationError) { content = try body.content() } catch { throw SessionError(error) }
        var method = HTTPMethod.post
        if case .none = body { method = .get }
        var manager = manager
        // A stream may have any number of interim responses, and none is shown.
        manager.configuration.onInterimResponse = nil
        return EventSource(
            manager,
            // A user in the URL would take precedence over the option, so it is removed.
            options.credential == nil ? options.url : options.url.withoutUser,
            method: method,
            content,
            query: options.query,
            headers: options.fields,
            lastEventID: arguments.values["last-event-id"] ?? "",
            terminator: arguments.values["until"],
            reconnection: reconnection
        )
    }
}

/// The states and events of a source, in the order in which they happen.
private actor EventPull {
    enum News: Sendable {
        case state(EventSource.State)
        case event(ServerSentEvent)
        case failure(SessionError)
        case end
    }

    private let news: AsyncStream<News>
    private var iterator: AsyncStream<News>.Iterator
    private let work: [Task<Void, Never>]
    private let gate = AsyncGate(isOpen: false)

    init(_ source: EventSource) {
        let (news, continuation) = AsyncStream.makeStream(of: News.self)
        self.news = news
        iterator = news.makeAsyncIterator()
        let gate = gate
        let states = source.states
        work = [
            Task {
                for await state in states {
                    switch state {
                    case .waiting, .open: continuation.yield(.state(state))
                    case .idle, .connecting, .closed: continue
                    }
                }
            },
            Task {
                do throws(SessionError) {
                    for try await event in source.events() {
                        continuation.yield(.event(event))
                        // The next event is requested after this one was read.
                        await gate.wait()
                        gate.close()
                    }
                    continuation.yield(.end)
                } catch {
                    continuation.yield(.failure(error))
                }
            },
        ]
    }

    deinit { for task in work { task.cancel() } }

    func next() async -> News {
        var iterator = iterator
        let next = await iterator.next(isolation: self) ?? .end
        self.iterator = iterator
        if case .event = next { gate.open() }
        return next
    }
}
